import Forms
import Testing

/// The gate may let through what the line refuses, never the reverse.
@Suite("Gate: never refuses the beginning of a right answer")
struct GatePropertyTests {
  /// Each beginning of a text, and the text itself, is let through; so is every beginning with text after the cursor.
  private func expectTypable(_ field: Field, _ text: String, _ about: String) {
    var begun = ""
    for scalar in text.unicodeScalars {
      begun.unicodeScalars.append(scalar)
      if !field.lets(begun) {
        Issue.record("\(about): \(begun) of \(text) is refused as \(field.gate(begun))")
      }
    }
    if field.gate(text) != "right" { Issue.record("\(about): \(text) is not right at the gate") }
    if !field.lets(text, inside: true) {
      Issue.record("\(about): \(text) is refused with text after the cursor")
    }
  }

  private static let bounds =
    [
      (nil, nil), ("1", "100"), ("0", "0"), ("-5", "5"), ("-300", "-20"), ("250", "260"),
      ("1000", nil), (nil, "99"), (nil, "-10"), ("-10", nil), ("999", "1001"), ("-1", "0"),
      ("9223372036854775807", nil), ("99999999999999999999", "100000000000000000010"),
    ] as [(String?, String?)]

  private static let decimalBounds =
    [
      ("0.5", "0.75"), ("-0.01", "0.01"), ("0.099", "0.101"), ("9.99", "10.01"), ("-2.5", "-2.25"),
      (nil, "-0.001"), ("1e-9", "1e-8"), ("1e20", nil), ("-1e3", "1e3"),
    ] as [(String?, String?)]

  private func constraints(
    _ bounds: (String?, String?), exclusive: Bool
  ) throws -> [Constraint] {
    var out: [Constraint] = []
    if let low = bounds.0 {
      out.append(exclusive ? .exclusiveMinimum(try decimal(low)) : .minimum(try decimal(low)))
    }
    if let high = bounds.1 {
      out.append(exclusive ? .exclusiveMaximum(try decimal(high)) : .maximum(try decimal(high)))
    }
    return out
  }

  /// Numbers at and around both bounds, and some others.
  private func wholes(_ bounds: (String?, String?), _ dice: inout Dice) -> [String] {
    var out = ["0", "-0", "7", "-7", "\(Int.random(in: -2000...2000, using: &dice))"]
    for bound in [bounds.0, bounds.1] {
      guard let bound = bound.flatMap({ Int128($0) }) else { continue }
      for step in -3...3 { out.append("\(bound + Int128(step))") }
      out.append("\(bound + Int128(Int.random(in: -60...60, using: &dice)))")
      out.append("\(bound * 10 + Int128(Int.random(in: -99...99, using: &dice)))")
    }
    return out
  }

  /// Other ways to write a number.
  private func spellings(_ number: String, _ dice: inout Dice) -> [String] {
    let isNegative = number.hasPrefix("-")
    let digits = isNegative ? String(number.dropFirst()) : number
    let zeros = String(repeating: "0", count: Int.random(in: 1...3, using: &dice))
    let sign = isNegative ? "-" : "+"
    let dot = digits.contains(".") ? "0" : ".0"
    return [
      number, sign + digits, sign + zeros + digits, number + dot, sign + zeros + digits + dot,
    ]
  }

  @Test("Whole numbers of many ranges, in every writing", arguments: [false, true])
  func wholes(_ isPlain: Bool) throws {
    var dice = Dice(seed: 40)
    var right = 0
    for bounds in GatePropertyTests.bounds {
      for exclusive in [false, true] {
        for characters in [nil, "-0123456789", "+-0123456789."] {
          var rules = try constraints(bounds, exclusive: exclusive)
          if let characters {
            rules.append(.characters(AllowedCharacters(Bytes(text: characters))))
          }
          let whole = field("n", .integer, rules) { $0.isPlain = isPlain }
          for number in wholes(bounds, &dice) {
            for text in spellings(number, &dice) where whole.verdict(text).isRight {
              right += 1
              expectTypable(whole, text, "\(bounds) exclusive \(exclusive) plain \(isPlain)")
            }
          }
        }
      }
    }
    #expect(right > 1000)
  }

  @Test("Decimal numbers of many ranges, with and without an exponent", arguments: [false, true])
  func decimals(_ isPlain: Bool) throws {
    var dice = Dice(seed: 41)
    var right = 0
    for bounds in GatePropertyTests.bounds + GatePropertyTests.decimalBounds {
      for exclusive in [false, true] {
        for characters in [nil, "+-.0123456789", ".0123456789", "-.0123456789e"] {
          var rules = try constraints(bounds, exclusive: exclusive)
          if let characters {
            rules.append(.characters(AllowedCharacters(Bytes(text: characters))))
          }
          let number = field("n", .number, rules) { $0.isPlain = isPlain }
          for text in try decimalTexts(bounds, &dice) where number.verdict(text).isRight {
            right += 1
            expectTypable(number, text, "\(bounds) exclusive \(exclusive) plain \(isPlain)")
          }
        }
      }
    }
    #expect(right > 1000)
  }

  private func decimalTexts(
    _ bounds: (String?, String?), _ dice: inout Dice
  ) throws -> [String] {
    var out: [String] = []
    for bound in [bounds.0, bounds.1].compactMap({ $0 }) {
      let plain = try decimal(bound).description
      let dot = plain.contains(".") ? "" : "."
      for tail in ["", "0", "1", "9", "\(dice.digits(1...3))"] {
        out += spellings(tail.isEmpty ? plain : plain + dot + tail, &dice)
      }
      out += spellings(String(plain.dropLast()) + "\(dice.roll("0123456789"))", &dice)
      let exponent = Int.random(in: -3...3, using: &dice)
      out += [plain + "e0", plain + "e\(exponent)", "\(dice.digits(1...2))e\(exponent)"]
    }
    for _ in 0..<4 {
      let sign = ["", "-"].randomElement(using: &dice) ?? ""
      out.append(sign + dice.digits(0...2) + "." + dice.digits(1...3))
    }
    out += [".5", "5.", "-.5", "0.0", "-0.0", "1e2", "1E-2", "12.5e+1"]
    return out
  }

  @Test("Text at its limits, with combining marks, jamo and joined emoji")
  func texts() {
    var dice = Dice(seed: 42)
    let parts = [
      "a", "é", "e\u{301}", "o\u{302}\u{323}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}",
      "👩", "\u{200D}", "💻", "🇰", "🇷", "\u{FE0F}", " ", "1", "\u{20E3}", "क", "\u{94D}", "ष", "-",
    ]
    let limits: [[Constraint]] = [
      [.maxCharacters(3)], [.maxCharacters(10)], [.maxLength(5)], [.minLength(3), .maxLength(8)],
      [.maxCharacters(2), .maxLength(6)], [],
    ]
    var right = 0
    for limit in limits {
      let name = field("t", .text, limit)
      for _ in 0..<400 {
        let count = Int.random(in: 1...12, using: &dice)
        let text = (0..<count).map { _ in parts.randomElement(using: &dice) ?? "" }.joined()
        guard name.verdict(text).isRight else { continue }
        right += 1
        expectTypable(name, text, "\(limit.map(\.keyword))")
      }
    }
    #expect(right > 500)
  }

  @Test("Choices by code and title, in every canonical spelling; dates; yes and no")
  func others() {
    let choices = Choices([
      Choice(value: .text("sp"), title: Bytes(text: "S\u{E3}o Paulo")),
      Choice(value: .text("\u{1ED9}")), Choice(value: .number("12.50")),
      Choice(value: .text("\u{AC01}\u{AC02}")), Choice(value: .text(" x ")),
      Choice(value: .number("-3")), Choice(value: .text("\u{212B}")),
    ])
    let picker = field("c", .choice, [.oneOfChoices(choices)]) { $0.choices = choices }
    let texts = [
      "sp", "S\u{E3}o Paulo", "Sa\u{303}o Paulo", "\u{1ED9}", "\u{F4}\u{323}", "\u{1ECD}\u{302}",
      "o\u{302}\u{323}", "12.5", "12.500", "+12.5", "1.25e1", "\u{AC01}\u{AC02}",
      "\u{1100}\u{1161}\u{11A8}\u{AC02}", " x ", "-3", "-3.0", "A\u{30A}", "\u{C5}", "\u{212B}",
    ]
    for text in texts {
      #expect(picker.verdict(text).isRight, "\(text)")
      expectTypable(picker, text, "choices")
    }
    let day = field("d", .text, [.format(.date)])
    for text in ["2024-02-29", "0001-01-01", " 1999-12-31\t"] { expectTypable(day, text, "date") }
    let answer = field("y", .yesNo)
    for text in ["y", "n", "yes", "no", "true", "false"] { expectTypable(answer, text, "yes, no") }
    let either = field("b", .numberOrText, [.maximum(Decimal(9)), .maxLength(3)])
    for text in ["9", "abc", "-5", " 5 "] { expectTypable(either, text, "number or text") }
  }
}
