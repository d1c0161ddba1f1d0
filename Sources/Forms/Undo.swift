// Taking back: what a change replaced, kept until the record is handed over.

/// A whole record in progress, before it was emptied.
struct RecordSnapshot: Sendable {
  var states: [FieldState]
  var accepted: Record
  var current: Int
}

/// One change that can be taken back.
enum Change: Sendable {
  /// The field had neither accepted value nor draft.
  case blank(Int)
  /// The field had this value and state.
  case field(Int, Value, FieldState)
  /// The record was this.
  case record(RecordSnapshot)
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

  mutating func takeLast() -> Change? { changes.popLast() }

  mutating func removeAll() { changes.removeAll(keepingCapacity: true) }
}

extension Walk {
  /// Notes what a field holds before its accepted value changes.
  mutating func remember(_ i: Int) {
    if accepted.values[i].kind == .absent, states[i].isDraftAccepted, states[i].fault == nil {
      log.append(.blank(i))
    } else {
      log.append(.field(i, accepted.values[i], states[i]))
    }
  }

  mutating func undo() -> Outcome {
    guard let change = log.takeLast() else { return .nothingToUndo }
    mending = nil
    switch change {
    case .blank(let i):
      accepted.clear(i)
      states[i].settle()
      current = i
    case .field(let i, let value, let state):
      accepted.values[i] = value
      states[i] = state
      current = i
    case .record(let snapshot):
      states = snapshot.states
      accepted = snapshot.accepted
      current = snapshot.current
    }
    return .undone(current)
  }
}
