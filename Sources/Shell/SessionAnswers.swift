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
    for (i, field) in writer.form.fields.enumerated()
    where field.isSecret && !record.values[i].kind.isNothing {
      hidden.insert(i)
    }
  }
}

extension Session {
  /// Writes the session's answers to a file: one that is not there yet, unless it may be replaced.
  func saveAnswers(to name: String) -> Step {
    let path = FilePath(name)
    guard let answers else { return wrong(.saveInScript) }
    guard answers.count > 0 else { return wrong(.nothingToSave) }
    let shown = ShownText(path: path)
    if let error = NewFile.write(answers.lines, to: path, overwrites: options.overwrites) {
      let reason = error == EEXIST ? nil : ShownText(reason: NewFile.words(error))
      return wrong(.cannotSave(path: shown, reason: reason))
    }
    say(.saved(path: shown, records: answers.count))
    if !answers.hidden.isEmpty {
      say(.savedWithoutHidden(shownNames(answers.hidden.sorted())), .fault)
    }
    if answers.unwritable > 0 { say(.savedWithoutUnwritable(answers.unwritable), .fault) }
    if answers.late > 0 { say(.savedWithoutLate(answers.late), .fault) }
    return .more
  }
}
