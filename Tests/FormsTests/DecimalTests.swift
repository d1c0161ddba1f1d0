import Forms
import Testing

@Suite("Decimal: tables")
struct DecimalTests {
  @Test(
    "What is a number, and how it is written plainly",
    arguments: [
      ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("0e5", "0"), ("+5", "5"), ("007", "7"),
      (".5", "0.5"), ("5.", "5"), ("-.5", "-0.5"), ("1e3", "1000"), ("1E-2", "0.01"),
      ("1.50", "1.5"), ("-12.340e1", "-123.4"), ("12345678901234567890", "12345678901234567890"),
      ("1000000000000000000000", "1000000000000000000000"),
      ("999999999999999999", "999999999999999999"),
      ("9999999999999999999", "9999999999999999999"),
      ("0.000000000000000000001", "0.000000000000000000001"),
      ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
      ("000000000000000000000000000042", "42"), ("1.000000000000000000000000", "1"),
    ])
  func numbers(_ text: String, _ plain: String) throws {
    #expect(try decimal(text).description == plain)
  }

  @Test(
    "What is no number",
    arguments: [
      "", "+", "-", ".", "-.", "e5", ".e5", "1e", "1e+", "1e5.0", "1.2.3", "1,5", " 1", "1 ",
      "0x10", "nan", "inf", "--1", "+-1", "1-", "1_000", "1e1000000001", "1e-1000000001", "١",
    ])
  func noNumbers(_ text: String) { #expect(number(text) == nil) }

  @Test("Whole numbers of Int, to both ends")
  func fromInt() {
    let all = [0, 1, -1, 999_999_999_999_999_999, 1_000_000_000_000_000_000, .max, .min]
    for n in all {
      #expect(Decimal(n).description == "\(n)")
      #expect(Decimal(n).int == n)
    }
  }

  @Test(
    "The Int that a number is",
    arguments: [
      ("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("1e3", 1000),
      ("100e-2", 1), ("-5.000", -5), ("0.0", 0), ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil), ("1.5", nil),
      ("1e1000000000", nil), ("1e-1000000000", nil),
    ] as [(String, Int?)])
  func int(_ text: String, _ int: Int?) throws { #expect(try decimal(text).int == int) }

  @Test(
    "Order",
    arguments: [
      ("1", "1.0", 0), ("1e2", "100", 0), ("0", "-0", 0), ("1", "2", -1), ("-1", "-2", 1),
      ("-1", "1", -1), ("0", "-1e-9", 1), ("0.1", "0.10000000000000000000001", -1),
      ("12345678901234567890", "12345678901234567891", -1),
      ("12345678901234567890", "1.234567890123456789e19", 0),
      ("999999999999999999", "1000000000000000000", -1), ("9", "10", -1), ("9e-1", "10", -1),
      ("1e1000000000", "1e999999999", 1), ("-1e1000000000", "5", -1),
      ("1e-1000000000", "0", 1), ("1e-1000000000", "1e-999999999", -1),
    ])
  func order(_ a: String, _ b: String, _ order: Int) throws {
    let (x, y) = (try decimal(a), try decimal(b))
    #expect(x.compare(y) == order)
    #expect(y.compare(x) == -order)
    #expect((x == y) == (order == 0))
    #expect((x < y) == (order < 0))
  }

  @Test(
    "Whole multiples, exactly",
    arguments: [
      ("19.99", "0.01", true), ("0.075", "0.01", false), ("0.0075", "0.0001", true),
      ("0.00751", "0.0001", false), ("7", "2", false), ("-6", "3", true), ("0", "7", true),
      ("4.5", "1.5", true), ("1", "3", false), ("12345678901234567890", "10", true),
      ("12345678901234567890", "1234567890", true),  // 10000000001 times
      ("12345678901234567891", "1234567890", false), ("1e308", "0.5", true),
      ("1e308", "0.123456789", false), ("12391239123", "1e-8", true), ("1e-5", "1e-6", true),
      ("1e-6", "1e-5", false), ("0.3", "0.1", true), ("1e1000000000", "7", false),
      ("7e1000000000", "7", true), ("1e1000000000", "1e-1000000000", true),
      ("1e60", "1152921504606846976", true),  // 2^60
      ("1e59", "1152921504606846976", false),
      ("1e100", "1267650600228229401496703205376", true),  // 2^100
      ("1e99", "1267650600228229401496703205376", false),
      ("246913578024691357802469135781", "123456789012345678901234567890.5", true),
      ("246913578024691357802469135780", "123456789012345678901234567890.5", false),
      ("1", "123456789012345678901234567890", false), ("1", "0", false), ("0", "0", true),
    ])
  func multiples(_ number: String, _ divisor: String, _ isMultiple: Bool) throws {
    #expect(try decimal(number).isMultiple(of: decimal(divisor)) == isMultiple)
  }

  @Test(
    "Rounded, ties to the even digit",
    arguments: [
      ("0.15", 1, "0.2"), ("0.25", 1, "0.2"), ("0.35", 1, "0.4"), ("0.05", 1, "0"),
      ("-0.05", 1, "0"), ("-0.15", 1, "-0.2"), ("0.051", 1, "0.1"), ("0.0499999", 1, "0"),
      ("0.95", 1, "1"), ("0.85", 1, "0.8"), ("9.95", 1, "10"), ("99.96", 1, "100"),
      ("0.0500000000000000000000001", 1, "0.1"), ("0.5", 0, "0"), ("1.5", 0, "2"),
      ("2.5", 0, "2"), ("-2.5", 0, "-2"), ("0.6", 0, "1"), ("0.4", 0, "0"), ("0.06", 0, "0"),
      ("123.456", 2, "123.46"), ("5", 1, "5"), ("1e30", 1, "1000000000000000000000000000000"),
      ("12345678901234567890.25", 1, "12345678901234567890.2"),
      ("-17.777777777777779", 1, "-17.8"), ("1e-1000000000", 1, "0"), ("0", 3, "0"),
    ])
  func rounded(_ number: String, _ digits: Int, _ rounded: String) throws {
    #expect(try decimal(number).rounded(fractionDigits: digits).description == rounded)
  }

  @Test(
    "What lies within a Double's range (its greatest is 1.797…e308)",
    arguments: [
      ("1.7976931348623157e308", true), ("-1.7976931348623157e308", true), ("1e308", true),
      ("1.8e308", false), ("2e308", false), ("1e309", false), ("-1e400", false),
      ("1e1000000000", false), ("1e-400", true), ("0e1000", true),
    ])
  func range(_ text: String, _ isWithin: Bool) throws {
    #expect(try decimal(text).isWithinDouble == isWithin)
  }

  @Test("The largest digits, past what a plain writing is made for, read back as they were")
  func farAway() throws {
    for text in ["1e500", "-1.25e500", "12e-500", "1e1000000000"] {
      let number = try decimal(text)
      #expect(try decimal(number.description) == number)
    }
  }

  @Test(
    "Whole or not",
    arguments: [
      ("1.0", true), ("1.5", false), ("100e-2", true), ("1e-1", false), ("1e5", true),
      ("0.0", true), ("123456789012345678901234567890.1", false),
    ])
  func whole(_ text: String, _ isWhole: Bool) throws {
    #expect(try decimal(text).isWhole == isWhole)
  }
}
