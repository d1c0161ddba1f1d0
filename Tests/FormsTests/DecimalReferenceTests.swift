import Forms
import Testing

/// Decimal against 128-bit arithmetic and against long multiplication, on many numbers.
@Suite("Decimal: against a reference")
struct DecimalReferenceTests {
  /// A number with a coefficient of up to 12 digits and a scale of up to 6 places.
  private struct Sample {
    let coefficient: Int128
    let places: Int

    init(_ dice: inout Dice) {
      let most = [9, 999, 99_999, 999_999_999_999].randomElement(using: &dice) ?? 9
      coefficient = Int128(Int.random(in: -most...most, using: &dice))
      places = Int.random(in: 0...6, using: &dice)
    }

    /// The coefficient at six places.
    var common: Int128 { coefficient * DecimalReferenceTests.power(6 - places) }

    /// One of the ways to write it.
    func text(_ dice: inout Dice) -> String {
      let sign = coefficient < 0 ? "-" : Bool.random(using: &dice) ? "" : "+"
      let digits = String(coefficient.magnitude)
      switch Int.random(in: 0...2, using: &dice) {
      case 0: return sign + digits + "e-\(places)"
      case 1: return sign + digits + "000e-\(places + 3)"
      default:
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
      }
    }
  }

  private static func power(_ n: Int) -> Int128 { (0..<n).reduce(1) { out, _ in out * 10 } }

  @Test("Order, multiples and rounding are those of 128-bit arithmetic")
  func small() throws {
    var dice = Dice(seed: 20)
    for _ in 0..<4000 {
      let (a, b) = (Sample(&dice), Sample(&dice))
      let (x, y) = (try decimal(a.text(&dice)), try decimal(b.text(&dice)))
      #expect(x.compare(y) == (a.common < b.common ? -1 : a.common > b.common ? 1 : 0))
      if b.common > 0 { #expect(x.isMultiple(of: y) == (a.common % b.common == 0)) }
      #expect(x.isWhole == (a.common % DecimalReferenceTests.power(6) == 0))

      let digits = Int.random(in: 0...6, using: &dice)
      let unit = DecimalReferenceTests.power(6 - digits)
      var (quotient, rest) = a.common.quotientAndRemainder(dividingBy: unit)
      rest = abs(rest) * 2
      if rest > unit || (rest == unit && quotient % 2 != 0) { quotient += a.common < 0 ? -1 : 1 }
      let rounded = x.rounded(fractionDigits: digits)
      #expect(try rounded == decimal("\(quotient)e-\(digits)"))
    }
  }

  /// The product of two numbers of any length, as one learns it at school.
  private func product(_ a: String, _ b: String) -> String {
    let x = a.utf8.reversed().map { Int($0) - 48 }
    let y = b.utf8.reversed().map { Int($0) - 48 }
    var sum = Array(repeating: 0, count: x.count + y.count)
    for i in x.indices {
      for j in y.indices { sum[i + j] += x[i] * y[j] }
    }
    for i in sum.indices.dropLast() {
      sum[i + 1] += sum[i] / 10
      sum[i] %= 10
    }
    return sum.reversed().map(String.init).joined()
  }

  @Test("A product is a multiple of its factors, and not when one is added")
  func long() throws {
    var dice = Dice(seed: 21)
    for _ in 0..<150 {
      let a = "\(dice.roll("123456789"))\(dice.digits(1...40))"
      let b = "\(dice.roll("123456789"))\(dice.digits(1...40))"
      let text = product(a, b)
      // The last digit of a product and the one above it: no factor above 1 divides both.
      let whole = try decimal(text)
      #expect(try whole.isMultiple(of: decimal(a)), "\(text) by \(a)")
      #expect(try whole.isMultiple(of: decimal(b)), "\(text) by \(b)")
      #expect(try decimal(text + "e-7").isMultiple(of: decimal(a + "e-9")))
      if text.last != "9" {
        let above = String(text.dropLast()) + String((text.last?.wholeNumberValue ?? 0) + 1)
        #expect(try !decimal(above).isMultiple(of: decimal(a)), "\(above) by \(a)")
        #expect(try decimal(above) > whole)
      }
    }
  }

  @Test("What is written plainly is read as the same number")
  func description() throws {
    var dice = Dice(seed: 22)
    for _ in 0..<500 {
      let text =
        "-\(dice.digits(1...30)).\(dice.digits(0...30))e\(Int.random(in: -40...40, using: &dice))"
      let number = try decimal(text)
      let plain = number.description
      #expect(try decimal(plain) == number)
      #expect(!plain.contains("e") && plain != "-0")
      #expect(!plain.contains(".") || plain.last != "0")
    }
  }
}
