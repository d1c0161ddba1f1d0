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
  /// Where its constraints stand.
  var places: [Int] = []

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

/// What is gathered of one field from its schemas.
private struct FieldGathering {
  var draft: FieldDraft
  var choices: ChoiceReader
  var bounds = Contradictions()
  /// The schemas that were taken as what stands beside null, by offset.
  var besideNull: Set<Int> = []
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
    try document.count(rules: 32, at: sources.first ?? document.root)
    var parts = SchemaParts(of: document)
    for source in sources { try parts.take(source) }
    var field = FieldGathering(
      draft: FieldDraft(declaration: FieldDeclaration(name: name), offset: offset),
      choices: ChoiceReader(table.choices))
    var residual: [NodeID] = []
    for part in parts.list {
      guard part.members != nil else {
        if part.bool == false { residual.append(table.never) }
        continue
      }
      let hasOthers = try take(part, &field, isBesideNull: false)
      if hasOthers { residual.append(try table.rest(of: part)) }
    }
    field.draft.declaration.node = table.all(residual)
    return try settled(field, sources, hints)
  }

  /// Takes what one schema says of the field by itself; true where it says more through other schemas.
  ///
  /// Beside null, its types and values are those of any value but null.
  private func take(
    _ part: JSONValue, _ field: inout FieldGathering, isBesideNull: Bool
  ) throws(SchemaFault) -> Bool {
    var hasOthers = false
    for member in part.members.map(Array.init) ?? [] {
      guard let keyword = Keyword(named: member.key) else { continue }
      if try field.choices.take(
        keyword, member.value, isBesideNull: isBesideNull, document)
      {
        continue
      } else if [.anyOf, .oneOf, .not, .if].contains(keyword) {
        hasOthers = true
        guard let other = besideNull(keyword, member.value) else { continue }
        // What is no null must meet the other schema: the field, its picker and its keystrokes may know it.
        var parts = SchemaParts(of: document)
        try parts.take(other)
        for part in parts.list where field.besideNull.insert(part.offset).inserted {
          _ = try take(part, &field, isBesideNull: true)
        }
      } else if let constraint = try constraints.constraint(
        keyword, member.value, withoutChoices: true)
      {
        if isBesideNull, keyword == .type { continue }
        try field.bounds.take(keyword, constraint, at: member.keyOffset)
        field.draft.declaration.constraints.append(constraint)
        field.draft.places.append(member.keyOffset)
      } else {
        annotate(&field.draft, keyword, member.value)
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

  /// The field with the kind that all its schemas leave, and its picker.
  private func settled(
    _ field: FieldGathering, _ sources: [JSONValue], _ hints: [JSONValue]
  ) throws(SchemaFault) -> FieldDraft {
    var draft = field.draft
    var types: TypeSet?
    for source in sources {
      guard let admitted = try document.admitted(source) else { continue }
      types = types.map { $0.intersection(admitted) } ?? admitted
    }
    try field.bounds.refuseTypes(at: draft.offset)
    if let types, !types.isEmpty, types.isSubset(of: [.object, .array]) {
      throw SchemaFault(at: draft.offset, .nested)
    }
    let scalars = types?.subtracting([.null, .object, .array])
    draft.isWhole = scalars.map { !$0.contains(.number) } ?? true
    let kind: FieldKind
    if let stated = field.choices.stated {
      let settled = try field.choices.settled(
        draft.declaration.constraints, draft.places, at: stated.value)
      let typed = settled.typed.list
      draft.mayBeNull = field.choices.hasNull && (types?.contains(.null) ?? true)
      if typed.isEmpty, !draft.mayBeNull {
        throw SchemaFault(at: stated.value.offset, .noChoice(keyword: stated.keyword.rawValue))
      }
      if settled.isYesNo {
        kind = .yesNo
        if typed.count == 1 { draft.state(settled.typed) }
      } else {
        kind = typed.isEmpty ? .nothing : .choice
        draft.state(settled.all)
        draft.declaration.choices = settled.typed
      }
    } else {
      draft.mayBeNull = types?.contains(.null) ?? false
      kind = try self.kind(scalars, sources + hints)
    }
    draft.declaration.kind = kind
    try field.bounds.refuse(kind)
    return draft
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
