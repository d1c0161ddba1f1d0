/// The whole number that a number's text means, however it is written; of any length and with any exponent.
///
/// Nothing is converted to a Double and nothing allocated: `1e999999999` costs no more than `1`. The texts are
/// numbers of JSON's grammar; of anything else the result means nothing, but nothing traps.
public enum JSONNumber {
  /// The number where it is whole and fits into an Int, else nil.
  public static func integer(_ text: Span<UInt8>) -> Int? {
    let parts = Parts(text)
    guard parts.sign != 0 else { return 0 }
    let places = parts.point + value(text, parts.exponent)
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

  /// The exponent as an Int; what is too large to be outweighed by any text's length is cut down.
  private static func value(_ text: Span<UInt8>, _ exponent: Exponent) -> Int {
    var result = 0
    for index in exponent.digits {
      result = result * 10 + Int(text[index] &- UInt8(ascii: "0")) * exponent.sign
      if abs(result) > 1 << 50 { return result }
    }
    return result
  }

  private static func significantDigits(_ text: Span<UInt8>, _ digits: Range<Int>) -> Int {
    var count = 0
    for index in digits where text[index] != UInt8(ascii: ".") { count += 1 }
    return count
  }
}
