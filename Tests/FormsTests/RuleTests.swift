import Forms
import Testing

/// Each rule of a single value, on stored values: what it says of its kind and of other kinds.
@Suite("Rules of one value")
struct RuleTests {
  @Test("Bounds, with and without the bound itself")
  func bounds() throws {
    let closed = field("n", .number, [.minimum(try decimal("0.5")), .maximum(Decimal(2))])
    let open = field(
      "n", .number, [.exclusiveMinimum(try decimal("0.5")), .exclusiveMaximum(Decimal(2))])
    for (text, inClosed, inOpen) in [
      ("0.5", nil, "exclusiveMinimum"), ("0.50000000000000000000000000001", nil, nil),
      ("0.49999999999999999999999999999", "minimum", "exclusiveMinimum"),
      ("2", nil, "exclusiveMaximum"), ("2.0", nil, "exclusiveMaximum"), ("1", nil, nil),
      ("2.00000000000000000000000000001", "maximum", "exclusiveMaximum"),
      ("-1", "minimum", "exclusiveMinimum"),
    ] as [(String, String?, String?)] {
      #expect(closed.fault(stored: .number(text)) == inClosed, "\(text)")
      #expect(open.fault(stored: .number(text)) == inOpen, "\(text)")
      #expect(closed.verdict(text).isRight == (inClosed == nil))
    }
  }

  @Test("A bound says nothing of a text, a length nothing of a number")
  func otherKinds() {
    let bounded = field("n", .numberOrText, [.minimum(Decimal(5)), .minLength(3)])
    #expect(bounded.fault(stored: .text("abc")) == nil)
    #expect(bounded.fault(stored: .text("ab")) == "minLength")
    #expect(bounded.fault(stored: .number("5")) == nil)
    #expect(bounded.fault(stored: .number("4")) == "minimum")
    #expect(bounded.fault(stored: Value(.boolean, Bytes(text: "true"))) == nil)
    #expect(bounded.fault(stored: Value(.null)) == nil)
    #expect(bounded.fault(stored: .absent) == nil)
  }

  @Test("Types; a number without fraction is an integer however it is written")
  func types() {
    let kinds: [(Value, TypeSet)] = [
      (Value(.null), .null), (Value(.boolean, Bytes(text: "true")), .boolean),
      (.number("1"), [.integer, .number]), (.number("1.0"), [.integer, .number]),
      (.number("1e2"), [.integer, .number]), (.number("1.5"), .number), (.text("1"), .string),
      (Value(.list, Bytes(text: "[]")), .array), (Value(.object, Bytes(text: "{}")), .object),
    ]
    let types: [TypeSet] = [.null, .boolean, .integer, .number, .string, .array, .object]
    for (value, own) in kinds {
      for type in types {
        let fault = field("x", .text, [.type(type)]).fault(stored: value)
        #expect(fault == (own.contains(type) ? nil : "type"), "\(value.kind) \(type.rawValue)")
      }
    }
  }

  @Test("Multiples and constants are compared exactly")
  func exact() throws {
    let cents = field("n", .number, [.multipleOf(try decimal("0.01"))])
    #expect(cents.verdict("19.99").isRight)
    #expect(cents.verdict("0.075") == .refused("multipleOf"))
    let constant = field("n", .number, [.constant(.number("1.0"))])
    #expect(constant.verdict("1").isRight)
    #expect(constant.verdict("1.5") == .refused("const"))
    #expect(constant.fault(stored: .text("1.0")) == "const")
    let text = field("t", .text, [.constant(.text("S\u{E3}o"))])
    #expect(text.verdict("S\u{E3}o").isRight)
    #expect(text.verdict("Sa\u{303}o") == .refused("const"), "texts are equal by code points")
  }

  @Test("A pattern matches, differs or is too costly")
  func patterns() {
    let slow = TestPattern("slow") {
      $0 == "slow" ? .tooCostly : $0 == "right" ? .matches : .differs
    }
    let patterned = field("t", .text, [.pattern(slow)])
    #expect(patterned.verdict("right") == .value(.text, "right"))
    #expect(patterned.verdict("wrong") == .refused("pattern"))
    #expect(patterned.verdict("slow") == .refused("too costly"))
    #expect(patterned.fault(stored: .number("1")) == nil)
    #expect(patterned.gate("wrong") == "may", "a pattern refuses no keystroke")
  }

  @Test("Allowed characters are scalars, beyond ASCII too")
  func characters() {
    let allowed = AllowedCharacters(Bytes(text: "abé0"))
    for (text, forbidden) in [
      ("ab0é", nil), ("abc", 99), ("e\u{301}", 101), ("ü", 0xFC), ("aé\u{301}", 0x301), ("", nil),
      ("éx", 120),
    ] as [(String, UInt32?)] {
      let found = allowed.firstForbidden(in: text.utf8.span)
      #expect(found == forbidden, "\(text)")
    }
  }

  @Test("The whole numbers of a picker: both bounds, at most 1,000 apart")
  func picker() throws {
    func picker(_ constraints: [Constraint], _ kind: FieldKind = .integer) -> ClosedRange<Int>? {
      field("n", kind, constraints).wholeNumbers
    }
    func at(_ text: String) throws -> Decimal { try decimal(text) }
    #expect(picker([.minimum(Decimal(1)), .maximum(Decimal(100))]) == 1...100)
    #expect(picker([.minimum(Decimal(0)), .maximum(Decimal(1000))]) == 0...1000)
    #expect(picker([.minimum(Decimal(0)), .maximum(Decimal(1001))]) == nil)
    #expect(picker([.exclusiveMinimum(Decimal(0)), .exclusiveMaximum(Decimal(5))]) == 1...4)
    #expect(picker([.exclusiveMinimum(Decimal(-1)), .exclusiveMaximum(Decimal(1001))]) == 0...1000)
    #expect(picker([.minimum(try at("0.5")), .maximum(try at("3.5"))]) == 1...3)
    #expect(picker([.minimum(try at("-3.5")), .maximum(try at("-0.5"))]) == -3...(-1))
    #expect(picker([.minimum(Decimal(1))]) == nil)
    #expect(picker([.maximum(Decimal(1))]) == nil)
    #expect(picker([.minimum(Decimal(1)), .maximum(Decimal(5))], .number) == nil)
    #expect(picker([.minimum(Decimal(.min)), .maximum(Decimal(.max))]) == nil)
    #expect(
      picker([.exclusiveMinimum(Decimal(.max - 1)), .maximum(Decimal(.max))]) == .max ... .max)
    #expect(
      picker([
        .minimum(Decimal(1)), .minimum(Decimal(3)), .maximum(Decimal(9)), .maximum(Decimal(7)),
      ])
        == 3...7)
  }

  @Test("Bounds at the ends of Int are judged like others")
  func endsOfInt() throws {
    let above = field("n", .integer, [.exclusiveMinimum(Decimal(.max))])
    #expect(above.verdict("9223372036854775807") == .refused("exclusiveMinimum"))
    #expect(above.verdict("9223372036854775808").isRight)
    let below = field("n", .integer, [.exclusiveMaximum(Decimal(.min))])
    #expect(below.verdict("0") == .refused("exclusiveMaximum"))
    #expect(below.verdict("-9223372036854775809").isRight)
    let all = field("n", .integer, [.minimum(Decimal(.min)), .maximum(Decimal(.max))])
    #expect(all.verdict("9223372036854775807").isRight)
    #expect(all.verdict("9223372036854775808") == .refused("maximum"))
    #expect(all.verdict("-9223372036854775808").isRight)
    #expect(all.verdict("-9223372036854775809") == .refused("minimum"))
  }
}
