/// `Mailbox` of RFC 5321, section 4.1.2: what stands before `@`, and a domain or an address after.
///
/// Comments and folding, which RFC 5322 allows in a message's header, are no part of it. Lengths
/// are those of RFC 5321, section 4.5.3.1: 64 bytes before `@` and 255 after it.
enum EmailFormat {
  static func accepts(_ text: Span<UInt8>) -> Bool {
    guard let first = text.indices.first else { return false }
    let isQuoted = text[first] == .ascii("\"")
    guard let at = isQuoted ? endOfQuotation(text) : endOfDotString(text),
      at <= 64, at < text.count, text[at] == .ascii("@")
    else { return false }
    let domain = text.extracting((at + 1)...)
    guard let last = domain.indices.last, domain.count <= 255 else { return false }
    if domain[0] == .ascii("[") {
      guard domain[last] == .ascii("]") else { return false }
      return acceptsAddress(domain.extracting(1..<last))
    }
    return HostnameFormat.hasHostShape(domain, most: 255)
  }

  /// `Dot-string`: runs of `atext` with single dots between them.
  private static func endOfDotString(_ text: Span<UInt8>) -> Int? {
    var place = 0
    while true {
      let first = place
      while place < text.count, atext.contains(text[place]) { place += 1 }
      guard place > first else { return nil }
      guard place < text.count, text[place] == .ascii(".") else { return place }
      place += 1
    }
  }

  /// `Quoted-string`: printable ASCII, with a backslash before a quote or a backslash.
  private static func endOfQuotation(_ text: Span<UInt8>) -> Int? {
    var place = 1
    while place < text.count {
      var byte = text[place]
      place += 1
      if byte == .ascii("\"") { return place }
      if byte == .ascii("\\") {
        guard place < text.count else { return nil }
        byte = text[place]
        place += 1
      }
      guard (0x20...0x7E).contains(byte) else { return nil }
    }
    return nil
  }

  /// An address literal; `IPv6` is the one tag that is registered for the general kind.
  private static func acceptsAddress(_ text: Span<UInt8>) -> Bool {
    let tag: [UInt8] = [0x69, 0x70, 0x76, 0x36, 0x3A]
    guard text.count > tag.count else { return false }
    for index in tag.indices where text[index].lowercased != tag[index] {
      return AddressFormat.acceptsIPv4(text)
    }
    return AddressFormat.acceptsIPv6(text.extracting(tag.count...))
  }

  private static let atext = ASCIISet.lettersAndDigits.union("!#$%&'*+-/=?^_`{|}~")
}
