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
