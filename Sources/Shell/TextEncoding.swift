// What text looks like that is not UTF-8: said once, instead of a message about each line.

/// A coding of text in words of two or four bytes, told by its mark or by its zero bytes.
enum TextEncoding: Equatable {
  /// With a byte order mark.
  case utf16, utf32
  /// Without one, the low byte first or last.
  case utf16LE, utf16BE

  /// What the beginning of a text gives away; nil where it may be UTF-8.
  ///
  /// The marks are no UTF-8. Without one, zero bytes alternate with others in the coding of ASCII, and NUL is in
  /// no line that is taken.
  init?(of text: Span<UInt8>) {
    guard text.count >= 2 else { return nil }
    let four = text.count >= 4 ? (text[0], text[1], text[2], text[3]) : (text[0], text[1], 1, 1)
    switch four {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): self = .utf32
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): self = .utf16
    default:
      guard text.count >= 4 else { return nil }
      var zeros = [0, 0]
      for i in 0..<text.count where text[i] == 0 { zeros[i & 1] += 1 }
      switch (zeros[0], zeros[1]) {
      case (0, text.count / 2): self = .utf16LE
      case ((text.count + 1) / 2, 0): self = .utf16BE
      default: return nil
      }
    }
  }

  /// The name by which `iconv` knows it.
  var name: String {
    switch self {
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    case .utf16LE: "UTF-16LE"
    case .utf16BE: "UTF-16BE"
    }
  }
}
