/// A UUID of RFC 4122, section 3: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
///
/// Version and variant are not looked at.
enum UUIDShape {
  static func of(_ text: Span<UInt8>) -> FormatShape {
    guard text.count <= 36 else { return .wrong }
    for index in text.indices {
      switch index {
      case 8, 13, 18, 23: if text[index] != .ascii("-") { return .wrong }
      default: if !text[index].isHexDigit { return .wrong }
      }
    }
    return text.count == 36 ? .whole : .beginning
  }
}
