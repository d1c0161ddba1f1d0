// SQLite: an open database, what it waits for, and its result codes as errors of files.

import CSQLite
import Forms
import Glibc

/// An open database.
final class Database {
  /// Longer texts, in bytes, are neither made nor read.
  private static let longest = Int32(ChunkReader.recordLimit + 4096)

  let path: FilePath
  let handle: SQLiteHandle
  private let watch: DatabaseWatch
  private var isOpen = true

  /// How a database is opened.
  enum Access {
    /// It must be there, and is read.
    case read
    /// As `read`, where no file may be made beside it and nobody writes to it.
    case readUnchanging
    /// It must be there, and is written to.
    case write
    /// It is made where it is not there, and written to.
    case make
  }

  /// Opens a database.
  init(_ path: FilePath, _ access: Access, _ patience: Patience) throws(RecordFileError) {
    self.path = path
    let flags =
      switch access {
      case .read: SQLITE_OPEN_READONLY
      case .readUnchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .write: SQLITE_OPEN_READWRITE
      case .make: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    // A name that begins with `file:` or is `:memory:` is a file's name here like any other.
    let name = path.bytes.first == UInt8(ascii: "/") ? path : FilePath.join(".", path)
    watch = DatabaseWatch(path, patience)
    let opened = SQLiteHandle.open(
      access == .readUnchanging ? Database.address(name) : name,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE)
    guard let found = opened.handle else { throw RecordFileError(path, .system(ENOMEM)) }
    handle = found
    if opened.code != SQLITE_OK { throw error(opened.code) }
    handle.limitLength(Database.longest)
    handle.watch(watch)
    if access == .write || access == .make, handle.isReadOnly {
      throw RecordFileError(path, .system(reasonForReadOnly))
    }
  }

  /// An empty database in memory.
  init() throws(RecordFileError) {
    path = ":memory:"
    watch = DatabaseWatch(path, Patience(seconds: 0))
    let opened = SQLiteHandle.open(
      path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_EXRESCODE)
    guard let found = opened.handle else { throw RecordFileError(path, .system(ENOMEM)) }
    handle = found
    if opened.code != SQLITE_OK { throw error(opened.code) }
  }

  deinit { close() }

  /// Closes the database, whoever still has it; nothing can be done with it then.
  func close() {
    guard isOpen else { return }
    isOpen = false
    handle.close()
  }

  /// The address that opens a file which does not change, without a look for other programs.
  private static func address(_ name: FilePath) -> FilePath {
    var address = Bytes(text: "file:")
    for byte in name.bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
        address.append(byte)
      default:
        let digits = String(byte, radix: 16)
        address += Bytes(text: digits.count == 1 ? "%0" + digits : "%" + digits)
      }
    }
    return FilePath(address).adding("?immutable=1".utf8)
  }

  // MARK: Errors

  private var reasonForReadOnly: Int32 {
    do {
      try System.check(path, for: W_OK)
      return EROFS
    } catch {
      return error.code
    }
  }

  /// What a result code means for the file.
  func error(_ code: Int32) -> RecordFileError {
    switch code & 0xFF {
    case SQLITE_FULL: return RecordFileError(path, .system(ENOSPC))
    case SQLITE_IOERR where isAtSizeLimit: return RecordFileError(path, .system(EFBIG))
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      let system = handle.systemError
      if system != 0 { return RecordFileError(path, .system(system)) }
    case SQLITE_READONLY: return RecordFileError(path, .system(reasonForReadOnly))
    case SQLITE_BUSY:
      if let reason = watch.reason { return RecordFileError(path, reason) }
    case SQLITE_INTERRUPT: return RecordFileError(path, .unfaithful(.endless))
    default: break
    }
    return RecordFileError(path, .database(code, handle.message))
  }

  /// Whether a file of the database could not grow because of this process's limit: the library does not say so.
  private var isAtSizeLimit: Bool {
    guard let limit = System.fileSizeLimit else { return false }
    // A log or an index of it grows by so much at most.
    let room = 65_536
    return ["", "-wal", "-shm", "-journal"].contains { ending in
      let size = (try? FileStatus(path: path.adding(ending.utf8)))??.size ?? 0
      return UInt64(size + room) > limit
    }
  }

  // MARK: Statements

  func execute(_ sql: String) throws(RecordFileError) {
    let code = handle.execute(sql)
    if code != SQLITE_OK { throw error(code) }
  }

  func prepare(_ sql: String) throws(RecordFileError) -> Statement {
    try Statement(self, sql)
  }

  /// The one number that a statement gives.
  func number(_ sql: String) throws(RecordFileError) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { isOpen && handle.isInTransaction }

  /// Takes back the open transaction, if the library has not done so itself.
  func rollBack() {
    if isInTransaction { _ = handle.execute("ROLLBACK") }
  }

  /// Does something that a table's triggers have a part in: what works longer than `milliseconds` is ended.
  func withTriggers<Result>(
    _ milliseconds: Int = 300, _ body: () throws(RecordFileError) -> Result
  ) throws(RecordFileError) -> Result {
    watch.deadline = System.workingTime + milliseconds
    handle.watchSteps(watch)
    defer { handle.watchSteps(nil) }
    return try body()
  }

  /// Write-ahead logging, every commit on the disk when it returns.
  ///
  /// The change of mode does not wait for others by itself, so it is tried again.
  func useWriteAheadLog() throws(RecordFileError) {
    var waiting = watch.patience.begin(path)
    while true {
      let code = handle.execute("PRAGMA journal_mode = WAL")
      if code == SQLITE_OK { break }
      guard code & 0xFF == SQLITE_BUSY else { throw error(code) }
      try waiting.more()
    }
    try execute("PRAGMA synchronous = FULL")
  }

  /// A name in an SQL text.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// What the library asks while it works: whether to go on waiting, and whether to go on at all.
final class DatabaseWatch {
  let patience: Patience
  private let path: FilePath
  private var waiting: Waiting?
  /// Why the last wait ended.
  private(set) var reason: RecordFileError.Reason?
  /// When work ends, in milliseconds of ``System/workingTime``.
  var deadline = Int.max

  init(_ path: FilePath, _ patience: Patience) {
    self.path = path
    self.patience = patience
  }

  /// Whether to try once more, after so many tries that found the database locked.
  func waitsOn(after tries: Int) -> Bool {
    if tries == 0 { reason = nil }
    var waiting = tries == 0 ? patience.begin(path) : self.waiting ?? patience.begin(path)
    do {
      try waiting.more()
      self.waiting = waiting
      return true
    } catch {
      reason = error.reason
      return false
    }
  }

  /// Whether the time for a statement is over.
  var isOver: Bool { System.workingTime >= deadline }
}
