/// Addresses of the Internet protocol, versions 4 and 6, as text.
enum AddressFormat {
  /// Four decimal numbers up to 255 without leading zeros (RFC 3986, section 3.2.2, `dec-octet`).
  static func acceptsIPv4(_ text: Span<UInt8>) -> Bool {
    var place = 0
    for part in 0..<4 {
      if part > 0 {
        guard place < text.count, text[place] == .ascii(".") else { return false }
        place += 1
      }
      let first = place
      var value = 0
      while place < text.count, place < first + 3, text[place].isDigit {
        value = value * 10 + Int(text[place] - 0x30)
        place += 1
      }
      guard place > first, value <= 255, place == first + 1 || text[first] != .ascii("0") else {
        return false
      }
    }
    return place == text.count
  }

  /// Eight groups of up to four hexadecimal digits (RFC 4291, section 2.2).
  ///
  /// `::` stands once for one group or more, the last two groups may be an IPv4 address.
  static func acceptsIPv6(_ text: Span<UInt8>) -> Bool {
    var groups = 0
    var isShortened = false
    var place = 0
    if text.count >= 2, text[0] == .ascii(":"), text[1] == .ascii(":") {
      isShortened = true
      place = 2
    }
    while place < text.count {
      let end = text.firstPlace(of: .ascii(":"), from: place)
      let group = text.extracting(place..<end)
      if end == text.count, group.firstPlace(of: .ascii(".")) < group.count {
        guard acceptsIPv4(group) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(group.count), group.allAre(in: .hexDigits) else { return false }
      groups += 1
      place = end
      guard place < text.count else { break }
      place += 1
      if place == text.count { return false }
      if text[place] == .ascii(":") {
        guard !isShortened else { return false }
        isShortened = true
        place += 1
      }
    }
    return isShortened ? groups <= 7 : groups == 8
  }
}
