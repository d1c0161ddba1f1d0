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

/// One change that can be taken back.
struct Change: Sendable {
  /// The field; the whole record when `record` is there.
  var field: Int
  /// What the field held; nil when it had neither value nor draft.
  var before: FieldSnapshot?
  /// What the record was.
  var record: RecordSnapshot?
}

/// The changes of the record in progress, the last ones last; the oldest are forgotten.
struct UndoLog: Sendable {
  /// Most changes that are kept.
  static let most = 1000

  private var changes: [Change] = []

  mutating func append(_ change: Change) {
    if changes.count == UndoLog.most { changes.removeFirst(UndoLog.most / 2) }
    changes.append(change)
  }

  var last: Change? { changes.last }

  mutating func takeLast() -> Change? { changes.popLast() }

  mutating func removeAll() {
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
  }
}

extension Walk {
  /// Notes what a field holds before its accepted value changes.
  func remember(_ i: Int) {
    if accepted.values[i].kind == .absent, states[i].isSettled {
      log.append(Change(field: i))
    } else {
      log.append(
        Change(field: i, before: FieldSnapshot(value: accepted.values[i], state: states[i])))
    }
  }

  /// The field that `undo` would go to; nil when there is nothing to take back.
  public var undoTarget: Int? { log.last.map { $0.record?.current ?? $0.field } }

  func undo() -> Outcome {
    guard let change = log.takeLast() else { return .nothingToUndo }
    mending = nil
    current = change.field
    if let record = change.record {
      states = record.states
      accepted = record.accepted
      current = record.current
    } else if let before = change.before {
      accepted.values[current] = before.value
      states[current] = before.state
    } else {
      accepted.clear(current)
      states[current].settle()
    }
    return .undone(current)
  }
}
