// Taking back: what a change replaced, kept until the record is handed over.

/// A whole record in progress, before it was emptied.
final class RecordSnapshot: Sendable {
  let states: [FieldState]
  let accepted: Record
  let current: Int

  init(states: [FieldState], accepted: Record, current: Int) {
    self.states = states
    self.accepted = accepted
    self.current = current
  }
}

/// What a field held before a change.
final class FieldSnapshot: Sendable {
  let value: Value
  let state: FieldState

  init(value: Value, state: FieldState) {
    self.value = value
    self.state = state
  }
}

/// The changes of the record in progress, the last ones last; the oldest are forgotten.
///
/// A first answer, which most are, is noted as a number: nothing is kept for it beside its field.
struct UndoLog {
  /// Most changes that are kept.
  static let most = 1000

  private enum Before {
    case field(FieldSnapshot)
    case record(RecordSnapshot)
  }

  /// What is taken back.
  enum Change {
    /// The field had neither value nor draft.
    case blank(Int)
    /// The field held this.
    case field(Int, FieldSnapshot)
    /// The record was this.
    case record(RecordSnapshot)
  }

  // Only so many of them count: emptying the log, which every record does, costs nothing.
  private var fields = [Int32](repeating: 0, count: UndoLog.most)
  private var count = 0
  private var before: [Int32: Before] = [:]

  mutating func append(blank field: Int) {
    if count == UndoLog.most { forgetOldest() }
    fields[count] = Int32(truncatingIfNeeded: field)
    count += 1
  }

  mutating func append(_ field: Int, _ snapshot: FieldSnapshot) {
    append(blank: field)
    before[Int32(count - 1)] = .field(snapshot)
  }

  mutating func append(_ snapshot: RecordSnapshot) {
    append(blank: snapshot.current)
    before[Int32(count - 1)] = .record(snapshot)
  }

  /// The field of the last change; for a record that was emptied, where the walk stood.
  var lastField: Int? { count > 0 ? Int(fields[count - 1]) : nil }

  mutating func takeLast() -> Change? {
    guard let field = lastField else { return nil }
    count -= 1
    switch before.removeValue(forKey: Int32(count)) {
    case .field(let snapshot): return .field(field, snapshot)
    case .record(let snapshot): return .record(snapshot)
    case nil: return .blank(field)
    }
  }

  mutating func removeAll() {
    count = 0
    if !before.isEmpty { before = [:] }
  }

  private mutating func forgetOldest() {
    let half = UndoLog.most / 2
    for i in half..<count { fields[i - half] = fields[i] }
    count -= half
    var kept: [Int32: Before] = [:]
    for (place, what) in before where place >= half { kept[place - Int32(half)] = what }
    before = kept
  }
}

extension Walk {
  /// Notes the whole record before it is emptied or begun anew.
  func rememberAll() {
    log.append(RecordSnapshot(states: states, accepted: accepted, current: current))
  }

  /// Notes what a field holds before its accepted value changes.
  func remember(_ i: Int) {
    var state = states[i]
    // What was left by a key and not judged yet is the change itself: undo shows the value again.
    if !state.isDraftAccepted, state.refusal == nil { state.settle() }
    if accepted.values[i].kind == .absent, state.isSettled {
      log.append(blank: i)
    } else {
      log.append(i, FieldSnapshot(value: accepted.values[i], state: state))
    }
  }

  /// The field that `undo` would go to; nil when there is nothing to take back.
  public var undoTarget: Int? { log.lastField }

  func undo() -> Outcome {
    guard let change = log.takeLast() else { return .nothingToUndo }
    defer { if !form.isJudgedByFields { standAgain(after: change) } }
    switch change {
    case .blank(let i):
      current = i
      accepted.clear(i)
      states[i].settle()
    case .field(let i, let snapshot):
      current = i
      accepted.values[i] = snapshot.value
      states[i] = snapshot.state
      hasUnsettled = true
    case .record(let snapshot):
      states = snapshot.states
      accepted = snapshot.accepted
      current = snapshot.current
      hasUnsettled = true
    }
    return .undone(current)
  }

  /// Brings the record's standing to what was taken back.
  private func standAgain(after change: UndoLog.Change) {
    switch change {
    case .blank(let i), .field(let i, _):
      standing.change(i, to: accepted.values[i], accepted)
      standing.note(i, isAnswered: false)
    case .record:
      standing.settle(accepted)
      standing.noteValues(accepted)
    }
  }
}
