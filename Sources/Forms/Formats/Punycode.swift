/// Punycode, RFC 3492: Unicode text in the letters, digits and hyphens of a host name.
enum Punycode {
  // The parameters of section 5.
  private static let base = 36
  private static let leastThreshold = 1
  private static let mostThreshold = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72

  /// Decodes what follows `xn--`, with small letters; nil when it is no Punycode.
  static func decode(_ text: Span<UInt8>) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    var place = 0
    if let hyphen = text.indices.last(where: { text[$0] == .ascii("-") }) {
      for index in 0..<hyphen { scalars.append(Unicode.Scalar(text[index].lowercased)) }
      place = hyphen + 1
    }
    var code: UInt32 = 128
    var position = 0
    var bias = initialBias
    while place < text.count {
      let before = position
      var weight = 1
      var threshold = base - bias
      while true {
        guard place < text.count, let digit = digit(text[place]) else { return nil }
        place += 1
        // A label has 63 bytes at most, so an overflow shows in the scalar's value long before.
        position += digit * weight
        guard position < 1 << 40 else { return nil }
        let limit = min(max(threshold, leastThreshold), mostThreshold)
        if digit < limit { break }
        weight *= base - limit
        guard weight < 1 << 40 else { return nil }
        threshold += base
      }
      let length = scalars.count + 1
      bias = adapted(position - before, length, isFirst: before == 0 && code == 128)
      guard let next = UInt32(exactly: Int(code) + position / length),
        let scalar = Unicode.Scalar(next)
      else { return nil }
      code = next
      position %= length
      scalars.insert(scalar, at: position)
      position += 1
    }
    return scalars
  }

  private static func digit(_ byte: UInt8) -> Int? {
    if byte.isLetter { return Int(byte.lowercased - 0x61) }
    return byte.isDigit ? Int(byte - 0x30) + 26 : nil
  }

  private static func adapted(_ delta: Int, _ length: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / length
    var bias = 0
    while delta > (base - leastThreshold) * mostThreshold / 2 {
      delta /= base - leastThreshold
      bias += base
    }
    return bias + base * delta / (delta + skew)
  }
}
