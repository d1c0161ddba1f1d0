// `.save`: the answers of a session at a terminal, written as a file that gives the same records again.

internal import Forms
internal import Glibc
internal import Records

/// The lines of the records that a session has finished.
final class SessionAnswers {
  /// More than this is not kept.
  static let most = 4 << 20

  private let writer: AnswerLines
  private(set) var lines: Bytes = []
  /// How many records the lines give.
  private(set) var count = 0
  /// How many were left out, because no lines in the form's order give them.
  private(set) var unwritable = 0
  /// How many came after the lines had grown too long.
  private(set) var late = 0
  /// Fields whose answers are not to be shown, and were given.
  private(set) var hidden: Set<Int> = []

  init(_ form: Form) { writer = AnswerLines(form: form) }

  /// The lines that give a record again; nil when no lines in the form's order do.
  func lines(for record: Record) -> Bytes? { writer.lines(for: record) }

  /// The fields of a record whose answers are not to be shown.
  func hidden(in record: Record) -> Set<Int> {
    let fields = writer.form.fields
    return Set(
      fields.indices.filter { fields[$0].isSecret && !record.values[$0].kind.isNothing })
  }

  /// Takes a record that was handed over.
  func note(_ record: Record) {
    guard let lines = writer.lines(for: record) else {
      unwritable += 1
      return
    }
    guard late == 0, self.lines.count + lines.count <= SessionAnswers.most else {
      late += 1
      return
    }
    self.lines += lines
    count += 1
    hidden.formUnion(hidden(in: record))
  }
}

extension Session {
  /// Writes the session's answers to a file: one that is not there yet, unless it may be replaced.
  func saveAnswers(to name: String) -> Step {
    let path = FilePath(name)
    guard let answers else { return wrong(.saveInScript) }
    // A record that could not be saved is finished all the same.
    let unsaved = failure == nil ? nil : walk.finished
    let unsavedLines = unsaved.flatMap { answers.lines(for: $0) }
    guard answers.count > 0 || unsaved != nil else { return wrong(.nothingToSave) }
    if unsaved != nil, unsavedLines == nil, answers.count == 0 {
      return wrong(.recordWithoutLines)
    }
    let shown = ShownText(path: path)
    let lines = answers.lines + (unsavedLines ?? [])
    if let error = NewFile.write(lines, to: path, overwrites: options.overwrites) {
      let reason = error == EEXIST ? nil : ShownText(reason: NewFile.words(error))
      return wrong(.cannotSave(path: shown, reason: reason))
    }
    say(.saved(path: shown, records: answers.count + (unsavedLines == nil ? 0 : 1)))
    let hidden = answers.hidden.union(unsaved.map { answers.hidden(in: $0) } ?? [])
    if !hidden.isEmpty { say(.savedWithoutHidden(shownNames(hidden.sorted())), .fault) }
    let unwritable = answers.unwritable + (unsaved != nil && unsavedLines == nil ? 1 : 0)
    if unwritable > 0 { say(.savedWithoutUnwritable(unwritable), .fault) }
    if answers.late > 0 { say(.savedWithoutLate(answers.late), .fault) }
    return .more
  }
}
