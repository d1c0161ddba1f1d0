/// A host name of RFC 1123, section 2.1, within the lengths of the domain name system.
///
/// At most 253 bytes, in labels of 1 to 63 letters, digits and inner hyphens. A label that begins
/// with `xn--` must be an A-label: the Punycode of a label that `InternationalLabel` accepts.
enum HostnameFormat {
  static func accepts(_ text: Span<UInt8>) -> Bool {
    guard hasHostShape(text, most: 253) else { return false }
    var place = 0
    while place < text.count {
      let end = text.firstPlace(of: .ascii("."), from: place)
      let label = text.extracting(place..<end)
      if isALabel(label), !acceptsALabel(label.extracting(4...)) { return false }
      place = end + 1
    }
    return true
  }

  /// Whether the text is a chain of labels, whatever they mean.
  static func hasHostShape(_ text: Span<UInt8>, most: Int) -> Bool {
    guard text.count > 0, text.count <= most else { return false }
    var place = 0
    while true {
      let end = text.firstPlace(of: .ascii("."), from: place)
      let label = text.extracting(place..<end)
      guard (1...63).contains(label.count), label.allAre(in: letDigHyphen),
        label[0] != .ascii("-"), label[label.count - 1] != .ascii("-")
      else { return false }
      if end == text.count { return true }
      place = end + 1
    }
  }

  private static func isALabel(_ label: Span<UInt8>) -> Bool {
    label.count >= 4 && label[0].lowercased == .ascii("x") && label[1].lowercased == .ascii("n")
      && label[2] == .ascii("-") && label[3] == .ascii("-")
  }

  private static func acceptsALabel(_ encoded: Span<UInt8>) -> Bool {
    guard let scalars = Punycode.decode(encoded) else { return false }
    return InternationalLabel.accepts(scalars)
  }

  private static let letDigHyphen = ASCIISet.lettersAndDigits.union("-")
}
