// Records that go to a terminal: it obeys control characters, so they are shown, not sent.

public import Forms
import JSONText

/// Makes the bytes of records harmless for a terminal; a file or a pipe gets them as they are.
public enum TerminalText {
  /// The bytes with each control character but line feed and tab in visible form: `\u{1b}`, in JSON `\u001b`.
  ///
  /// Also line and paragraph separators, and what turns the direction of text. The bytes are whole characters.
  public static func harmless(_ bytes: Bytes, asJSON: Bool) -> Bytes {
    guard let first = firstHarmful(bytes.span) else { return bytes }
    var out = Bytes(bytes[..<first])
    let span = bytes.span
    var index = first
    while index < span.count {
      if let harmful = harmful(span, at: index) {
        out += visible(harmful.scalar, asJSON)
        index += harmful.length
      } else {
        out.append(span[index])
        index += 1
      }
    }
    return out
  }

  private static func firstHarmful(_ bytes: Span<UInt8>) -> Int? {
    for index in bytes.indices where harmful(bytes, at: index) != nil { return index }
    return nil
  }

  private static func harmful(
    _ bytes: Span<UInt8>, at index: Int
  ) -> (scalar: UInt16, length: Int)? {
    let byte = bytes[index]
    if byte >= 0x20, byte < 0x7F { return nil }
    if byte < 0x80 { return byte == 0x0A || byte == 0x09 ? nil : (UInt16(byte), 1) }
    if let hidden = HiddenControl(in: bytes, at: index) { return (hidden.scalar, hidden.length) }
    // U+2028 and U+2029.
    guard byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
      bytes[index + 2] & 0xFE == 0xA8
    else { return nil }
    return (0x2000 | UInt16(bytes[index + 2] & 0x3F), 3)
  }

  private static func visible(_ scalar: UInt16, _ asJSON: Bool) -> Bytes {
    let hex = String(scalar, radix: 16)
    return Bytes(
      text: asJSON
        ? "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex : "\\u{" + hex + "}")
  }
}
