// SQLite's calls: one thin function each. Nothing else in this module hands memory to the library.

import CSQLite
import Forms

/// A connection of the library; its owner closes it.
@safe struct SQLiteHandle {
  private let pointer: OpaquePointer

  /// Opens a file by the bytes of its name.
  static func open(_ name: FilePath, _ flags: Int32) -> (handle: SQLiteHandle?, code: Int32) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name.cString, &opened, flags, nil)
    return (unsafe opened.map { unsafe SQLiteHandle(pointer: $0) }, code)
  }

  func close() { _ = unsafe sqlite3_close_v2(pointer) }

  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }
  var systemError: Int32 { unsafe sqlite3_system_errno(pointer) }
  var message: String { unsafe String(cString: sqlite3_errmsg(pointer)) }
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }
  /// How many rows the last statement itself changed, without its triggers.
  var changes: Int { Int(unsafe sqlite3_changes64(pointer)) }
  var lastRow: Int { Int(unsafe sqlite3_last_insert_rowid(pointer)) }

  func execute(_ sql: String) -> Int32 { unsafe sqlite3_exec(pointer, sql, nil, nil, nil) }

  func limitLength(_ bytes: Int32) {
    _ = unsafe sqlite3_limit(pointer, SQLITE_LIMIT_LENGTH, bytes)
  }

  /// Asks a watch, which must live as long as the connection, when the database is locked.
  func watch(_ watch: DatabaseWatch) {
    _ = unsafe sqlite3_busy_handler(
      pointer,
      { context, tries in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<DatabaseWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.waitsOn(after: Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
  }

  /// Asks a watch every so many steps whether a statement may go on; nil: it always may.
  func watchSteps(_ watch: DatabaseWatch?) {
    guard let watch else { return unsafe sqlite3_progress_handler(pointer, 0, nil, nil) }
    unsafe sqlite3_progress_handler(
      pointer, 200,
      { context in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<DatabaseWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.isOver ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
  }

  /// Compiles an SQL text.
  func prepare(_ sql: String) -> (statement: SQLiteStatement?, code: Int32) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(pointer, sql, -1, &prepared, nil)
    return (unsafe prepared.map { unsafe SQLiteStatement(pointer: $0) }, code)
  }
}

/// A compiled text of the library; its owner finishes it.
@safe struct SQLiteStatement {
  fileprivate let pointer: OpaquePointer

  fileprivate init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

  func finish() { _ = unsafe sqlite3_finalize(pointer) }
  func step() -> Int32 { unsafe sqlite3_step(pointer) }
  func reset() { _ = unsafe sqlite3_reset(pointer) }

  // MARK: Parameters, counted from 1

  func bindNull(_ place: Int) -> Int32 { unsafe sqlite3_bind_null(pointer, Int32(place)) }

  func bind(_ value: Int, _ place: Int) -> Int32 {
    unsafe sqlite3_bind_int64(pointer, Int32(place), sqlite3_int64(value))
  }

  func bind(_ value: Double, _ place: Int) -> Int32 {
    unsafe sqlite3_bind_double(pointer, Int32(place), value)
  }

  /// Binds a text or a blob, which the library copies.
  func bind(_ bytes: Bytes, isBlob: Bool, _ place: Int) -> Int32 {
    // SQLITE_TRANSIENT, a macro that Swift does not see.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return unsafe bytes.withUnsafeBytes { buffer in
      // An empty one must not be a null pointer.
      let empty: StaticString = ""
      let start = unsafe buffer.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
      if isBlob {
        return unsafe sqlite3_bind_blob64(
          pointer, Int32(place), start, sqlite3_uint64(buffer.count), transient)
      }
      return unsafe sqlite3_bind_text64(
        pointer, Int32(place), start.assumingMemoryBound(to: CChar.self),
        sqlite3_uint64(buffer.count), transient, UInt8(SQLITE_UTF8))
    }
  }

  // MARK: Columns of the row, counted from 0

  func type(_ column: Int) -> Int32 { unsafe sqlite3_column_type(pointer, Int32(column)) }

  func integer(_ column: Int) -> Int {
    Int(unsafe sqlite3_column_int64(pointer, Int32(column)))
  }

  func real(_ column: Int) -> Double { unsafe sqlite3_column_double(pointer, Int32(column)) }

  /// Lends the bytes of a text, in UTF-8 whatever the database's encoding is, or of a blob.
  func withBytes<Result>(_ column: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let column = Int32(column)
    let isBlob = unsafe sqlite3_column_type(pointer, column) == SQLITE_BLOB
    let start =
      isBlob
      ? unsafe sqlite3_column_blob(pointer, column)
      : unsafe UnsafeRawPointer(sqlite3_column_text(pointer, column))
    // The count is that of the form which was asked for last.
    let count = Int(unsafe sqlite3_column_bytes(pointer, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { buffer in
      unsafe body(buffer.span)
    }
  }
}

/// Texts that stay where they are while a row is written, so that the library needs no copies of them.
///
/// Each row's texts are put behind one another into room that was made for all of them; a text that would not fit
/// is refused.
@safe final class LentTexts {
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 1)
  private var used = 0

  deinit { unsafe room.deallocate() }

  /// Makes room for a row's texts; those of the row before are gone.
  func begin(_ byteCount: Int) {
    used = 0
    guard unsafe byteCount > room.count else { return }
    unsafe room.deallocate()
    unsafe room = .allocate(byteCount: 2 * byteCount, alignment: 1)
  }

  /// Binds a text, or a blob, to a parameter until the next row begins.
  func bind(_ text: Bytes, isBlob: Bool, to statement: SQLiteStatement, _ place: Int) -> Int32 {
    let end = used + text.count
    guard unsafe end <= room.count else { return SQLITE_NOMEM }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room[used..<end])
    unsafe text.withUnsafeBytes { unsafe part.copyMemory(from: $0) }
    used = end
    // Room of at least one byte is there: the start is no null pointer.
    let start = unsafe part.baseAddress ?? room.baseAddress
    if isBlob {
      return unsafe sqlite3_bind_blob64(
        statement.pointer, Int32(place), start, sqlite3_uint64(text.count), nil)
    }
    return unsafe sqlite3_bind_text64(
      statement.pointer, Int32(place), start?.assumingMemoryBound(to: CChar.self),
      sqlite3_uint64(text.count), nil, UInt8(SQLITE_UTF8))
  }
}
