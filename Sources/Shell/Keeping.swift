// The record in progress, kept in the journal: written before the next prompt, taken up at the next start.

internal import Forms
internal import Records

/// What the journal takes of a session.
final class Keeping {
  private let journal: Journal
  private let form: Form
  private let voice: any Voice
  private var hasFailed = false
  /// The draft that a key left: it is written with the move that the key makes.
  private var left: JournalEntry?

  init(_ journal: Journal, _ form: Form, _ voice: any Voice) {
    self.journal = journal
    self.form = form
    self.voice = voice
  }

  /// Notes an answer that was given at a field.
  func note(answer text: Span<UInt8>, isExplicit: Bool, at field: Int) {
    write(JournalEntry(form, answer: text, isExplicit: isExplicit, at: field))
  }

  /// Notes the draft that a key left at a field; the move that the key makes is noted next.
  func note(draft text: Span<UInt8>, isExplicit: Bool, at field: Int) {
    left = JournalEntry(form, draft: text, isExplicit: isExplicit, at: field)
  }

  /// Notes a move that was made at a field.
  func note(_ move: Move, _ outcome: Outcome, at field: Int) {
    if let entry = JournalEntry(form, move, outcome, at: field) { write(entry) }
  }

  /// Whether all of the record in progress is in the journal.
  var isKept: Bool { journal.isKept && !hasFailed }

  /// Removes what is kept: there is no record in progress.
  func clear() {
    try? journal.clear()
  }

  private func write(_ entry: JournalEntry) {
    defer { left = nil }
    do {
      try journal.append(left.map { [$0, entry] } ?? [entry])
      hasFailed = false
    } catch {
      if !hasFailed { voice.say("the record in progress is not kept: " + error.words) }
      hasFailed = true
    }
  }
}

extension Session {
  /// Takes up the record that an earlier session left, and says what was found.
  func takeUp(_ found: Recovered) -> Step {
    if found.state == .saved {
      say("the last record of an earlier session was saved in full; a new one begins")
      return .more
    }
    let replay = found.replay(into: walk)
    let isComplete = replay.last == .finished
    guard walk.isTouched || isComplete else {
      keeping?.clear()
      return .more
    }
    var words = "found the record in progress of an earlier session"
    if found.isFormChanged { words += "; the form has changed, what still fits is taken over" }
    if found.state == .cutOff { words += "; what was written of it to the file was cut off" }
    say(words)
    let filled = walk.askedFields.filter { walk.accepted.values[$0].kind != .absent }
    if !filled.isEmpty {
      say(filled.map { "\(form.fields[$0].shownName) \(shownValue($0))" }.joined(separator: ", "))
    }
    if !replay.withheld.isEmpty {
      say("to be answered again, since it was not kept: " + messages.names(replay.withheld))
    }
    if !replay.dropped.isEmpty {
      say(
        "not in the form any more: "
          + replay.dropped.map { Shown.brief($0) }.joined(separator: ", "))
    }
    // Of a record that another form began, a person says when it is done.
    if isComplete, !found.isFormChanged { return follow(.finished) }
    say("going on at \(field.shownName)")
    return .more
  }
}
