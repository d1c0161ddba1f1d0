/// URIs and relative references of RFC 3986, by its grammar (appendix A).
///
/// Nothing is looked up or normalised, and no scheme has rules of its own: `http:` is a URI.
enum URIFormat {
  private static let unreserved = ASCIISet.lettersAndDigits.union("-._~")
  private static let userinfo = unreserved.union("!$&'()*+,;=:")
  private static let registeredName = unreserved.union("!$&'()*+,;=")
  private static let path = userinfo.union("@/")
  private static let queryAndFragment = path.union("?")
  private static let scheme = ASCIISet.lettersAndDigits.union("+-.")

  /// Whatever may stand anywhere in a URI.
  static let characters = queryAndFragment.union("#[]%")

  static func accepts(_ text: Span<UInt8>, mayBeRelative: Bool) -> Bool {
    let hash = text.firstPlace(of: .ascii("#"))
    if hash < text.count,
      !consists(of: queryAndFragment, text.extracting((hash + 1)...))
    {
      return false
    }
    let beforeFragment = text.extracting(..<hash)
    let mark = beforeFragment.firstPlace(of: .ascii("?"))
    if mark < hash, !consists(of: queryAndFragment, beforeFragment.extracting((mark + 1)...)) {
      return false
    }
    let hierarchy = beforeFragment.extracting(..<mark)
    let colon = hierarchy.firstPlace(of: .ascii(":"))
    if colon < mark, isScheme(hierarchy.extracting(..<colon)) {
      return acceptsHierarchy(hierarchy.extracting((colon + 1)...))
    }
    // Without a scheme, the first segment of a path has no colon.
    let slash = hierarchy.firstPlace(of: .ascii("/"))
    return mayBeRelative && (colon == mark || slash < colon) && acceptsHierarchy(hierarchy)
  }

  private static func isScheme(_ text: Span<UInt8>) -> Bool {
    text.count > 0 && text[0].isLetter && text.allAre(in: scheme)
  }

  private static func acceptsHierarchy(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 2, text[0] == .ascii("/"), text[1] == .ascii("/") else {
      return consists(of: path, text)
    }
    let slash = text.firstPlace(of: .ascii("/"), from: 2)
    return acceptsAuthority(text.extracting(2..<slash))
      && consists(of: path, text.extracting(slash...))
  }

  private static func acceptsAuthority(_ text: Span<UInt8>) -> Bool {
    var host = text
    let at = text.firstPlace(of: .ascii("@"))
    if at < text.count {
      guard consists(of: userinfo, text.extracting(..<at)) else { return false }
      host = text.extracting((at + 1)...)
    }
    if host.count > 0, host[0] == .ascii("[") {
      let bracket = host.firstPlace(of: .ascii("]"))
      guard bracket < host.count, acceptsLiteral(host.extracting(1..<bracket)) else {
        return false
      }
      let port = host.extracting((bracket + 1)...)
      return port.count == 0
        || (port[0] == .ascii(":") && port.extracting(1...).allAre(in: .digits))
    }
    let colon = host.firstPlace(of: .ascii(":"))
    return consists(of: registeredName, host.extracting(..<colon))
      && (colon == host.count || host.extracting((colon + 1)...).allAre(in: .digits))
  }

  /// What stands in brackets: an IPv6 address or an address of a later version.
  private static func acceptsLiteral(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text[0].lowercased == .ascii("v") else {
      return AddressFormat.acceptsIPv6(text)
    }
    let dot = text.firstPlace(of: .ascii("."))
    guard dot > 1, dot + 1 < text.count else { return false }
    return text.extracting(1..<dot).allAre(in: .hexDigits)
      && text.extracting((dot + 1)...).allAre(in: userinfo)
  }

  /// Whether there are only characters of a set, and bytes in the form `%41`.
  private static func consists(of set: ASCIISet, _ text: Span<UInt8>) -> Bool {
    var place = 0
    while place < text.count {
      if set.contains(text[place]) {
        place += 1
      } else {
        guard text[place] == .ascii("%"), place + 2 < text.count, text[place + 1].isHexDigit,
          text[place + 2].isHexDigit
        else { return false }
        place += 3
      }
    }
    return true
  }
}
