// The keywords of form files: which there are, what their values must be, and how a misspelt one is told.

/// A keyword that a form file may have.
enum Keyword: String, CaseIterable {
  case schema = "$schema"
  case id = "$id"
  case comment = "$comment"
  case reference = "$ref"
  case definitions = "$defs"
  case properties, patternProperties, additionalProperties, unevaluatedProperties, propertyNames
  case required, dependentRequired, dependentSchemas, minProperties, maxProperties
  case type, `enum`, const, minLength, maxLength, pattern, format
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case allOf, anyOf, oneOf, not, `if`, then, `else`
  case title, description, `default`, examples, readOnly, writeOnly, deprecated
  case placeholder = "x-placeholder"
  case initial = "x-initial"
  case maxCharacters = "x-maxCharacters"
  case characters = "x-characters"
  case plain = "x-plain"
  case unreadable = "x-unreadable"
  case none = "x-none"
  case error = "x-error"
  case calculate = "x-calculate"
  case fractionDigits = "x-fractionDigits"
  case unit = "x-unit"
  case check = "x-check"
  case finish = "x-finish"

  /// The keyword of this name, halving a list in order: a form has many.
  init?(named name: String) {
    var low = 0
    var high = Keyword.inOrder.count
    while low < high {
      let middle = (low + high) / 2
      let (text, keyword) = Keyword.inOrder[middle]
      if text == name {
        self = keyword
        return
      }
      if text < name { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static let inOrder = allCases.map { ($0.rawValue, $0) }.sorted { $0.0 < $1.0 }

  /// What the value of a keyword must be.
  enum Shape {
    case anything, text, boolean, schema, schemas, schemasByName, texts, textsByName
    case count, number, positiveNumber, types, list, reference, characters, errors, checks
    case word(String)
  }

  var shape: Shape {
    switch self {
    case .schema, .comment, .title, .description, .id: .text
    case .reference: .reference
    case .definitions, .properties, .patternProperties, .dependentSchemas: .schemasByName
    case .additionalProperties, .unevaluatedProperties, .propertyNames: .schema
    case .not, .if, .then, .else: .schema
    case .required: .texts
    case .dependentRequired: .textsByName
    case .minProperties, .maxProperties, .minLength, .maxLength: .count
    case .maxCharacters, .fractionDigits: .count
    case .type: .types
    case .enum, .examples: .list
    case .const, .default, .initial: .anything
    case .pattern, .format, .placeholder, .none, .calculate, .unit: .text
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: .number
    case .multipleOf: .positiveNumber
    case .allOf, .anyOf, .oneOf: .schemas
    case .readOnly, .writeOnly, .deprecated, .plain: .boolean
    case .characters: .characters
    case .unreadable: .word("none")
    case .finish: .word("next")
    case .error: .errors
    case .check: .checks
    }
  }

  /// Whether it speaks of the form as a whole.
  var isOfForm: Bool { self == .check || self == .finish }

  /// Whether it is one of ours that speaks of a field.
  var isOfField: Bool { isOurs && !isOfForm }

  /// Whether it is an extension of ours.
  var isOurs: Bool { rawValue.hasPrefix("x-") }

  /// The keyword that a single edit makes of a text: a letter more, less, another, or two exchanged.
  static func near(_ text: String, amongOurs: Bool) -> Keyword? {
    let wanted = Array(text.utf8)
    return allCases.first {
      $0.isOurs == amongOurs && isSingleEdit(wanted, Array($0.rawValue.utf8))
    }
  }

  private static func isSingleEdit(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a != b, abs(a.count - b.count) <= 1 else { return false }
    var start = 0
    while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
    let restA = a[start...]
    let restB = b[start...]
    if a.count < b.count { return restA.elementsEqual(restB.dropFirst()) }
    if a.count > b.count { return restA.dropFirst().elementsEqual(restB) }
    if restA.dropFirst().elementsEqual(restB.dropFirst()) { return true }
    let isExchange = restA.count >= 2 && restA.prefix(2).elementsEqual(restB.prefix(2).reversed())
    return isExchange && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
  }
}
