import JSONText
import Testing

/// Numbers by their exact value, whatever their length.
@Suite struct NumberTests {
  private func compare(_ one: String, _ other: String) -> Int {
    JSONNumber.compare(Array(one.utf8).span, Array(other.utf8).span)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1.000"), ("10", "1e1"), ("10", "0.1E+2"), ("0", "-0"), ("0.0", "-0"),
    ("0", "0e999"),
    ("0e1", "-0.00E-7"), ("1e400", "10e399"), ("1e400", "0.0001e404"), ("100", "1e2"),
    ("1200", "1.2e3"),
    ("-1.50", "-15e-1"), ("0.001", "1e-3"), ("123.456", "123456e-3"), ("1e007", "1e7"),
    ("1e-0", "1"), ("1E+0", "1"),
    ("1e999999999", "10e999999998"), ("1e-999999999", "0.1e-999999998"),
    ("1e1000000000000000000000", "10e999999999999999999999"),
    ("1e-1000000000000000000000", "0.1e-999999999999999999999"),
    ("100000000000000000001", "1.00000000000000000001e20"),
  ])
  func equal(one: String, other: String) {
    #expect(compare(one, other) == 0)
    #expect(compare(other, one) == 0)
    #expect(hash(one) == hash(other))
  }

  @Test(arguments: [
    ("0", "1"), ("-1", "0"), ("-1", "1"), ("1", "2"), ("-2", "-1"), ("9", "10"), ("-10", "-9"),
    ("0.9", "1"),
    ("1", "1.0000000000000000000000000001"), ("0.1", "0.10000000000000000000000000001"),
    ("1.05", "1.5"),
    ("9007199254740992", "9007199254740993"), ("0.1", "0.1000000000000000055511151231257827"),
    ("1e399", "1e400"), ("9.99e399", "1e400"), ("-1e400", "-1e399"), ("1e-400", "1e-399"),
    ("0", "1e-999999999"),
    ("-1e-999999999", "0"), ("1e999999999", "1e1000000000"),
    ("1e99999999999999999999", "1.1e99999999999999999999"),
    ("1e99999999999999999999", "1e100000000000000000000"),
    ("1e-100000000000000000000", "1e-99999999999999999999"),
    ("1e-99999999999999999999", "1e99999999999999999999"), ("1e1", "1e100000000000000000000"),
    ("999", "1000.0"), ("12", "12.0001"), ("1.2e1", "13"),
  ])
  func less(one: String, other: String) {
    #expect(compare(one, other) == -1)
    #expect(compare(other, one) == 1)
  }

  private func hash(_ number: String) -> Int? {
    (try? JSONValue(parsing: Array(number.utf8)))?.hashValue
  }

  /// Against whole numbers of known value, written in many ways.
  @Test func agreesWithIntegers() {
    var random = FixedRandom(seed: 4)
    func spelled(_ value: Int) -> String {
      var digits = String(abs(value))
      let shift = Int.random(in: -6...6, using: &random)
      if shift < 0 {
        digits += String(repeating: "0", count: -shift)
      } else if shift > 0 {
        let padded = String(repeating: "0", count: max(0, shift + 1 - digits.count)) + digits
        digits = padded.dropLast(shift) + "." + padded.suffix(shift)
      }
      return (value < 0 ? "-" : "") + digits + (shift == 0 ? "" : "e\(shift)")
    }
    for _ in 0..<3000 {
      let one = Int.random(in: -1200...1200, using: &random)
      let other = Int.random(in: -1200...1200, using: &random)
      let texts = (spelled(one), spelled(other))
      #expect(compare(texts.0, texts.1) == (one - other).signum(), "\(texts)")
      #expect(JSONNumber.integer(Array(texts.0.utf8).span) == one, "\(texts.0)")
      if one == other { #expect(hash(texts.0) == hash(texts.1)) }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("0e99", 0), ("1", 1), ("1.0", 1), ("-15e1", -150),
      ("1.50e1", 15), ("100e-2", 1),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9.223372036854775807e18", Int.max),
      ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1e999999999", nil),
      ("1e99999999999999999999", nil), ("0.5", nil), ("15e-1", nil), ("1e-1", nil),
      ("1e-99999999999999999999", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) {
    #expect(JSONNumber.integer(Array(text.utf8).span) == value)
  }

  @Test(arguments: [
    ("0", true), ("0.0", true), ("0e-5", true), ("1", true), ("1.0", true), ("1.5", false),
    ("1.5e1", true), ("15e-1", false),
    ("150e-1", true), ("1e400", true), ("1e-400", false), ("1.5e99999999999999999999", true),
    ("1e-99999999999999999999", false),
    ("-0.1", false), ("-10.00", true),
  ])
  func whole(text: String, isWhole: Bool) {
    #expect(JSONNumber.isWhole(Array(text.utf8).span) == isWhole)
  }

  @Test func lengthCostsOnlyTime() {
    let zeros = String(repeating: "0", count: 100_000)
    #expect(compare("1" + zeros, "1e100000") == 0)
    #expect(compare("0." + zeros + "1", "1e-100001") == 0)
    #expect(compare("1e1" + zeros, "1e10" + zeros) == -1)
    #expect(compare("1." + zeros + "1", "1") == 1)
  }

  /// What is no number compares somehow, and never traps.
  @Test(arguments: ["", "-", ".", "e", "1e", "..", "-.e-", "e5", "1e+", "abc", "1ee", "1e1e1"])
  func nonsenseNeverTraps(text: String) {
    #expect((-1...1).contains(compare(text, "1")))
    #expect((-1...1).contains(compare("1", text)))
    _ = JSONNumber.integer(Array(text.utf8).span)
    #expect(compare(text, text) == 0)
  }
}
