// The gate of numbers: which ranges of values a begun number can still reach.

extension Field {
  /// The reason why no number that begins so can be right; nil when one may be.
  func hopelessNumber(_ text: Span<UInt8>, inside: Bool) -> Fault? {
    let isWhole = kind == .integer
    guard let begun = NumberBeginning(text) else {
      let mayBeMended = inside && NumberBeginning.hasOnlyParts(text)
      return mayBeMended ? nil : .unreadable(isWhole ? .wholeNumber : .number)
    }
    if isWhole, begun.hasExponent || begun.hasFraction { return .unreadable(.wholeNumber) }
    if self.isPlain {
      if begun.hasPlus { return .unreadable(.plusSign) }
      if begun.hasLeadingZero, !inside { return .unreadable(.leadingZero) }
    }
    // An exponent that may still be typed reaches every size.
    if !isWhole, mayHaveExponent { return sideFault(begun) }
    if inside {
      // Digits can only be added: a magnitude past its bound stays past it.
      guard begun.hasDigits, magnitudes(begun).isPast(begun.value) else { return nil }
      return boundFault
    }
    if let fault = sideFault(begun) { return fault }
    return isReachable(begun) ? nil : boundFault
  }

  /// Whether digits can follow so that the number comes to lie in the range.
  private func isReachable(_ begun: NumberBeginning) -> Bool {
    guard begun.hasDigits else { return true }
    let allowed = magnitudes(begun)
    // What begins with 25 lies in [25, 26), [250, 260), [2500, 2600)…; behind a point only in [2.5, 2.6).
    let isFixed = begun.hasPoint || (isPlain && begun.value.isZero)
    var power = 0
    while power <= (isFixed ? 0 : 330) {
      let low = begun.value.scaled(power)
      if allowed.isPast(low) { return false }
      if begun.value.isZero, isPlain, kind == .integer, !begun.hasPoint {
        return allowed.contains(low)
      }
      if allowed.isReached(below: begun.next.scaled(power)) { return true }
      // 0, 00, 000… stay at [0, 1): a digit behind them makes the number grow.
      if begun.value.isZero { return !isFixed }
      power += 1
    }
    return false
  }

  /// The bounds of the magnitude on the side that the sign chooses.
  private func magnitudes(_ begun: NumberBeginning) -> Magnitudes {
    begun.hasMinus
      ? Magnitudes(
        least: range.most.map { ($0.value, $0.isIncluded) }, most: range.least, isNegated: true)
      : Magnitudes(least: range.least, most: range.most, isNegated: false)
  }

  /// A sign, or its absence, that leads out of the range; -0 is 0.
  private func sideFault(_ begun: NumberBeginning) -> Fault? {
    guard begun.hasMinus || begun.hasDigits else { return nil }
    return magnitudes(begun).isEmptySide ? boundFault : nil
  }

  /// The constraint that states a bound, for the message.
  private var boundFault: Fault {
    for constraint in constraints {
      switch constraint {
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: return .broken(constraint)
      default: break
      }
    }
    return .unreadable(.range)
  }

  private var mayHaveExponent: Bool {
    guard let allowed else { return true }
    return allowed.firstForbidden(in: "e".utf8Span.span) == nil
      || allowed.firstForbidden(in: "E".utf8Span.span) == nil
  }
}

/// The magnitudes that a range allows on one side of zero.
private struct Magnitudes {
  private var least: (value: Decimal, isIncluded: Bool)?
  private var most: (value: Decimal, isIncluded: Bool)?
  /// Nothing on this side, zero included, lies in the range.
  private(set) var isEmptySide = false

  init(
    least: (value: Decimal, isIncluded: Bool)?, most: (value: Decimal, isIncluded: Bool)?,
    isNegated: Bool
  ) {
    func side(_ bound: (value: Decimal, isIncluded: Bool)) -> Int {
      let order = bound.value.compare(Decimal(0))
      return isNegated ? -order : order
    }
    if let most {
      let mostSide = side(most)
      isEmptySide = mostSide < 0 || (mostSide == 0 && !most.isIncluded)
      self.most = (most.value.magnitude, most.isIncluded)
    }
    // A lower bound on the other side of zero bounds nothing here.
    if let least, side(least) >= 0 { self.least = (least.value.magnitude, least.isIncluded) }
  }

  /// Whether this magnitude, and so every greater one, is past the upper bound.
  func isPast(_ magnitude: Decimal) -> Bool {
    guard let most else { return false }
    return most.isIncluded ? magnitude > most.value : magnitude >= most.value
  }

  /// Whether a magnitude just below this one reaches the lower bound.
  func isReached(below magnitude: Decimal) -> Bool {
    guard let least else { return true }
    return magnitude > least.value
  }

  func contains(_ magnitude: Decimal) -> Bool {
    if isPast(magnitude) { return false }
    guard let least else { return true }
    return least.isIncluded ? magnitude >= least.value : magnitude > least.value
  }
}

/// A text that a number may begin with: sign, digits, one point, digits, an exponent, each of them or none.
struct NumberBeginning {
  private(set) var hasPlus = false
  private(set) var hasMinus = false
  private(set) var hasPoint = false
  private(set) var hasExponent = false
  private(set) var hasDigits = false
  /// Whether a digit other than 0 stands behind the point.
  private(set) var hasFraction = false
  /// Whether a zero stands before other digits of the whole part.
  private(set) var hasLeadingZero = false
  /// The magnitude of the digits before an exponent; 0 without digits.
  private(set) var value = Decimal(0)
  /// The magnitude with its last written digit one higher.
  private(set) var next = Decimal(1)

  /// Nil when no number begins so.
  init?(_ text: Span<UInt8>) {
    var i = 0
    if i < text.count, text[i] == 0x2B || text[i] == 0x2D {
      hasPlus = text[i] == 0x2B
      hasMinus = !hasPlus
      i += 1
    }
    var digits: Bytes = []
    var places = 0
    while i < text.count {
      let c = text[i]
      if c == 0x2E, !hasPoint {
        hasPoint = true
      } else if c &- 0x30 <= 9 {
        if digits == [0x30], !hasPoint { hasLeadingZero = true }
        digits.append(c)
        if hasPoint {
          places += 1
          if c != 0x30 { hasFraction = true }
        }
      } else {
        break
      }
      i += 1
    }
    hasDigits = !digits.isEmpty
    if i < text.count {
      guard hasDigits, text[i] | 0x20 == 0x65 else { return nil }
      hasExponent = true
      i += 1
      if i < text.count, text[i] == 0x2B || text[i] == 0x2D { i += 1 }
      while i < text.count {
        guard text[i] &- 0x30 <= 9 else { return nil }
        i += 1
      }
    }
    guard hasDigits else { return }
    value = (Decimal(digits.span) ?? Decimal(0)).scaled(-places)
    var above = digits
    var at = above.count - 1
    while at >= 0, above[at] == 0x39 {
      above[at] = 0x30
      at -= 1
    }
    if at >= 0 { above[at] += 1 } else { above.insert(0x31, at: 0) }
    next = (Decimal(above.span) ?? Decimal(0)).scaled(-places)
  }

  /// Whether a text has only characters of numbers and at most one point: what stands around a cursor.
  static func hasOnlyParts(_ text: Span<UInt8>) -> Bool {
    var points = 0
    for i in 0..<text.count {
      let c = text[i]
      if c == 0x2E { points += 1 }
      let isPart = c &- 0x30 <= 9 || c == 0x2B || c == 0x2D || c == 0x2E || c | 0x20 == 0x65
      if !isPart { return false }
    }
    return points < 2
  }
}
