// What one schema asserts of a value by itself, without other schemas.

import Forms
import JSONText

extension Value {
  /// A value of a JSON text; lists and objects keep their text.
  init(json: JSONValue) {
    switch json.kind {
    case .null: self.init(.null)
    case .true, .false: self.init(.boolean, Bytes(json.source))
    case .number: self.init(.number, Bytes(json.source))
    case .string: self.init(.text, json.stringBytes ?? [])
    case .array: self.init(.list, Bytes(json.source))
    case .object: self.init(.object, Bytes(json.source))
    }
  }
}

extension JSONValue {
  /// The count that a keyword states; one past an Int is as good as the greatest Int.
  var count: Int { integer ?? .max }
}

/// Reads the keywords of one schema that need no other one.
final class ConstraintReader {
  /// Whether patterns are not looked at before they are matched: for the built-in forms, whose patterns are known to be right.
  private let isTrusted: Bool
  private let document: SchemaDocument
  /// The patterns of the file, each looked at once.
  private var patterns: [String: any Pattern] = [:]

  init(_ document: SchemaDocument, isTrusted: Bool) {
    self.document = document
    self.isTrusted = isTrusted
  }

  /// The constraint that a keyword states; nil for keywords that state none of a value.
  ///
  /// `enum` and `const` are left out when `withoutChoices` is set: a field makes a picker of them.
  func constraint(
    _ keyword: Keyword, _ value: JSONValue, withoutChoices: Bool
  ) throws(SchemaFault) -> Constraint? {
    switch keyword {
    case .type: return TypeSet(json: value).map { .type($0) }
    case .minLength: return .minLength(value.count)
    case .maxLength: return .maxLength(value.count)
    case .maxCharacters: return .maxCharacters(value.count)
    case .characters: return .characters(AllowedCharacters(value.stringBytes ?? []))
    case .pattern: return .pattern(try pattern(value))
    case .format: return try format(value)
    case .minimum: return number(value).map { .minimum($0) }
    case .maximum: return number(value).map { .maximum($0) }
    case .exclusiveMinimum: return number(value).map { .exclusiveMinimum($0) }
    case .exclusiveMaximum: return number(value).map { .exclusiveMaximum($0) }
    case .multipleOf: return number(value).map { .multipleOf($0) }
    case .enum where !withoutChoices:
      let list = value.elements.map { $0.map { Choice(value: Value(json: $0)) } } ?? []
      return .oneOfChoices(Choices(list))
    case .const where !withoutChoices: return .constant(Value(json: value))
    default: return nil
    }
  }

  /// A pattern, or the place inside its string where it cannot be read.
  private func pattern(_ value: JSONValue) throws(SchemaFault) -> any Pattern {
    let source = value.string ?? ""
    return try pattern(source, at: value) { value.offset(ofScalar: $0.offset) }
  }

  /// The pattern that a key of `patternProperties` is.
  func pattern(ofKey member: JSONValue.Member) throws(SchemaFault) -> any Pattern {
    try pattern(member.key, at: member.value) { _ in member.keyOffset }
  }

  private func pattern(
    _ source: String, at value: JSONValue, _ place: (PatternFault) -> Int
  ) throws(SchemaFault) -> any Pattern {
    if isTrusted { return LazyPattern(source) }
    if let known = patterns[source] { return known }
    // What compiling takes, beside the rules that need none.
    try document.count(rules: 32 + source.utf8.count / 8, at: value)
    do throws(PatternFault) {
      try PatternSpelling.check(source)
    } catch {
      throw SchemaFault(at: place(error), .pattern(error.reason))
    }
    let pattern = LazyPattern(source)
    patterns[source] = pattern
    return pattern
  }

  private func number(_ value: JSONValue) -> Decimal? { Decimal(Bytes(value.source).span) }

  private func format(_ value: JSONValue) throws(SchemaFault) -> Constraint {
    let name = value.string ?? ""
    if name == "regex" { return .isPattern { ECMAPattern.isValid($0) } }
    guard let format = Format(rawValue: name) else {
      throw SchemaFault(at: value.offset, .unknownFormat(name))
    }
    return .format(format)
  }
}
