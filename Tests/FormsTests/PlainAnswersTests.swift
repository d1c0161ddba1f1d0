import Forms
import Testing

/// The quick judgement of plain answers gives the verdict of the rules themselves.
///
/// A field whose node says nothing has the same rules and is judged the general way.
@Suite("Plain answers are judged like all others")
struct PlainAnswersTests {
  private static let rules = Rules(nodes: [SchemaNode()], root: nil)

  /// Fields of every kind that plain answers know, and some that they do not.
  private static func fields() throws -> [(Field, Field)] {
    let digits = AllowedCharacters(Bytes(text: "0123456789"))
    let few = AllowedCharacters(Bytes(text: "-.01"))
    let ab = TestPattern("^[ab]") {
      ($0.first == "a" || $0.first == "b") ? .matches : .differs
    }
    let costly = TestPattern("^a") { $0.hasPrefix("a") ? .tooCostly : .matches }
    let choices = Choices([
      Choice(value: .text("M"), title: Bytes(text: "male")), Choice(value: .text("F")),
      Choice(value: .text("male"), title: Bytes(text: "M")), Choice(value: .text("")),
      Choice(value: .text(" a")), Choice(value: .text("e\u{301}")), Choice(value: .text("5")),
    ])
    let odd = Choices([Choice(value: .text("a\tb")), Choice(value: .number("5"))])
    let control = Choices([Choice(value: .text("a\tb")), Choice(value: .text("5"))])
    let kinds: [(FieldKind, [Constraint], Choices?)] = [
      (.text, [], nil), (.text, [.maxCharacters(3)], nil), (.text, [.maxLength(2)], nil),
      (.text, [.minLength(2), .maxLength(4)], nil), (.text, [.pattern(ab)], nil),
      (.text, [.pattern(ab), .pattern(costly)], nil), (.text, [.pattern(costly)], nil),
      (.text, [.type(.string), .maxCharacters(0)], nil), (.text, [.type(.number)], nil),
      (.text, [.maxCharacters(3), .characters(digits)], nil),
      (.text, [.oneOfChoices(choices)], nil),
      (.integer, [], nil), (.integer, [.minimum(Decimal(1)), .maximum(Decimal(100))], nil),
      (.integer, [.exclusiveMinimum(Decimal(1)), .exclusiveMaximum(Decimal(5))], nil),
      (.integer, [.minimum(Decimal(-50)), .maximum(Decimal(-5))], nil),
      (.integer, [.minimum(Decimal(0)), .characters(digits)], nil),
      (.integer, [.characters(few)], nil), (.integer, [.multipleOf(Decimal(5))], nil),
      (.integer, [.minimum(try decimal("0.5")), .maximum(try decimal("10.5"))], nil),
      (.integer, [.exclusiveMaximum(Decimal(0))], nil),
      (.integer, [.exclusiveMinimum(Decimal(.max))], nil),
      (.integer, [.minimum(Decimal(.max))], nil),
      (.integer, [.minimum(Decimal(.min)), .exclusiveMaximum(Decimal(.max))], nil),
      (.integer, [.maximum(Decimal(.min))], nil),
      (.integer, [.minimum(try decimal("999999999999999999"))], nil),
      (.integer, [.exclusiveMinimum(try decimal("999999999999999998"))], nil),
      (.integer, [.type(.string)], nil), (.integer, [.type([.integer, .null])], nil),
      (.number, [.minimum(Decimal(1)), .maximum(Decimal(100))], nil),
      (.number, [.constant(.number("5.0"))], nil), (.number, [.characters(few)], nil),
      (.choice, [.oneOfChoices(choices)], choices), (.choice, [], choices),
      (.choice, [.oneOfChoices(choices), .constant(.text("M"))], choices),
      (.choice, [.oneOfChoices(choices), .characters(digits)], choices),
      (.choice, [.oneOfChoices(odd)], odd), (.choice, [.oneOfChoices(control)], control),
      (.yesNo, [], nil), (.numberOrText, [.maximum(Decimal(9))], nil), (.nothing, [], nil),
    ]
    return [false, true].flatMap { isPlain in
      kinds.map { kind, constraints, choices in
        func made(_ node: NodeID?) -> Field {
          field("f", kind, constraints) {
            $0.choices = choices
            $0.isPlain = isPlain
            $0.node = node
          }
        }
        return (made(nil), made(0))
      }
    }
  }

  private static let known = [
    "", " ", "a", "ab", "abc", "abcd", " ab ", "ab ", "\tab", "M", "F", "male", " a", "a ", "é",
    "e\u{301}", "a\tb", "a\u{7F}", "~", "\u{7F}", "\u{80}", "0", "1", "5", "00", "05", "100", "101",
    "-5", "-0", "+5", "5.0", "5e0", "999999999999999997", "999999999999999998",
    "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808", "٥",
  ]

  @Test("The same verdict and the same value, on known and on random texts")
  func same() throws {
    var dice = Dice(seed: 30)
    var texts = PlainAnswersTests.known
    for alphabet in ["0123456789", "0159+-.e ", "abM F\té\u{301}~"] {
      for _ in 0..<80 {
        let length = Int.random(in: 1...6, using: &dice)
        texts.append(String((0..<length).map { _ in dice.roll(alphabet) }))
      }
    }
    var right = 0
    for (plain, general) in try PlainAnswersTests.fields() {
      for text in texts {
        let verdict = general.verdict(text, PlainAnswersTests.rules)
        let quick = plain.verdict(text, PlainAnswersTests.rules)
        if quick != verdict {
          Issue.record(
            "\(plain.kind) \(plain.constraints.map(\.keyword)) \(text): \(quick), not \(verdict)")
        }
        if verdict.isRight { right += 1 }
      }
    }
    #expect(right > 1000, "many of the texts are right")
  }
}
