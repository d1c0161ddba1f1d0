import Forms
import Testing

/// Every sequence of up to four moves, against what must hold after each of them.
@Suite("Walk: every sequence of four moves")
struct WalkSequenceTests {
  /// One thing that a person does.
  enum Step: CaseIterable {
    case right, otherRight, wrong, empty, emptyText
    case next, previous, last, clear, clearAll, undo, finish
    case leaveWrong, leaveRight

    /// The text it answers with; nil for a move that is no answer.
    func text(_ field: Int) -> String? {
      switch self {
      case .right: ["Kim", "30", "M"][field]
      case .otherRight: ["Wilhelmina", "7", "F"][field]
      case .wrong: ["Wilhelmina Oakes", "250", "X"][field]
      case .empty, .emptyText: ""
      default: nil
      }
    }

    func take(_ walk: Walk) -> Outcome {
      if let text = text(walk.current) { return walk.say(text, explicit: self == .emptyText) }
      switch self {
      case .next: return walk.apply(.next)
      case .previous: return walk.apply(.previous)
      case .last: return walk.apply(.go(walk.askedFields.last ?? 0))
      case .clear: return walk.apply(.clear)
      case .clearAll: return walk.apply(.clearAll)
      case .undo: return walk.apply(.undo)
      case .finish: return walk.apply(.finish)
      case .leaveWrong:
        // At the first field prev stays, and judges nothing.
        let move: Move = walk.current == walk.askedFields.first ? .next : .previous
        return walk.leave(Step.wrong.text(walk.current) ?? "", by: move)
      default: return walk.leave(Step.right.text(walk.current) ?? "", by: .next)
      }
    }

    /// Whether it is a move whose line stays as it was.
    var isBareMove: Bool { text(0) == nil && self != .leaveWrong && self != .leaveRight }
  }

  enum Kind: CaseIterable {
    case optional, withDefault, withInitial, conditional, finishedByNext, checked
  }

  /// Name (required text), age (optional number, of some kind) and gender (required choice).
  private static func make(_ kind: Kind) -> Form {
    let name = field("name", .text, [.maxCharacters(10)]) { $0.isRequired = true }
    let age = field("age", .integer, [.minimum(Decimal(1)), .maximum(Decimal(100))]) {
      switch kind {
      case .withDefault: $0.defaultValue = .number("18")
      case .withInitial: $0.initial = .number("12")
      case .conditional: $0.conditions = [[.present(0)]]
      default: break
      }
    }
    let gender = choiceField("gender", ["M", "F"]) { $0.isRequired = true }
    let adult = TestExpression("age <> 7", fields: [1]) { record in
      record.values[1].number.map { .number(Decimal($0 == Decimal(7) ? 0 : 1)) } ?? .null
    }
    let checks = kind == .checked ? [Check(assertion: adult, message: "no", field: 1)] : []
    return form([name, age, gender], checks: checks, finishesByNext: kind == .finishedByNext)
  }

  /// A form, whether a person looks, and how many moves: four for the forms of the contract.
  private static let runs: [(Kind, Bool, Int)] = [
    (.optional, false, 4), (.optional, true, 4), (.finishedByNext, false, 4),
    (.finishedByNext, true, 4), (.withInitial, true, 4), (.withDefault, false, 4),
    (.withInitial, false, 3), (.withDefault, true, 3), (.conditional, false, 3),
    (.conditional, true, 3), (.checked, false, 3), (.checked, true, 3),
  ]

  @Test("What holds after every move", arguments: runs)
  func sequences(_ kind: Kind, _ isInteractive: Bool, _ length: Int) {
    let form = WalkSequenceTests.make(kind)
    let fresh = Walk(form: form, isInteractive: isInteractive).sight
    var outcomes: Set<String> = []
    var trail: [Step] = []
    func walked() -> Walk {
      let walk = Walk(form: form, isInteractive: isInteractive)
      for step in trail where step.take(walk) == .finished { walk.startNext() }
      return walk
    }
    func go() {
      let before = walked().sight
      for step in Step.allCases {
        let walk = walked()
        let outcome = step.take(walk)
        outcomes.insert("\(outcome)".prefix { $0 != "(" }.description)
        var laws = WalkLaws(walk, step, outcome, before, fresh)
        laws.judge()
        for broken in laws.broken {
          Issue.record(
            "\(trail + [step]): \(broken)\n  before \(before)\n  \(outcome) \(walk.sight)")
        }
        trail.append(step)
        if trail.count < length { go() }
        trail.removeLast()
      }
    }
    go()
    guard length == 4 else { return }
    var expected: Set<String> = [
      "accepted", "refused", "moved", "atFirst", "cleared", "undone", "nothingToUndo", "finished",
      "incomplete", "nextToMend",
    ]
    if isInteractive { expected.insert("draftDiffers") }
    #expect(outcomes == expected, "the sequences reach every outcome and no other")
  }
}

/// What must hold after one step, whatever went before.
private struct WalkLaws {
  let walk: Walk
  let step: WalkSequenceTests.Step
  let outcome: Outcome
  let before: Sight
  let fresh: Sight
  let after: Sight
  let here: Int
  /// The laws that are broken.
  var broken: [String] = []

  init(
    _ walk: Walk, _ step: WalkSequenceTests.Step, _ outcome: Outcome, _ before: Sight,
    _ fresh: Sight
  ) {
    self.walk = walk
    self.step = step
    self.outcome = outcome
    self.before = before
    self.fresh = fresh
    after = walk.sight
    here = before.current
  }

  private mutating func law(_ words: @autoclosure () -> String, _ holds: Bool) {
    if !holds { broken.append(words()) }
  }

  /// Finds the laws that are broken; the walk is used up, for undo is tried on it.
  mutating func judge() {
    law("the walk stands at an asked field", walk.isAsked(walk.current))
    for (i, place) in after.places.enumerated() {
      let own = walk.form.fields[i].text(of: walk.accepted.values[i]).string
      law("draft \(i) is its value's own text", place.draftDiffers || place.draft == own)
      law("a draft \(i) that differs has its reason", !place.draftDiffers || place.message != nil)
      if place.hasValue {
        let fault = walk.form.fields[i].judge(stored: walk.accepted.values[i], walk.form.rules)
        law("the accepted value \(i) is right", fault == nil)
      }
    }
    let isSentBack = [.incomplete, .nextToMend, .draftDiffers].contains(outcome)
    let told = isSentBack ? after.current : nil
    for i in after.places.indices where i != here && step != .clearAll && step != .undo {
      law("field \(i) is not touched", i == told || after.places[i] == before.places[i])
      law("draft \(i) is not touched", after.places[i].draft == before.places[i].draft)
      law("value \(i) is not touched", after.places[i].value == before.places[i].value)
    }
    if let text = step.text(here) { answer(text) } else { move() }
    ends()
    undone()
  }

  private mutating func answer(_ text: String) {
    let place = after.places[here]
    if outcome == .refused {
      law("a refused answer stays", after.current == here)
      law("a refused answer changes no value", after.values == before.values)
      law("a refused answer is the draft", place.draft == text && place.draftDiffers)
      law("a refused answer has a message", place.message != nil)
      law("no other field is touched", after.equals(before, but: here))
      return
    }
    law("an accepted answer is the draft", !place.draftDiffers)
    law("a wrong answer is refused", step != .wrong)
    if step == .right || step == .otherRight {
      law("a right answer is the value", place.value.hasSuffix(" " + text))
    }
    if outcome == .accepted {
      let next = walk.askedFields.first { $0 > here }
      law("an accepted answer goes to the next field", after.current == next ?? here)
      law("an accepted answer has no message", place.message == nil)
    }
  }

  private mutating func move() {
    law("a move is never refused", outcome != .refused && outcome != .accepted)
    let (old, new) = (before.places[here], after.places[here])
    switch step {
    case .clear:
      law("clear stays", after.current == here && outcome == .cleared)
      law("clear empties", new.value == "absent" && new.draft.isEmpty && new.message == nil)
    case .clearAll:
      law("clear all goes to the first field", after.current == walk.askedFields.first)
      law(
        "clear all empties",
        after.places.allSatisfy {
          !$0.hasValue && $0.draft.isEmpty && $0.message == nil && !$0.draftDiffers
        })
    case .undo:
      law("nothing to undo changes nothing", outcome == .undone(after.current) || after == before)
    case .previous:
      law("prev goes to the field before", outcome == .atFirst || after.current < here)
      law("prev stays at the first field alone", outcome != .atFirst || here == walk.askedFields[0])
      law("prev at the first field changes nothing", outcome != .atFirst || after == before)
    case .last: law("goto goes", outcome == .moved)
    default: break
    }
    guard step.isBareMove, ![.clear, .clearAll, .undo].contains(step) else { return }
    law("a move keeps the draft", new.draft == old.draft || !new.draftDiffers)
    law(
      "a move keeps an accepted value", !old.hasValue || old.draftDiffers || new.value == old.value)
    law("a move accepts nothing wrong", old.message == nil || !old.draftDiffers || new == old)
  }

  private mutating func ends() {
    switch outcome {
    case .finished:
      let record = walk.finished
      law("a record handed over has no fault", walk.form.faults(stored: record).isEmpty)
      law("a record handed over has what is required", walk.missing.isEmpty)
    case .incomplete:
      law("what keeps the record is told", after.places[after.current].message != nil)
      law(
        "a record is kept for a reason",
        !walk.missing.isEmpty || !walk.form.faults(stored: walk.finished).isEmpty)
    case .nextToMend:
      law("mending goes forward", after.current > here)
      law("what is to be mended is told", after.places[after.current].message != nil)
    case .draftDiffers:
      law("a person looks", walk.isInteractive)
      law("the draft differs", after.places[after.current].draftDiffers)
    default: break
    }
  }

  /// Undo brings the values back, and the record that follows a finished one is fresh.
  private mutating func undone() {
    let hasChanged = after.values != before.values
    if outcome == .finished, !hasChanged {
      walk.startNext()
      law("the next record is fresh", walk.sight == fresh)
      law("undo ends with the record", walk.apply(.undo) == .nothingToUndo)
      return
    }
    guard hasChanged, step != .undo else { return }
    law("a change can be taken back", walk.apply(.undo) != .nothingToUndo)
    let back = walk.sight
    law("undo brings the values back", back.values == before.values)
    let isLeaving = step == .leaveWrong || step == .leaveRight
    if !isLeaving, back.places[here] != before.places[here] {
      broken.append("undo brings draft and message back: \(back)")
    }
    law("undo goes to its field", back.current == here)
  }
}
