// What holds of a place without condition, and which types of value it admits.

import Forms
import JSONText

extension TypeSet {
  static let every: TypeSet = [.null, .boolean, .integer, .number, .string, .array, .object]

  /// The types with what they contain: every integer is a number.
  var widened: TypeSet { contains(.number) ? union(.integer) : self }
}

/// Schemas with those that they include without condition, through `$ref` and `allOf`, each once, in the order of the file.
struct SchemaParts {
  private(set) var list: [JSONValue] = []
  private let document: SchemaDocument
  private var seen: Set<Int> = []

  init(of document: SchemaDocument) { self.document = document }

  /// Takes a schema and all that it includes, unless it was taken before.
  mutating func take(_ schema: JSONValue) throws(SchemaFault) {
    // Only a reference leads to the same schema twice.
    if document.hasReferences, !seen.insert(schema.offset).inserted { return }
    list.append(schema)
    guard let members = schema.members else { return }
    try document.count(rules: 1 + members.count, at: schema)
    for member in members {
      switch Keyword(named: member.key) {
      case .reference: try take(document.target(of: member.value))
      case .allOf:
        for element in member.value.elements.map(Array.init) ?? [] { try take(element) }
      default: break
      }
    }
  }
}

extension SchemaDocument {
  /// The types that a schema admits, seen through `$ref`, `allOf`, `anyOf` and `oneOf`; nil where it does not say.
  func admitted(_ schema: JSONValue) throws(SchemaFault) -> TypeSet? {
    guard let members = schema.members else { return schema.bool == false ? [] : nil }
    if let known = admittedTypes[schema.offset] { return known }
    var out: TypeSet?
    func narrow(_ types: TypeSet?) {
      guard let types else { return }
      out = out.map { $0.intersection(types) } ?? types
    }
    for member in members {
      switch Keyword(named: member.key) {
      case .type: narrow(TypeSet(json: member.value)?.widened)
      case .reference: narrow(try admitted(target(of: member.value)))
      case .allOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          narrow(try admitted(element))
        }
      case .anyOf, .oneOf:
        var union: TypeSet? = []
        for element in member.value.elements.map(Array.init) ?? [] {
          let types = try admitted(element)
          union = union.flatMap { u in types.map { u.union($0) } }
        }
        narrow(union)
      default: break
      }
    }
    if hasReferences { admittedTypes[schema.offset] = .some(out) }
    return out
  }

  /// Whether a schema speaks of numbers anywhere: then an answer that is a number is one.
  func speaksOfNumbers(_ schema: JSONValue) throws(SchemaFault) -> Bool {
    guard let members = schema.members else { return false }
    if let known = speakingOfNumbers[schema.offset] { return known }
    var speaks = false
    for member in members where !speaks {
      switch Keyword(named: member.key) {
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: speaks = true
      case .type:
        let types = TypeSet(json: member.value) ?? []
        speaks = types.contains(.number) || types.contains(.integer)
      case .const: speaks = member.value.kind == .number
      case .enum: speaks = member.value.elements?.contains { $0.kind == .number } ?? false
      case .reference: speaks = try speaksOfNumbers(target(of: member.value))
      case .allOf, .anyOf, .oneOf:
        for element in member.value.elements.map(Array.init) ?? [] where !speaks {
          speaks = try speaksOfNumbers(element)
        }
      case .not, .if, .then, .else: speaks = try speaksOfNumbers(member.value)
      default: break
      }
    }
    if hasReferences { speakingOfNumbers[schema.offset] = speaks }
    return speaks
  }
}
