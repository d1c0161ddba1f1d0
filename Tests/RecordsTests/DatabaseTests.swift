import Forms
import Foundation
import Glibc
import JSONText
import Records
import TestSupport
import Testing

/// SQLite: DESIGN.md, section 8; what the sqlite3 shell sees is what counts.
struct DatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("x.db") }

  init() throws { folder = try TemporaryFolder() }

  private func field(
    _ name: String, _ kind: FieldKind, required: Bool = false, choices: [Value] = [],
    _ constraints: Constraint...
  ) -> Field {
    var declaration = FieldDeclaration(name: Bytes(name.utf8))
    declaration.kind = kind
    declaration.isRequired = required
    declaration.constraints = constraints
    if kind == .choice {
      let choices = Choices(choices.map { Choice(value: $0) })
      declaration.choices = choices
      declaration.constraints.append(.oneOfChoices(choices))
    }
    return Field(declaration)
  }

  private func form(_ fields: Field..., name: String = "person") -> Form {
    Form(name: name, title: nil, about: nil, fields: fields, rules: Rules(nodes: [], root: nil))
  }

  private func append(_ form: Form, _ records: Record...) throws {
    let file = try RecordFile.open(path: path, form: form)
    for record in records { try file.append(record) }
    #expect(file.savedCount == records.count)
    try file.close()
  }

  private func sql(_ text: String) throws -> String {
    let outcome = try tool("sqlite3", path, text)
    return outcome.output + outcome.error
  }

  private func decimal(_ text: String) throws -> Forms.Decimal {
    let bytes = Bytes(text.utf8)
    let number = Forms.Decimal(bytes.span)
    return try #require(number)
  }

  /// What the reader gives back.
  private func records(_ form: Form) throws -> [[Value]] {
    let reader = try DatabaseReader(FilePath(path), form: form)
    var record = Record(fieldCount: form.fields.count)
    var records: [[Value]] = []
    while case .record = try reader.next(into: &record) { records.append(record.values) }
    return records
  }

  @Test func typesAreExact() throws {
    let form = form(
      field("t", .text), field("i", .integer), field("n", .number), field("y", .yesNo))
    try append(
      form, record(text("007"), number("0"), number("0.5"), boolean(false)),
      record(text("1e3"), number("9223372036854775807"), number("100"), boolean(true)),
      record(text(""), .absent, Value(.null), .absent),
      record(text("NULL"), number("-8"), .absent, .absent))
    #expect(
      try sql("SELECT quote(t), typeof(i), quote(i), typeof(n), n, typeof(y), y FROM person")
        == """
        '007'|integer|0|real|0.5|integer|0
        '1e3'|integer|9223372036854775807|real|100.0|integer|1
        ''|null|NULL|null||null|
        'NULL'|integer|-8|null||null|

        """)
    #expect(
      try records(form) == [
        [text("007"), number("0"), number("0.5"), boolean(false)],
        [text("1e3"), number("9223372036854775807"), number("100"), boolean(true)],
        [text(""), .absent, .absent, .absent], [text("NULL"), number("-8"), .absent, .absent],
      ])
    #expect(try sql("PRAGMA journal_mode") == "wal\n")
  }

  @Test func numbersThatTheColumnCannotHoldAreRefusedByName() throws {
    let form = form(field("i", .integer), field("n", .number))
    let file = try RecordFile.open(path: path, form: form)
    for (values, name, digits, type) in [
      ([number("12345678901234567890"), .absent], "i", "12345678901234567890", "INTEGER"),
      ([.absent, number("9007199254740993")], "n", "9007199254740993", "REAL"),
      ([.absent, number("0.12345678901234567890")], "n", "0.12345678901234567890", "REAL"),
    ] {
      #expect(
        throws: RecordFileError(
          path,
          .inexact(field: Bytes(name.utf8), value: Bytes(digits.utf8), type: type))
      ) { try file.append(record(values)) }
    }
    try file.append(record(number("1e3"), number("0.1")))
    #expect(try sql("SELECT * FROM person") == "1000|0.1\n")
    #expect(file.savedCount == 1)
  }

  @Test func rulesThatSQLCanStateAreChecks() throws {
    let form = form(
      field("name", .text, required: true, .minLength(2), .maxLength(4)),
      field(
        "age", .integer, .minimum(Decimal(1)), .exclusiveMaximum(Decimal(100)),
        .multipleOf(Decimal(3))),
      field("size", .number, .maximum(try decimal("0.5")), .exclusiveMinimum(Decimal(-1))),
      field("gender", .choice, choices: [text("M"), text("it's")]),
      field("level", .choice, choices: [number("1"), number("2")]), field("ok", .yesNo),
      field("fixed", .text, .constant(text("x"))))
    let right = record(
      text("éé"), number("3"), number("0.5"), text("it's"), number("2"), boolean(true), text("x"))
    try append(
      form, right, record(text("ab"), .absent, .absent, .absent, .absent, .absent, .absent))
    func isRefused(_ change: String) throws -> Bool {
      // 19 is SQLITE_CONSTRAINT; a STRICT table refuses other types with it too.
      try sql("UPDATE person SET \(change) WHERE rowid = 1").contains("(19)")
    }
    for change in [
      "name = NULL", "name = 'é'", "name = 'abcde'", "age = 0", "age = 100", "age = 4", "age = 'x'",
      "size = 0.6", "size = -1", "gender = 'F'", "level = 3", "ok = 2", "fixed = 'y'", "age = 4.5",
    ] {
      #expect(try isRefused(change), "\(change)")
    }
    for change in [
      "name = 'abcd'", "age = 99", "size = -0.9", "gender = 'M'", "level = 1", "ok = 0",
    ] {
      #expect(try !isRefused(change), "\(change)")
    }
  }

  @Test func mixedChoicesAndNumbersOrTextsAreKeptAsTheyCome() throws {
    let form = form(
      field("c", .choice, choices: [text("1"), number("1"), boolean(true)]),
      field("m", .numberOrText))
    try append(form, record(text("1"), text("007")), record(number("1"), number("7")))
    #expect(
      try sql("SELECT typeof(c), typeof(m), m FROM person") == "text|text|007\ninteger|integer|7\n")
  }

  @Test func namesAreQuoted() throws {
    let form = form(field("a \"b\"", .text), field("select", .text), name: "it's \"x\"")
    try append(form, record(text("1"), text("2")))
    #expect(try sql("SELECT \"a \"\"b\"\"\", \"select\" FROM \"it's \"\"x\"\"\"") == "1|2\n")
    #expect(try records(form) == [[text("1"), text("2")]])
  }

  @Test func textsWithNulLineFeedsAndNoLettersAreExact() throws {
    let form = form(field("t", .text))
    let texts = ["a\u{0}b", "\n", "", "é\u{301}", "😀"]
    for each in texts { try append(form, record(text(each))) }
    #expect(try records(form) == texts.map { [text($0)] })
  }

  @Test func anExistingTableIsTakenInItsOwnOrder() throws {
    _ = try sql(
      "CREATE TABLE person (age INTEGER, name VARCHAR(9)); INSERT INTO person VALUES (1, 'Lee')")
    let form = form(field("name", .text), field("age", .integer))
    try append(form, record(text("007"), number("2")))
    #expect(try sql("SELECT *, typeof(name) FROM person") == "1|Lee|text\n2|007|text\n")
    #expect(try records(form) == [[text("Lee"), number("1")], [text("007"), number("2")]])
  }

  @Test func aTableWithOtherColumnsIsRefused() throws {
    let form = form(field("name", .text), field("age", .integer))
    _ = try sql("CREATE TABLE person (name TEXT, size REAL)")
    #expect(
      throws: RecordFileError(
        path, .columns(TableHeader(["name", "size"].map { Bytes($0.utf8) }, form)))
    ) { try RecordFile.open(path: path, form: form) }
    _ = try sql("DROP TABLE person; CREATE TABLE person (name INTEGER, age INTEGER)")
    #expect(
      throws: RecordFileError(
        path, .columnType(column: Bytes("name".utf8), is: "INTEGER", wanted: "TEXT"))
    ) { try RecordFile.open(path: path, form: form) }
    _ = try sql("DROP TABLE person; CREATE VIEW person AS SELECT 1 AS name, 2 AS age")
    #expect(throws: RecordFileError(path, .noTable(name: "person"))) {
      try RecordFile.open(path: path, form: form)
    }
  }

  @Test func whatIsNoDatabaseIsAnErrorAndUntouched() throws {
    let content = String(repeating: "no database\n", count: 100)
    try folder.write("x.db", content)
    #expect(throws: RecordFileError.self) {
      try RecordFile.open(path: path, form: form(field("a", .text)))
    }
    #expect(folder.text("x.db") == content)
    #expect(throws: RecordFileError(folder.path("no.db"), .system(ENOENT))) {
      _ = try DatabaseReader(FilePath(folder.path("no.db")), form: form(field("a", .text)))
    }
    _ = unlink(path)
    _ = try sql("CREATE TABLE t (x)")
    #expect(throws: RecordFileError(path, .noTable(name: "person"))) {
      _ = try DatabaseReader(FilePath(path), form: form(field("a", .text)))
    }
  }

  @Test func namesThatSQLiteCannotTellApartAreRefusedAtTheStart() throws {
    #expect(throws: RecordFileError.self) {
      try RecordFile.open(path: path, form: form(field("a", .text), field("A", .text)))
    }
    #expect(folder.bytes("x.db") == nil)
  }

  @Test func aGroupIsOneTransaction() throws {
    let form = form(field("a", .text))
    let file = try RecordFile.open(path: path, form: form, isGrouping: true)
    for i in 0..<100 { try file.append(record(text("\(i)"))) }
    #expect(file.savedCount == 0)
    #expect(try sql("SELECT count(*) FROM person").contains("no such table"))
    try file.flush()
    #expect(file.savedCount == 100)
    #expect(try sql("SELECT count(*) FROM person") == "100\n")
    try file.close()
  }

  @Test func aRecordThatIsRefusedLeavesTheOthersOfItsGroup() throws {
    let form = form(field("a", .text, required: true), field("i", .integer))
    let file = try RecordFile.open(path: path, form: form, isGrouping: true)
    try file.append(record(text("1"), number("1")))
    #expect(throws: RecordFileError.self) { try file.append(record(.absent, number("2"))) }
    #expect(file.savedCount == 1)
    try file.append(record(text("3"), number("3")))
    #expect(throws: RecordFileError.self) {
      try file.append(record(text("4"), number("12345678901234567890")))
    }
    #expect(file.savedCount == 2)
    try file.append(record(text("5"), number("5")))
    try file.close()
    #expect(file.savedCount == 3)
    #expect(try sql("SELECT a FROM person") == "1\n3\n5\n")
  }

  @Test func aSizeLimitIsAnErrorAndTheEarlierRecordsStay() throws {
    let outcome = try Program.run(
      ["append", "x.db", "w", "400"], in: folder.url, after: "ulimit -f 64", program: probePath)
    #expect(outcome.status == 3)
    let saved = outcome.output.split(separator: "\n").count { $0.hasPrefix("saved") }
    #expect(saved > 0 && saved < 400)
    #expect(try namesAndAges(path).count == saved)
    #expect(try sql("PRAGMA integrity_check") == "ok\n")
  }
}
