// Values and texts as they may be shown to a person: no raw control characters, bounded length.

internal import Forms
internal import JSONText
internal import Records

/// What makes a text harmless and short enough to stand in a message.
enum Shown {
  /// Most characters of a value that a message repeats.
  static let mostCharacters = 60

  /// A text for a message: control characters as `\u{1b}`, cut at 60 characters.
  static func brief(_ bytes: [UInt8]) -> String {
    let text = harmless(bytes)
    if text.utf8.count <= mostCharacters { return text }
    let head = text.prefix(mostCharacters)
    return head.endIndex == text.endIndex ? text : String(head) + "…"
  }

  /// A text for a message, in quotes where it is empty or its outer spaces could not be seen.
  static func quoted(_ bytes: [UInt8]) -> String {
    let text = brief(bytes)
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "\"\"" }
    return isUnseen(first.value) || isUnseen(last.value) ? "\"\(text)\"" : text
  }

  private static func isUnseen(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || invisible(scalar) != nil
  }

  /// One character of a text.
  static func character(_ scalar: UInt32) -> String {
    quoted(Bytes(text: String(Character(Unicode.Scalar(scalar) ?? " "))))
  }

  /// A text with its control, line-breaking and direction-changing characters made visible.
  static func harmless(_ bytes: [UInt8]) -> String {
    var isPlain = true
    for c in bytes where c < 0x20 || c > 0x7E {
      isPlain = false
      break
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if isPlain { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar.value) {
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// A text of the form file with such characters made visible.
  static func harmless(text: String) -> String { harmless(Bytes(text: text)) }

  /// The path of a file for a message: a byte of it that is not UTF-8 as `\xE9`.
  static func harmless(_ path: FilePath) -> String {
    var parts: [String] = []
    var rest = path.bytes[...]
    while let at = firstInvalidUTF8(in: rest.span) {
      let bad = rest.startIndex + at
      parts.append(harmless(Bytes(rest[..<bad])))
      let hex = String(rest[bad], radix: 16, uppercase: true)
      parts.append("\\x" + (hex.count == 1 ? "0" : "") + hex)
      rest = rest[(bad + 1)...]
    }
    return parts.joined() + harmless(Bytes(rest))
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators, marks that turn the direction of what follows.
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The name of an invisible character that people paste without knowing; nil for visible ones.
  static func invisible(_ scalar: UInt32) -> String? {
    switch scalar {
    case 0x00A0: "no-break space"
    case 0x00AD: "soft hyphen"
    case 0x200B: "zero width space"
    case 0x200C: "zero width non-joiner"
    case 0x200D: "zero width joiner"
    case 0x200E: "left-to-right mark"
    case 0x200F: "right-to-left mark"
    case 0x2000...0x200A: "typographic space"
    case 0x2028, 0x2029: "line separator"
    case 0x202A...0x202E, 0x2066...0x2069: "direction mark"
    case 0x202F: "narrow no-break space"
    case 0x2060: "word joiner"
    case 0x3000: "ideographic space"
    case 0xFE00...0xFE0F: "variation selector"
    case 0xFEFF: "byte order mark"
    default: nil
    }
  }

  /// `0x0A`.
  static func byte(_ byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return "0x" + (hex.count == 1 ? "0" : "") + hex
  }

  /// `U+200B`.
  static func codePoint(_ scalar: UInt32) -> String {
    let hex = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}

extension Field {
  /// The name as it may be shown, and as commands take it: a form file can put any character into it.
  var shownName: String { Shown.harmless(declaration.name) }
}
