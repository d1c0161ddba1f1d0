// Which fields a form has, in what order, and when each is asked.

import Forms
import JSONText

/// A condition over the record, still as schemas.
enum PlannedCondition {
  case schema(JSONValue, holds: Bool)
  case present(Bytes)
}

/// A place where a form's schemas declare a field.
struct FieldOccurrence {
  var schema: JSONValue
  var offset: Int
  /// The conditions that must all hold; empty where it is always asked.
  var conditions: [PlannedCondition]
  /// Whether it stands under `anyOf` or `oneOf`: asked, and judged only with the whole record.
  var isAlternative: Bool
  /// Whether the same schema requires it.
  var isRequired: Bool
}

/// The fields of a form as its schemas declare them.
///
/// Declared without condition, also through `$ref` and `allOf`: always asked. Declared under `then`, `else` or
/// `dependentSchemas` alone: asked while the condition holds. Declared under `anyOf` or `oneOf` alone: always asked,
/// and judged with the whole record, since no single branch need hold.
struct FieldPlans {
  /// What the schemas say of one name.
  struct Plan {
    /// Where it is declared; empty for a name that is only spoken of.
    var occurrences: [FieldOccurrence] = []
    /// Schemas that speak of it under a condition or in one.
    var hints: [JSONValue] = []
    /// Whether a schema that holds without condition requires it.
    var isRequired = false
  }

  private let document: SchemaDocument
  private var plans: [Plan] = []
  private var places: [Bytes: Int] = [:]
  /// The names of the fields, in the order of the file.
  private(set) var names: [Bytes] = []
  /// The schemas that hold of the form without condition.
  private(set) var certainParts: [JSONValue] = []
  /// The names that a record may come to need, with their places.
  private(set) var needed: [(name: Bytes, offset: Int)] = []

  private struct Context {
    var conditions: [PlannedCondition] = []
    var path: [Int] = []  // offsets of the conditions, to tell contexts apart
    var isAlternative = false
    var isDenied = false  // under if and not: no field is declared there
    var isCertain: Bool { conditions.isEmpty && !isAlternative && !isDenied }
  }
  private struct Visit: Hashable {
    var offset: Int
    var path: [Int]
    var isAlternative: Bool
    var isDenied: Bool
  }
  private var visits: Set<Visit> = []

  init(_ document: SchemaDocument) throws(SchemaFault) {
    self.document = document
    try gather(document.root, Context())
  }

  /// What the schemas say of a name.
  func plan(_ name: Bytes) -> Plan { places[name].map { plans[$0] } ?? Plan() }

  private mutating func place(of name: Bytes) -> Int {
    if let known = places[name] { return known }
    places[name] = plans.count
    plans.append(Plan())
    return plans.count - 1
  }

  private mutating func gather(
    _ schema: JSONValue, _ context: Context
  ) throws(SchemaFault) {
    guard let members = schema.members else {
      if context.isCertain { certainParts.append(schema) }
      return
    }
    // Only a reference leads to the same schema twice.
    if document.hasReferences {
      let visit = Visit(
        offset: schema.offset, path: context.path, isAlternative: context.isAlternative,
        isDenied: context.isDenied)
      guard visits.insert(visit).inserted else { return }
    }
    if context.isCertain { certainParts.append(schema) }
    let requiredHere = takeRequired(schema, context)
    for member in members {
      switch Keyword(named: member.key) {
      case .properties:
        for property in member.value.members.map(Array.init) ?? [] {
          take(property, requiredHere, context)
        }
      case .reference: try gather(document.target(of: member.value), context)
      case .allOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          try gather(element, context)
        }
      case .anyOf, .oneOf:
        var alternative = context
        alternative.isAlternative = true
        for element in member.value.elements.map(Array.init) ?? [] {
          try gather(element, alternative)
        }
      case .not: try gather(member.value, denied(context))
      case .if:
        try gather(member.value, denied(context))
        try gatherBranch(schema["then"], when: member.value, holds: true, context)
        try gatherBranch(schema["else"], when: member.value, holds: false, context)
      case .dependentSchemas:
        for dependent in member.value.members.map(Array.init) ?? [] {
          var conditional = context
          conditional.conditions.append(.present(dependent.keyBytes))
          conditional.path.append(dependent.keyOffset)
          try gather(dependent.value, conditional)
        }
      default: break
      }
    }
  }

  private func denied(_ context: Context) -> Context {
    var out = context
    out.isDenied = true
    return out
  }

  private mutating func gatherBranch(
    _ branch: JSONValue?, when condition: JSONValue, holds: Bool, _ context: Context
  ) throws(SchemaFault) {
    guard let branch else { return }
    var conditional = context
    conditional.conditions.append(.schema(condition, holds: holds))
    conditional.path.append(holds ? condition.offset : -condition.offset)
    try gather(branch, conditional)
  }

  private mutating func take(
    _ property: JSONValue.Member, _ required: [Bytes: Int], _ context: Context
  ) {
    let name = property.keyBytes
    let place = place(of: name)
    if !context.isCertain { plans[place].hints.append(property.value) }
    if context.isDenied { return }
    if plans[place].occurrences.isEmpty { names.append(name) }
    plans[place].occurrences.append(
      FieldOccurrence(
        schema: property.value, offset: property.keyOffset, conditions: context.conditions,
        isAlternative: context.isAlternative, isRequired: required[name] != nil))
  }

  private mutating func takeRequired(_ schema: JSONValue, _ context: Context) -> [Bytes: Int] {
    var out: [Bytes: Int] = [:]
    for element in schema["required"]?.elements.map(Array.init) ?? [] {
      let name = element.stringBytes ?? []
      out[name] = element.offset
      if context.isCertain { plans[place(of: name)].isRequired = true }
      if !context.isAlternative, !context.isDenied { needed.append((name, element.offset)) }
    }
    return out
  }
}
