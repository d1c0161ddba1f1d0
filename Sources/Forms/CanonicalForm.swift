// Canonical equivalence: two spellings of the same characters, composed or not, are one choice.

@_spi(_Unicode) internal import Swift

/// Unicode's canonical decomposition (NFD), from the tables of the toolchain's own library.
enum CanonicalForm {
  /// The decomposed spelling: equal bytes mean canonical equivalence, and a beginning stays a beginning.
  static func decomposed(_ text: Bytes) -> Bytes {
    if text.allSatisfy({ $0 < 0x80 }) { return text }
    var out: Bytes = []
    for scalar in String(bytes: text.span)._nfd {
      out.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
    }
    return out
  }

  /// Where the combining marks at the end of a decomposed text begin; its end when it has none there.
  static func endWithoutMarks(_ decomposed: Bytes) -> Int {
    var end = decomposed.count
    for scalar in String(bytes: decomposed.span).unicodeScalars.reversed() {
      if scalar.properties.canonicalCombiningClass == .notReordered { break }
      end -= Unicode.UTF8.width(scalar)
    }
    return end
  }

  /// Whether the marks of `begun` from a place on are among those that a decomposed text has there.
  static func hasMarks(_ text: Bytes, of begun: Bytes, from start: Int) -> Bool {
    var there: [Unicode.Scalar] = []
    for scalar in String(bytes: text.span.extracting(start...)).unicodeScalars {
      if scalar.properties.canonicalCombiningClass == .notReordered { break }
      there.append(scalar)
    }
    for mark in String(bytes: begun.span.extracting(start...)).unicodeScalars {
      guard let i = there.firstIndex(of: mark) else { return false }
      there.remove(at: i)
    }
    return true
  }
}
