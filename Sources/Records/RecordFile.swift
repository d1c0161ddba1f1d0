// The file that records are appended to: on the disk before anything is said about them.

public import Forms
import Glibc

/// A file that keeps its records in one of the formats that can be appended to.
public enum FileFormat: Sendable, Equatable {
  /// A text.
  case text(TextFormat)
  /// An SQLite database.
  case database

  /// The format that a path's ending names (`.jsonl`, `.csv`, `.tsv`, `.db`), else the given one.
  public init(path: FilePath, otherwise format: TextFormat) {
    self = OutputEnding(of: path).format ?? .text(format)
  }
}

/// A file of records, open for appending.
///
/// Many processes may append to one file. A record is on the disk when `append` returns, unless records are
/// grouped: then when `flush` returns; `savedCount` only ever counts what is on the disk. Whatever fails, the
/// file is left with whole records only. The file is made with the first record, not before.
public final class RecordFile {
  /// The path, as it was given: bytes without NUL.
  public let path: FilePath
  /// The format.
  public let format: FileFormat
  /// Whether `append` may keep records back, to write many at once.
  public let isGrouping: Bool

  private let store: any RecordStore
  /// Whether the file could not be looked at when it was opened, since another program has it locked.
  public let isUnseen: Bool

  /// How many records are on the disk, of those that were appended here.
  public var savedCount: Int { store.savedCount }
  /// How many records are kept back until `flush`.
  public var waitingCount: Int { store.waitingCount }

  /// Opens a file for a form's records, and sees to it that they can be appended.
  ///
  /// - Parameters:
  ///   - path: the file; it need not be there yet. Symbolic links are followed.
  ///   - form: the form.
  ///   - format: what an ending that names no format stands for.
  ///   - isGrouping: whether records may be written many at once.
  ///   - patience: how long it is waited for other programs that have the file locked.
  ///   - waitsNow: whether a locked file is waited for here; else it is looked at with the first record (`isUnseen`).
  /// - Returns: the open file.
  /// - Throws: the reason, the file untouched: other columns, a torn last line, a folder, no right to write.
  public static func open(
    path: FilePath, form: Form, format: TextFormat = .json, isGrouping: Bool = false,
    patience: Patience = Patience(), waitsNow: Bool = true
  ) throws(RecordFileError) -> RecordFile {
    // A size limit is then an error of the call that meets it, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let format = FileFormat(path: path, otherwise: format)
    let store: any RecordStore =
      switch format {
      case .text(let text): TextStore(path, form, text, isGrouping: isGrouping, patience)
      case .database: DatabaseStore(path, form, isGrouping: isGrouping, patience)
      }
    var isUnseen = false
    do {
      try store.check(waitsNow ? patience : Patience(seconds: 0))
    } catch {
      guard !waitsNow, case .locked = error.reason else { throw error }
      isUnseen = true
    }
    return RecordFile(path, format, isGrouping: isGrouping, store, isUnseen: isUnseen)
  }

  private init(
    _ path: FilePath, _ format: FileFormat, isGrouping: Bool, _ store: any RecordStore,
    isUnseen: Bool
  ) {
    self.path = path
    self.format = format
    self.isGrouping = isGrouping
    self.store = store
    self.isUnseen = isUnseen
  }

  /// Appends a record; without grouping it is on the disk afterwards, and the journal is gone.
  ///
  /// - Throws: the reason; the record is not in the file then. Grouped records that were kept back count as far
  ///   as they are whole in the file (`savedCount`).
  public func append(_ record: Record, journal: Journal? = nil) throws(RecordFileError) {
    do {
      try store.add(record)
    } catch {
      // What came before it is whole.
      if isGrouping { try flush() }
      throw error
    }
    if isGrouping, !store.isFull { return }
    do {
      try store.save(journal)
    } catch {
      if !isGrouping { store.discard() }
      throw error
    }
    // The record is saved whatever becomes of the journal; one that stays says so itself.
    try? journal?.clear()
  }

  /// A writer that encodes records as this file has them; nil for a database.
  ///
  /// Workers encode with writers of their own; `append(encoded:ends:)` takes the bytes.
  public var encoder: (any RecordWriter)? { store.encoder }

  /// Appends records that `encoder` has encoded, as a group; `ends` are the offsets where each one ends.
  public func append(encoded bytes: Bytes, ends: [Int]) throws(RecordFileError) {
    try store.add(encoded: bytes, ends: ends)
    if store.isFull { try store.save(nil) }
  }

  /// Puts all records that were kept back on the disk.
  public func flush() throws(RecordFileError) {
    if store.waitingCount > 0 { try store.save(nil) }
  }

  /// Flushes and closes the file.
  public func close() throws(RecordFileError) {
    try flush()
    store.close()
  }

  /// Closes the file without what is kept back still: what was said of it stays true.
  public func abandon() {
    store.discard()
    store.close()
  }
}

/// What a format of appended files does.
protocol RecordStore: AnyObject {
  var savedCount: Int { get }
  var waitingCount: Int { get }
  /// Whether so much is kept back that it is time to save.
  var isFull: Bool { get }
  var encoder: (any RecordWriter)? { get }
  /// Sees whether records can be appended, and changes nothing.
  func check(_ patience: Patience) throws(RecordFileError)
  func add(_ record: Record) throws(RecordFileError)
  func add(encoded: Bytes, ends: [Int]) throws(RecordFileError)
  /// Puts what was added on the disk; the journal is told beforehand.
  func save(_ journal: Journal?) throws(RecordFileError)
  /// Forgets what was added and not saved.
  func discard()
  func close()
}
