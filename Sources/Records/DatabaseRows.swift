// Whether a row stands in a table as it was given.

import Forms

/// Looks for rows of a table.
struct DatabaseRows {
  /// Whether rows are found by their numbers.
  let hasNumbers: Bool
  private let table: DatabaseTable
  private let fields: [Int]
  private let query: Statement

  /// For rows with these fields' values, all unless said otherwise.
  init(
    _ table: DatabaseTable, _ found: DatabaseTable.Found, _ database: Database,
    _ fields: [Int]? = nil
  ) throws(RecordFileError) {
    self.table = table
    let fields = fields ?? Array(table.form.fields.indices)
    self.fields = fields
    hasNumbers = found.rowNumber != nil
    let columns = fields.map { Database.quoted(table.form.fields[$0].nameText) }
    let condition =
      found.rowNumber.map { "\($0) = ?" } ?? columns.map { "\($0) IS ?" }.joined(separator: " AND ")
    query = try database.prepare(
      """
      SELECT 1\(columns.map { ", " + $0 }.joined()) FROM \(Database.quoted(table.name))
      WHERE \(condition.isEmpty ? "1" : condition)
      """)
  }

  /// Whether there is a row of this number, where rows have numbers, with these values.
  func holds(_ record: Record, row: Int) throws(RecordFileError) -> Bool {
    defer { query.reset() }
    var wanted: [Statement.Parameter] = []
    for i in fields {
      guard let parameter = table.types[i].parameter(record.values[i]) else { return false }
      wanted.append(parameter)
    }
    if hasNumbers {
      try query.bind(.integer(row), at: 1)
    } else {
      for (i, parameter) in wanted.enumerated() { try query.bind(parameter, at: i + 1) }
    }
    while try query.step() {
      if wanted.indices.allSatisfy({ query.holds(wanted[$0], $0 + 1) }) { return true }
    }
    return false
  }
}
