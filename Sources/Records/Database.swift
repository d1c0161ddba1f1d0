// SQLite: one thin function a call, and its result codes as errors of files.

import CSQLite
import Forms
import Glibc

/// An open database.
final class Database {
  /// How long a call waits for other processes, in milliseconds.
  private static let patience: Int32 = 60_000

  let path: String
  let handle: OpaquePointer

  /// Opens a database; it is made when `mayMake` says so and there is none.
  init(_ path: String, mayMake: Bool, isReadOnly: Bool = false) throws(RecordFileError) {
    self.path = path
    var opened: OpaquePointer?
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
      | (mayMake ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // A name that begins with `file:` or is `:memory:` is a file's name here like any other.
    let name = path.hasPrefix("/") ? path : "./" + path
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else { throw RecordFileError(path, .system(ENOMEM)) }
    handle = opened
    if code != SQLITE_OK { throw error(code) }
    sqlite3_busy_timeout(handle, Database.patience)
    if !isReadOnly, sqlite3_db_readonly(handle, "main") == 1 {
      throw RecordFileError(path, .system(access(path, W_OK) == 0 ? EROFS : errno))
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
      return RecordFileError(path, .system(access(path, W_OK) == 0 ? EROFS : errno))
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

/// A compiled SQL text.
final class Statement {
  private let database: Database
  private let handle: OpaquePointer

  fileprivate init(_ database: Database, _ sql: String) throws(RecordFileError) {
    self.database = database
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw database.error(code) }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// What a parameter can be.
  enum Parameter {
    case null
    case integer(Int)
    case real(Double)
    case text(Bytes)
  }

  /// Sets a parameter, counted from 1.
  func bind(_ parameter: Parameter, at place: Int) throws(RecordFileError) {
    let place = Int32(place)
    let code =
      switch parameter {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, sqlite3_int64(value))
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(let bytes):
        bytes.withUnsafeBytes { buffer in
          // The library copies the text, also an empty one, which must not be a null pointer.
          sqlite3_bind_text64(
            handle, place,
            buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Statement.nothing,
            sqlite3_uint64(buffer.count), Statement.transient, UInt8(SQLITE_UTF8))
        }
      }
    if code != SQLITE_OK { throw database.error(code) }
  }

  /// SQLITE_TRANSIENT, a macro that Swift does not see.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.pointee = 0
    return UnsafePointer(byte)
  }()

  /// Goes on to the next row; false at the end.
  func step() throws(RecordFileError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.error(code)
    }
  }

  /// Carries out a statement that gives no rows, and makes it ready for the next time.
  func run() throws(RecordFileError) {
    let code = sqlite3_step(handle)
    let failure = code == SQLITE_DONE ? nil : database.error(code)
    sqlite3_reset(handle)
    if let failure { throw failure }
  }

  /// The type of the value in a column of the row, counted from 0.
  func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }
  func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }
  func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// The bytes of a text or a blob.
  func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
