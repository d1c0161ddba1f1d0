// What a field can hold, owned and borrowed.

/// What a value is; the words are JSON's.
public enum ValueKind: UInt8, Sendable {
  /// No value and no null either: the key is left out.
  case absent
  /// JSON's null.
  case null
  /// `true` or `false`.
  case boolean
  /// A number; its text are its digits as JSON writes them.
  case number
  /// A text; its text are its own bytes.
  case text
  /// An array; a field never holds one, a stored record may.
  case list
  /// An object; as for an array.
  case object
}

/// An owned value: its kind and its text (a number's digits, `true`/`false`, a text's own bytes).
public struct Value: Sendable, Equatable {
  /// What it is.
  public var kind: ValueKind
  /// Its text; for lists and objects the JSON text.
  public var text: Bytes

  /// A value of a kind.
  public init(_ kind: ValueKind, _ text: Bytes = []) {
    self.kind = kind
    self.text = text
  }

  /// No value.
  public static let absent = Value(.absent)

  /// The number it is, exact; nil for other kinds.
  public var number: Decimal? { kind == .number ? Decimal(text.span) : nil }

  /// Equality as JSON Schema defines it: numbers by their value, texts by their code points.
  public static func == (a: Value, b: Value) -> Bool { a.equals(b.kind, b.text.span) }

  /// Equality with a borrowed value, as JSON Schema defines it.
  public func equals(_ otherKind: ValueKind, _ otherText: Span<UInt8>) -> Bool {
    guard kind == otherKind else { return false }
    if kind.isNothing { return true }
    if text.span.equals(otherText) { return true }
    guard kind == .number, let a = Decimal(text.span), let b = Decimal(otherText) else {
      return false
    }
    return a == b
  }
}

/// One member of a stored record whose name the form does not know.
public struct ExtraMember: Sendable {
  /// The name, unescaped.
  public var name: Bytes
  /// The value.
  public var value: Value

  /// A member.
  public init(name: Bytes, value: Value) {
    self.name = name
    self.value = value
  }
}

/// The values of a whole form, in the form's order; reused from record to record without allocating.
public struct Record: Sendable {
  /// The value of each field; `absent` where there is none.
  public var values: [Value]
  /// Members that the form does not know; only a stored record has them.
  public var extras: [ExtraMember] = []
  /// The computed fields that a row has an empty cell for, which is another thing than no column.
  public var emptied: [Int] = []

  /// An empty record for a form of so many fields.
  public init(fieldCount: Int) {
    values = Array(repeating: .absent, count: fieldCount)
  }

  /// Sets a field's value from borrowed bytes, keeping the storage.
  @inlinable public mutating func set(_ field: Int, _ kind: ValueKind, _ text: Span<UInt8>) {
    values[field].kind = kind
    values[field].text.set(text)
  }

  /// Sets a field's value.
  public mutating func set(_ field: Int, _ value: Value) {
    values[field].kind = value.kind
    values[field].text.removeAll(keepingCapacity: true)
    values[field].text.append(contentsOf: value.text)
  }

  /// Makes a field absent, keeping the storage.
  ///
  /// The text of an absent value means nothing.
  @inlinable public mutating func clear(_ field: Int) {
    values[field].kind = .absent
  }

  /// Makes every field absent, keeping the storage.
  @inlinable public mutating func clear() {
    for i in values.indices { clear(i) }
    if !extras.isEmpty { extras.removeAll(keepingCapacity: true) }
    if !emptied.isEmpty { emptied.removeAll(keepingCapacity: true) }
  }
}
