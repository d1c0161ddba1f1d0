/// Exact decimal arithmetic on the text of numbers, of any length and with any exponent.
///
/// Nothing is converted and nothing allocated: `1e999999999` costs no more than `1`. The texts are
/// numbers of JSON's grammar; of anything else the result means nothing, but nothing traps.
public enum JSONNumber {
  /// -1, 0 or 1 as the first number is less than, equal to or greater than the second.
  ///
  /// `1`, `1.0` and `10e-1` are equal, and so are `0` and `-0`.
  public static func compare(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
    let first = Parts(one)
    let second = Parts(other)
    guard first.sign == second.sign else { return first.sign < second.sign ? -1 : 1 }
    guard first.sign != 0 else { return 0 }
    let scale =
      first.point - second.point
      + difference(one, first.exponent, other, second.exponent)
    if scale != 0 { return scale < 0 ? -first.sign : first.sign }
    return first.sign * compareDigits(one, first.digits, other, second.digits)
  }

  /// Whether the number is whole, however it is written: `1.0`, `1e2` and `15e1` are, `15e-1` is not.
  public static func isWhole(_ text: Span<UInt8>) -> Bool {
    let parts = Parts(text)
    guard parts.sign != 0 else { return true }
    let exponent = difference(text, parts.exponent, text, Exponent())
    return parts.point + exponent >= significantDigits(text, parts.digits)
  }

  /// The number where it is whole and fits into an Int, else nil.
  public static func integer(_ text: Span<UInt8>) -> Int? {
    let parts = Parts(text)
    guard parts.sign != 0 else { return 0 }
    let places = parts.point + difference(text, parts.exponent, text, Exponent())
    let digits = significantDigits(text, parts.digits)
    guard places >= digits, places <= 19 else { return nil }
    var value = 0
    for index in parts.digits where text[index] != UInt8(ascii: ".") {
      let digit = Int(text[index] &- UInt8(ascii: "0"))
      // Built on the side of the sign, so that Int.min fits.
      let shifted = value.multipliedReportingOverflow(by: 10)
      let sum = shifted.partialValue.addingReportingOverflow(digit * parts.sign)
      if shifted.overflow || sum.overflow { return nil }
      value = sum.partialValue
    }
    for _ in digits..<places {
      let shifted = value.multipliedReportingOverflow(by: 10)
      if shifted.overflow { return nil }
      value = shifted.partialValue
    }
    return value
  }

  /// Feeds a hasher so that equal numbers feed it alike.
  static func hash(_ text: Span<UInt8>, into hasher: inout Hasher) {
    let parts = Parts(text)
    hasher.combine(parts.sign)
    guard parts.sign != 0 else { return }
    // The exponent modulo 2^64: equal ones stay equal, and no length overflows it.
    var exponent: UInt64 = 0
    for index in parts.exponent.digits {
      exponent = exponent &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0"))
    }
    if parts.exponent.sign < 0 { exponent = 0 &- exponent }
    hasher.combine(exponent &+ UInt64(bitPattern: Int64(parts.point)))
    for index in parts.digits where text[index] != UInt8(ascii: ".") { hasher.combine(text[index]) }
  }

  /// The digits of an exponent without leading zeros.
  private struct Exponent {
    var sign = 1
    var digits = 0..<0
  }

  /// A number as 0.DIGITS times ten to the power of POINT + EXPONENT.
  private struct Parts {
    /// -1, 0 or 1.
    var sign = 0
    /// From the first digit that is not 0 to the last one; a point may stand among them.
    var digits = 0..<0
    /// How many places before the point the first of the digits stands; 0 or less behind it.
    var point = 0
    var exponent = Exponent()

    init(_ text: Span<UInt8>) {
      var index = 0
      let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
      if isNegative { index = 1 }
      var first: Int?
      var last = 0
      var pointAt: Int?
      while index < text.count, text[index] | 0x20 != UInt8(ascii: "e") {
        if text[index] == UInt8(ascii: ".") {
          pointAt = pointAt ?? index
        } else if text[index] != UInt8(ascii: "0") {
          first = first ?? index
          last = index
        }
        index += 1
      }
      guard let first else { return }
      sign = isNegative ? -1 : 1
      digits = first..<last + 1
      let wholeEnd = pointAt ?? index
      point = first < wholeEnd ? wholeEnd - first : wholeEnd + 1 - first
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
        if text[index] == UInt8(ascii: "-") { exponent.sign = -1 }
        index += 1
      }
      while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
      exponent.digits = min(index, text.count)..<text.count
    }
  }

  /// The first exponent minus the second; what is too large to be outweighed by any text's length is cut down.
  private static func difference(
    _ one: Span<UInt8>, _ first: Exponent, _ other: Span<UInt8>, _ second: Exponent
  ) -> Int {
    let length = max(first.digits.count, second.digits.count)
    var result = 0
    for place in stride(from: length, to: 0, by: -1) {
      let upper = digit(one, first.digits, place) * first.sign
      let lower = digit(other, second.digits, place) * second.sign
      result = result * 10 + upper - lower
      // Beyond 2, digits yet to come take off less than one unit of this place: it only grows.
      if abs(result) > 1 << 50 { return result }
    }
    return result
  }

  /// The digit at a place counted from the end, from 1; 0 where there is none.
  private static func digit(_ text: Span<UInt8>, _ digits: Range<Int>, _ place: Int) -> Int {
    place > digits.count ? 0 : Int(text[digits.upperBound - place] &- UInt8(ascii: "0"))
  }

  private static func significantDigits(_ text: Span<UInt8>, _ digits: Range<Int>) -> Int {
    var count = 0
    for index in digits where text[index] != UInt8(ascii: ".") { count += 1 }
    return count
  }

  /// Compares two runs of digits as fractions; what one of them has more are not zeros.
  private static func compareDigits(
    _ one: Span<UInt8>, _ first: Range<Int>, _ other: Span<UInt8>, _ second: Range<Int>
  ) -> Int {
    var left = first.lowerBound
    var right = second.lowerBound
    while true {
      if left < first.upperBound, one[left] == UInt8(ascii: ".") { left += 1 }
      if right < second.upperBound, other[right] == UInt8(ascii: ".") { right += 1 }
      let leftEnds = left >= first.upperBound
      let rightEnds = right >= second.upperBound
      if leftEnds || rightEnds { return leftEnds ? (rightEnds ? 0 : -1) : 1 }
      if one[left] != other[right] { return one[left] < other[right] ? -1 : 1 }
      left += 1
      right += 1
    }
  }
}
