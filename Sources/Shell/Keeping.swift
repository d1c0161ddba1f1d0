// The record in progress, kept in the journal: written before the next prompt, taken up at the next start.

internal import Forms
internal import Records

/// What the journal takes of a session.
final class Keeping {
  private let journal: Journal
  private let form: Form
  private let voice: any Voice
  /// Whether it was said that the record is not kept.
  private var wasSaidToFail = false
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

  /// Whether all of the record in progress is in the journal; what is missing there is tried once more.
  func isKept() -> Bool {
    try? journal.complete()
    return journal.isKept
  }

  /// Removes what is kept: there is no record in progress.
  func clear() {
    try? journal.clear()
  }

  private func write(_ entry: JournalEntry) {
    defer { left = nil }
    do {
      try journal.append(left.map { [$0, entry] } ?? [entry])
      if wasSaidToFail { voice.say(voice.catalogue.words(.keptAgain)) }
      wasSaidToFail = false
    } catch {
      if !wasSaidToFail {
        voice.say(voice.catalogue.words(.notKept(ShownText(reason: error.words))))
      }
      wasSaidToFail = true
    }
  }
}

extension Session {
  /// Takes up the record that an earlier session left, and says what was found.
  func takeUp(_ found: Recovered) -> Step {
    if found.state == .saved {
      say(.savedInFull)
      return .more
    }
    let replay = found.replay(into: walk)
    let isComplete = replay.last == .finished
    guard walk.isTouched || isComplete else {
      if found.isIncomplete {
        say(.nothingLeft)
      }
      keeping?.clear()
      return .more
    }
    say(
      .found(
        isFormChanged: found.isFormChanged, isIncomplete: found.isIncomplete,
        isCutOff: found.state == .cutOff))
    let filled = walk.askedFields.filter { walk.accepted.values[$0].kind != .absent }
    if !filled.isEmpty { say(.values(filled.map(fieldValue))) }
    if !replay.withheld.isEmpty { say(.answerAgain(shownNames(replay.withheld))) }
    if !replay.dropped.isEmpty { say(.notInForm(replay.dropped.map { ShownText(name: $0) })) }
    // Of a record that another form began, or that lacks something, a person says when it is done.
    if isComplete, !found.isFormChanged, !found.isIncomplete { return follow(.finished) }
    say(.goingOn(ShownText(field)))
    return .more
  }
}
