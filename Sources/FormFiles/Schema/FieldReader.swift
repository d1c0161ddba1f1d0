// One property of a form file as a field.

import Forms
import JSONText

/// What the file says of one field, with the places that later checks name.
struct FieldDraft {
  var declaration: FieldDeclaration
  /// Where the property stands.
  var offset: Int
  /// `default`, `x-initial` and `x-calculate`, as they stand in the file.
  var defaultValue: JSONValue?
  var initial: JSONValue?
  var calculation: JSONValue?
  var examples: JSONValue?
  /// Whether the type, or the list of values, has null: the field's other rules must admit it too.
  var mayBeNull = false
  /// Whether whole numbers are bound as such in expressions.
  var isWhole = false

  /// Adds the rule that the value is one of these, behind `type` and before all others.
  ///
  /// A typed text that is no choice can be told nothing else; so a stored one is told the same.
  mutating func state(_ choices: Choices) {
    var types: [Constraint] = []
    var others: [Constraint] = []
    for constraint in declaration.constraints {
      if case .type = constraint { types.append(constraint) } else { others.append(constraint) }
    }
    declaration.constraints = types + [.oneOfChoices(choices)] + others
  }
}

/// Reads the schemas of one property.
struct FieldReader {
  let document: SchemaDocument
  let constraints: ConstraintReader
  let table: NodeTable

  /// Reads a field from the schemas that hold of it; `hints` are others that speak of it under conditions.
  func read(
    _ name: Bytes, at offset: Int, _ sources: [JSONValue], hints: [JSONValue] = []
  ) throws(SchemaFault) -> FieldDraft {
    do {
      return try draft(name, at: offset, sources, hints: hints)
    } catch {
      throw error.naming(name)
    }
  }

  private func draft(
    _ name: Bytes, at offset: Int, _ sources: [JSONValue], hints: [JSONValue]
  ) throws(SchemaFault) -> FieldDraft {
    var parts: [JSONValue] = []
    for source in sources { try document.flatten(source, into: &parts) }
    var draft = FieldDraft(declaration: FieldDeclaration(name: name), offset: offset)
    var choices = ChoiceReader()
    var bounds = Contradictions()
    var residual: [NodeID] = []
    for part in parts {
      guard part.members != nil else {
        if part.bool == false { residual.append(table.never) }
        continue
      }
      let hasOthers = try take(part, &draft, &choices, &bounds, isBesideNull: false)
      if hasOthers { residual.append(try table.rest(of: part)) }
    }
    draft.declaration.node = table.all(residual)
    try setKind(&draft, sources, hints, &choices, bounds)
    return draft
  }

  /// Takes what one schema says of the field by itself; true where it says more through other schemas.
  ///
  /// Beside null, its types and values are those of any value but null.
  private func take(
    _ part: JSONValue, _ draft: inout FieldDraft, _ choices: inout ChoiceReader,
    _ bounds: inout Contradictions, isBesideNull: Bool
  ) throws(SchemaFault) -> Bool {
    var hasOthers = false
    for member in part.members.map(Array.init) ?? [] {
      guard let keyword = Keyword(named: member.key) else { continue }
      if try choices.take(keyword, member.value) {
        if isBesideNull { choices.admitNull() }
      } else if [.anyOf, .oneOf, .not, .if].contains(keyword) {
        hasOthers = true
        guard let other = besideNull(keyword, member.value) else { continue }
        // What is no null must meet the other schema: the field, its picker and its keystrokes may know it.
        var parts: [JSONValue] = []
        try document.flatten(other, into: &parts)
        for part in parts {
          _ = try take(part, &draft, &choices, &bounds, isBesideNull: true)
        }
      } else if let constraint = try constraints.constraint(
        keyword, member.value, withoutChoices: true)
      {
        if isBesideNull, keyword == .type { continue }
        try bounds.take(keyword, constraint, at: member.keyOffset)
        draft.declaration.constraints.append(constraint)
      } else {
        annotate(&draft, keyword, member.value)
      }
    }
    return hasOthers
  }

  /// The other one of two alternatives of which one is null.
  private func besideNull(_ keyword: Keyword, _ value: JSONValue) -> JSONValue? {
    guard keyword == .anyOf || keyword == .oneOf, let elements = value.elements,
      elements.count == 2
    else { return nil }
    let others = elements.filter { $0["type"]?.string != "null" }
    return others.count == 1 ? others[0] : nil
  }

  private func setKind(
    _ draft: inout FieldDraft, _ sources: [JSONValue], _ hints: [JSONValue],
    _ choices: inout ChoiceReader, _ bounds: Contradictions
  ) throws(SchemaFault) {
    var types: TypeSet?
    for source in sources {
      guard let admitted = try document.admitted(source) else { continue }
      types = types.map { $0.intersection(admitted) } ?? admitted
    }
    try bounds.refuseTypes(at: draft.offset)
    if let types, !types.isEmpty, types.isSubset(of: [.object, .array]) {
      throw SchemaFault(at: draft.offset, .nested)
    }
    let scalars = types?.subtracting([.null, .object, .array])
    draft.isWhole = scalars.map { !$0.contains(.number) } ?? true
    let kind: FieldKind
    if let stated = choices.stated {
      let constraints = draft.declaration.constraints
      choices.keep { value in constraints.allSatisfy { $0.holds(value) } }
      draft.mayBeNull = choices.hasNull && (types?.contains(.null) ?? true)
      if choices.choices.isEmpty, !draft.mayBeNull {
        throw SchemaFault(at: stated.offset, .noChoice(keyword: stated.keyword.rawValue))
      }
      if choices.isYesNo {
        kind = .yesNo
        if choices.choices.count == 1 {
          draft.state(Choices(choices.choices, keywords: choices.keywords))
        }
      } else {
        kind = choices.choices.isEmpty ? .nothing : .choice
        let nulls = choices.hasNull ? [Choice(value: Value(.null))] : []
        let all = Choices(choices.choices + nulls, keywords: choices.keywords)
        draft.state(all)
        draft.declaration.choices =
          nulls.isEmpty ? all : Choices(choices.choices, keywords: choices.keywords)
      }
    } else {
      draft.mayBeNull = types?.contains(.null) ?? false
      kind = try self.kind(scalars, sources + hints)
    }
    draft.declaration.kind = kind
    try bounds.refuse(kind)
  }

  private func kind(
    _ scalars: TypeSet?, _ schemas: [JSONValue]
  ) throws(SchemaFault) -> FieldKind {
    guard let scalars else {
      for schema in schemas {
        if try document.speaksOfNumbers(schema) { return .numberOrText }
      }
      return .text
    }
    switch scalars {
    case []: return .nothing
    case [.string], [.string, .boolean]: return .text
    case [.integer]: return .integer
    case [.number], [.integer, .number]: return .number
    case [.boolean]: return .yesNo
    default: return .numberOrText
    }
  }

  /// The keywords that judge nothing; what stands first counts.
  private func annotate(_ draft: inout FieldDraft, _ keyword: Keyword, _ value: JSONValue) {
    switch keyword {
    case .title: draft.declaration.title = draft.declaration.title ?? value.string
    case .description: draft.declaration.about = draft.declaration.about ?? value.string
    case .default: draft.defaultValue = draft.defaultValue ?? value
    case .examples: draft.examples = draft.examples ?? value
    case .readOnly:
      draft.declaration.isReadOnly = draft.declaration.isReadOnly || value.bool == true
    case .writeOnly: draft.declaration.isSecret = draft.declaration.isSecret || value.bool == true
    case .deprecated:
      draft.declaration.isDeprecated = draft.declaration.isDeprecated || value.bool == true
    case .placeholder:
      draft.declaration.placeholder = draft.declaration.placeholder ?? value.string
    case .initial: draft.initial = draft.initial ?? value
    case .plain: draft.declaration.isPlain = draft.declaration.isPlain || value.bool == true
    case .unreadable: draft.declaration.beginningIsNone = true
    case .none: draft.declaration.none = draft.declaration.none ?? value.string
    case .calculate: draft.calculation = draft.calculation ?? value
    case .fractionDigits:
      draft.declaration.fractionDigits = draft.declaration.fractionDigits ?? min(value.count, 1000)
    case .unit: draft.declaration.unit = draft.declaration.unit ?? value.string
    case .error:
      if let text = value.string {
        draft.declaration.errors[""] = draft.declaration.errors[""] ?? text
      }
      for member in value.members.map(Array.init) ?? [] {
        draft.declaration.errors[member.key] =
          draft.declaration.errors[member.key] ?? member.value.string
      }
    default: break
    }
  }
}
