// The walk through a form, as a state machine: moves in, outcomes out. It knows no file, terminal or clock.

/// What a person can do beside answering.
public enum Move: Sendable, Equatable {
  /// Judges the draft and goes to the next field; from the last: finishes the record.
  case next
  /// Judges the draft and goes to the field before.
  case previous
  /// Judges the draft and goes to this field, which must be asked.
  case go(Int)
  /// Empties draft, accepted value and message of the field; stays.
  case clear
  /// Empties the whole record and goes back to its first field.
  case clearAll
  /// Begins the record anew, with its start values, at its first field.
  case startOver
  /// Takes back the last change of an accepted value and goes to its field.
  case undo
  /// Judges the draft and finishes the record from anywhere.
  case finish
}

/// What came of an answer or a move.
public enum Outcome: Sendable, Equatable {
  /// The answer was accepted; the walk stands at `current`.
  case accepted
  /// The answer was refused; its message is the current field's.
  case refused
  /// The walk went to another field.
  case moved
  /// `previous` at the first field: nothing changed.
  case atFirst
  /// The field, or the record, was emptied, or the record begun anew.
  case cleared
  /// The field that the walk was to go to is not asked any more, since what was left there was taken: the walk stays.
  case notAsked(Int)
  /// A change of this field was taken back; the walk stands there.
  case undone(Int)
  /// There is nothing to take back.
  case nothingToUndo
  /// The record is right: take `finished`, then call `startNext`.
  case finished
  /// The record was to be finished and could not: the walk stands at the first field that keeps it, with the message.
  ///
  /// Faults that no asked field has are in `recordFaults`; where there are no others, the walk stays.
  case incomplete
  /// A field that kept the record from being finished is right now: the walk stands at the next such field.
  case nextToMend
  /// At a terminal: the record waits, since the current field's draft differs from its accepted value; said once.
  case draftDiffers
}

/// Why a draft was refused, or what a finish found wrong at a field.
public struct Refusal: Sendable {
  /// The fault, with its own place: a rule that another field sets off may find it elsewhere.
  public var fault: RecordFault
  /// The text of the value that is at fault where that is another field's.
  public var text: Bytes
  /// Whether it is the draft by itself that is wrong, not the record with it.
  public var isOwn: Bool
}

/// One field's part of a record in progress, beside its accepted value.
struct FieldState: Sendable {
  /// The draft, where it is not the accepted value's own text.
  var draft: Bytes = []
  /// Whether the draft is the accepted value's own text; then `draft` is not used.
  var isDraftAccepted = true
  /// Whether an empty draft means the empty text, not no value.
  var isExplicit = false
  /// Why the draft was refused, or what a finish found wrong here.
  var refusal: Refusal?
  /// Whether the difference between draft and accepted value was said at a finish.
  var wasDifferenceSaid = false
}

/// The state of filling a form: one record in progress, and where the walk stands in it.
@safe public final class Walk {
  /// The form that is filled.
  public let form: Form
  /// Whether a person looks at the screen: then a record waits while a draft differs from its accepted value.
  public let isInteractive: Bool
  /// The field that the next answer answers.
  public internal(set) var current: Int
  /// The accepted values; for computed fields see `preview`.
  public internal(set) var accepted: Record
  /// Whether an answer was accepted since the record began.
  public internal(set) var hasAccepted = false
  /// Faults of the record that no field can be asked for, after a finish that could not.
  public internal(set) var recordFaults: [RecordFault] = []
  /// The field that the last finish that could not sent the walk to; nil where only the record itself is at fault.
  public internal(set) var sentTo: Int?
  /// How the record stands; kept up only where there is more to it than its fields' own values.
  var standing: Standing

  var states: [FieldState]
  var log = UndoLog()
  /// The field that a finish sent the walk to; an answer accepted there leads on to the next such field.
  var mending: Int?
  private let initials: [Int]
  // Borrowed from `owned`: a look at them counts no references.
  private let plain: [Unmanaged<PlainAnswers>]
  private let owned: [PlainAnswers]
  /// Whether some draft or message may be there beside the accepted values.
  var hasUnsettled = false
  /// What the text that is judged means.
  private(set) var scratch = Value.absent

  /// Begins the first record of a form.
  public init(form: Form, isInteractive: Bool) {
    self.form = form
    self.isInteractive = isInteractive
    initials = form.fields.indices.filter { form.fields[$0].startValue != nil }
    owned = form.fields.map { $0.plainly.forOneThread() }
    unsafe plain = owned.map { unsafe Unmanaged.passUnretained($0) }
    accepted = Record(fieldCount: form.fields.count)
    states = Array(repeating: FieldState(), count: form.fields.count)
    standing = Standing(form)
    current = 0
    startNext()
  }

  /// Begins the next record; the form's initial values are accepted.
  public func startNext() {
    log.removeAll()
    begin()
  }

  private func begin() {
    accepted.clear()
    if hasUnsettled {
      for i in states.indices { states[i].settle() }
      hasUnsettled = false
    }
    for i in initials {
      if let value = form.fields[i].startValue { accepted.set(i, value) }
    }
    hasAccepted = false
    mending = nil
    if !recordFaults.isEmpty { recordFaults = [] }
    if !form.isJudgedByFields { standing.begin(accepted) }
    current = firstAsked
  }

  // MARK: What stands in a field

  /// The draft of a field: what an answer left, or the accepted value's own text.
  public func draft(_ field: Int) -> Bytes {
    states[field].isDraftAccepted
      ? form.fields[field].text(of: accepted.values[field]) : states[field].draft
  }

  /// Whether the draft stands for something else than the accepted value.
  public func draftDiffers(_ field: Int) -> Bool { !states[field].isDraftAccepted }

  /// Whether an empty draft means the empty text.
  public func isDraftEmptyText(_ field: Int) -> Bool {
    let state = states[field]
    if state.isDraftAccepted {
      return accepted.values[field].kind == .text && accepted.values[field].text.isEmpty
    }
    return state.isExplicit && state.draft.isEmpty
  }

  /// The message of a field, as data: why its draft was refused.
  public func fault(_ field: Int) -> Fault? { states[field].refusal?.fault.fault }

  /// As ``fault(_:)``, with the place of the fault.
  public func refusal(_ field: Int) -> Refusal? { states[field].refusal }

  // MARK: Answers

  /// Judges an answer to the current field and walks on when it is right.
  ///
  /// `isExplicit` tells the empty text from no value: the line began with the mark of an answer.
  public func answer(_ text: Span<UInt8>, isExplicit: Bool = false) -> Outcome {
    if let outcome = answerPlainly(text) { return outcome }
    if let refusal = refusal(of: text, isExplicit: isExplicit) {
      leaveDraft(text, isExplicit: isExplicit, refusal)
      return .refused
    }
    accept(current)
    hasAccepted = true
    if mending == current { return mendNext() }
    return advance(isAnswer: true)
  }

  /// Accepts the first answer to a field where it is right beyond doubt, as most lines of a script are.
  ///
  /// Nil, with nothing changed, where it is not; `text` may then be any bytes, not UTF-8 even.
  public func answerPlainly(_ text: Span<UInt8>) -> Outcome? {
    let i = current
    guard form.isJudgedByFields, !hasUnsettled, mending == nil, accepted.values[i].kind == .absent,
      unsafe plain[i]._withUnsafeGuaranteedRef({ $0.accepts(text, into: &accepted.values[i]) })
    else { return nil }
    log.append(blank: i)
    hasAccepted = true
    return advance(isAnswer: true)
  }

  /// The one judgement of an answer to the current field: by itself, then with the rest of the record.
  ///
  /// What it means is left in `scratch`; where it is right, the record stands as it does with it.
  private func refusal(of text: Span<UInt8>, isExplicit: Bool) -> Refusal? {
    let i = current
    if let fault = judge(text, isExplicit: isExplicit, form.fields[i]) {
      return Refusal(fault: RecordFault(field: i, fault), text: [], isOwn: true)
    }
    if form.isJudgedByFields { return nil }
    standing.change(i, to: scratch, accepted)
    guard let fault = standing.faults(ofAnswer: i).first else {
      standing.note(i, isAnswered: true)
      return nil
    }
    let value = fault.field.map { standing.record.values[$0] } ?? .absent
    standing.change(i, to: accepted.values[i], accepted)
    return Refusal(fault: fault, text: value.kind.isNothing ? [] : value.text, isOwn: false)
  }

  /// The one judgement of a text at a field by itself; what it means is left in `scratch`.
  func judge(_ text: Span<UInt8>, isExplicit: Bool, _ field: Field) -> Fault? {
    if !isExplicit, field.isEmptyLine(text) {
      if let value = field.defaultValue {
        scratch = value
        return nil
      }
      scratch.kind = .absent
      scratch.text.removeAll(keepingCapacity: true)
      return field.isRequired ? .missing : nil
    }
    if field.isBeginningOfNone(text) {
      scratch.kind = .absent
      scratch.text.removeAll(keepingCapacity: true)
      return field.isRequired ? .missing : nil
    }
    return field.judge(text, form.rules, into: &scratch)
  }

  /// Takes `scratch` as the field's accepted value.
  private func accept(_ i: Int) {
    let isSame =
      accepted.values[i].kind == scratch.kind
      && (scratch.kind.isNothing || accepted.values[i].text == scratch.text)
    if !isSame {
      remember(i)
      swap(&accepted.values[i], &scratch)
    }
    if hasUnsettled { states[i].settle() }
  }

  /// Leaves a text as the current field's draft, apart from its accepted value.
  private func leaveDraft(_ text: Span<UInt8>, isExplicit: Bool, _ refusal: Refusal?) {
    hasUnsettled = true
    states[current].draft.set(text)
    states[current].isExplicit = isExplicit
    states[current].isDraftAccepted = false
    states[current].wasDifferenceSaid = false
    states[current].refusal = refusal
  }

  /// Takes the text of the line as the current field's draft, unjudged: what leaving by a key leaves there.
  public func setDraft(_ text: Span<UInt8>, isExplicit: Bool) {
    let isSame =
      draft(current).equals(text) && (!text.isEmpty || isExplicit == isDraftEmptyText(current))
    if isSame { return }
    leaveDraft(text, isExplicit: isExplicit, nil)
  }

  // MARK: Moves

  /// Carries out a move.
  public func apply(_ move: Move) -> Outcome {
    switch move {
    case .next:
      leave()
      return advance(isAnswer: false)
    case .previous:
      guard lastAsked(before: current) != nil else { return .atFirst }
      leave()
      current = lastAsked(before: current) ?? firstAsked
      return .moved
    case .go(let i):
      leave()
      // What leaving accepted may have ended the question.
      guard isAsked(i) else { return .notAsked(i) }
      current = i
      return .moved
    case .clear:
      if !isBlank(current) { remember(current) }
      empty(current)
      if !form.isJudgedByFields {
        standing.change(current, to: .absent, accepted)
        standing.note(current, isAnswered: false)
      }
      return .cleared
    case .clearAll:
      let askable = states.indices.filter { form.fields[$0].isAskable }
      if !askable.allSatisfy(isBlank) { rememberAll() }
      for i in askable { empty(i) }
      hasAccepted = false
      mending = nil
      recordFaults = []
      if !form.isJudgedByFields { standing.begin(accepted) }
      current = firstAsked
      return .cleared
    case .startOver:
      if isTouched { rememberAll() }
      begin()
      return .cleared
    case .undo: return undo()
    case .finish:
      leave()
      return finish()
    }
  }

  /// Judges the draft of the field that the walk leaves; one that is its accepted value already needs none.
  private func leave() {
    let state = states[current]
    if state.isDraftAccepted, accepted.values[current].kind != .absent { return }
    let draft = state.isDraftAccepted ? Bytes() : state.draft
    if let refusal = refusal(of: draft.span, isExplicit: state.isExplicit) {
      hasUnsettled = true
      states[current].refusal = refusal
    } else {
      accept(current)
    }
  }

  private func advance(isAnswer: Bool) -> Outcome {
    if let next = nextAsked(after: current) {
      current = next
      return isAnswer ? .accepted : .moved
    }
    if isAnswer, form.finishesByNext { return .accepted }
    return finish()
  }

  private func empty(_ i: Int) {
    accepted.clear(i)
    states[i].settle()
  }

  private func isBlank(_ i: Int) -> Bool {
    accepted.values[i].kind == .absent && draft(i).isEmpty
  }
}

extension FieldState {
  /// Whether the draft is the accepted value's own text, without message.
  var isSettled: Bool { isDraftAccepted && refusal == nil }

  /// The draft is the accepted value's own text, without message.
  mutating func settle() {
    draft.removeAll(keepingCapacity: true)
    isDraftAccepted = true
    isExplicit = false
    wasDifferenceSaid = false
    refusal = nil
  }
}

extension Field {
  /// The value that is accepted at the start of a record: `x-initial`, or the default of what is never asked.
  var startValue: Value? { declaration.initial ?? (isAskable ? nil : declaration.defaultValue) }

  /// Whether a typed line gives no value, or the default.
  public func isNoAnswer(_ text: Span<UInt8>) -> Bool {
    isEmptyLine(text) || isBeginningOfNone(text)
  }

  /// Whether a line is empty for this field: for text without its outer spaces and tabs.
  func isEmptyLine(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    return (kind == .text || kind == .numberOrText) && text.trimmedRange.isEmpty
  }
}
