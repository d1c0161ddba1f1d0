// Exact decimal numbers: bounds, multiples and equality are judged on these, never on a Double.

/// A decimal number of any length, exact; the value is ±coefficient × 10^exponent.
///
/// Numbers of up to 18 digits need no storage of their own.
public struct Decimal: Sendable {
  /// Whether the number is below zero; never set for zero.
  public private(set) var isNegative: Bool
  private var small: UInt64
  private var large: Bytes  // digits 0...9, no zero at either end; empty when `small` holds them
  private var exponent: Int

  /// A whole number.
  public init(_ value: Int) {
    isNegative = value < 0
    small = UInt64(value.magnitude)
    large = []
    exponent = 0
    if small > 999_999_999_999_999_999 {
      self = Decimal("\(value)".utf8Span.span) ?? self
    }
  }

  /// Reads sign, digits, one point and an exponent; nil when the text is no number.
  ///
  /// Digits are needed on one side of the point at least; an exponent past ±1,000,000,000 is no number.
  public init?(_ text: Span<UInt8>) {
    var i = 0
    let n = text.count
    var negative = false
    if i < n, text[i] == 0x2D || text[i] == 0x2B {
      negative = text[i] == 0x2D
      i += 1
    }
    var coefficient: UInt64 = 0
    var used = 0  // significant digits in `coefficient`
    var seen = false
    var point = false
    var scale = 0
    var digits: Bytes = []
    while i < n {
      let c = text[i]
      if c == 0x2E {
        if point { return nil }
        point = true
      } else if c &- 0x30 <= 9 {
        seen = true
        if point { scale -= 1 }
        if digits.isEmpty {
          if used < 18 {
            coefficient = coefficient &* 10 &+ UInt64(c &- 0x30)
            if coefficient != 0 { used += 1 }
          } else {
            digits = Decimal.digits(of: coefficient)
            digits.append(c &- 0x30)
          }
        } else {
          digits.append(c &- 0x30)
        }
      } else {
        break
      }
      i += 1
    }
    guard seen else { return nil }
    if i < n {
      guard text[i] | 0x20 == 0x65, let e = Decimal.exponent(text, from: i + 1) else { return nil }
      scale += e
    }
    isNegative = negative
    small = coefficient
    large = []
    exponent = scale
    if !digits.isEmpty {
      while digits.last == 0 {
        digits.removeLast()
        exponent += 1
      }
      if digits.count > 18 {
        large = digits
        small = 0
      } else {
        small = digits.reduce(0) { $0 * 10 + UInt64($1) }
      }
    }
    if small == 0, large.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  private static func exponent(_ text: Span<UInt8>, from start: Int) -> Int? {
    var i = start
    var negative = false
    if i < text.count, text[i] == 0x2D || text[i] == 0x2B {
      negative = text[i] == 0x2D
      i += 1
    }
    guard i < text.count else { return nil }
    var e = 0
    while i < text.count {
      guard text[i] &- 0x30 <= 9 else { return nil }
      e = e * 10 + Int(text[i] &- 0x30)
      if e > 1_000_000_000 { return nil }
      i += 1
    }
    return negative ? -e : e
  }

  private static func digits(of value: UInt64) -> Bytes {
    if value == 0 { return [] }
    var out: Bytes = []
    var v = value
    while v > 0 {
      out.append(UInt8(v % 10))
      v /= 10
    }
    out.reverse()
    return out
  }

  /// Whether the number is 0.
  public var isZero: Bool { small == 0 && large.isEmpty }

  /// The significant digits, most significant first, without zeros at the end; empty for zero.
  private var significant: (digits: Bytes, exponent: Int) {
    if !large.isEmpty { return (large, exponent) }
    var d = Decimal.digits(of: small)
    var e = exponent
    while d.last == 0 {
      d.removeLast()
      e += 1
    }
    return (d, e)
  }

  /// Whether the number has no fraction.
  public var isWhole: Bool {
    if exponent >= 0 { return true }
    return significant.exponent >= 0
  }

  /// Whether the number lies within a Double's finite range (about ±1.8 × 10^308).
  public var isWithinDouble: Bool {
    if large.isEmpty, exponent <= 0 { return true }
    let (d, e) = significant
    let top = d.count + e
    if top < 309 { return true }
    if top > 309 { return false }
    return (Double(description) ?? .infinity).isFinite
  }

  /// The number as an Int when it is whole and fits.
  public var int: Int? {
    if large.isEmpty, exponent == 0, small <= UInt64(Int.max) {
      return isNegative ? -Int(small) : Int(small)
    }
    let (d, e) = significant
    guard e >= 0, d.count + e <= 19 else { return nil }
    var v = 0
    for i in 0..<(d.count + e) {
      let next = i < d.count ? Int(d[i]) : 0
      let (m, o1) = v.multipliedReportingOverflow(by: 10)
      let (a, o2) =
        isNegative ? m.subtractingReportingOverflow(next) : m.addingReportingOverflow(next)
      if o1 || o2 { return nil }
      v = a
    }
    return v
  }

  /// -1, 0 or 1: how this number compares with the other one.
  public func compare(_ other: Decimal) -> Int {
    if large.isEmpty, other.large.isEmpty, exponent == other.exponent {
      let a = isNegative ? -Int64(small) : Int64(small)
      let b = other.isNegative ? -Int64(other.small) : Int64(other.small)
      return a < b ? -1 : a > b ? 1 : 0
    }
    if isZero || other.isZero || isNegative != other.isNegative {
      return sign - other.sign < 0 ? -1 : sign == other.sign ? 0 : 1
    }
    let (a, ae) = significant
    let (b, be) = other.significant
    var order = (a.count + ae) - (b.count + be)
    if order == 0 {
      for i in 0..<max(a.count, b.count) where order == 0 {
        order = Int(i < a.count ? a[i] : 0) - Int(i < b.count ? b[i] : 0)
      }
    }
    if isNegative { order = -order }
    return order < 0 ? -1 : order > 0 ? 1 : 0
  }

  /// The number without its sign.
  public var magnitude: Decimal {
    var out = self
    out.isNegative = false
    return out
  }

  /// The number times ten to this power.
  public func scaled(_ power: Int) -> Decimal {
    var out = self
    if !isZero { out.exponent += power }
    return out
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  /// Whether this number is a whole multiple of the divisor, which must be above 0 (JSON Schema, multipleOf).
  public func isMultiple(of divisor: Decimal) -> Bool {
    if isZero { return true }
    if divisor.isZero { return false }
    let (a, ae) = significant
    let (b, be) = divisor.significant
    // a × 10^(ae-be) must leave nothing when divided by b.
    let shift = ae - be
    if shift < 0 {
      // b × 10^-shift divides a: a has no zero at its end, so it would have to be divisible by 10.
      return false
    }
    return Decimal.remainderIsZero(a, zeros: shift, by: b)
  }

  /// Whether digits followed by zeros are divisible; divisors past 19 digits are divided by long subtraction.
  private static func remainderIsZero(_ a: Bytes, zeros: Int, by b: Bytes) -> Bool {
    if b.count <= 18 {
      let d = b.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
      var r: UInt64 = 0
      for x in a { r = UInt64((UInt128(r) * 10 + UInt128(x)) % UInt128(d)) }
      // 10^18 has all the factors 2 and 5 that a divisor of 18 digits can hold: 64 zeros are as good as any more.
      for _ in 0..<min(zeros, 64) where r != 0 { r = UInt64(UInt128(r) * 10 % UInt128(d)) }
      return r == 0
    }
    var r: Bytes = []
    func take(_ x: UInt8) {
      if !(r.isEmpty && x == 0) { r.append(x) }
      while less(b, r) || b == r {
        r = subtract(r, b)
      }
    }
    for x in a { take(x) }
    for _ in 0..<min(zeros, 4 * b.count) where !r.isEmpty { take(0) }
    return r.isEmpty
  }

  private static func less(_ a: Bytes, _ b: Bytes) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for i in 0..<a.count where a[i] != b[i] { return a[i] < b[i] }
    return false
  }

  private static func subtract(_ a: Bytes, _ b: Bytes) -> Bytes {
    var out = a
    var borrow: Int = 0
    for i in 0..<a.count {
      let at = a.count - 1 - i
      let y = i < b.count ? Int(b[b.count - 1 - i]) : 0
      var x = Int(a[at]) - y - borrow
      borrow = x < 0 ? 1 : 0
      if x < 0 { x += 10 }
      out[at] = UInt8(x)
    }
    return Bytes(out.drop { $0 == 0 })
  }

  /// The number rounded to at most this many fraction digits, ties to even.
  public func rounded(fractionDigits: Int) -> Decimal {
    let (d, e) = significant
    let drop = -e - fractionDigits
    if drop <= 0 { return self }
    let keep = d.count - drop
    var kept = keep > 0 ? Bytes(d[..<keep]) : []
    // What lies below the last kept digit; a leading 0 stands for digits further down.
    let tail = keep >= 0 ? Bytes(d[keep...]) : [0] + d
    let first = tail.first ?? 0
    let more = tail.dropFirst().contains { $0 != 0 }
    let up = first > 5 || (first == 5 && (more || (kept.last ?? 0) % 2 == 1))
    if up {
      var i = kept.count - 1
      while i >= 0, kept[i] == 9 {
        kept[i] = 0
        i -= 1
      }
      if i >= 0 { kept[i] += 1 } else { kept.insert(1, at: 0) }
    }
    var text: Bytes = isNegative ? [0x2D] : []
    text += kept.isEmpty ? [0x30] : kept.map { $0 + 0x30 }
    text += Bytes("e\(-fractionDigits)".utf8)
    return Decimal(text.span) ?? self
  }

  /// The number as a message says it: as `description` where that is short, else with an exponent, and no more than its first digits.
  public var brief: String {
    let (d, e) = significant
    if abs(d.count + e) <= Decimal.briefly, d.count <= Decimal.briefly, -e <= Decimal.briefly {
      return description
    }
    let few = d.prefix(Decimal.briefly / 2).map { Character(Unicode.Scalar($0 + 0x30)) }
    let rest = (few.count > 1 ? "." + String(few[1...]) : "") + (few.count < d.count ? "…" : "")
    return (isNegative ? "-" : "") + String(few[..<1]) + rest + "e\(d.count + e - 1)"
  }

  /// The most digits of a number that a message repeats.
  private static let briefly = 40

  /// Plain digits without zeros at the end of a fraction, never `-0`; with an exponent past 400 places.
  public var description: String { spelled(mostDigits: 400) }

  /// Plain digits as ``description``, with an exponent where more places than these would be needed before or behind
  /// the point.
  public func spelled(mostDigits: Int) -> String {
    let (d, e) = significant
    if d.isEmpty { return "0" }
    var s = isNegative ? "-" : ""
    let text = d.map { Character(Unicode.Scalar($0 + 0x30)) }
    let top = d.count + e
    if top > mostDigits || top < -mostDigits {
      s += String(text[0])
      if d.count > 1 { s += "." + String(text[1...]) }
      return s + "e\(top - 1)"
    }
    if e >= 0 { return s + String(text) + String(repeating: "0", count: e) }
    if top > 0 { return s + String(text[..<top]) + "." + String(text[top...]) }
    return s + "0." + String(repeating: "0", count: -top) + String(text)
  }
}

extension Decimal: Comparable {
  /// Whether both are the same number, however it is written.
  public static func == (a: Decimal, b: Decimal) -> Bool { a.compare(b) == 0 }
  /// Whether the first is below the second.
  public static func < (a: Decimal, b: Decimal) -> Bool { a.compare(b) < 0 }
}

extension Decimal {
  /// The greatest whole number that is not above this one; nil when it does not fit an Int.
  var floor: Int? {
    if let int { return int }
    if isWhole { return nil }
    // Away from the fraction: round to whole, then step down where that went up.
    guard let near = rounded(fractionDigits: 0).int else { return nil }
    return Decimal(near) > self ? near - 1 : near
  }
}
