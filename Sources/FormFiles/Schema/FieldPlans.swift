// Which fields a form has, in what order, and when each is asked.

import Forms
import JSONText

/// A condition over the record, still as schemas.
enum PlannedCondition {
  case schema(JSONValue, holds: Bool)
  case present(Bytes)
}

/// A way by which a form's schemas lead to a schema, from another one.
struct SchemaWay {
  /// The number of the schema that it comes from, among the ones reached.
  var from: Int
  /// Under which condition; nil for none.
  var condition: PlannedCondition?
}

/// A place where a form's schemas declare a field.
struct FieldOccurrence {
  var schema: JSONValue
  var offset: Int
  /// The number of the schema that declares it, among the ones reached; nil where no condition leads there.
  var conditional: Int?
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
///
/// References may lead to one schema by very many ways. Each schema is looked at once for each of the
/// few things it can mean to a form, and only the ways to it are noted.
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
  let certainParts: [JSONValue]
  /// The names that a record may come to need, with their places.
  private(set) var needed: [(name: Bytes, offset: Int)] = []
  /// The ways that lead to each schema reached, by its number; none lead to those that hold without condition.
  private(set) var ways: [[SchemaWay]] = []

  /// What a schema that is reached means to the form.
  private struct Reached: Hashable {
    var offset: Int
    var isAlternative = false
    var isDenied = false  // under if and not: no field is declared there
  }
  private var reached: [Reached: Int] = [:]
  private let certain: Set<Int>

  init(_ document: SchemaDocument) throws(SchemaFault) {
    self.document = document
    var parts = SchemaParts(of: document)
    try parts.take(document.root)
    certainParts = parts.list
    certain = Set(certainParts.map { $0.offset })
    try gather(document.root, Reached(offset: document.root.offset), by: nil)
    var known: [Bool?] = Array(repeating: nil, count: ways.count)
    for i in plans.indices {
      for j in plans[i].occurrences.indices {
        guard let number = plans[i].occurrences[j].conditional else { continue }
        if isUnconditional(number, &known) { plans[i].occurrences[j].conditional = nil }
      }
    }
  }

  /// Whether a schema is reached by a way without any condition.
  private func isUnconditional(_ number: Int, _ known: inout [Bool?]) -> Bool {
    if let known = known[number] { return known }
    var out = ways[number].isEmpty
    for way in ways[number] where !out && way.condition == nil {
      out = isUnconditional(way.from, &known)
    }
    known[number] = out
    return out
  }

  /// What the schemas say of a name.
  func plan(_ name: Bytes) -> Plan { places[name].map { plans[$0] } ?? Plan() }

  private mutating func place(of name: Bytes) -> Int {
    if let known = places[name] { return known }
    places[name] = plans.count
    plans.append(Plan())
    return plans.count - 1
  }

  private func isCertain(_ place: Reached) -> Bool {
    !place.isAlternative && !place.isDenied && certain.contains(place.offset)
  }

  /// Notes a way to a schema, and looks at the schema when it is first reached.
  private mutating func gather(
    _ schema: JSONValue, _ place: Reached, by way: SchemaWay?
  ) throws(SchemaFault) {
    guard let members = schema.members else { return }
    let isCertain = isCertain(place)
    let known = document.hasReferences ? reached[place] : nil
    let number = known ?? ways.count
    if known == nil {
      if document.hasReferences { reached[place] = number }
      ways.append([])
    }
    if let way, !isCertain { ways[number].append(way) }
    guard known == nil else { return }
    try document.count(rules: 1 + members.count, at: schema)
    func at(_ other: JSONValue) -> Reached {
      Reached(
        offset: other.offset, isAlternative: place.isAlternative, isDenied: place.isDenied)
    }
    let along = SchemaWay(from: number, condition: nil)
    let requiredHere = takeRequired(schema, place)
    for member in members {
      switch Keyword(named: member.key) {
      case .properties:
        for property in member.value.members.map(Array.init) ?? [] {
          take(property, requiredHere, place, number)
        }
      case .reference:
        let target = try document.target(of: member.value)
        try gather(target, at(target), by: along)
      case .allOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          try gather(element, at(element), by: along)
        }
      case .anyOf, .oneOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          var alternative = at(element)
          alternative.isAlternative = true
          try gather(element, alternative, by: along)
        }
      case .not: try gather(denied: member.value, at(member.value), by: along)
      case .if:
        let condition = member.value
        try gather(denied: condition, at(condition), by: along)
        for (branch, holds) in [(schema["then"], true), (schema["else"], false)] {
          guard let branch else { continue }
          let way = SchemaWay(from: number, condition: .schema(condition, holds: holds))
          try gather(branch, at(branch), by: way)
        }
      case .dependentSchemas:
        for dependent in member.value.members.map(Array.init) ?? [] {
          let way = SchemaWay(from: number, condition: .present(dependent.keyBytes))
          try gather(dependent.value, at(dependent.value), by: way)
        }
      default: break
      }
    }
  }

  private mutating func gather(
    denied schema: JSONValue, _ place: Reached, by way: SchemaWay
  ) throws(SchemaFault) {
    var denied = place
    denied.isDenied = true
    try gather(schema, denied, by: way)
  }

  private mutating func take(
    _ property: JSONValue.Member, _ required: [Bytes: Int], _ reached: Reached, _ number: Int
  ) {
    let name = property.keyBytes
    let place = place(of: name)
    let isCertain = isCertain(reached)
    if !isCertain { plans[place].hints.append(property.value) }
    if reached.isDenied { return }
    if plans[place].occurrences.isEmpty { names.append(name) }
    plans[place].occurrences.append(
      FieldOccurrence(
        schema: property.value, offset: property.keyOffset,
        conditional: isCertain ? nil : number,
        isAlternative: reached.isAlternative, isRequired: required[name] != nil))
  }

  private mutating func takeRequired(_ schema: JSONValue, _ reached: Reached) -> [Bytes: Int] {
    var out: [Bytes: Int] = [:]
    for element in schema["required"]?.elements.map(Array.init) ?? [] {
      let name = element.stringBytes ?? []
      out[name] = element.offset
      if isCertain(reached) { plans[place(of: name)].isRequired = true }
      if !reached.isAlternative, !reached.isDenied { needed.append((name, element.offset)) }
    }
    return out
  }
}
