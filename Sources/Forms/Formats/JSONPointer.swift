/// A JSON pointer of RFC 6901, section 3: nothing, or tokens with a slash before each.
///
/// In a token `~` stands only before `0` and `1`; every other character is allowed.
enum JSONPointerFormat {
  static func accepts(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return true }
    guard text[0] == .ascii("/") else { return false }
    for index in text.indices where text[index] == .ascii("~") {
      guard index + 1 < text.count, text[index + 1] == .ascii("0") || text[index + 1] == .ascii("1")
      else { return false }
    }
    return true
  }
}
