// The table of a form: its columns, and what SQL can state of the form's rules.

import CSQLite
import Forms

/// A form's table in a database.
struct DatabaseTable {
  let form: Form
  let name: String
  let types: [ColumnType]

  init(_ form: Form) {
    self.form = form
    name = form.name
    types = form.fields.map { ColumnType($0) }
  }

  private func column(_ field: Field) -> String { Database.quoted(field.nameText) }
  var columns: String { form.fields.map { column($0) }.joined(separator: ", ") }

  /// The statement that adds a record to a table.
  ///
  /// Where the table says what becomes of a row that breaks its rules (`ON CONFLICT IGNORE`), this says that it is an
  /// error; else the table's triggers would be told so too.
  func insertion(into found: Found?) -> String {
    let places = form.fields.map { _ in "?" }.joined(separator: ", ")
    let verb = found?.hasConflictClause ?? false ? "INSERT OR ABORT" : "INSERT"
    return "\(verb) INTO \(Database.quoted(name)) (\(columns)) VALUES (\(places))"
  }

  /// The statement that makes the table.
  var creation: String {
    let lines = zip(form.fields, types).map { field, type in
      "  \(column(field)) \(type.rawValue)"
        + checks(field, type).map { " " + $0 }.joined()
    }
    return "CREATE TABLE \(Database.quoted(name)) (\n\(lines.joined(separator: ",\n"))\n) STRICT"
  }

  // MARK: Checks

  /// The rules of a field that SQL states exactly.
  private func checks(_ field: Field, _ type: ColumnType) -> [String] {
    let name = column(field)
    var checks: [String] = []
    if field.isRequired, !field.admitsNull, field.conditions.isEmpty { checks.append("NOT NULL") }
    if field.kind == .yesNo { checks.append("CHECK (\(name) IN (0, 1))") }
    for constraint in field.declaration.constraints {
      if let check = check(constraint, name, type) { checks.append("CHECK (\(check))") }
    }
    return checks
  }

  private func check(_ constraint: Constraint, _ name: String, _ type: ColumnType) -> String? {
    switch constraint {
    case .minLength(let least) where type == .text: return "length(\(name)) >= \(least)"
    case .maxLength(let most) where type == .text: return "length(\(name)) <= \(most)"
    case .minimum(let bound): return comparison(name, ">=", bound, type)
    case .maximum(let bound): return comparison(name, "<=", bound, type)
    case .exclusiveMinimum(let bound): return comparison(name, ">", bound, type)
    case .exclusiveMaximum(let bound): return comparison(name, "<", bound, type)
    case .multipleOf(let divisor) where type == .integer:
      guard let divisor = divisor.int, divisor > 0 else { return nil }
      return "\(name) % \(divisor) = 0"
    case .oneOfChoices(let choices):
      let values = choices.list.map { $0.value }.filter { !$0.kind.isNothing }
      let literals = values.compactMap { literal($0, type) }
      guard !literals.isEmpty, literals.count == values.count else { return nil }
      return "\(name) IN (\(literals.joined(separator: ", ")))"
    case .constant(let value) where !value.kind.isNothing:
      return literal(value, type).map { "\(name) = \($0)" }
    default: return nil
    }
  }

  private func comparison(
    _ name: String, _ sign: String, _ bound: Decimal, _ type: ColumnType
  ) -> String? {
    guard type == .integer || type == .real else { return nil }
    if type == .integer, let whole = bound.int { return "\(name) \(sign) \(whole)" }
    // Rounding a bound could refuse a right value.
    return NumberStorage.double.holds(bound) ? "\(name) \(sign) \(bound.description)" : nil
  }

  private func literal(_ value: Value, _ type: ColumnType) -> String? {
    switch type.parameter(value) {
    case .integer(let whole): return "\(whole)"
    case .real(let real): return "\(real)"
    case .text(let text):
      if text.contains(0) { return nil }
      let parts = text.string.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: "''") + "'"
    case .blob(let bytes):
      // Digits and letters only: the hexadecimal form of each has two places.
      return "x'" + bytes.map { String($0, radix: 16) }.joined() + "'"
    case .null, nil: return nil
    }
  }

  // MARK: An existing table

  /// What a database has under the table's name.
  struct Found {
    /// The names of the columns that rows are written to, and their declared types.
    var columns: [(name: String, type: String)] = []
    var isStrict = false
    /// The name under which a row's number can be asked for; nil where rows have none.
    var rowNumber: String?
    /// Whether something else happens when a row is added.
    var hasTriggers = false
    /// Whether the table says itself what becomes of rows that break its rules.
    var hasConflictClause = false
    /// The number of the schema that this was read from.
    var version = 0
  }

  /// The table as a database has it; nil when it has none.
  func find(_ database: Database) throws(RecordFileError) -> Found? {
    let list = try database.prepare(
      """
      SELECT "type", "strict", "wr" FROM pragma_table_list
      WHERE "schema" = 'main' AND "name" = ? COLLATE NOCASE
      """)
    try list.bind(.text(Bytes(name.utf8)), at: 1)
    guard try list.step() else { return nil }
    guard list.text(0) == "table" else {
      throw RecordFileError(database.path, .noTable(name: name))
    }
    var found = Found()
    found.isStrict = list.integer(1) != 0
    let hasRowNumbers = list.integer(2) == 0
    let info = try database.prepare(
      #"SELECT "name", "type" FROM pragma_table_xinfo(?) WHERE "hidden" = 0"#)
    try info.bind(.text(Bytes(name.utf8)), at: 1)
    while try info.step() { found.columns.append((info.text(0), info.text(1))) }
    if hasRowNumbers {
      // A column of such a name hides the number.
      let taken = Set(found.columns.map { $0.name.lowercased() })
      found.rowNumber = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    }
    let schema = try database.prepare(
      """
      SELECT "type", "sql" FROM "main"."sqlite_schema"
      WHERE "type" IN ('table', 'trigger') AND "tbl_name" = ? COLLATE NOCASE
      """)
    try schema.bind(.text(Bytes(name.utf8)), at: 1)
    while try schema.step() {
      if schema.text(0) == "trigger" {
        found.hasTriggers = true
      } else if schema.text(1).lowercased().contains("conflict") {
        found.hasConflictClause = true
      }
    }
    found.version = try database.number("PRAGMA schema_version")
    return found
  }

  /// Refuses a table whose columns are not the form's, or would change the values.
  func check(_ found: Found, _ path: FilePath) throws(RecordFileError) {
    let header = TableHeader(found.columns.map { Bytes($0.name.utf8) }, form)
    guard header.isExact else {
      throw RecordFileError(path, .columns(header))
    }
    for (place, column) in zip(header.fields, found.columns) {
      guard let place, !holds(column.type, types[place], isStrict: found.isStrict) else { continue }
      throw RecordFileError(
        path,
        .columnType(
          column: Bytes(column.name.utf8), is: column.type, wanted: types[place].rawValue))
    }
  }

  /// Whether a declared type keeps values as they are (SQLite's rules of affinity).
  private func holds(_ declared: String, _ type: ColumnType, isStrict: Bool) -> Bool {
    let declared = declared.uppercased()
    func has(_ words: String...) -> Bool { words.contains { declared.contains($0) } }
    if isStrict {
      return declared == "ANY" || declared == type.rawValue
        || (declared == "INT" && type == .integer)
    }
    if declared.isEmpty || (has("BLOB") && !has("INT", "CHAR", "CLOB", "TEXT")) { return true }
    let isInteger = has("INT")
    let isText = !isInteger && has("CHAR", "CLOB", "TEXT")
    let isReal = !isInteger && !isText && has("REAL", "FLOA", "DOUB")
    return switch type {
    case .text: isText
    case .integer: !isText && !isReal
    case .real: !isText
    case .any: false
    }
  }
}
