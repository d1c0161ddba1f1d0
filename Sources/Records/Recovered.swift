// What a journal gives back: the record in progress, played again.

public import Forms

/// What an earlier session left in its journal.
public struct Recovered: Sendable {
  /// What became of the record.
  public enum State: Sendable, Equatable {
    /// It is not in the data file: the entries bring it back.
    case unfinished
    /// It was in the data file already when the session ended: there is nothing to go on with.
    case saved
    /// The session ended while it was written: the torn part was cut off, and the entries bring it back.
    case cutOff
  }

  /// The lines and moves, in their order.
  public internal(set) var entries: [JournalEntry]
  /// Whether the form's content is another one now: what still fits is played.
  public let isFormChanged: Bool
  /// What became of the record.
  public internal(set) var state: State
  /// Whether the journal says that something was entered last which it could not take.
  public internal(set) var isIncomplete = false

  /// Entries of a record that is not in the data file.
  public init(entries: [JournalEntry], isFormChanged: Bool = false) {
    self.entries = entries
    self.isFormChanged = isFormChanged
    state = .unfinished
  }

  /// What came of playing the entries.
  public struct Replay: Sendable {
    /// The `writeOnly` fields that were answered: they have to be answered again.
    public internal(set) var withheld: [Int] = []
    /// The fields that were answered and that the form does not ask any more.
    public internal(set) var dropped: [Bytes] = []
    /// What came of the last entry; `finished` when the record was complete, and is not saved yet.
    public internal(set) var last: Outcome?
  }

  /// A longer line, in bytes, is no answer (DESIGN.md, section 4).
  private static let longestLine = 65_536

  /// Plays the entries into a walk that stands at the start of a record.
  public func replay(into walk: Walk) -> Replay {
    var replay = Replay()
    var dropped: Set<Bytes> = []
    for entry in entries {
      guard let field = walk.form.index(named: entry.field), walk.form.fields[field].isAskable
      else {
        if let lost = drop(entry, walk, &replay), dropped.insert(lost).inserted {
          replay.dropped.append(lost)
        }
        continue
      }
      // Played again everything stands where it stood, unless an answer was withheld or the form has changed.
      if walk.current != field { _ = walk.apply(.go(field)) }
      replay.last = play(entry.action, at: field, walk, &replay)
    }
    return replay
  }

  /// Plays what is left of an entry at a field that is not asked any more; the field, where an answer is lost.
  private func drop(_ entry: JournalEntry, _ walk: Walk, _ replay: inout Replay) -> Bytes? {
    switch entry.action {
    case .answer, .draft, .withheld: return entry.field
    case .go(let target), .undo(let target): replay.last = go(to: target, walk)
    case .clearAll: replay.last = walk.apply(.clearAll)
    case .startOver: replay.last = walk.apply(.startOver)
    case .next, .previous, .clear, .finish: break
    }
    return nil
  }

  private func play(
    _ action: JournalEntry.Action, at field: Int, _ walk: Walk, _ replay: inout Replay
  ) -> Outcome? {
    switch action {
    case .answer(let text, let isExplicit) where text.count > Recovered.longestLine:
      walk.setDraft(text.span, isExplicit: isExplicit)
      return nil
    case .answer(let text, let isExplicit):
      replay.withheld.removeAll { $0 == field }
      return walk.answer(text.span, isExplicit: isExplicit)
    case .draft(let text, let isExplicit):
      walk.setDraft(text.span, isExplicit: isExplicit)
      return nil
    case .withheld:
      if !replay.withheld.contains(field) { replay.withheld.append(field) }
      return walk.apply(.next)
    case .next: return walk.apply(.next)
    case .previous: return walk.apply(.previous)
    case .go(let target): return go(to: target, walk)
    case .clear:
      replay.withheld.removeAll { $0 == field }
      return walk.apply(.clear)
    case .clearAll:
      replay.withheld.removeAll()
      return walk.apply(.clearAll)
    case .startOver:
      replay.withheld.removeAll()
      return walk.apply(.startOver)
    case .undo(let target):
      // What took back a withheld answer has nothing to take back now.
      let place = walk.undoTarget
      if let place, walk.form.fields[place].name == target { return walk.apply(.undo) }
      return go(to: target, walk)
    case .finish: return walk.apply(.finish)
    }
  }

  private func go(to target: Bytes, _ walk: Walk) -> Outcome? {
    guard let place = walk.form.index(named: target), walk.isAsked(place) else { return nil }
    return walk.apply(.go(place))
  }
}
