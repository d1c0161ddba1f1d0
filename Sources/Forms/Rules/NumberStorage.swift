// `-o` to a database: a number must be one that its column gives back as it is.

/// How a column holds numbers.
public enum NumberStorage: Sendable, Equatable {
  /// A whole number of 64 bits with its sign.
  case int
  /// A double.
  case double

  /// Whether the number comes back as it is.
  ///
  /// A double gives back the digits that ``digits(of:)`` makes of it.
  public func holds(_ number: Decimal) -> Bool {
    switch self {
    case .int: return number.int != nil
    case .double:
      guard let real = Double(number.description), real.isFinite else { return false }
      let digits = Bytes(text: NumberStorage.digits(of: real))
      return Decimal(digits.span) == number
    }
  }

  /// The decimal number that a double stands for; not for infinite ones.
  ///
  /// Up to 15 digits a double keeps whatever they are: where so few say which one it is, they are what was meant. A
  /// whole number of more digits is the double's own; of a fraction the shortest digits say which double it is.
  public static func digits(of real: Double) -> String {
    let shortest = "\(real)"
    if real.magnitude < 0x1p53 || !real.isFinite {
      return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }
    let mantissa = shortest.prefix { $0 != "e" }
    let digits = mantissa.filter { $0 != "." && $0 != "-" }
    let significant = digits.reversed().drop { $0 == "0" }.count
    if significant <= 15 {
      return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }
    return (real < 0 ? "-" : "") + wholeDigits(of: real.magnitude)
  }

  /// The digits of a whole number of 2⁵³ or more.
  private static func wholeDigits(of real: Double) -> String {
    let exponent = Int(real.exponent) - Double.significandBitCount
    // Most significant last, nine decimal places each.
    var limbs: [UInt64] = []
    var rest = real.significandBitPattern | 1 << UInt64(Double.significandBitCount)
    while rest > 0 {
      limbs.append(rest % 1_000_000_000)
      rest /= 1_000_000_000
    }
    for _ in 0..<exponent {
      var carry: UInt64 = 0
      for i in limbs.indices {
        let twice = limbs[i] * 2 + carry
        limbs[i] = twice % 1_000_000_000
        carry = twice / 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    var text = limbs.last.map { "\($0)" } ?? "0"
    for limb in limbs.dropLast().reversed() {
      let digits = "\(limb)"
      text += String(repeating: "0", count: 9 - digits.count) + digits
    }
    return text
  }
}
