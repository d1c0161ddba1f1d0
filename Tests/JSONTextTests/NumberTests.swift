import JSONText
import Testing

/// Whole numbers by their exact value, however they are written.
@Suite struct NumberTests {
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
      let text = spelled(one)
      #expect(JSONNumber.integer(Array(text.utf8).span) == one, "\(text)")
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

  /// What is no number means something or nothing, and never traps.
  @Test(arguments: ["", "-", ".", "e", "1e", "..", "-.e-", "e5", "1e+", "abc", "1ee", "1e1e1"])
  func nonsenseNeverTraps(text: String) {
    _ = JSONNumber.integer(Array(text.utf8).span)
  }
}
