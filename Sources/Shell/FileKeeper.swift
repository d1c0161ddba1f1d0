// Records appended to a file: on the disk before "saved" is said.

internal import Forms
internal import Records

/// Hands records over to a file (`-o`).
final class FileKeeper: RecordKeeper {
  private let file: RecordFile
  private let journal: Journal?

  var kept: Int { file.savedCount }
  let savedTo: ShownText?

  private init(_ file: RecordFile, journal: Journal?) {
    self.file = file
    self.journal = journal
    savedTo = ShownText(path: file.path)
  }

  /// Whether the file is to be looked at with the first record, since another program has it locked.
  var isUnseen: Bool { file.isUnseen }

  /// Opens the file for a person at a terminal, with the journal of the record in progress.
  ///
  /// A file that another program has locked keeps nobody from answering.
  static func atTerminal(
    _ path: FilePath, _ form: Form, _ format: TextFormat, _ patience: Patience
  ) throws(RecordFileError) -> (keeper: FileKeeper, journal: Journal, found: Recovered?) {
    let (journal, found) = try Journal.open(
      for: path, form: form, format: format, patience: patience)
    let file = try RecordFile.open(
      path: path, form: form, format: format, patience: patience, waitsNow: false)
    return (FileKeeper(file, journal: journal), journal, found)
  }

  /// Opens the file for a script, whose records are written many at once.
  static func inScript(
    _ path: FilePath, _ form: Form, _ format: TextFormat, _ patience: Patience
  ) throws(RecordFileError) -> FileKeeper {
    func open() throws(RecordFileError) -> FileKeeper {
      FileKeeper(
        try RecordFile.open(
          path: path, form: form, format: format, isGrouping: true, patience: patience),
        journal: nil)
    }
    do {
      return try open()
    } catch {
      guard case .torn = error.reason else { throw error }
      // A torn line may be ours: the journal of the session that was cut short tells, and cuts it off.
      _ = try Journal.open(for: path, form: form, format: format, patience: patience)
      return try open()
    }
  }

  func close() { file.abandon() }

  func keep(_ record: Record) throws(KeepError) {
    do {
      try file.append(record, journal: journal)
    } catch {
      throw KeepError(error)
    }
  }

  func flush() throws(KeepError) {
    do {
      try file.flush()
    } catch {
      throw KeepError(error)
    }
  }
}

extension KeepError {
  /// What an error of a file means for who keeps records in it.
  fileprivate init(_ error: RecordFileError) {
    if case .interrupted(let signal) = error.reason {
      self = .interrupted(signal)
    } else {
      self = .failed(error.words)
    }
  }
}
