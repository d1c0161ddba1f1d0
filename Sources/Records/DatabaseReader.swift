// SQLite as a source: the rows of the form's table, one after the other.

import CSQLite
public import Forms
import Glibc
import JSONText

/// Reads the records of a database's table that is named after the form.
public final class DatabaseReader {
  /// The table's columns, matched to the form.
  public let header: TableHeader
  /// How many rows the table has.
  public let rowCount: Int
  /// The number of the row that was read last: its rowid, or its place where the table has none.
  public private(set) var row = 0

  private let form: Form
  private let nothing: [ValueKind]
  private let columns: [Column]
  private let query: Statement
  private let hasRowNumbers: Bool

  /// How what stands in a field's column is read.
  private struct Column {
    /// Whether 1 and 0 are true and false.
    var hasBooleans = false
    /// Whether a blob stands for a value that SQLite has no type for.
    var hasBlobs = false

    init(_ field: Field) {
      let values = (field.choices?.list ?? []).map { $0.value.kind }
      hasBooleans =
        field.kind == .yesNo
        || field.kind == .choice && values.contains(.boolean) && !values.contains(.number)
      hasBlobs = ColumnType(field) == .any
    }
  }

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - form: the form whose name the table has.
  ///   - patience: how long it is waited for other programs that have the database locked.
  /// - Throws: the reason; `noTable` when it has no table of the form's name.
  public convenience init(
    _ path: FilePath, form: Form, patience: Patience = Patience()
  ) throws(RecordFileError) {
    let status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    guard let status else { throw RecordFileError(path, .system(ENOENT)) }
    if status.isFolder { throw RecordFileError(path, .system(EISDIR)) }
    do {
      try self.init(try Database(path, .read, patience), form)
    } catch {
      guard DatabaseReader.mayBeAlone(path, error.reason) else { throw error }
      try self.init(try Database(path, .readUnchanging, patience), form)
    }
  }

  /// Whether a database that cannot be read as usual, since no file may be made beside it, can be read as it stands.
  ///
  /// Nobody has written to it then since it was closed: it has no log.
  private static func mayBeAlone(_ path: FilePath, _ reason: RecordFileError.Reason) -> Bool {
    switch reason {
    case .system, .database: break
    default: return false
    }
    let log = (try? FileStatus(path: path.adding("-wal".utf8)))??.size ?? 0
    guard log == 0, (try? System.check(path, for: R_OK)) != nil else { return false }
    return (try? FilePath.checkFolder(of: path)) == nil
  }

  private init(_ database: Database, _ form: Form) throws(RecordFileError) {
    self.form = form
    nothing = form.fields.indices.map { form.kindOfNoValue($0) }
    columns = form.fields.map { Column($0) }
    let table = DatabaseTable(form)
    guard let found = try table.find(database) else {
      throw RecordFileError(database.path, .noTable(name: table.name))
    }
    header = TableHeader(found.columns.map { Bytes($0.name.utf8) }, form)
    hasRowNumbers = found.rowNumber != nil
    let name = Database.quoted(table.name)
    rowCount = try database.number("SELECT count(*) FROM \(name)")
    let columns = found.columns.map { Database.quoted($0.name) }.joined(separator: ", ")
    query = try database.prepare(
      found.rowNumber.map { "SELECT \($0), \(columns) FROM \(name) ORDER BY \($0)" }
        ?? "SELECT 0, \(columns) FROM \(name)")
  }

  /// Reads the next row into `record`, keeping its storage.
  ///
  /// - Throws: the reason why the database cannot be read on.
  public func next(into record: inout Record) throws(RecordFileError) -> Reading {
    guard try query.step() else { return .end }
    row = hasRowNumbers ? query.integer(0) : row + 1
    record.clear()
    var fault: SourceFault?
    for (column, field) in header.fields.enumerated() {
      guard let field else { continue }
      if let found = take(column + 1, field, &record) { fault = fault ?? found }
    }
    form.complete(row: &record)
    return fault.map { .fault($0) } ?? .record
  }

  private func take(_ column: Int, _ field: Int, _ record: inout Record) -> SourceFault? {
    switch query.type(column) {
    case SQLITE_NULL:
      record.values[field].kind = nothing[field]
      if form.fields[field].calculation != nil { record.emptied.append(field) }
    case SQLITE_INTEGER:
      let value = query.integer(column)
      if columns[field].hasBooleans, value == 0 || value == 1 {
        record.set(field, .boolean, (value == 1 ? "true" : "false").utf8Span.span)
      } else {
        record.set(field, .number, "\(value)".utf8Span.span)
      }
    case SQLITE_FLOAT:
      let value = query.real(column)
      // An infinite number is none in JSON.
      record.set(
        field, value.isFinite ? .number : .text, NumberStorage.digits(of: value).utf8Span.span)
    case let type:
      let hasBlobs = columns[field].hasBlobs && type == SQLITE_BLOB
      return query.withBytes(column) { text in
        if let invalid = firstInvalidUTF8(in: text) {
          return .invalidUTF8(text[invalid], column: invalid + 1)
        }
        record.set(field, hasBlobs ? ColumnType.value(ofBlob: text) ?? .text : .text, text)
        return nil
      }
    }
    return nil
  }
}
