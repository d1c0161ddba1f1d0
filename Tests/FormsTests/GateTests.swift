import Forms
import Testing

/// What the gate refuses and what it lets through, by the words of section 5.
@Suite("Gate: tables")
struct GateTests {
  private static let plainAge = field(
    "age", .integer, [.type(.integer), .minimum(Decimal(1)), .maximum(Decimal(100))]
  ) { $0.isPlain = true }

  @Test(
    "Age, written plainly, 1 to 100",
    arguments: [
      ("", "may"), ("1", "right"), ("9", "right"), ("10", "right"), ("100", "right"),
      ("0", "minimum"), ("00", "leadingZero"), ("05", "leadingZero"), ("101", "maximum"),
      ("250", "maximum"), ("1000", "maximum"), ("-", "minimum"), ("-1", "minimum"),
      ("+", "plusSign"), ("+1", "plusSign"), ("1a", "wholeNumber"), ("n", "wholeNumber"),
      ("1e", "wholeNumber"), ("1e1", "wholeNumber"), ("1.5", "wholeNumber"), ("1 ", "wholeNumber"),
      ("1٠", "wholeNumber"), ("1..", "wholeNumber"), ("１", "wholeNumber"), ("1\t", "control 9"),
    ])
  func age(_ text: String, _ verdict: String) {
    let gate = GateTests.plainAge.gate(text)
    // Whichever of the two bounds is named: the message gives both.
    let bounds = ["minimum", "maximum"]
    #expect(gate == verdict || (bounds.contains(gate) && bounds.contains(verdict)))
  }

  @Test("Age with sign and zeros read: they may be typed, what they lead to is bounded")
  func signedAge() {
    let age = field("age", .integer, [.minimum(Decimal(1)), .maximum(Decimal(100))])
    for text in ["0", "00", "000", "01", "+", "+0", "+5", "0100", "5.", "5.0", "1."] {
      #expect(age.lets(text), "\(text)")
    }
    for text in ["-", "-0", "-1", "101", "0101", "+101", "5.5", "..", "+-", "5.0.", "5e"] {
      #expect(!age.lets(text), "\(text)")
    }
  }

  @Test(
    "A whole number that can still reach its range",
    arguments: [
      (20, 30, ["2", "3", "02"], ["4", "1", "31", "200", "-"]),
      (250, 260, ["2", "25", "26"], ["3", "24", "27", "-", "2500"]),
      (-30, -20, ["-", "-2", "-3", "-02"], ["2", "20", "-4", "-1", "-31", "0"]),
      (-5, 5, ["-", "-5", "-0", "0", "5"], ["-6", "6", "-50", "10"]),
      (0, 9, ["0", "-", "-0", "9"], ["-1", "10"]),
      (1000, 1999, ["1", "10", "19", "199"], ["2", "9", "20"]),
    ] as [(Int, Int, [String], [String])])
  func reachable(_ low: Int, _ high: Int, _ let: [String], _ refused: [String]) {
    let ranged = field("n", .integer, [.minimum(Decimal(low)), .maximum(Decimal(high))])
    for text in `let` { #expect(ranged.lets(text), "\(text) in \(low)…\(high)") }
    for text in refused { #expect(!ranged.lets(text), "\(text) in \(low)…\(high)") }
  }

  @Test("Bounds that are not included themselves")
  func exclusive() {
    let positive = field("n", .integer, [.exclusiveMinimum(Decimal(0))]) { $0.isPlain = true }
    #expect(!positive.lets("0"))
    #expect(!positive.lets("-"))
    #expect(positive.lets("1"))
    let negative = field("n", .integer, [.exclusiveMaximum(Decimal(0))])
    #expect(!negative.lets("5"))
    #expect(!negative.lets("0"))
    #expect(negative.lets("-"))
    #expect(negative.lets("-0"), "-05 is below 0")
    let below = field("n", .integer, [.minimum(Decimal(0)), .exclusiveMaximum(Decimal(10))])
    #expect(!below.lets("10"))
    #expect(below.lets("9"))
  }

  @Test("Temperature: digits, one sign, one point")
  func temperature() {
    let allowed = AllowedCharacters(Bytes(text: "+-.0123456789"))
    let degrees = field("f", .number, [.characters(allowed)]) { $0.beginningIsNone = true }
    for text in ["-", "+", ".", "-.", "1.", "-40", "98.6", "0", "00", ".5"] {
      #expect(degrees.lets(text), "\(text)")
    }
    for (text, why) in [
      ("1.2.", "number"), ("..", "number"), ("1,", "x-characters"), ("e", "x-characters"),
      ("1e", "x-characters"), ("--", "number"), ("1-", "number"), ("٣", "x-characters"),
      ("1 ", "x-characters"),
    ] {
      #expect(degrees.gate(text) == why, "\(text)")
    }
    #expect(degrees.gate("-") == "right", "a mere beginning counts as no value")
  }

  @Test("A decimal in a range; with an exponent to come every size can be reached")
  func decimals() throws {
    let low = try decimal("0.5")
    let high = try decimal("0.75")
    let free = field("n", .number, [.minimum(low), .maximum(high)])
    for text in ["9", "9.", "100", "0", "."] { #expect(free.lets(text), "\(text)") }
    #expect(!free.lets("-"))
    let allowed = AllowedCharacters(Bytes(text: "-.0123456789"))
    let bound = field("n", .number, [.minimum(low), .maximum(high), .characters(allowed)])
    for text in ["0", "0.", ".", "0.5", "0.7", ".7", "0.74", "00.6"] {
      #expect(bound.lets(text), "\(text)")
    }
    for text in ["1", "0.4", "0.8", "0.76", ".4", "-", "9", "0.49", "5"] {
      #expect(!bound.lets(text), "\(text)")
    }
  }

  @Test("Text: the eleventh character, control characters, a format's beginning")
  func text() {
    let name = field("name", .text, [.maxCharacters(10)])
    #expect(name.gate("Wilhelmina") == "right")
    #expect(name.gate("Wilhelminax") == "x-maxCharacters")
    #expect(name.gate("  Wilhelmina ") == "right", "outer spaces are lost")
    #expect(name.gate("a\u{1B}b") == "control 27")
    let short = field("t", .text, [.minLength(3), .maxLength(4)])
    #expect(short.gate("ab") == "may")
    #expect(short.gate("abcd") == "right")
    #expect(short.gate("abcde") == "maxLength")
    let day = field("d", .text, [.format(.date)])
    #expect(day.gate("2024-02") == "may")
    #expect(day.gate("2024-13") == "format")
    let word = field("w", .text, [.constant(.text("yes"))])
    #expect(word.gate("y") == "may")
  }

  @Test("Choices, yes and no: what one of them begins with")
  func choices() {
    let gender = choiceField("gender", ["M", "F"])
    #expect(gender.gate("M") == "right")
    #expect(gender.gate("m") == "choice")
    #expect(gender.gate("MF") == "choice")
    let city = choiceField("city", ["S\u{E3}o Paulo", "Salvador"])
    for text in ["S", "Sa", "S\u{E3}", "Sa\u{303}o", "Salv"] { #expect(city.gate(text) == "may") }
    for text in ["s", "Sao", "Salvadors", " S"] { #expect(city.gate(text) == "choice") }
    let answer = field("y", .yesNo)
    for text in ["ye", "fals", "t"] { #expect(answer.gate(text) == "may") }
    for text in ["yeah", "Y", "1", "yes "] { #expect(answer.gate(text) == "yesNo") }
  }

  @Test(
    "With text after the cursor: characters, length, separators and the upper bound alone",
    arguments: [
      ("0", true), ("05", true), ("-5", false), ("101", false), ("1000", false), ("5a", false),
      ("5.5", false), ("5 ", false), ("", true), ("99", true),
    ])
  func inside(_ text: String, _ isLet: Bool) {
    #expect(GateTests.plainAge.lets(text, inside: true) == isLet)
  }

  @Test("With text after the cursor: other kinds")
  func insideOthers() {
    let day = field("d", .text, [.format(.date)])
    #expect(day.lets("13-2024", inside: true))
    let name = field("name", .text, [.maxCharacters(10)])
    #expect(name.lets("abcdefghij", inside: true))
    #expect(!name.lets("abcdefghijk", inside: true))
    let city = choiceField("city", ["Rome", "Oslo"])
    #expect(city.lets("ome", inside: true))
    #expect(!city.lets("Romes", inside: true))
    let answer = field("y", .yesNo)
    #expect(answer.lets("es", inside: true))
    #expect(!answer.lets("falses", inside: true))
    let free = field("n", .number, [.maximum(Decimal(100))])
    for text in ["5-", "e5", "+.", "1-5"] { #expect(free.lets(text, inside: true), "\(text)") }
    for text in ["1.2.3", "1,5", "x", "1 "] { #expect(!free.lets(text, inside: true), "\(text)") }
  }
}
