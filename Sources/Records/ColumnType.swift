// The types of a database's columns: what stands there for a value, and which numbers they hold exactly.

import Forms

/// The types that columns are declared with; the table is STRICT, so a value has the type or is refused.
enum ColumnType: String {
  case text = "TEXT"
  case integer = "INTEGER"
  case real = "REAL"
  /// A value is kept as it comes.
  case any = "ANY"

  /// The type that holds all values of a field.
  init(_ field: Field) {
    switch field.kind {
    case .text: self = .text
    case .integer, .yesNo: self = .integer
    case .number: self = .real
    case .numberOrText, .nothing: self = .any
    case .choice:
      let values = (field.choices?.list ?? []).map { $0.value }.filter { !$0.kind.isNothing }
      let hasBooleans = values.contains { $0.kind == .boolean }
      if values.allSatisfy({ $0.kind == .text }) {
        self = .text
      } else if values.allSatisfy({ $0.kind == .boolean }) {
        self = .integer
      } else if hasBooleans {
        // 1 and 0 would stand for two values each.
        self = .any
      } else if values.allSatisfy({ $0.number?.int != nil }) {
        self = .integer
      } else if values.allSatisfy({ $0.kind == .number }) {
        self = .real
      } else {
        self = .any
      }
    }
  }

  /// A value as a parameter; nil where the type cannot hold it exactly.
  func parameter(_ value: Value) -> Statement.Parameter? {
    switch value.kind {
    case .absent, .null: return .null
    case .text, .list, .object: return .text(value.text)
    case .boolean:
      // Among other values, numbers perhaps, it must be told from them.
      if self == .any { return .blob(value.text) }
      return .integer(value.text.first == UInt8(ascii: "t") ? 1 : 0)
    case .number:
      guard let number = value.number else { return nil }
      if self != .real, let whole = number.int { return .integer(whole) }
      if self != .integer, NumberStorage.double.holds(number) {
        return Double(number.description).map { .real($0) }
      }
      return self == .any ? .blob(value.text) : nil
    }
  }

  /// What a column of this type can hold of a number, where it is not any number.
  var numbers: NumberStorage? {
    switch self {
    case .integer: .int
    case .real: .double
    case .text, .any: nil
    }
  }

  /// The value that a blob stands for in a column that takes any; nil where it is none of ours.
  static func value(ofBlob bytes: Span<UInt8>) -> ValueKind? {
    if bytes.equals("true".utf8Span.span) || bytes.equals("false".utf8Span.span) { return .boolean }
    return Decimal(bytes) == nil ? nil : .number
  }
}
