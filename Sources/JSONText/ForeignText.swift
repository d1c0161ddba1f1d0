/// What bytes are that are no text in UTF-8, as far as their beginning shows it.
public enum ForeignText: Sendable, Equatable {
  /// Two bytes a character; the low or the high one first.
  case utf16(isHighFirst: Bool)
  /// Four bytes a character.
  case utf32
  /// One byte a character; the first one that is not ASCII, and its offset.
  case windows1252(byte: UInt8, offset: Int)
  /// A ZIP archive, as spreadsheets are.
  case zip
  /// Compressed by gzip.
  case gzip
  /// An SQLite database.
  case database

  /// Looks at the beginning of some bytes; nil where nothing speaks against UTF-8, or nothing fits.
  ///
  /// Some hundred bytes tell all but the encodings of one byte: those are found as far as `head` goes.
  public init?(_ head: Span<UInt8>) {
    if let found = ForeignText.byMark(head) ?? ForeignText.byZeroBytes(head) {
      self = found
    } else if let found = ForeignText.oneByte(head) {
      self = found
    } else {
      return nil
    }
  }

  private static func byMark(_ head: Span<UInt8>) -> ForeignText? {
    func begins(_ mark: [UInt8]) -> Bool {
      head.count >= mark.count && mark.indices.allSatisfy { head[$0] == mark[$0] }
    }
    if begins([0xFF, 0xFE, 0, 0]) || begins([0, 0, 0xFE, 0xFF]) { return .utf32 }
    if begins([0xFF, 0xFE]) { return .utf16(isHighFirst: false) }
    if begins([0xFE, 0xFF]) { return .utf16(isHighFirst: true) }
    if begins([0x50, 0x4B, 0x03, 0x04]) { return .zip }
    if begins([0x1F, 0x8B, 0x08]) { return .gzip }
    return begins(Array("SQLite format 3\0".utf8)) ? .database : nil
  }

  /// In UTF-16 the high byte of most characters is 0.
  private static func byZeroBytes(_ head: Span<UInt8>) -> ForeignText? {
    let pairs = min(head.count, 256) / 2
    guard pairs > 1 else { return nil }
    var low = 0
    var high = 0
    for pair in 0..<pairs {
      if head[2 * pair] == 0 { high += 1 }
      if head[2 * pair + 1] == 0 { low += 1 }
    }
    if high == 0, low * 4 >= pairs * 3 { return .utf16(isHighFirst: false) }
    if low == 0, high * 4 >= pairs * 3 { return .utf16(isHighFirst: true) }
    return nil
  }

  /// Nothing beyond ASCII is UTF-8, and all of it is a letter or sign of Windows-1252.
  private static func oneByte(_ head: Span<UInt8>) -> ForeignText? {
    var first: ForeignText?
    for index in head.indices where head[index] >= 0x80 {
      // A character that the head ends in may be whole behind it.
      if isScalarCutOff(in: head, at: index) { break }
      guard lengthOfScalar(in: head, at: index) == 0, isUsual(head[index]) else { return nil }
      if first == nil { first = .windows1252(byte: head[index], offset: index) }
    }
    return first
  }

  /// Five bytes are no character of Windows-1252, and one stands in next to no text.
  private static func isUsual(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF: false
    default: true
    }
  }

  /// The character that a byte from 0x80 on is in Windows-1252; nil where it is none.
  public static func windows1252(_ byte: UInt8) -> Character? {
    if byte >= 0xA0 { return Character(Unicode.Scalar(byte)) }
    let signs = Array("€\u{0}‚ƒ„…†‡ˆ‰Š‹Œ\u{0}Ž\u{0}\u{0}‘’“”•–—˜™š›œ\u{0}žŸ")
    guard byte >= 0x80, signs[Int(byte) - 0x80] != "\u{0}" else { return nil }
    return signs[Int(byte) - 0x80]
  }
}
