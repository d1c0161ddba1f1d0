import Forms
import Testing

/// Text to value, by the field's kind; then the value's rules.
@Suite("Reading and judging a typed text")
struct ReadingTests {
  @Test(
    "Whole numbers: sign and zeros are read and dropped",
    arguments: [
      ("24", "24"), ("+024", "24"), ("024", "24"), ("-8", "-8"), ("-08", "-8"), ("0", "0"),
      ("+0", "0"), ("-0", "0"), ("000", "0"), ("9223372036854775807", "9223372036854775807"),
      ("12345678901234567890", "12345678901234567890"),
    ])
  func whole(_ text: String, _ digits: String) {
    #expect(field("n", .integer, [.type(.integer)]).verdict(text) == .value(.number, digits))
  }

  @Test(
    "What is no whole number",
    arguments: [
      "", "-", "+", "2.5", "2,5", " 24", "24 ", "\u{A0}24", "++7", "7+", "1e5", "0x10", "٤٢", "1٠2",
      "１", "−5", "inf", "nan", "1_000", "1 000", "5e", ".", "abc",
    ])
  func noWhole(_ text: String) {
    #expect(field("n", .integer).verdict(text) == .refused("wholeNumber"))
  }

  @Test(
    "Decimal numbers, as JSON writes them",
    arguments: [
      (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("-0", "0"), ("-0.0", "0.0"), ("+1.50", "1.50"),
      ("007.5", "7.5"), ("1e5", "1e5"), ("1E+5", "1E+5"), ("5.e3", "5e3"), ("0.10", "0.10"),
      ("1e308", "1e308"), ("-1.5e-7", "-1.5e-7"), ("1e-400", "1e-400"),
    ])
  func decimals(_ text: String, _ digits: String) {
    #expect(field("n", .number).verdict(text) == .value(.number, digits))
  }

  @Test(
    "What is no number",
    arguments: ["", "-", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1,5", " 1", "1 ", "0x1", "nan"])
  func noDecimals(_ text: String) {
    #expect(field("n", .number).verdict(text) == .refused("number"))
  }

  @Test("A number past a Double's range", arguments: ["1e400", "-1e400", "2e308", "1e99999999999"])
  func range(_ text: String) {
    #expect(field("n", .number).verdict(text) == .refused("range"))
    #expect(
      field("n", .number).fault(stored: .number(text)) == "range", "and no stored one either")
  }

  @Test(
    "Written plainly: no plus sign, no leading zero",
    arguments: [
      ("5", .value(.number, "5")), ("0", .value(.number, "0")), ("-5", .value(.number, "-5")),
      ("+5", .refused("plusSign")), ("05", .refused("leadingZero")),
      ("-05", .refused("leadingZero")), ("00", .refused("leadingZero")),
      ("0.5", .value(.number, "0.5")), (".5", .value(.number, "0.5")),
    ] as [(String, Verdict)])
  func plain(_ text: String, _ verdict: Verdict) {
    #expect(field("n", .number) { $0.isPlain = true }.verdict(text) == verdict)
  }

  @Test(
    "Only these characters: judged on what is typed",
    arguments: [
      ("12", .value(.number, "12")), ("1e1", .refused("x-characters")),
      ("2.0", .refused("x-characters")), ("+2", .value(.number, "2")),
      ("٤", .refused("x-characters")), ("--2", .refused("wholeNumber")),
    ] as [(String, Verdict)])
  func characters(_ text: String, _ verdict: Verdict) {
    let allowed = AllowedCharacters(Bytes(text: "+-0123456789"))
    #expect(field("n", .integer, [.characters(allowed)]).verdict(text) == verdict)
  }

  @Test(
    "Text loses outer spaces and tabs, nothing else",
    arguments: [
      ("Kim", "Kim"), ("  Kim\t", "Kim"), ("\t Kim Lee \t", "Kim Lee"), ("", ""), (" \t ", ""),
      ("\u{A0}Kim\u{3000}", "\u{A0}Kim\u{3000}"), ("Sa\u{303}o", "Sa\u{303}o"),
      ("S\u{E3}o", "S\u{E3}o"), ("ﬁ", "ﬁ"), ("𝔎", "𝔎"), ("NULL", "NULL"), ("\\n", "\\n"),
    ])
  func text(_ typed: String, _ stored: String) {
    #expect(field("t").verdict(typed) == .value(.text, stored))
  }

  @Test(
    "No answer has a control character",
    arguments: [
      ("a\tb", 9), ("a\u{0}b", 0), ("\u{1B}[31m", 0x1B), ("a\u{7F}", 0x7F), ("\u{80}a", 0x80),
      ("a\u{85}", 0x85), ("\u{9F}", 0x9F), ("a\nb", 10), ("a\r", 13), ("1\t", 9),
    ] as [(String, Int)])
  func controls(_ text: String, _ scalar: Int) {
    let refused = Verdict.refused("control \(scalar)")
    if text != "1\t" { #expect(field("t").verdict(text) == refused) }
    #expect(field("n", .integer).verdict(text) == refused)
    #expect(field("n", .number).verdict(text) == refused)
    #expect(field("y", .yesNo).verdict(text) == refused)
    #expect(choiceField("c", ["a", text]).verdict(text) == refused)
    #expect(field("t").fault(stored: .text(text)) == nil, "a stored text may hold one")
  }

  @Test(
    "What is no control character", arguments: ["\u{A0}", "\u{AD}", "\u{200B}", "\u{2028}", "é"])
  func noControls(_ text: String) { #expect(field("t").verdict(text) == .value(.text, text)) }

  @Test(
    "Yes and no",
    arguments: [
      ("y", "true"), ("yes", "true"), ("true", "true"), ("n", "false"), ("no", "false"),
      ("false", "false"), ("Y", nil), ("ye", nil), ("1", nil), ("", nil), (" yes", nil),
    ] as [(String, String?)])
  func yesNo(_ text: String, _ stored: String?) {
    let verdict = field("y", .yesNo, [.type(.boolean)]).verdict(text)
    #expect(verdict == stored.map { .value(.boolean, $0) } ?? .refused("yesNo"))
  }

  @Test("A choice is its code or its title, and stored as its code")
  func choice() {
    let choices = Choices([
      Choice(value: .text("sp"), title: Bytes(text: "S\u{E3}o Paulo")),
      Choice(value: .number("1")), Choice(value: Value(.boolean, Bytes(text: "true"))),
    ])
    let city = field("c", .choice, [.oneOfChoices(choices)]) { $0.choices = choices }
    #expect(city.verdict("sp") == .value(.text, "sp"))
    #expect(city.verdict("Sa\u{303}o Paulo") == .value(.text, "sp"))
    #expect(city.verdict("1.0") == .value(.number, "1"))
    #expect(city.verdict("true") == .value(.boolean, "true"))
    for wrong in ["SP", "sp ", " sp", "", "2", "s"] {
      #expect(city.verdict(wrong) == .refused("choice"))
    }
    #expect(city.fault(stored: .text("sp")) == nil)
    #expect(city.fault(stored: .text("S\u{E3}o Paulo")) == "enum")
    #expect(city.fault(stored: .number("1.0")) == nil)
  }

  @Test(
    "A number where the text is one, else a text",
    arguments: [
      ("5", .value(.number, "5")), ("+5", .value(.number, "5")), ("five", .value(.text, "five")),
      (" 5 ", .value(.number, "5")), ("", .value(.text, "")), ("500", .refused("maximum")),
      ("five hundred", .refused("maxLength")),
    ] as [(String, Verdict)])
  func numberOrText(_ text: String, _ verdict: Verdict) throws {
    let both = field("b", .numberOrText, [.maximum(Decimal(100)), .maxLength(5)])
    #expect(both.verdict(text) == verdict)
  }

  @Test("A field of nothing takes no answer but none")
  func nothing() {
    let none = field("z", .nothing, [.type(.null)]) { $0.admitsNull = true }
    #expect(none.verdict("null") == .refused("nothing"))
    #expect(none.fault(stored: Value(.null)) == nil)
    #expect(none.fault(stored: .text("")) == "type")
  }

  @Test(
    "A cell of a table is read by kind; what cannot be read stays text for the judge",
    arguments: [
      (.integer, "24", .value(.number, "24")), (.integer, "x", .value(.text, "x")),
      (.number, "1.50", .value(.number, "1.50")), (.yesNo, "true", .value(.boolean, "true")),
      (.yesNo, "yes", .value(.text, "yes")), (.text, " a ", .value(.text, " a ")),
      (.text, "5", .value(.text, "5")), (.choice, "M", .value(.text, "M")),
      (.choice, "Z", .value(.text, "Z")), (.numberOrText, "5", .value(.number, "5")),
      (.text, "", .value(.absent, "")), (.integer, "", .value(.absent, "")),
    ] as [(FieldKind, String, Verdict)])
  func cells(_ kind: FieldKind, _ text: String, _ verdict: Verdict) {
    let choices = Choices([Choice(value: .text("M"))])
    let cell = field("c", kind) { if kind == .choice { $0.choices = choices } }
    var value = Value.absent
    cell.cell(text.utf8.span, isQuoted: false, into: &value)
    #expect(.value(value.kind, value.text.string) == verdict)
    cell.cell("".utf8.span, isQuoted: true, into: &value)
    #expect(value.kind == .text && value.text.isEmpty, "a quoted empty cell is the empty text")
  }

  @Test("The text of an accepted value gives, typed, that value again")
  func textOfValue() {
    let city = choiceField("c", ["a", "b"])
    for (field, text) in [
      (field("t"), "Kim"), (field("n", .integer), "-5"), (field("d", .number), "1.50"),
      (field("y", .yesNo), "yes"), (field("y", .yesNo), "no"), (city, "b"),
    ] {
      var value = Value.absent
      #expect(field.judge(text.utf8.span, .none, into: &value) == nil)
      #expect(field.text(of: value).string == text)
    }
    #expect(field("t").text(of: .absent).isEmpty)
  }
}
