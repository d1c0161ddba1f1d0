import Foundation
import TestSupport
import Testing

/// Acceptance cases about numbers: what is read, what is kept, what is computed and written.
@Suite struct BankNumberTests {
  private func tiles(_ lines: String...) throws -> Outcome { try Bank.fill(["tiles"], lines) }

  /// The tiles form holds 24 and is given a line that it cannot read: 24 is kept, with a message.
  private func expectKept(_ lines: [String], _ comment: Comment? = nil) throws {
    let outcome = try Bank.fill(["tiles"], ["24"] + lines)
    for number in 2..<(2 + lines.count) {
      #expect(outcome.message(number, "count") != nil, comment)
    }
    #expect(outcome.output == "{\"count\":24}\n" && outcome.status == 1, comment)
  }

  /// The temperature form is given lines it refuses: each leaves a message and no number.
  private func expectNoReading(
    _ lines: [String], environment: [String: String] = [:], never: [String] = []
  ) throws {
    for line in lines {
      let outcome = try Bank.fill(["temperature"], [line, ".show"], environment: environment)
      #expect(outcome.message(1, "fahrenheit") != nil)
      let shown = outcome.messages.filter { $0.contains("celsius") }
      #expect(shown.count == 1 && shown[0].contains("???"), "\(line)")
      for text in never { #expect(!shown.joined().contains(text), "\(line)") }
      #expect(outcome.output == "" && outcome.status == 1)
    }
  }

  @Test("bank-020: leading zeros are decimal") func leadingZeros() throws {
    let outcome = try tiles("+024", "next", "010", "next", "0000000000000000000000042")
    #expect(outcome.output == "{\"count\":24}\n{\"count\":10}\n{\"count\":42}\n")
    #expect(outcome.error == "" && outcome.status == 0)
  }

  @Test("bank-021: 08 is eight tiles and no age") func zeroEight() throws {
    let outcome = try tiles("08", "next", "-09")
    #expect(outcome.output == "{\"count\":8}\n{\"count\":-9}\n" && outcome.status == 0)
    let age = try Bank.fill([], ["Tove", "08"])
    #expect(age.message(2, "age")?.contains("leading zero") == true)
    #expect(age.output == "" && age.status == 1)
  }

  @Test("bank-022: a plus sign in front of digits is read, else it is refused")
  func plusSign() throws {
    let outcome = try tiles("+7", "next", "+0")
    #expect(outcome.output == "{\"count\":7}\n{\"count\":0}\n" && outcome.status == 0)
    try expectKept(["++7", "+", "7+"])
  }

  @Test(
    "bank-026: the ends of Int are read exactly, what is past them is kept out",
    arguments: [
      ("9223372036854775807", "9223372036854775808"),
      ("-9223372036854775808", "-9223372036854775809"),
    ])
  func integerOverflow(_ last: String, _ past: String) throws {
    let outcome = try tiles(last, past)
    #expect(outcome.output == "{\"count\":\(last)}\n")
    #expect(outcome.message(2, "count") != nil && outcome.ending == .exited(1))
  }

  @Test("bank-029: exponents, hexadecimals and words are no temperatures")
  func temperatureLetters() throws {
    try expectNoReading(["1e2", "0x1A", "inf", "nan", "1e400"], never: ["inf", "nan", "537.8"])
  }

  @Test("bank-030: a fraction is not cut off") func fractions() throws {
    try expectKept(["2.5", "2.0", "2,5"])
  }

  @Test("bank-031: a decimal comma is refused with a hint") func decimalComma() throws {
    try expectNoReading(["98,6"], environment: ["LC_ALL": "C.UTF-8"])
    let outcome = try Bank.fill(["temperature"], ["98,6"], environment: ["LC_ALL": "C.UTF-8"])
    #expect(
      outcome.message(1, "fahrenheit")?.contains("the decimal separator is the point") == true)
  }

  @Test("bank-036: signs and points in odd places are not repaired") func oddSigns() throws {
    try expectNoReading(["-1.2.-3"])
  }

  @Test("bank-037: no thousands separators") func thousands() throws {
    try expectKept(["1,500", "1 500", "1_500"])
  }

  @Test("bank-038: a comma never makes a number a thousand times larger")
  func commaOrPoint() throws {
    let outcome = try Bank.fill(["temperature"], ["1,234", ".show", "1.234"])
    #expect(outcome.message(1, "fahrenheit") != nil && outcome.error.contains("???"))
    #expect(outcome.output == "{\"fahrenheit\":1.234,\"celsius\":-17.1}\n" && outcome.status == 1)
  }

  @Test("bank-039: a typographic minus is no sign") func unicodeMinus() throws {
    try expectKept(["\u{2212}12"])
  }

  @Test("bank-040: no minus sign is lost") func temperatureMinus() throws {
    try expectNoReading(["\u{2013}40", "\u{FF0D}40", "\u{2212}40"], never: ["4.4"])
  }

  @Test("bank-041: no negative zero") func negativeZero() throws {
    let outcome = try Bank.fill(["temperature"], ["31.95"])
    #expect(outcome.output == "{\"fahrenheit\":31.95,\"celsius\":0}\n" && outcome.status == 0)
  }

  @Test(
    "bank-043: the stored reading is the shown one, in every format",
    arguments: [("32.27", "0.2"), ("32.09", "0.1"), ("33.71", "1")])
  func rounding(_ fahrenheit: String, _ celsius: String) throws {
    let folder = try TemporaryFolder()
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let outcome = try Bank.fill(["temperature", "-o", file], [fahrenheit], in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
    }
    #expect(
      folder.text("a.jsonl") == "{\"fahrenheit\":\(fahrenheit),\"celsius\":\(celsius)}\n")
    #expect(folder.text("a.csv") == "fahrenheit,celsius\n\(fahrenheit),\(celsius)\n")
    #expect(
      try Bank.query(folder.path("a.db"), "SELECT celsius = \(celsius) FROM temperature") == "1\n")
    let desk = try BankDesk(["temperature"], prompt: "= ???", in: folder)
    try desk.terminal.type(fahrenheit, thenWaitFor: "= \(celsius) °C")
  }

  @Test("bank-044: zero is a value") func zeroIsAValue() throws {
    let folder = try TemporaryFolder()
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let outcome = try Bank.fill(["tiles", "-o", file], ["0"], in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
    }
    #expect(folder.text("a.jsonl") == "{\"count\":0}\n")
    #expect(folder.text("a.csv") == "count\n0\n")
    #expect(
      try Bank.query(folder.path("a.db"), "SELECT count, typeof(count) FROM tiles")
        == "0|integer\n")
    let shown = try Bank.fill(["tiles"], ["0", ".show"])
    #expect(shown.messages.contains { $0.hasPrefix("> count  0") && !$0.contains("draft") })
  }

  @Test("bank-127: large whole numbers keep every digit") func bigIntegers() throws {
    let folder = try TemporaryFolder()
    let outcome = try Bank.fill(
      ["tiles", "-o", "a.jsonl"], ["9007199254740993", "next", "9223372036854775807"],
      in: folder.url)
    #expect(outcome.error == "" && outcome.status == 0)
    #expect(
      folder.text("a.jsonl") == "{\"count\":9007199254740993}\n{\"count\":9223372036854775807}\n")
  }

  @Test("bank-128: a number past Int keeps its digits, one past a double is refused")
  func pastTheRange() throws {
    let folder = try Bank.form(#""n":{"type":"integer"},"x":{"type":"number"}"#)
    let outcome = try Bank.fill(["form.json"], ["12345678901234567890", "1e400"], in: folder.url)
    #expect(outcome.message(2, "x")?.contains("range") == true)
    #expect(outcome.output == "" && outcome.status == 1)
    let good = try Bank.fill(["form.json"], ["12345678901234567890", ""], in: folder.url)
    #expect(good.output == "{\"n\":12345678901234567890}\n" && good.status == 0)
  }
}
