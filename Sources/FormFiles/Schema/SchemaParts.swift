// What holds of a place without condition, and which types of value it admits.

import Forms
import JSONText

extension TypeSet {
  static let every: TypeSet = [.null, .boolean, .integer, .number, .string, .array, .object]

  /// The types with what they contain: every integer is a number.
  var widened: TypeSet { contains(.number) ? union(.integer) : self }
}

extension SchemaDocument {
  /// Appends a schema and those it includes without condition, through `$ref` and `allOf`, each once.
  func flatten(
    _ schema: JSONValue, into parts: inout [JSONValue]
  ) throws(SchemaFault) {
    if parts.contains(where: { $0.offset == schema.offset }) { return }
    parts.append(schema)
    guard let members = schema.members else { return }
    for member in members {
      switch Keyword(named: member.key) {
      case .reference: try flatten(target(of: member.value), into: &parts)
      case .allOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          try flatten(element, into: &parts)
        }
      default: break
      }
    }
  }

  /// The types that a schema admits, seen through `$ref`, `allOf`, `anyOf` and `oneOf`; nil where it does not say.
  func admitted(_ schema: JSONValue) throws(SchemaFault) -> TypeSet? {
    guard let members = schema.members else { return schema.bool == false ? [] : nil }
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
    return out
  }

  /// Whether a schema speaks of numbers anywhere: then an answer that is a number is one.
  func speaksOfNumbers(_ schema: JSONValue) throws(SchemaFault) -> Bool {
    guard let members = schema.members else { return false }
    for member in members {
      switch Keyword(named: member.key) {
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: return true
      case .type:
        let types = TypeSet(json: member.value) ?? []
        if types.contains(.number) || types.contains(.integer) { return true }
      case .const: if member.value.kind == .number { return true }
      case .enum:
        if member.value.elements?.contains(where: { $0.kind == .number }) ?? false { return true }
      case .reference: if try speaksOfNumbers(target(of: member.value)) { return true }
      case .allOf, .anyOf, .oneOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          if try speaksOfNumbers(element) { return true }
        }
      case .not, .if, .then, .else: if try speaksOfNumbers(member.value) { return true }
      default: break
      }
    }
    return false
  }
}
