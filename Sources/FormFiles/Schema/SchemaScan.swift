// The first look at a form file: every schema in it has only known keywords, each with a value of its shape.

import Forms
import JSONText

/// Walks all schemas of a file and refuses what is not supported, by name and place.
struct SchemaScan {
  /// Whether a `$ref` stands anywhere.
  private(set) var hasReferences = false
  /// How deep schemas stand in each other.
  private(set) var deepest = 0
  private var depth = 0
  private var rulesLeft = SchemaDocument.mostRules

  /// Looks at a schema and all that stand in it; `field` is the property it belongs to.
  mutating func scan(_ schema: JSONValue, isRoot: Bool, field: Bytes?) throws(SchemaFault) {
    depth += 1
    defer { depth -= 1 }
    deepest = max(deepest, depth)
    try count(1 + (schema.members?.count ?? 0), at: schema)
    guard let members = schema.members else {
      if schema.bool != nil { return }
      throw SchemaFault(at: schema.offset, .notASchema, field: field)
    }
    for member in members {
      let key = member.key
      guard let keyword = Keyword(named: key) else {
        if let fault = unknown(key, at: member.keyOffset) {
          throw SchemaFault(at: member.keyOffset, fault, field: field)
        }
        continue
      }
      if keyword == .id || keyword.isOfForm, !isRoot {
        throw SchemaFault(
          at: member.keyOffset, .misplaced(keyword: key, belongs: "to the form itself"),
          field: field)
      }
      if keyword.isOfField, isRoot {
        throw SchemaFault(at: member.keyOffset, .misplaced(keyword: key, belongs: "to a property"))
      }
      try scan(keyword, member.value, isRoot: isRoot, field: field)
    }
  }

  /// Counts what stands in the file, so that one too large for a form is refused before more is done with it.
  private mutating func count(_ rules: Int, at value: JSONValue) throws(SchemaFault) {
    rulesLeft -= rules
    if rulesLeft < 0 {
      throw SchemaFault(at: value.offset, .tooManyRules(limit: SchemaDocument.mostRules))
    }
  }

  private func unknown(_ key: String, at offset: Int) -> FormFileError.Reason? {
    if key.hasPrefix("x-") {
      return Keyword.near(key, amongOurs: true).map { .misspelt(keyword: key, meant: $0.rawValue) }
    }
    let near = Keyword(named: "x-" + key) ?? Keyword.near(key, amongOurs: false)
    return .unsupported(keyword: key, near: near?.rawValue)
  }

  private mutating func scan(
    _ keyword: Keyword, _ value: JSONValue, isRoot: Bool, field: Bytes?
  ) throws(SchemaFault) {
    func wanted(_ what: String) -> SchemaFault {
      SchemaFault(
        at: value.offset, .badValue(keyword: keyword.rawValue, wanted: what), field: field)
    }
    switch keyword.shape {
    case .anything: break
    case .text:
      guard value.kind == .string else { throw wanted("a string") }
    case .reference:
      guard value.kind == .string else { throw wanted("a string") }
      hasReferences = true
    case .boolean:
      guard value.bool != nil else { throw wanted("true or false") }
    case .schema: try scan(value, isRoot: false, field: field)
    case .schemas:
      guard let elements = value.elements, !elements.isEmpty else {
        throw wanted("a list of one schema or more")
      }
      for element in elements { try scan(element, isRoot: false, field: field) }
    case .schemasByName:
      guard let members = value.members else { throw wanted("an object of schemas") }
      try count(16 * members.count, at: value)
      for member in members {
        let names = isRoot && keyword == .properties
        try scan(member.value, isRoot: false, field: names ? member.keyBytes : field)
      }
    case .texts:
      try count(4 * value.size, at: value)
      guard SchemaScan.areTexts(value) else { throw wanted("a list of different strings") }
    case .textsByName:
      guard let members = value.members else { throw wanted("an object of lists of strings") }
      try count(16 * members.count, at: value)
      for member in members { try count(4 * member.value.size, at: value) }
      for member in members where !SchemaScan.areTexts(member.value) {
        throw wanted("an object of lists of different strings")
      }
    case .count:
      guard let number = try number(value, wanted), number.isWhole, number >= Decimal(0)
      else { throw wanted("a whole number, 0 or more") }
    case .number:
      guard try number(value, wanted) != nil else { throw wanted("a number") }
    case .positiveNumber:
      guard let number = try number(value, wanted), number > Decimal(0)
      else { throw wanted("a number above 0") }
    case .types:
      guard TypeSet(json: value) != nil else {
        throw wanted("null, boolean, integer, number, string, array, object, or a list of them")
      }
    case .list:
      try count(2 * value.size, at: value)
      guard value.elements != nil else { throw wanted("a list") }
    case .characters:
      guard let text = value.stringBytes, !text.isEmpty else {
        throw wanted("a string of one character or more")
      }
    case .word(let word):
      guard value.string == word else { throw wanted("\"\(word)\"") }
    case .errors: try scanErrors(value, field: field)
    case .checks: try scanChecks(value)
    }
  }

  /// The most characters of a number that a keyword states.
  private static let longestNumber = 1_000

  /// The number that a value is; nil for another value.
  private func number(
    _ value: JSONValue, _ wanted: (String) -> SchemaFault
  ) throws(SchemaFault) -> Decimal? {
    guard value.kind == .number else { return nil }
    guard value.source.count <= SchemaScan.longestNumber else {
      throw wanted("a number of at most \(SchemaScan.longestNumber) characters")
    }
    return Decimal(Bytes(value.source).span)
  }

  private func scanErrors(_ value: JSONValue, field: Bytes?) throws(SchemaFault) {
    if value.kind == .string { return }
    guard let members = value.members else {
      let fault = FormFileError.Reason.badValue(
        keyword: "x-error", wanted: "a string, or an object of strings")
      throw SchemaFault(at: value.offset, fault, field: field)
    }
    for member in members {
      guard Keyword(named: member.key) != nil else {
        let near = Keyword.near(member.key, amongOurs: false)?.rawValue
        let fault = FormFileError.Reason.unsupported(keyword: member.key, near: near)
        throw SchemaFault(at: member.keyOffset, fault, field: field)
      }
      guard member.value.kind == .string else {
        let fault = FormFileError.Reason.badValue(keyword: member.key, wanted: "a string")
        throw SchemaFault(at: member.value.offset, fault, field: field)
      }
    }
  }

  private mutating func scanChecks(_ value: JSONValue) throws(SchemaFault) {
    let wanted = FormFileError.Reason.badValue(
      keyword: "x-check",
      wanted: "a list of objects with assert, message and, if it is a field's, field")
    guard let elements = value.elements else { throw SchemaFault(at: value.offset, wanted) }
    for check in elements {
      guard let members = check.members else { throw SchemaFault(at: check.offset, wanted) }
      for member in members {
        guard ["assert", "message", "field"].contains(member.key) else {
          let fault = FormFileError.Reason.unsupported(keyword: member.key, near: nil)
          throw SchemaFault(at: member.keyOffset, fault)
        }
        guard member.value.kind == .string else {
          let fault = FormFileError.Reason.badValue(keyword: member.key, wanted: "a string")
          throw SchemaFault(at: member.value.offset, fault)
        }
      }
      guard check["assert"] != nil, check["message"] != nil else {
        throw SchemaFault(at: check.offset, wanted)
      }
    }
  }

  private static func areTexts(_ value: JSONValue) -> Bool {
    guard let elements = value.elements else { return false }
    var seen: [Bytes: Int] = [:]
    return elements.allSatisfy { element in
      element.stringBytes.map { seen.updateValue(element.offset, forKey: $0) == nil } ?? false
    }
  }
}

extension TypeSet {
  /// The types that a `type` keyword names; nil when its value is no type and no list of different ones.
  init?(json value: JSONValue) {
    if let name = value.string {
      guard let one = TypeSet(name: name) else { return nil }
      self = one
      return
    }
    guard let elements = value.elements, !elements.isEmpty else { return nil }
    self = []
    for element in elements {
      guard let one = element.string.flatMap(TypeSet.init(name:)), insert(one).inserted else {
        return nil
      }
    }
  }

  private init?(name: String) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    default: return nil
    }
  }
}
