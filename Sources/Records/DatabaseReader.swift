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
  private let query: Statement
  private let hasRowNumbers: Bool

  /// Opens a database for reading.
  ///
  /// - Throws: the reason; `noTable` when it has no table of the form's name.
  public init(_ path: FilePath, form: Form) throws(RecordFileError) {
    self.form = form
    nothing = form.fields.indices.map { form.kindOfNoValue($0) }
    if try at(path, { () throws(SystemFault) in try FileStatus(path: path) })?.isFolder ?? false {
      throw RecordFileError(path, .system(EISDIR))
    }
    let database = try Database(path, mayMake: false, isReadOnly: true)
    let table = DatabaseTable(form)
    guard let found = try table.find(database) else {
      throw RecordFileError(path, .noTable(name: table.name))
    }
    header = TableHeader(found.columns.map { Bytes($0.name.utf8) }, form)
    hasRowNumbers = found.hasRowNumbers
    let name = Database.quoted(table.name)
    let count = try database.prepare("SELECT count(*) FROM \(name)")
    rowCount = try count.step() ? count.integer(0) : 0
    let columns = found.columns.map { Database.quoted($0.name) }.joined(separator: ", ")
    query = try database.prepare(
      found.hasRowNumbers
        ? "SELECT rowid, \(columns) FROM \(name) ORDER BY rowid"
        : "SELECT 0, \(columns) FROM \(name)")
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
      if isBoolean(form.fields[field]), value == 0 || value == 1 {
        record.set(field, .boolean, (value == 1 ? "true" : "false").utf8Span.span)
      } else {
        record.set(field, .number, "\(value)".utf8Span.span)
      }
    case SQLITE_FLOAT:
      let value = query.real(column)
      let digits = "\(value)"
      // An infinite number is none in JSON.
      record.set(
        field, value.isFinite ? .number : .text,
        (digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits).utf8Span.span)
    default:
      let text = Span(_unsafeElements: query.bytes(column))
      if let invalid = firstInvalidUTF8(in: text) {
        return .invalidUTF8(text[invalid], column: invalid + 1)
      }
      record.set(field, .text, text)
    }
    return nil
  }

  private func isBoolean(_ field: Field) -> Bool {
    if field.kind == .yesNo { return true }
    let choices = field.choices?.list ?? []
    return field.kind == .choice && choices.contains { $0.value.kind == .boolean }
  }
}
