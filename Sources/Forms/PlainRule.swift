// What is plain under a field's rules, as a few numbers.

/// Says which texts are right beyond doubt but for a pattern; it refers to nothing, so that a look at it costs little.
struct PlainRule: Sendable {
  enum Shape: UInt8, Sendable {
    /// Nothing is plain here.
    case none
    /// Printable ASCII without outer spaces, of at most `most` bytes.
    case text
    /// Digits without leading zero, `least` to `most`.
    case whole
    /// One of a few codes of text.
    case codes
  }

  var shape = Shape.none
  /// Whether a text must match a pattern beside.
  var hasPattern = false
  var least = 0
  var most = Int.max
  /// The codes, each at most eight bytes that are read as one number; none of them has a zero byte.
  var codes = InlineArray<8, UInt64>(repeating: 0)
  var codeCount = 0

  /// What an accepted text means: a number or a text, spelled as it is.
  @inline(__always)
  var kind: ValueKind { shape == .none ? .absent : shape == .whole ? .number : .text }

  /// Whether a text is right beyond doubt, if there is no pattern or it matches.
  ///
  /// `isPrintable` tells that it is known to be printable ASCII.
  @inline(__always)
  func accepts(_ text: Span<UInt8>, isPrintable: Bool = false) -> Bool {
    let n = text.count
    guard n > 0 else { return false }
    switch shape {
    case .none: return false
    case .text:
      return n <= most && text[0] != 0x20 && text[n &- 1] != 0x20
        && (isPrintable || text.isPrintableASCII)
    case .whole:
      guard n <= 18, text[0] != 0x30 || n == 1 else { return false }
      var number = 0
      for i in 0..<n {
        let digit = text[i] &- 0x30
        if digit > 9 { return false }
        number = number &* 10 &+ Int(digit)
      }
      return number >= least && number <= most
    case .codes:
      guard n <= 8 else { return false }
      let word = text.word(filler: 0)
      // Which code it is nobody can foresee: each is compared, so that there is nothing to guess.
      var hits = 0
      for i in 0..<codeCount { hits |= codes[i] == word ? 1 : 0 }
      // Equal numbers are equal texts where the text does not end in a zero byte.
      return hits != 0 && text[n &- 1] != 0
    }
  }
}
