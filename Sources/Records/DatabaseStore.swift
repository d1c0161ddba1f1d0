// Appending to an SQLite database: a transaction a record, or one a group.

import CSQLite
import Forms
import Glibc
import JSONText

/// A database that records are appended to.
final class DatabaseStore: RecordStore {
  /// So many rows are written in one transaction at most.
  private static let groupSize = 100_000

  private(set) var savedCount = 0
  private(set) var waitingCount = 0

  private let path: FilePath
  private let form: Form
  private let table: DatabaseTable
  private let types: [ColumnType]
  private var database: Database?
  private var status: FileStatus?
  private var insertion: Statement?
  private var hasRowNumbers = true
  private var isReady = false
  /// Whether the open transaction has made the table.
  private var hasMadeTable = false
  private var isFolderSynced = false
  /// The record that a journal may have to be told of; none is kept of a group.
  private var last: Record?
  private let isGrouping: Bool

  init(_ path: FilePath, _ form: Form, isGrouping: Bool = false) {
    self.path = path
    self.isGrouping = isGrouping
    self.form = form
    table = DatabaseTable(form)
    types = table.types
  }

  var isFull: Bool { waitingCount >= DatabaseStore.groupSize }
  var encoder: (any RecordWriter)? { nil }

  func check() throws(RecordFileError) {
    // Whether SQLite takes the form's names at all.
    do {
      try Database().execute(table.creation)
    } catch {
      throw RecordFileError(path, error.reason)
    }
    let status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    guard let status else {
      try at(path) { () throws(SystemFault) in try FilePath.checkFolder(of: path) }
      return
    }
    if status.isFolder { throw RecordFileError(path, .system(EISDIR)) }
    let database = try Database(path, mayMake: false)
    if let found = try table.find(database) { try table.check(found, path) }
    self.database = database
    self.status = status
  }

  func add(_ record: Record) throws(RecordFileError) {
    if waitingCount == 0 { try begin() }
    guard let database, let insertion else { return }
    do throws(RecordFileError) {
      if let i = try insertion.run(record.values, as: types) {
        let field = form.fields[i]
        let value = field.isSecret ? nil : record.values[i].text
        throw RecordFileError(
          path, .inexact(field: field.name, value: value, type: types[i].rawValue))
      }
    } catch {
      // The other rows of the group stay, unless the library has taken the transaction back.
      if waitingCount == 0 || sqlite3_get_autocommit(database.handle) != 0 { discard() }
      throw error
    }
    waitingCount += 1
    if !isGrouping { last = record }
  }

  func add(encoded: Bytes, ends: [Int]) {}

  func save(_ journal: Journal?) throws(RecordFileError) {
    guard waitingCount > 0, let database else { return }
    do {
      if let journal, let last { try journal.note(note(last, database)) }
      try database.execute("COMMIT")
    } catch {
      discard()
      throw error
    }
    hasMadeTable = false
    savedCount += waitingCount
    waitingCount = 0
    last = nil
    if !isFolderSynced {
      try at(path) { () throws(SystemFault) in
        try OpenFile.syncFolder(of: FilePath.resolved(path))
      }
      isFolderSynced = true
    }
  }

  /// The transaction is taken back, if the library has not done so itself.
  func discard() {
    waitingCount = 0
    last = nil
    if hasMadeTable {
      hasMadeTable = false
      isReady = false
      insertion = nil
    }
    guard let database, sqlite3_get_autocommit(database.handle) == 0 else { return }
    sqlite3_exec(database.handle, "ROLLBACK", nil, nil, nil)
  }

  func close() {
    discard()
    insertion = nil
    database = nil
  }

  // MARK: The transaction

  private func begin() throws(RecordFileError) {
    let there = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    if let status, there.map({ !$0.isSame(status) }) ?? true {
      if there == nil { throw RecordFileError(path, .vanished) }
      // Another file has its place.
      insertion = nil
      database = nil
      isReady = false
      isFolderSynced = false
    }
    let database =
      if let open = self.database { open } else { try Database(path, mayMake: true) }
    self.database = database
    if !isReady { try database.useWriteAheadLog() }
    if status == nil || !isReady {
      status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    }
    try database.execute("BEGIN IMMEDIATE")
    do {
      if !isReady { try makeReady(database) }
    } catch {
      discard()
      throw error
    }
  }

  private func makeReady(_ database: Database) throws(RecordFileError) {
    if let found = try table.find(database) {
      try table.check(found, path)
      hasRowNumbers = found.hasRowNumbers
    } else {
      try database.execute(table.creation)
      hasMadeTable = true
      hasRowNumbers = true
    }
    insertion = try database.prepare(table.insertion)
    isReady = true
  }

  // MARK: The journal

  /// What tells this row from all others, without `writeOnly` values.
  private func note(_ record: Record, _ database: Database) -> JournalNote {
    var told = record
    told.extras = []
    for i in form.fields.indices where form.fields[i].isSecret { told.clear(i) }
    var json: Bytes = []
    JSONRecordWriter(form).write(told, into: &json)
    json.removeLast()
    let row = Int(sqlite3_last_insert_rowid(database.handle))
    return .row(hasRowNumbers ? row : nil, json)
  }

  /// Whether the database has a row of this number with these values.
  ///
  /// The number was given within the transaction: had it not been committed, another record would have it now.
  func contains(row: Int?, _ json: Bytes) throws(RecordFileError) -> Bool {
    guard try at(path, { () throws(SystemFault) in try FileStatus(path: path) }) != nil else {
      return false
    }
    let database = try Database(path, mayMake: false)
    guard let found = try table.find(database), found.hasRowNumbers == (row != nil) else {
      return false
    }
    var record = Record(fieldCount: form.fields.count)
    var reader = JSONRecordReader(form)
    var cursor = Cursor(line: 1)
    guard case .record = reader.next(json.span, &cursor, into: &record) else { return false }
    let told = form.fields.indices.filter { !form.fields[$0].isSecret }
    let conditions =
      (row == nil ? [] : ["rowid = ?"])
      + told.map { "\(Database.quoted(form.fields[$0].nameText)) IS ?" }
    let query = try database.prepare(
      "SELECT 1 FROM \(Database.quoted(table.name)) WHERE \(conditions.joined(separator: " AND "))")
    var place = 1
    if let row {
      try query.bind(.integer(row), at: place)
      place += 1
    }
    for i in told {
      guard let parameter = table.types[i].parameter(record.values[i]) else { return false }
      try query.bind(parameter, at: place)
      place += 1
    }
    return try query.step()
  }
}
