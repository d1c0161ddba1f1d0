// A compiled SQL text: its parameters, its rows.

import CSQLite
import Forms

/// A compiled SQL text.
final class Statement {
  private let database: Database
  private let handle: OpaquePointer
  /// Where texts stand that the library reads while a row is written.
  private var lent = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 1)

  init(_ database: Database, _ sql: String) throws(RecordFileError) {
    self.database = database
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw database.error(code) }
    handle = prepared
  }

  deinit {
    sqlite3_finalize(handle)
    lent.deallocate()
  }

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

  /// Sets a parameter to each value and carries the statement out, as ``run()`` does.
  ///
  /// - Returns: the place of the first value that its type cannot hold exactly; then nothing was done.
  func run(_ values: [Value], as types: [ColumnType]) throws(RecordFileError) -> Int? {
    var needed = 0
    for value in values { needed += value.text.count }
    if needed > lent.count {
      lent.deallocate()
      lent = .allocate(byteCount: 2 * needed, alignment: 1)
    }
    var offset = 0
    for i in values.indices {
      switch values[i].kind {
      case .text, .list, .object: try lend(values[i].text, at: i + 1, &offset)
      default:
        guard let parameter = types[i].parameter(values[i]) else { return i }
        try bind(parameter, at: i + 1)
      }
    }
    try run()
    return nil
  }

  /// Sets a parameter to a text that stays where it is until the next row: the library makes no copy.
  private func lend(_ text: Bytes, at place: Int, _ offset: inout Int) throws(RecordFileError) {
    let start = UnsafeMutableRawBufferPointer(rebasing: lent[offset..<offset + text.count])
    text.withUnsafeBytes { start.copyMemory(from: $0) }
    offset += text.count
    let code = sqlite3_bind_text64(
      handle, Int32(place), start.baseAddress?.assumingMemoryBound(to: CChar.self),
      sqlite3_uint64(text.count), nil, UInt8(SQLITE_UTF8))
    if code != SQLITE_OK { throw database.error(code) }
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
