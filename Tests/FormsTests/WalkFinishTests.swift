import Forms
import Testing

/// The end of a record: judged whole, sent back, mended, handed over.
@Suite("Walk: finishing a record")
struct WalkFinishTests {
  /// Required texts `a`, `b`, `c`, `d`.
  private func four(isInteractive: Bool = false, checks: [Check] = []) -> Walk {
    let fields = ["a", "b", "c", "d"].map { name in
      field(name, .text, [.maxCharacters(3)]) { $0.isRequired = true }
    }
    return Walk(form: form(fields, checks: checks), isInteractive: isInteractive)
  }

  @Test("Mending: the first field that keeps the record, the next such, then the finish")
  func mending() {
    let walk = four()
    #expect(walk.apply(.next) == .moved)
    #expect(walk.say("b") == .accepted)
    #expect(walk.missing == [0, 2, 3])
    #expect(walk.apply(.finish) == .incomplete)
    #expect(walk.current == 0)
    #expect(walk.message(0) == "missing")
    #expect(walk.say("long") == .refused)
    #expect(walk.say("a") == .nextToMend)
    #expect(walk.current == 2)
    #expect(walk.message(2) == "missing")
    #expect(walk.say("c") == .nextToMend)
    #expect(walk.current == 3)
    #expect(walk.say("d") == .finished)
    #expect(walk.finished.values.map(\.text.string) == ["a", "b", "c", "d"])
  }

  @Test("Leaving the field that is to be mended gives the errand up")
  func givenUp() {
    let walk = four()
    #expect(walk.apply(.finish) == .incomplete)
    #expect(walk.say("a") == .nextToMend)
    #expect(walk.current == 1)
    #expect(walk.apply(.next) == .moved)
    #expect(walk.current == 2)
    #expect(walk.say("c") == .accepted)
    #expect(walk.say("d") == .incomplete)
    #expect(walk.current == 1)
    #expect(walk.say("b") == .finished)
  }

  @Test("clear at the field that is to be mended stays there, and an answer goes on as sent")
  func clearWhileMending() {
    let walk = four()
    #expect(walk.say("a") == .accepted)
    #expect(walk.apply(.finish) == .incomplete)
    #expect(walk.current == 1)
    #expect(walk.apply(.clear) == .cleared)
    #expect(walk.say("b") == .nextToMend)
    #expect(walk.current == 2)
  }

  @Test("A refused draft keeps its own message when the record is sent back to it")
  func ownMessage() {
    let walk = four()
    #expect(walk.say("long") == .refused)
    #expect(walk.apply(.next) == .moved)
    for answer in ["b", "c"] { #expect(walk.say(answer) == .accepted) }
    #expect(walk.say("d") == .incomplete)
    #expect(walk.current == 0)
    #expect(walk.draft(0).string == "long")
    #expect(walk.message(0) == "x-maxCharacters")
  }

  /// A check that two fields differ, told at the second of them.
  private func differ(_ a: Int, _ b: Int) -> Check {
    let expression = TestExpression("x <> y", fields: [a, b]) { record in
      let (x, y) = (record.values[a], record.values[b])
      if x.kind.isNothing || y.kind.isNothing { return .null }
      return .number(Decimal(x == y ? 0 : 1))
    }
    return Check(assertion: expression, message: "they differ", field: b)
  }

  @Test("A check is judged when the last of its operands is answered; the answer stays as a draft")
  func check() {
    let walk = four(checks: [differ(2, 1)])
    for answer in ["a", "x"] { #expect(walk.say(answer) == .accepted) }
    #expect(walk.say("x") == .refused)
    #expect(walk.current == 2)
    #expect(walk.message(2) == "check 0")
    #expect(walk.value(2) == nil)
    #expect(walk.draft(2).string == "x")
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.say("y") == .accepted, "the other operand is reached, and changed")
    #expect(walk.draft(2).string == "x", "the draft waits")
    #expect(walk.apply(.next) == .moved)
    #expect(walk.value(2) == "x", "what is left is judged anew: it is right now")
    #expect(walk.message(2) == nil)
    #expect(walk.say("d") == .finished)
  }

  @Test("A check over a value that nobody answered waits for the finish, which goes to its field")
  func checkAtTheFinish() {
    let fields = [
      field("a"), field("b") { $0.initial = .text("x") }, field("c"), field("d"),
    ]
    let walk = Walk(form: form(fields, checks: [differ(2, 1)]), isInteractive: false)
    #expect(walk.say("a") == .accepted)
    // Going on leaves `b` with its start value: nobody has answered it.
    #expect(walk.apply(.go(2)) == .moved)
    #expect(walk.say("x") == .accepted)
    #expect(walk.say("d") == .incomplete)
    #expect(walk.current == 1)
    #expect(walk.message(1) == "check 0")
    #expect(walk.value(1) == "x", "the value itself is right and stays accepted")
    #expect(walk.say("x") == .refused, "answered now, it is judged at once")
    #expect(walk.message(1) == "check 0")
    #expect(walk.apply(.next) == .moved)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.message(1) == "check 0")
    #expect(walk.say("y") == .finished, "the walk was sent here: what is right now finishes")
    #expect(walk.message(1) == nil)
  }

  @Test("A check without a field is the record's: the walk stays, and no field has its message")
  func checkOfTheRecord() {
    var check = differ(2, 1)
    check.field = nil
    let fields = ["a", "b", "c"].map { name in
      field(name) { if name == "b" { $0.initial = .text("x") } }
    }
    let walk = Walk(form: form(fields, checks: [check]), isInteractive: false)
    #expect(walk.apply(.go(2)) == .moved)
    #expect(walk.say("x") == .incomplete)
    #expect(walk.current == 2)
    #expect(walk.sentTo == nil)
    #expect(walk.message(2) == nil)
    #expect(walk.recordFaults.map { word($0.fault) } == ["check 0"])
    #expect(walk.say("y") == .finished)
  }

  @Test(
    "Checks: NULL passes, zero does not, a text is the number it begins with, a failure is told")
  func truth() {
    for (result, message) in [
      (.null, nil), (.number(Decimal(0)), "check 0"), (.number(Decimal(-2)), nil),
      (.text(Bytes(text: "1")), nil), (.text(Bytes(text: "abc")), "check 0"),
      (.text(Bytes(text: "1abc")), nil), (.text(Bytes(text: " 2 ")), nil),
      (.text(Bytes(text: "-.5")), nil), (.text(Bytes(text: "0..5")), "check 0"),
      (.text(Bytes(text: "0.0x")), "check 0"), (.failed("too long"), "check 0 failed: too long"),
    ] as [(ExpressionResult, String?)] {
      let assertion = TestExpression("?", fields: [0]) { _ in result }
      let checked = form(
        [field("a")], checks: [Check(assertion: assertion, message: "", field: 0)])
      let walk = Walk(form: checked, isInteractive: false)
      #expect(walk.say("x") == (message == nil ? .finished : .refused), "\(result)")
      #expect(walk.message(0) == message, "\(result)")
      var stored = Record(fieldCount: 1)
      stored.set(0, .text("x"))
      let faults = checked.faults(stored: stored).map { word($0.fault) }
      #expect(faults == (message.map { [$0] } ?? []))
    }
  }

  @Test("Every check that fails is reported of a stored record, in the fields' order")
  func allChecks() {
    let never = TestExpression("0", fields: []) { _ in .number(Decimal(0)) }
    let fields = [field("a", .text, [.maxCharacters(2)]), field("b")]
    let checks = [1, 0, 0].map { Check(assertion: never, message: "", field: $0) }
    var record = Record(fieldCount: 2)
    record.set(0, .text("long"))
    let faults = form(fields, checks: checks).faults(stored: record)
    #expect(
      faults.map { "\($0.field ?? -1) \(word($0.fault))" } == [
        "0 x-maxCharacters", "0 check 1", "0 check 2", "1 check 0",
      ])
  }

  @Test("At a terminal a record waits once while a draft differs from its accepted value")
  func draftDiffers() {
    for isInteractive in [true, false] {
      let walk = four(isInteractive: isInteractive)
      for answer in ["a", "b", "c"] { #expect(walk.say(answer) == .accepted) }
      #expect(walk.apply(.go(1)) == .moved)
      #expect(walk.say("long") == .refused)
      #expect(walk.apply(.go(3)) == .moved)
      guard isInteractive else {
        #expect(walk.say("d") == .finished)
        continue
      }
      #expect(walk.say("d") == .draftDiffers)
      #expect(walk.current == 1)
      #expect(walk.value(1) == "b")
      #expect(walk.draft(1).string == "long")
      #expect(walk.message(1) == "x-maxCharacters")
      #expect(walk.apply(.finish) == .finished, "it is said once")
      #expect(walk.finished.values[1] == .text("b"))
    }
  }

  @Test("A draft that differs is said again after another answer was refused")
  func differsAgain() {
    let walk = four(isInteractive: true)
    for answer in ["a", "b", "c"] { #expect(walk.say(answer) == .accepted) }
    #expect(walk.leave("d", by: .go(1)) == .moved)
    #expect(walk.say("long") == .refused)
    #expect(walk.apply(.finish) == .draftDiffers)
    #expect(walk.say("longer") == .refused)
    #expect(walk.apply(.finish) == .draftDiffers)
    #expect(walk.say("x") == .finished)
    #expect(walk.finished.values[1] == .text("x"))
  }

  @Test("A refused draft of an optional field is not dropped in silence either")
  func differsFromNothing() {
    let fields = [field("a"), field("n", .integer)]
    let walk = Walk(form: form(fields), isInteractive: true)
    #expect(walk.say("a") == .accepted)
    #expect(walk.say("x") == .refused)
    #expect(walk.apply(.next) == .draftDiffers)
    #expect(walk.current == 1)
    #expect(walk.apply(.next) == .finished)
    #expect(walk.finished.values[1].kind == .absent)
  }

  @Test("A fault of the record itself is listed once, however often it is judged")
  func recordFaults() {
    var never = SchemaNode()
    var object = ObjectRules()
    object.least = 3
    never.object = object
    let fields = [
      field("a") { $0.isRequired = true }, field("b") { $0.isRequired = true }, field("c"),
    ]
    let walk = Walk(
      form: form(fields, Rules(nodes: [never], root: 0)), isInteractive: false)
    #expect(walk.apply(.finish) == .incomplete)
    #expect(walk.current == 0)
    #expect(walk.say("a") == .nextToMend)
    #expect(walk.recordFaults.map { word($0.fault) } == ["minProperties 3"])
    #expect(walk.say("b") == .incomplete)
    #expect(walk.recordFaults.map { word($0.fault) } == ["minProperties 3"])
    #expect(walk.apply(.go(2)) == .moved)
    #expect(walk.say("c") == .finished)
    #expect(walk.recordFaults.isEmpty)
  }

  @Test("null never meets required while filling; a stored null meets it where the type admits it")
  func requiredNull() {
    let fields = [
      field("a", .integer, [.type([.integer, .null])]) {
        $0.isRequired = true
        $0.admitsNull = true
      }
    ]
    let one = form(fields)
    let walk = Walk(form: one, isInteractive: false)
    #expect(walk.say("") == .refused)
    #expect(walk.apply(.finish) == .incomplete)
    #expect(walk.message(0) == "missing")
    var record = Record(fieldCount: 1)
    #expect(one.faults(stored: record).map { word($0.fault) } == ["missing"])
    record.set(0, Value(.null))
    #expect(one.faults(stored: record).isEmpty)
  }
}
