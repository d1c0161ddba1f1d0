/// What is wrong with a JSON text, and where.
public struct JSONFault: Error, Equatable, Hashable, Sendable {
  /// What the grammar of RFC 8259 asked for and did not find.
  public enum Kind: Equatable, Hashable, Sendable {
    /// No value begins here; also a word that is not `true`, `false` or `null`.
    case expectedValue
    /// The text of a record begins with something other than `{`.
    case expectedObject
    /// After `{`: neither a key nor `}`.
    case expectedKeyOrBrace
    /// After `,` in an object: no key.
    case expectedKey
    /// After a key: no colon.
    case expectedColon
    /// After a member of an object: neither a comma nor `}`.
    case expectedCommaOrBrace
    /// After an element of an array: neither a comma nor `]`.
    case expectedCommaOrBracket
    /// After the one value of the text: something that is not white space.
    case expectedEnd
    /// In a number: no digit where one must stand.
    case expectedDigit
    /// A number begins with 0 and another digit follows.
    case leadingZero
    /// A string has no closing quote.
    case unfinishedString
    /// A byte below 0x20 stands unescaped in a string.
    case controlCharacter(UInt8)
    /// A backslash that begins none of the escapes JSON has.
    case invalidEscape
    /// A `\u` escape names one half of a surrogate pair without the other: no Unicode text.
    case loneSurrogate
    /// A byte that no UTF-8 text has in this place.
    case invalidUTF8(UInt8)
    /// The text begins with a byte order mark, which a reader of files takes off beforehand.
    case byteOrderMark
    /// Arrays and objects are nested deeper than the reader goes.
    case tooDeep(limit: Int)
    /// The record has more members than the reader keeps, or a value that is no record more parts.
    case tooMany(limit: Int)
    /// The object has this key already; the offset is that of the second one.
    case duplicateKey
    /// The text has 2 GiB or more.
    case tooLong
  }

  /// What is wrong.
  public var kind: Kind

  /// Where, in bytes from the start of the text; the length of the text where it ends too early.
  ///
  /// For a wrong word, a wrong escape and a wrong UTF-8 sequence it is the offset of their first byte.
  public var offset: Int

  /// Whether the text is right as far as it goes and merely stops too early, as a torn last line does.
  public var isAtEnd: Bool

  /// Makes a fault.
  public init(_ kind: Kind, at offset: Int, isAtEnd: Bool = false) {
    self.kind = kind
    self.offset = offset
    self.isAtEnd = isAtEnd
  }
}

extension JSONFault {
  /// A short English phrase without the place, such as `expected ',' or '}'`.
  ///
  /// It quotes nothing of the text, so it is safe to print.
  public var message: String {
    isAtEnd ? "\(kind.message), but the text ends" : kind.message
  }
}

extension JSONFault.Kind {
  fileprivate var message: String {
    switch self {
    case .expectedValue: "expected a value"
    case .expectedObject: "expected '{'"
    case .expectedKeyOrBrace: "expected a key in double quotes or '}'"
    case .expectedKey: "expected a key in double quotes"
    case .expectedColon: "expected ':'"
    case .expectedCommaOrBrace: "expected ',' or '}'"
    case .expectedCommaOrBracket: "expected ',' or ']'"
    case .expectedEnd: "expected nothing after the value"
    case .expectedDigit: "expected a digit"
    case .leadingZero: "a number has no leading zero"
    case .unfinishedString: "expected a closing double quote"
    case .controlCharacter(let byte):
      "control character \(hexadecimal(byte, digits: 4, prefix: "U+")) must be escaped in a string"
    case .invalidEscape: "invalid escape"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidUTF8(let byte): "invalid UTF-8 byte \(hexadecimal(byte, digits: 2, prefix: "0x"))"
    case .byteOrderMark: "unexpected byte order mark"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .tooMany(let limit): "more than \(limit) values"
    case .duplicateKey: "duplicate key"
    case .tooLong: "longer than 2 GiB"
    }
  }
}

private func hexadecimal(_ byte: UInt8, digits: Int, prefix: String) -> String {
  let text = String(byte, radix: 16, uppercase: true)
  return prefix + String(repeating: "0", count: digits - text.utf8.count) + text
}
