// A compiled SQL text: its parameters, its rows.

import CSQLite
import Forms

/// A compiled SQL text.
final class Statement {
  private let database: Database
  private let handle: SQLiteStatement
  private let lent = LentTexts()

  init(_ database: Database, _ sql: String) throws(RecordFileError) {
    self.database = database
    let prepared = database.handle.prepare(sql)
    guard prepared.code == SQLITE_OK, let found = prepared.statement else {
      throw database.error(prepared.code)
    }
    handle = found
  }

  deinit { handle.finish() }

  /// What a parameter can be.
  enum Parameter: Equatable {
    case null
    case integer(Int)
    case real(Double)
    case text(Bytes)
    /// The JSON text of a value that SQLite has no type for.
    case blob(Bytes)
  }

  /// Sets a parameter, counted from 1.
  func bind(_ parameter: Parameter, at place: Int) throws(RecordFileError) {
    let code =
      switch parameter {
      case .null: handle.bindNull(place)
      case .integer(let value): handle.bind(value, place)
      case .real(let value): handle.bind(value, place)
      case .text(let bytes): handle.bind(bytes, isBlob: false, place)
      case .blob(let bytes): handle.bind(bytes, isBlob: true, place)
      }
    if code != SQLITE_OK { throw database.error(code) }
  }

  /// Goes on to the next row; false at the end.
  func step() throws(RecordFileError) -> Bool {
    switch handle.step() {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.error(code)
    }
  }

  /// Makes the statement ready for the next time; its parameters stay.
  func reset() { handle.reset() }

  /// Sets a parameter to each value and carries the statement out, which gives no rows.
  ///
  /// - Returns: the place of the first value that its type cannot hold exactly; then nothing was done.
  func run(_ values: [Value], as types: [ColumnType]) throws(RecordFileError) -> Int? {
    var needed = 0
    for value in values { needed += value.text.count }
    lent.begin(needed)
    for i in values.indices {
      switch values[i].kind {
      case .text, .list, .object:
        let code = lent.bind(values[i].text, isBlob: false, to: handle, i + 1)
        if code != SQLITE_OK { throw database.error(code) }
      default:
        guard let parameter = types[i].parameter(values[i]) else { return i }
        try bind(parameter, at: i + 1)
      }
    }
    let code = handle.step()
    let failure = code == SQLITE_DONE ? nil : database.error(code)
    handle.reset()
    if let failure { throw failure }
    return nil
  }

  /// The type of the value in a column of the row, counted from 0.
  func type(_ column: Int) -> Int32 { handle.type(column) }
  func integer(_ column: Int) -> Int { handle.integer(column) }
  func real(_ column: Int) -> Double { handle.real(column) }

  /// Lends the bytes of a text or a blob.
  func withBytes<Result>(_ column: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    handle.withBytes(column, body)
  }

  func text(_ column: Int) -> String { withBytes(column) { String(bytes: $0) } }

  /// Whether the column of the row holds exactly this.
  func holds(_ parameter: Parameter, _ column: Int) -> Bool {
    switch (parameter, type(column)) {
    case (.null, SQLITE_NULL): true
    case (.integer(let value), SQLITE_INTEGER): integer(column) == value
    case (.real(let value), SQLITE_FLOAT): real(column) == value
    // A column of a table that is not strict may keep a whole number as one.
    case (.real(let value), SQLITE_INTEGER): Double(exactly: integer(column)) == value
    case (.text(let value), SQLITE_TEXT), (.blob(let value), SQLITE_BLOB):
      withBytes(column) { value.span.equals($0) }
    default: false
    }
  }
}
