/// A set of ASCII characters, as the formats' grammars name them.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Takes the ASCII characters of a text.
  init(_ characters: String) {
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
  }

  static let digits = ASCIISet("0123456789")
  static let hexDigits = ASCIISet("0123456789abcdefABCDEF")
  static let lettersAndDigits = ASCIISet(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  func union(_ characters: String) -> ASCIISet {
    var set = ASCIISet(characters)
    set.low |= low
    set.high |= high
    return set
  }
}

extension UInt8 {
  /// The byte of an ASCII character.
  static func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }

  /// An upper-case letter as a lower-case one; other bytes as they are.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// Whether every byte is in a set.
  func allAre(in set: ASCIISet) -> Bool {
    for index in indices where !set.contains(self[index]) { return false }
    return true
  }

  /// The place of the first such byte at or after a place, or the end.
  func firstPlace(of byte: UInt8, from start: Int = 0) -> Int {
    var place = start
    while place < count, self[place] != byte { place += 1 }
    return place
  }
}

/// How far a text has come on its way to a format.
enum FormatShape {
  /// It has the format as it stands.
  case whole
  /// It does not have the format yet, but a longer text may.
  case beginning
  /// No text that begins like this has the format.
  case wrong
}
