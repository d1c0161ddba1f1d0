import Forms
import Foundation
import Testing

/// How long a text may be: in characters as a person counts them, and in code points.
@Suite("Limits of a text")
struct LimitTests {
  private static let name = field("name", .text, [.maxCharacters(10)])

  @Test("The cases around ten characters, typed and stored")
  func cases() throws {
    let rows = try formatCases("name-limit.jsonl")
    #expect(rows.count == 282)
    for row in rows {
      let text = try #require(row["input"] as? String)
      let isRight = row["expect"] as? String == "accept"
      let id = "\(row["id"] ?? "")"
      #expect(LimitTests.name.verdict(text).isRight == isRight, "\(id)")
      if isRight { #expect(LimitTests.name.verdict(text) == .value(.text, text), "\(id)") }
      #expect((LimitTests.name.fault(stored: .text(text)) == nil) == isRight, "\(id)")
    }
  }

  @Test("The edges: what is typed at ten characters")
  func edges() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Cases/name-limit-edges.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let rows = try #require(json as? [[String: Any]])
    #expect(rows.count == 17)
    var judged = 0
    for row in rows where row["keys"] == nil {
      let id = try #require(row["id"] as? String)
      let before = try #require(row["before"] as? String)
      let then = try #require(row["then"] as? String)
      let isLetThrough = LimitTests.name.lets(before + then)
      switch (id, row["expect"] as? String) {
      case ("edge-15", _):
        // A space at the end is no eleventh character: the line without it is right, so the gate lets it be.
        #expect(isLetThrough)
        #expect(LimitTests.name.verdict(before + then) == .value(.text, before))
        #expect(!LimitTests.name.lets(before + then + "k"))
      case ("edge-14", _), ("edge-16", _):
        // More than 64 scalars in a character, and control characters.
        #expect(!isLetThrough, "\(id)")
      case (_, let expect):
        #expect(isLetThrough == (expect == "accept"), "\(id)")
        judged += 1
      }
    }
    #expect(judged == 13)
  }

  @Test(
    "One character has at most 64 scalars",
    arguments: [
      (63, .value), (64, .refused("endless 65")), (1000, .refused("endless 1001")),
    ] as [(Int, Expected)])
  func endless(_ marks: Int, _ expected: Expected) {
    let text = "a" + String(repeating: "\u{301}", count: marks)
    let verdict = LimitTests.name.verdict(text)
    switch expected {
    case .value: #expect(verdict == .value(.text, text))
    case .refused(let word): #expect(verdict == .refused(word))
    }
    #expect(field("t").verdict(text).isRight, "where no character limit is, none is bounded")
  }

  enum Expected: Sendable {
    case value
    case refused(String)
  }

  @Test("A stored text may have a line end in it: it is one character, as Swift counts")
  func lineEnd() {
    #expect(LimitTests.name.fault(stored: .text("abcdefghi\r\n")) == nil)
    #expect(LimitTests.name.fault(stored: .text("abcdefghij\r\n")) == "x-maxCharacters")
    #expect(LimitTests.name.fault(stored: .text("abcdefghi\n\r")) == "x-maxCharacters")
  }

  @Test(
    "Lengths are code points",
    arguments: [
      ("a", "minLength"), ("ab", nil), ("abc", nil), ("abcd", "maxLength"), ("é", "minLength"),
      ("e\u{301}", nil), ("👍", "minLength"), ("👍👍👍", nil), ("👍🏽👍🏽", "maxLength"), ("", "minLength"),
    ] as [(String, String?)])
  func lengths(_ text: String, _ fault: String?) {
    let short = field("t", .text, [.minLength(2), .maxLength(3)])
    #expect(short.verdict(text) == fault.map { .refused($0) } ?? .value(.text, text))
    #expect(short.fault(stored: .text(text)) == fault)
    #expect(short.fault(stored: .number("5")) == nil, "lengths say nothing of numbers")
  }
}
