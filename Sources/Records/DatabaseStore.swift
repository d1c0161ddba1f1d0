// Appending to an SQLite database: a transaction a record, or one a group.

import CSQLite
import Forms
import Glibc
import JSONText

/// A database that records are appended to.
final class DatabaseStore: RecordStore {
  /// So many rows are written in one transaction at most.
  private static let groupSize = 100_000
  /// How often a file whose place another one takes is opened again.
  private static let mostLooks = 10

  private(set) var savedCount = 0
  private(set) var waitingCount = 0

  private let path: FilePath
  private let form: Form
  private let table: DatabaseTable
  private let patience: Patience
  private var database: Database?
  private var status: FileStatus?
  /// Whether the file was made here, and nothing was ever in it.
  private var isOwn = false
  /// Whether the file was there, or has got a record.
  private var wasSeen = false
  private var insertion: Statement?
  /// The table as it was when the insertion was compiled.
  private var found: DatabaseTable.Found?
  private var rows: DatabaseRows?
  /// How many rows the table had when the transaction began; counted only where triggers could change it.
  private var countBefore = 0
  private var isFolderSynced = false
  /// The record that a journal may have to be told of; none is kept of a group.
  private var last: Record?
  private let isGrouping: Bool

  init(_ path: FilePath, _ form: Form, isGrouping: Bool = false, _ patience: Patience) {
    self.path = path
    self.isGrouping = isGrouping
    self.form = form
    self.patience = patience
    table = DatabaseTable(form)
  }

  var isFull: Bool { waitingCount >= DatabaseStore.groupSize }
  var encoder: (any RecordWriter)? { nil }

  func check(_ patience: Patience) throws(RecordFileError) {
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
    wasSeen = true
    let database = try Database(path, .write, patience)
    // The library makes files beside the database while it writes.
    do throws(SystemFault) {
      try FilePath.checkFolder(of: path)
    } catch {
      throw RecordFileError(path, .closedFolder(error.code))
    }
    if let found = try table.find(database) { try table.check(found, path) }
  }

  func add(_ record: Record) throws(RecordFileError) {
    if waitingCount == 0 { try begin() }
    guard let database else { return }
    do {
      try insert(record, database)
    } catch {
      // The other rows of the group stay, unless the library has taken the transaction back.
      if waitingCount == 0 || !database.isInTransaction { discard() }
      throw error
    }
    waitingCount += 1
    if !isGrouping { last = record }
  }

  func add(encoded: Bytes, ends: [Int]) {}

  func save(_ journal: Journal?) throws(RecordFileError) {
    guard waitingCount > 0, let database else { return }
    do throws(RecordFileError) {
      if let found, found.hasTriggers {
        let count = try count(database)
        guard count == countBefore + waitingCount else {
          throw RecordFileError(path, .unfaithful(.others))
        }
      }
      if let journal, let last { try journal.note(note(last, database)) }
      // Before the rows are there for good: where this fails nothing was saved, and saving again doubles nothing.
      if !isFolderSynced {
        try at(path) { () throws(SystemFault) in
          try OpenFile.syncFolder(of: FilePath.resolved(path))
        }
        isFolderSynced = true
      }
      try database.execute("COMMIT")
      isOwn = false
      wasSeen = true
      // What is in a file that has lost its place is not saved.
      if try !isStillThere() { throw RecordFileError(path, .vanished) }
    } catch {
      discard()
      throw error
    }
    savedCount += waitingCount
    waitingCount = 0
    last = nil
  }

  func discard() {
    waitingCount = 0
    last = nil
    database?.rollBack()
    if isOwn { remove() }
  }

  func close() {
    discard()
    forget()
  }

  private func forget() {
    insertion = nil
    rows = nil
    found = nil
    database?.close()
    database = nil
    status = nil
    isOwn = false
    isFolderSynced = false
  }

  // MARK: The transaction

  private func begin() throws(RecordFileError) {
    for _ in 0..<DatabaseStore.mostLooks {
      let database = try opened()
      do {
        try database.execute("BEGIN IMMEDIATE")
        // While one waits for the lock the file can be replaced.
        if try isStillThere() { return try makeReady(database) }
      } catch {
        discard()
        throw error
      }
      database.rollBack()
      forget()
    }
    throw RecordFileError(path, .unsteady)
  }

  private func isStillThere() throws(RecordFileError) -> Bool {
    guard let status else { return false }
    let there = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    if there == nil, wasSeen { throw RecordFileError(path, .vanished) }
    return there?.isSame(status) ?? false
  }

  private func opened() throws(RecordFileError) -> Database {
    if let database, try isStillThere() { return database }
    forget()
    if try at(path, { () throws(SystemFault) in try FileStatus(path: path) }) == nil {
      if wasSeen { throw RecordFileError(path, .vanished) }
      // Made here, so that it is known whose it is if nothing gets into it.
      do throws(SystemFault) {
        _ = try OpenFile(FilePath.resolved(path), O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
        isOwn = true
      } catch {
        if error.code != EEXIST { throw RecordFileError(path, .system(error.code)) }
      }
    }
    do {
      let database = try Database(path, .write, patience)
      self.database = database
      status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
      try database.useWriteAheadLog()
      return database
    } catch {
      discard()
      forget()
      throw error
    }
  }

  private func makeReady(_ database: Database) throws(RecordFileError) {
    let version = try database.number("PRAGMA schema_version")
    if found?.version != version || insertion == nil {
      found = try table.find(database)
      if let found {
        try table.check(found, path)
      } else {
        try database.execute(table.creation)
      }
      let now = found == nil ? try table.find(database) : found
      insertion = try database.prepare(table.insertion(into: now))
      rows = try now.map { now throws(RecordFileError) in try DatabaseRows(table, now, database) }
      // A table that is made here is there for certain after the commit only.
      found = found == nil ? nil : now
    }
    if let found, found.hasTriggers { countBefore = try count(database) }
  }

  private func count(_ database: Database) throws(RecordFileError) -> Int {
    try database.number("SELECT count(*) FROM \(Database.quoted(table.name))")
  }

  // MARK: A row

  private func insert(_ record: Record, _ database: Database) throws(RecordFileError) {
    guard let found, found.hasTriggers else {
      try insertRow(record, database)
      return
    }
    // What the triggers did is taken back with the row.
    try database.execute("SAVEPOINT \"row\"")
    do {
      try database.withTriggers { () throws(RecordFileError) -> Void in
        try insertRow(record, database)
      }
    } catch {
      if database.isInTransaction {
        try? database.execute("ROLLBACK TO \"row\"")
        try? database.execute("RELEASE \"row\"")
      }
      throw error
    }
    try database.execute("RELEASE \"row\"")
  }

  /// Adds a row, and looks whether it is there.
  private func insertRow(_ record: Record, _ database: Database) throws(RecordFileError) {
    guard let insertion else { return }
    if let i = try insertion.run(record.values, as: table.types) {
      throw RecordFileError(
        path,
        .inexact(
          field: form.fields[i].name, value: record.values[i].text, type: table.types[i].rawValue))
    }
    guard database.handle.changes == 1 else { throw RecordFileError(path, .unfaithful(.ignored)) }
    // In a group only what a trigger could have changed is read again.
    guard !isGrouping || found?.hasTriggers ?? false, let rows else { return }
    if try !rows.holds(record, row: database.handle.lastRow) {
      throw RecordFileError(path, .unfaithful(.changed))
    }
  }

  // MARK: The file

  /// Removes a file that was made here and got nothing, unless another program has begun to use it.
  ///
  /// Whoever begins a transaction meanwhile sees, at its start or at its end, that the file has lost its place. So it
  /// must lose it last.
  private func remove() {
    guard isOwn, let status else { return }
    forget()
    let log = (try? FileStatus(path: path.adding("-wal".utf8)))??.size ?? 0
    guard let there = try? FileStatus(path: path), there.isSame(status), there.size <= 65_536,
      log == 0, there.size == 0 || hasNoTable(there.size)
    else { return }
    let file = FilePath.resolved(path)
    for ending in ["-wal", "-shm", "-journal", ""] {
      try? System.unlink(file.adding(ending.utf8))
    }
  }

  private func hasNoTable(_ size: Int) -> Bool {
    do throws(RecordFileError) {
      let database = try Database(path, .readUnchanging, Patience(seconds: 0))
      return try database.number("SELECT count(*) FROM sqlite_schema") == 0
    } catch {
      // What cannot be read is the beginning of a first page.
      return size <= 4096
    }
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
    return .row(rows?.hasNumbers ?? false ? database.handle.lastRow : nil, json)
  }

  /// Whether the database has a row of this number with these values.
  ///
  /// The number was given within the transaction: had it not been committed, another record would have it now.
  func contains(row: Int?, _ json: Bytes) throws(RecordFileError) -> Bool {
    guard try at(path, { () throws(SystemFault) in try FileStatus(path: path) }) != nil else {
      return false
    }
    let database = try Database(path, .write, patience)
    guard let found = try table.find(database), (found.rowNumber != nil) == (row != nil) else {
      return false
    }
    var record = Record(fieldCount: form.fields.count)
    var reader = JSONRecordReader(form)
    var cursor = Cursor(line: 1)
    guard case .record = reader.next(json.span, &cursor, into: &record) else { return false }
    let told = form.fields.indices.filter { !form.fields[$0].isSecret }
    return try DatabaseRows(table, found, database, told).holds(record, row: row ?? 0)
  }
}
