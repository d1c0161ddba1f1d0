import Forms
import Testing

@Suite("Walk: the words of sections 3 and 4")
struct WalkTests {
  /// The form `tiles`: one optional whole number, 12 at the start; it finishes by `next`.
  private func tiles(isInteractive: Bool = false) -> Walk {
    let count = field(
      "count", .integer,
      [
        .type([.integer, .null]), .minimum(Decimal(.min)), .maximum(Decimal(.max)),
        .characters(AllowedCharacters(Bytes(text: "+-0123456789"))),
      ]
    ) {
      $0.initial = .number("12")
      $0.admitsNull = true
    }
    return Walk(form: form([count], finishesByNext: true), isInteractive: isInteractive)
  }

  @Test("The table of tiles, in a script and at a terminal", arguments: [false, true])
  func tilesTable(_ isInteractive: Bool) {
    let walk = tiles(isInteractive: isInteractive)
    func expect(_ value: String?, _ draft: String, _ hasMessage: Bool, _ step: String) {
      #expect(walk.value(0) == value, "\(step)")
      #expect(walk.draft(0).string == draft, "\(step)")
      #expect((walk.message(0) != nil) == hasMessage, "\(step)")
      #expect(walk.current == 0)
    }
    expect("12", "12", false, "start")
    #expect(!walk.isTouched)
    #expect(walk.apply(.clear) == .cleared)
    expect(nil, "", false, "clear")
    #expect(walk.isTouched)
    for (line, outcome, value, draft, hasMessage) in [
      ("24", .accepted, "24", "24", false), ("-", .refused, "24", "-", true),
      ("-8", .accepted, "-8", "-8", false), ("0", .accepted, "0", "0", false),
      ("2.5", .refused, "0", "2.5", true), ("", .accepted, nil, "", false),
      ("+024", .accepted, "24", "24", false), (" 24", .refused, "24", " 24", true),
      ("9223372036854775808", .refused, "24", "9223372036854775808", true),
      ("9223372036854775807", .accepted, "9223372036854775807", "9223372036854775807", false),
      ("2.0", .refused, "9223372036854775807", "2.0", true), ("7", .accepted, "7", "7", false),
    ] as [(String, Outcome, String?, String, Bool)] {
      #expect(walk.say(line) == outcome, "\(line)")
      expect(value, draft, hasMessage, line)
    }
    #expect(walk.apply(.next) == .finished)
    #expect(walk.finished.values[0] == .number("7"))
  }

  @Test("A record of tiles is finished by next, or by the script's end if an answer was accepted")
  func tilesEnd() {
    let walk = tiles()
    #expect(walk.endOfScript() == nil, "nothing was answered")
    #expect(walk.say("-") == .refused)
    #expect(walk.endOfScript() == nil, "nothing was accepted")
    #expect(walk.say("5") == .accepted)
    #expect(walk.say("x") == .refused)
    #expect(walk.endOfScript() == .finished)
    #expect(walk.finished.values[0] == .number("5"))
    walk.startNext()
    #expect(walk.value(0) == "12")
    #expect(walk.message(0) == nil)
    #expect(walk.endOfScript() == nil)
    #expect(walk.say("") == .accepted)
    #expect(walk.apply(.finish) == .finished)
    #expect(walk.finished.values[0].kind == .null, "no value is null where the type admits it")
  }

  /// Name (required text), age (optional), gender (required choice).
  private func person(isInteractive: Bool = false) -> Walk {
    let name = field("name", .text, [.maxCharacters(10)]) { $0.isRequired = true }
    let age = field("age", .integer, [.minimum(Decimal(1)), .maximum(Decimal(100))])
    let gender = choiceField("gender", ["M", "F"]) { $0.isRequired = true }
    return Walk(form: form([name, age, gender]), isInteractive: isInteractive)
  }

  @Test("Right answers walk through and finish; the next record is a fresh one")
  func straight() {
    let walk = person()
    for _ in 0..<2 {
      #expect(walk.current == 0)
      #expect(!walk.hasAccepted)
      #expect(walk.say(" Kim ") == .accepted)
      #expect(walk.current == 1)
      #expect(walk.say("30") == .accepted)
      #expect(walk.say("F") == .finished)
      #expect(walk.finished.values == [.text("Kim"), .number("30"), .text("F")])
      walk.startNext()
      #expect(!walk.isTouched)
    }
  }

  @Test("What an empty line means: no value, the default, or a refusal")
  func emptyLine() {
    let walk = person()
    #expect(walk.say("") == .refused)
    #expect(walk.message(0) == "missing")
    #expect(walk.say(" \t") == .refused, "outer spaces are lost first")
    #expect(walk.say("", explicit: true) == .accepted, "the empty text is a value")
    #expect(walk.accepted.values[0] == .text(""))
    #expect(walk.isDraftEmptyText(0))
    #expect(walk.say("") == .accepted)
    #expect(walk.accepted.values[1].kind == .absent)
    #expect(!walk.isDraftEmptyText(1))
    let withDefault = Walk(
      form: form([field("n", .integer) { $0.defaultValue = .number("5") }, field("t")]),
      isInteractive: false)
    #expect(withDefault.value(0) == nil, "a default is no value before its empty line")
    #expect(withDefault.say("") == .accepted)
    #expect(withDefault.value(0) == "5")
    #expect(withDefault.apply(.previous) == .moved)
    #expect(withDefault.say("", explicit: true) == .refused, "the empty text is no number")
    #expect(withDefault.message(0) == "wholeNumber")
  }

  @Test("next and prev judge the draft: right is accepted, wrong is kept with its message")
  func leaving() {
    let walk = person()
    #expect(walk.apply(.previous) == .atFirst)
    #expect(walk.message(0) == nil)
    #expect(walk.leave("Kim", by: .next) == .moved)
    #expect(walk.value(0) == "Kim")
    #expect(walk.leave("250", by: .previous) == .moved)
    #expect(walk.current == 0)
    #expect(walk.value(1) == nil)
    #expect(walk.draft(1).string == "250")
    #expect(walk.message(1) == "maximum")
    #expect(walk.leave("", by: .next) == .moved)
    #expect(walk.value(0) == "Kim", "a wrong draft leaves the accepted value")
    #expect(walk.draft(0).string == "")
    #expect(walk.message(0) == "missing")
    #expect(walk.apply(.next) == .moved)
    #expect(walk.message(1) == "maximum", "the draft is judged once and keeps its message")
    #expect(walk.leave("M", by: .next) == .finished, "a script looks at accepted values alone")
  }

  @Test("prev from an invalid and from an empty field")
  func previous() {
    let walk = person()
    #expect(walk.say("Kim") == .accepted)
    #expect(walk.say("250") == .refused)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.current == 0)
    #expect(walk.apply(.go(2)) == .moved)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.current == 1)
    #expect(walk.draft(1).string == "250")
    #expect(walk.message(2) == "missing")
  }

  @Test("An unread draft may be the empty text, or stop being it")
  func emptyTextByKey() {
    let walk = Walk(form: form([field("a"), field("b")]), isInteractive: true)
    #expect(walk.leave("", explicit: true, by: .next) == .moved)
    #expect(walk.accepted.values[0] == .text(""))
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.leave("", explicit: true, by: .next) == .moved)
    #expect(walk.accepted.values[0] == .text(""))
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.leave("", by: .next) == .moved)
    #expect(walk.accepted.values[0].kind == .absent)
  }

  @Test("prev at the first field stays and keeps what stands in the line, unjudged")
  func atFirst() {
    let walk = person(isInteractive: true)
    #expect(walk.leave("Wilhelmina Oakes", by: .previous) == .atFirst)
    #expect(walk.current == 0)
    #expect(walk.draft(0).string == "Wilhelmina Oakes")
    #expect(walk.message(0) == nil)
    #expect(walk.apply(.next) == .moved)
    #expect(walk.message(0) == "x-maxCharacters")
  }

  @Test("Undo of what a key left brings back the value, not the text that was typed")
  func undoOfLeaving() {
    let walk = person(isInteractive: true)
    #expect(walk.leave("Kim", by: .next) == .moved)
    #expect(walk.apply(.undo) == .undone(0))
    #expect(walk.draft(0).isEmpty)
    #expect(walk.value(0) == nil)
    #expect(walk.say("Kim") == .accepted)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.leave("Lee", by: .next) == .moved)
    #expect(walk.apply(.undo) == .undone(0))
    #expect(walk.draft(0).string == "Kim")
    #expect(walk.apply(.next) == .moved)
    #expect(walk.value(0) == "Kim")
  }

  @Test("A message goes away with the next answer and with clear")
  func messages() {
    let walk = person()
    #expect(walk.say("Wilhelmina Oakes") == .refused)
    #expect(walk.message(0) == "x-maxCharacters")
    #expect(walk.say("") == .refused)
    #expect(walk.message(0) == "missing")
    #expect(walk.apply(.clear) == .cleared)
    #expect(walk.message(0) == nil)
    #expect(walk.say("Kim") == .accepted)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.say("Wilhelmina Oakes") == .refused)
    #expect(walk.value(0) == "Kim", "the accepted value stays")
    #expect(walk.leave("Kim", by: .next) == .moved)
    #expect(walk.message(0) == nil)
    #expect(!walk.draftDiffers(0))
  }

  @Test("clear all empties initial values too and goes to the first field; undo brings all back")
  func clearAll() {
    let walk = person()
    #expect(walk.say("Kim") == .accepted)
    #expect(walk.say("250") == .refused)
    let before = walk.sight
    #expect(walk.apply(.clearAll) == .cleared)
    #expect(walk.current == 0)
    #expect(walk.sight.values == ["absent", "absent", "absent"])
    #expect(walk.draft(1).isEmpty)
    #expect(walk.message(1) == nil)
    #expect(walk.apply(.undo) == .undone(1))
    #expect(walk.sight == before)
    #expect(walk.apply(.undo) == .undone(0))
    #expect(walk.value(0) == nil)
    #expect(walk.apply(.undo) == .nothingToUndo)
    let started = tiles()
    #expect(started.apply(.clearAll) == .cleared)
    #expect(started.value(0) == nil)
    started.startNext()
    #expect(started.value(0) == "12", "the next record starts as the form says")
  }

  @Test("A mere beginning of a number counts as no value where the form says so")
  func beginningIsNone() {
    let degrees = field("f", .number) { $0.beginningIsNone = true }
    let walk = Walk(form: form([degrees, field("t")]), isInteractive: false)
    for text in ["-", ".", "-."] {
      #expect(walk.say("5") == .accepted)
      #expect(walk.apply(.previous) == .moved)
      #expect(walk.say(text) == .accepted, "\(text)")
      #expect(walk.value(0) == nil)
      #expect(walk.apply(.previous) == .moved)
    }
    #expect(walk.say("--") == .refused)
  }

  @Test("The undo log keeps the last changes of a long record")
  func longUndo() {
    let walk = tiles()
    for i in 0..<1500 { #expect(walk.say("\(i)") == .accepted) }
    for i in (1000..<1499).reversed() {
      #expect(walk.apply(.undo) == .undone(0))
      #expect(walk.value(0) == "\(i)")
    }
  }
}
