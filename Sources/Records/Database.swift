// SQLite: one thin function a call, and its result codes as errors of files.

import CSQLite
import Forms
import Glibc

/// An open database.
final class Database {
  /// How long a call waits for other processes, in milliseconds.
  private static let patience: Int32 = 60_000

  let path: FilePath
  let handle: OpaquePointer

  /// Opens a database; it is made when `mayMake` says so and there is none.
  init(_ path: FilePath, mayMake: Bool, isReadOnly: Bool = false) throws(RecordFileError) {
    self.path = path
    var opened: OpaquePointer?
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
      | (mayMake ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // A name that begins with `file:` or is `:memory:` is a file's name here like any other.
    let name = path.bytes.first == UInt8(ascii: "/") ? path : FilePath.join(".", path)
    let code = sqlite3_open_v2(name.cString, &opened, flags, nil)
    guard let opened else { throw RecordFileError(path, .system(ENOMEM)) }
    handle = opened
    if code != SQLITE_OK { throw error(code) }
    sqlite3_busy_timeout(handle, Database.patience)
    if !isReadOnly, sqlite3_db_readonly(handle, "main") == 1 {
      throw RecordFileError(path, .system(access(path.cString, W_OK) == 0 ? EROFS : errno))
    }
  }

  /// An empty database in memory.
  init() throws(RecordFileError) {
    path = ":memory:"
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw RecordFileError(path, .system(ENOMEM)) }
    handle = opened
    if code != SQLITE_OK { throw error(code) }
  }

  deinit { sqlite3_close_v2(handle) }

  /// What a result code means for the file.
  func error(_ code: Int32) -> RecordFileError {
    switch code & 0xFF {
    case SQLITE_FULL: return RecordFileError(path, .system(ENOSPC))
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      let system = sqlite3_system_errno(handle)
      if system != 0 { return RecordFileError(path, .system(system)) }
    case SQLITE_READONLY:
      return RecordFileError(path, .system(access(path.cString, W_OK) == 0 ? EROFS : errno))
    default: break
    }
    return RecordFileError(path, .database(code, String(cString: sqlite3_errmsg(handle))))
  }

  func execute(_ sql: String) throws(RecordFileError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  func prepare(_ sql: String) throws(RecordFileError) -> Statement {
    try Statement(self, sql)
  }

  /// Write-ahead logging, every commit on the disk when it returns.
  ///
  /// The change of mode does not wait for others by itself, so it is tried again.
  func useWriteAheadLog() throws(RecordFileError) {
    var waited: Int32 = 0
    while true {
      let code = sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil)
      if code == SQLITE_OK { break }
      guard code & 0xFF == SQLITE_BUSY, waited < Database.patience else { throw error(code) }
      poll(nil, 0, 10)
      waited += 10
    }
    try execute("PRAGMA synchronous = FULL")
  }

  /// A name in an SQL text.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
