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

  /// Opens the file for a person at a terminal, with the journal of the record in progress.
  static func atTerminal(
    _ path: FilePath, _ form: Form, _ format: TextFormat
  ) throws(RecordFileError) -> (keeper: FileKeeper, journal: Journal, found: Recovered?) {
    let (journal, found) = try Journal.open(for: path, form: form, format: format)
    let file = try RecordFile.open(path: path, form: form, format: format)
    return (FileKeeper(file, journal: journal), journal, found)
  }

  /// Opens the file for a script, whose records are written many at once.
  static func inScript(
    _ path: FilePath, _ form: Form, _ format: TextFormat
  ) throws(RecordFileError) -> FileKeeper {
    do {
      let file = try RecordFile.open(path: path, form: form, format: format, isGrouping: true)
      return FileKeeper(file, journal: nil)
    } catch {
      guard case .torn = error.reason else { throw error }
      // A torn line may be ours: the journal of the session that was cut short tells, and cuts it off.
      _ = try Journal.open(for: path, form: form, format: format)
      let file = try RecordFile.open(path: path, form: form, format: format, isGrouping: true)
      return FileKeeper(file, journal: nil)
    }
  }

  func close() { file.abandon() }

  func keep(_ record: Record) throws(KeepError) {
    do {
      try file.append(record, journal: journal)
    } catch {
      throw .failed(error.words)
    }
  }

  func flush() throws(KeepError) {
    do {
      try file.flush()
    } catch {
      throw .failed(error.words)
    }
  }
}
