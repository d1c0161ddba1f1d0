// A form file, read whole: scan, fields, rules, expressions, and what the form may not say of itself.

import Forms
import JSONText

/// Makes a form of the schema of one file.
struct FormReader {
  private let document: SchemaDocument
  private let purpose: FormPurpose
  private let isTrusted: Bool
  private let constraints: ConstraintReader
  private let table: NodeTable
  private let plans: FieldPlans
  private var conditions: WayConditions
  private var drafts: [FieldDraft] = []

  /// Reads a form; `isTrusted` says that it is a built-in one, whose patterns and expressions are made when they are first needed.
  static func read(
    _ json: JSONValue, name: String, digest: UInt64, purpose: FormPurpose, isTrusted: Bool
  ) throws(SchemaFault) -> Form {
    var scan = SchemaScan()
    guard json.members != nil else { throw SchemaFault(at: json.offset, .notAForm) }
    try scan.scan(json, isRoot: true, field: nil)
    let document = SchemaDocument(json, hasReferences: scan.hasReferences)
    if scan.hasReferences || scan.deepest > ReferenceLoops.deepest {
      try ReferenceLoops.refuse(in: document)
    }
    var reader = try FormReader(document, purpose, isTrusted: isTrusted)
    return try reader.form(name: name, digest: digest)
  }

  private init(
    _ document: SchemaDocument, _ purpose: FormPurpose, isTrusted: Bool
  ) throws(SchemaFault) {
    self.document = document
    self.purpose = purpose
    self.isTrusted = isTrusted
    constraints = ConstraintReader(document, isTrusted: isTrusted)
    table = NodeTable(document, constraints)
    plans = try FieldPlans(document)
    conditions = WayConditions(plans, document, table)
  }

  private mutating func form(name: String, digest: UInt64) throws(SchemaFault) -> Form {
    let types = try typesOfForm()
    for (i, name) in plans.names.enumerated() {
      table.fields[name] = i
      table.certain.append(plans.plan(name).occurrences.contains { $0.isCertain })
    }
    let pieces = try CertainPieces(plans.certainParts, document, constraints)
    for name in plans.names { drafts.append(try draft(name, pieces)) }
    let expressions = try FormExpressions(document.root, &drafts, isTrusted: isTrusted)
    let root = try needsRoot ? table.node(document.root, .wholeForm) : nil
    let rules = Rules(nodes: table.nodes, root: root)
    for i in drafts.indices {
      try OwnRules.settle(&drafts[i], rules, document, isTrusted: isTrusted)
    }
    let fields = drafts.map { Field($0.declaration) }
    if purpose == .fill { try refuseWhatCannotBeFilled(fields) }
    return Form(
      name: name, title: document.root["title"]?.string,
      about: document.root["description"]?.string, fields: fields, rules: rules,
      checks: expressions.checks, computed: expressions.computed,
      finishesByNext: document.root["x-finish"] != nil, digest: digest,
      isForObjectsOnly: types == .object)
  }

  /// The types that the form's own `type` admits; without object it is no form.
  private func typesOfForm() throws(SchemaFault) -> TypeSet {
    var types = TypeSet.every
    var isForm = false
    for part in plans.certainParts {
      if part["properties"] != nil { isForm = true }
      guard let stated = part["type"], let set = TypeSet(json: stated) else { continue }
      types.formIntersection(set.widened)
      if set.contains(.object) { isForm = true }
    }
    guard isForm, types.contains(.object) else {
      let type = document.root["type"]
      throw SchemaFault(at: type?.offset ?? document.root.offset, .notAForm)
    }
    return types
  }

  private func refuseWhatCannotBeFilled(_ fields: [Field]) throws(SchemaFault) {
    for (name, offset) in plans.needed where table.fields[name] == nil {
      throw SchemaFault(at: offset, .requiredWithoutProperty(name.string))
    }
    guard fields.contains(where: { $0.isAskable }) else {
      throw SchemaFault(at: document.root.offset, .nothingToFill)
    }
  }

  // MARK: Fields

  private var reader: FieldReader {
    FieldReader(document: document, constraints: constraints, table: table)
  }

  private mutating func draft(
    _ name: Bytes, _ pieces: CertainPieces
  ) throws(SchemaFault) -> FieldDraft {
    let plan = plans.plan(name)
    let occurrences = plan.occurrences
    guard let first = occurrences.first else {
      return FieldDraft(declaration: FieldDeclaration(name: name), offset: 0)
    }
    let certain = occurrences.filter { $0.isCertain }
    if !certain.isEmpty {
      let sources = certain.map { $0.schema } + (try pieces.others(for: name))
      var draft = try reader.read(name, at: first.offset, sources, hints: plan.hints)
      draft.declaration.isRequired = plan.isRequired
      return draft
    }
    var drafts: [FieldDraft] = []
    for occurrence in occurrences {
      drafts.append(try reader.read(name, at: occurrence.offset, [occurrence.schema]))
    }
    var draft = FieldUnion.union(drafts)
    let isAlternative = occurrences.contains { $0.isAlternative }
    if isAlternative || drafts.count > 1 { draft.declaration.constraints = [] }
    if isAlternative {
      draft.declaration.node = nil
    } else if drafts.count > 1 {
      var nodes: [NodeID] = []
      for occurrence in occurrences { nodes.append(try table.node(occurrence.schema, .value)) }
      draft.declaration.node = table.any(nodes)
    }
    draft.declaration.isRequired = !isAlternative && occurrences.allSatisfy { $0.isRequired }
    let conditional = occurrences.compactMap { $0.conditional }
    if conditional.count == occurrences.count {
      for number in conditional {
        draft.declaration.conditions.append(
          try conditions.conditions(of: number, at: first.schema))
      }
    }
    return draft
  }

  // MARK: The whole record

  /// Whether records are judged by more than their fields and `required`.
  private var needsRoot: Bool {
    plans.certainParts.contains { part in
      guard let members = part.members else { return part.bool == false }
      return members.contains { member in
        switch Keyword(named: member.key) {
        case .patternProperties, .additionalProperties, .unevaluatedProperties, .propertyNames:
          member.value.bool != true
        case .dependentRequired, .dependentSchemas, .minProperties, .maxProperties: true
        case .anyOf, .oneOf, .not, .if, .const, .enum: true
        case .required:
          member.value.elements?.contains { table.fields[$0.stringBytes ?? []] == nil } ?? false
        default: false
        }
      }
    }
  }
}

extension FieldOccurrence {
  var isCertain: Bool { conditional == nil && !isAlternative }
}
