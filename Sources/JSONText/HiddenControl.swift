/// A control character beyond ASCII: one that a terminal may obey, or that turns the direction of what follows.
///
/// They are U+0080 to U+009F, and the characters with Unicode's property Bidi_Control: U+061C, U+200E, U+200F, U+202A
/// to U+202E and U+2066 to U+2069.
public struct HiddenControl: Sendable, Equatable {
  /// The character.
  public let scalar: UInt16
  /// How many bytes it has in UTF-8.
  public let length: Int

  /// The one that begins at an offset of a text; nil where another character, or none, does.
  @inline(__always)
  public init?(in text: Span<UInt8>, at index: Int) {
    switch text[index] {
    case 0xC2, 0xD8, 0xE2:
      guard let found = HiddenControl.behind(text, index) else { return nil }
      self = found
    default: return nil
    }
  }

  private init(scalar: UInt16, length: Int) {
    self.scalar = scalar
    self.length = length
  }

  @inline(never)
  private static func behind(_ text: Span<UInt8>, _ index: Int) -> HiddenControl? {
    guard index + 1 < text.count else { return nil }
    let lead = UInt16(text[index])
    let second = UInt16(text[index + 1])
    if lead != 0xE2 {
      let scalar = (lead & 0x1F) << 6 | second & 0x3F
      let isHidden = lead == 0xC2 ? (0x80...0x9F).contains(scalar) : scalar == 0x061C
      return isHidden ? HiddenControl(scalar: scalar, length: 2) : nil
    }
    guard index + 2 < text.count else { return nil }
    let scalar = (lead & 0xF) << 12 | (second & 0x3F) << 6 | UInt16(text[index + 2]) & 0x3F
    switch scalar {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      return HiddenControl(scalar: scalar, length: 3)
    default: return nil
    }
  }

  /// Whether any stands in a text.
  public static func isIn(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where HiddenControl(in: text, at: index) != nil { return true }
    return false
  }
}
