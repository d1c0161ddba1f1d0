import FormFiles
import Forms
import Testing

/// Patterns that people reported as freezing their validators, and their kin.
///
/// That a case comes back at all is half of the test: without bounds these run for years.
@Suite("Patterns: costly ones end")
struct PatternCostTests {
  /// A text with a long stretch of repetition, which a failing test names in short.
  struct Text: CustomTestStringConvertible {
    var head = ""
    var part: String
    var count: Int
    var tail = ""

    var whole: String { head + String(repeating: part, count: count) + tail }
    var testDescription: String { "\(head)[\(count) times \(part)]\(tail.prefix(10))" }

    static func + (head: String, text: Text) -> Text {
      Text(head: head + text.head, part: text.part, count: text.count, tail: text.tail)
    }
    static func + (text: Text, tail: String) -> Text {
      Text(head: text.head, part: text.part, count: text.count, tail: text.tail + tail)
    }
  }

  static func many(_ part: String, _ count: Int) -> Text { Text(part: part, count: count) }

  @Test(
    "Exponential and polynomial patterns are too costly, not a hang",
    arguments: [
      (#"^([\w%+-]+\.?)+@x$"#, many("a", 40) + "!@x"), ("(a|a)*$", many("a", 5_000) + "b"),
      ("^(([a-z])+.)+[A-Z]([a-z])+$", many("a", 60)), ("^(?:x+x+)+[yz]$", many("x", 60)),
      ("[ab]*[cd]", many("a", 65_000)), ("(?:(?=[ab]*)a)*[cd]", many("a", 65_000)),
      (#"^(?:\d+)*x?\d*[ab]$"#, many("1", 65_000)), ("^(é|é)*$", many("é", 50) + "b"),
      ("(?:(?:[ab]*)*)*[cd]", many("a", 1_000)),
    ])
  func tooCostly(source: String, text: Text) throws {
    #expect(try ECMAPattern(source).result(text.whole) == .tooCostly)
  }

  /// What is between two steps of backtracking is work as well: comparing with what a group holds, looking
  /// back far, going through long alternatives and classes of many ranges.
  @Test(
    "References, looks, long alternatives and large classes are counted",
    arguments: heavy.indices)
  func heavyWork(_ index: Int) throws {
    let (source, text) = Self.heavy[index]
    let result = try ECMAPattern(source).result(text.whole)
    #expect(result == .tooCostly, "\(source.prefix(60))")
  }

  static let heavy: [(String, Text)] = [
    (#"(a*)\1\1\1\1\1\1\1\1b"#, many("a", 30_000) + "!"),
    (
      (1...20).map { #"(a+)\\#($0)\#(UnicodeScalar(UInt8(97 + $0)))"# }.joined(separator: "|"),
      many("a", 30_000) + "!"
    ),
    (#"(a+)(?:\1b|\1c|\1d)"#, many("a", 30_000) + "!"), (#"(a*)(?:\1)*b"#, many("a", 30_000) + "!"),
    (#"(a{15000})\1b"#, many("a", 30_000) + "!"), (#"(a*)\1{1000}b"#, many("a", 30_000) + "!"),
    (#"(?:(?=(a*))\1?a)*b"#, many("a", 30_000) + "!"),
    (#"(.*)\1(.*)\2(.*)\3$"#, many("a", 30_000) + "!"),
    (#"(?<=a{30000})b"#, many("a", 60_000) + "!"), (#"(?<=a{3000}|b{3000}|c)x"#, many("a", 60_000)),
    (String(repeating: "(?!a{30}b)", count: 1_000) + "x", many("a", 60_000)),
    (
      (0..<500).map { String(repeating: "a", count: 60) + "b\($0)" }.joined(separator: "|"),
      many("a", 60_000)
    ),
    ("a*a*a*a*a*a*b", many("a", 1_000)), ("[\(everySecond(5_000))]{200}!", many("\u{270E}", 500)),
  ]

  /// Every second character from U+0100, which makes a range each.
  static func everySecond(_ count: Int) -> String {
    String(String.UnicodeScalarView((0..<count).compactMap { UnicodeScalar(0x100 + 2 * $0) }))
  }

  @Test("Groups and references that are not costly get their verdict from long texts")
  func fairReferences() throws {
    let word = String(repeating: "word ", count: 10_000)
    #expect(try ECMAPattern(#"^(\w+) (?:\1 ?)*$"#).result(word) == .matches)
    #expect(try ECMAPattern(#"^(\w+) .*\1x$"#).result(word) == .differs)
    #expect(try ECMAPattern(#"^(?:(\w)\w* ){100}x"#).result(word) == .differs)
    #expect(
      try ECMAPattern("^\\w{50000}$").result(String(repeating: "a", count: 50_000)) == .matches)
    #expect(try ECMAPattern("[\(Self.everySecond(300))]").result(word + "\u{102}") == .matches)
  }

  @Test(
    "A pattern longer than PCRE2 takes is refused before it is read", arguments: [65_537, 8 << 20])
  func tooLong(count: Int) {
    let source = String(repeating: "a", count: count)
    #expect(throws: PatternFault(offset: 0, reason: .tooLarge)) { try ECMAPattern(source) }
  }

  @Test("So is one that becomes too long for PCRE2", arguments: large.indices)
  func tooLarge(_ index: Int) throws {
    let fault = try #require(throws: PatternFault.self) { try ECMAPattern(Self.large[index]) }
    #expect(fault.reason == .tooLarge || fault.reason == .lookbehind)
  }

  static let large = [
    String(repeating: "a", count: 60_000),
    "(?<=" + String(repeating: "a", count: 30_000) + String(repeating: "(?:a|bb)", count: 8) + ")",
    "(?:(?:a{1,1000}){1,1000}){1,1000}",
  ]

  @Test(
    "Long texts get their verdict where the work stays in proportion",
    arguments: [
      ("^(a|b)*$", many("a", 65_000), .matches), ("^(?:ab|a|c)*$", many("a", 65_000), .matches),
      (#"^(\w+\s?)*$"#, many("word ", 13_000), .matches),
      ("^[^@]+@[^@]+$", many("a", 65_000), .differs),
      (#"^[\s\S]*$"#, many("é", 30_000), .matches), ("x", many("a", 65_000), .differs),
      ("^(?:[a-z]{2,5}-)+$", many("abc-", 16_000), .matches),
    ] as [(String, Text, PatternResult)])
  func inProportion(source: String, text: Text, expected: PatternResult) throws {
    #expect(try ECMAPattern(source).result(text.whole) == expected)
  }

  @Test(
    "The person form's pattern answers on addresses made to stop it",
    arguments: [
      ("a@" + many("a.", 20_000) + "!", .differs), (many(".", 5_000), .differs),
      (many(".", 5_000) + "@", .differs), ("a@" + many("a.", 20_000) + "org", .matches),
      (many("a", 60_000) + "@example.org", .matches), (many("@", 60_000), .differs),
    ] as [(Text, PatternResult)])
  func personEmail(text: Text, expected: PatternResult) throws {
    let pattern = try ECMAPattern(#"^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$"#)
    #expect(pattern.result(text.whole) == expected)
  }
}
