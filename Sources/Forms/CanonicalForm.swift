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
}
