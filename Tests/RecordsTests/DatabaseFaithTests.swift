import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// "Saved" means that the row stands in the table as it was given, and nothing else came or went with it.
@Suite struct DatabaseFaithTests {
  private let folder: TemporaryFolder
  private let form = RecordsTests.form(("a", .text), ("b", .integer), name: "t")
  private var path: String { folder.path("x.db") }

  init() throws { folder = try TemporaryFolder() }

  private func sql(_ text: String) throws -> String {
    let outcome = try tool("sqlite3", path, text)
    return outcome.output + outcome.error
  }

  private func row(_ a: String, _ b: String) -> Record { record(text(a), number(b)) }

  /// Why a record was not taken; nil when it was.
  private func refusal(_ record: Record, isGrouping: Bool = false) throws -> RecordFileError.Reason?
  {
    let file = try RecordFile.open(path: path, form: form, isGrouping: isGrouping)
    do throws(RecordFileError) {
      try file.append(record)
      try file.close()
    } catch {
      #expect(file.savedCount == 0)
      file.abandon()
      return error.reason
    }
    #expect(file.savedCount == 1)
    return nil
  }

  @Test(arguments: ["IGNORE", "REPLACE", "FAIL", "ROLLBACK", "ABORT"], [false, true])
  func aConflictIsAnErrorWhateverTheTableSays(_ clause: String, _ isGrouping: Bool) throws {
    _ = try sql("CREATE TABLE t (a TEXT UNIQUE ON CONFLICT \(clause), b INTEGER)")
    _ = try sql("INSERT INTO t VALUES ('x', 1)")
    let refused = try refusal(row("x", "2"), isGrouping: isGrouping)
    guard case .database(let code, _) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(code & 0xFF == 19)  // SQLITE_CONSTRAINT
    #expect(try sql("SELECT * FROM t") == "x|1\n")
    #expect(try refusal(row("y", "2"), isGrouping: isGrouping) == nil)
    #expect(try sql("SELECT * FROM t") == "x|1\ny|2\n")
  }

  static let triggers: [(String, RecordFileError.Unfaithful?)] = [
    ("BEFORE INSERT ON t BEGIN SELECT raise(IGNORE); END", .ignored),
    ("AFTER INSERT ON t BEGIN DELETE FROM t WHERE rowid = new.rowid; END", .changed),
    ("AFTER INSERT ON t BEGIN UPDATE t SET a = upper(a) WHERE rowid = new.rowid; END", .changed),
    ("AFTER INSERT ON t BEGIN UPDATE t SET b = NULL; END", .changed),
    ("AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = 'old'; END", .others),
    ("AFTER INSERT ON t BEGIN INSERT INTO t VALUES ('more', 0); END", .others),
    ("BEFORE INSERT ON t BEGIN DELETE FROM t; END", .others),
    ("AFTER INSERT ON t BEGIN INSERT INTO log SELECT n FROM endless; END", .endless),
    ("AFTER INSERT ON t BEGIN SELECT count(*) FROM endless; END", .endless),
    ("AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END", nil),
    ("AFTER INSERT ON t BEGIN INSERT OR REPLACE INTO log VALUES ('once'); END", nil),
    ("AFTER DELETE ON t BEGIN SELECT raise(ABORT, 'no'); END", nil),
  ]

  @Test(arguments: triggers, [false, true])
  func aTriggerThatDoesMoreOrLessIsAnError(
    _ trigger: (String, RecordFileError.Unfaithful?), _ isGrouping: Bool
  ) throws {
    _ = try sql(
      """
      CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('old', 1);
      CREATE TABLE log (x UNIQUE);
      CREATE VIEW endless AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
        SELECT n FROM c;
      CREATE TRIGGER tr \(trigger.0);
      """)
    let refused = try refusal(row("new", "2"), isGrouping: isGrouping)
    #expect(refused == trigger.1.map { .unfaithful($0) })
    #expect(try sql("SELECT * FROM t") == (trigger.1 == nil ? "old|1\nnew|2\n" : "old|1\n"))
    if trigger.1 != nil { #expect(try sql("SELECT count(*) FROM log") == "0\n") }
  }

  @Test func aTriggerThatComesMeanwhileIsSeen() throws {
    let file = try RecordFile.open(path: path, form: form)
    try file.append(row("x", "1"))
    _ = try sql("CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = 'x'; END")
    #expect(throws: RecordFileError(path, .unfaithful(.others))) { try file.append(row("y", "2")) }
    _ = try sql("DROP TRIGGER tr")
    try file.append(row("z", "3"))
    #expect(try sql("SELECT * FROM t") == "x|1\nz|3\n")
    #expect(file.savedCount == 2)
  }

  @Test func ofAGroupWhatWasTakenBeforeStays() throws {
    _ = try sql(
      """
      CREATE TABLE t (a TEXT, b INTEGER);
      CREATE TRIGGER tr AFTER INSERT ON t WHEN new.b = 3
        BEGIN DELETE FROM t WHERE rowid = new.rowid; DELETE FROM t WHERE b = 1; END
      """)
    let file = try RecordFile.open(path: path, form: form, isGrouping: true)
    try file.append(row("x", "1"))
    try file.append(row("x", "2"))
    #expect(throws: RecordFileError(path, .unfaithful(.changed))) { try file.append(row("x", "3")) }
    #expect(file.savedCount == 2)
    try file.append(row("x", "4"))
    try file.close()
    #expect(try sql("SELECT b FROM t") == "1\n2\n4\n")
  }

  @Test func tablesWithoutRowNumbersAndFieldsOfTheirNamesAreRead() throws {
    _ = try sql("CREATE TABLE t (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID")
    _ = try sql("CREATE TRIGGER tr AFTER INSERT ON t WHEN new.b = 2 BEGIN DELETE FROM t; END")
    #expect(try refusal(row("x", "1")) == nil)
    #expect(try refusal(row("x", "2")) == .unfaithful(.changed))
    #expect(try sql("SELECT * FROM t") == "x|1\n")

    let names = ["rowid", "_rowid_", "oid"]
    for count in 1...3 {
      unlink(path)
      let form = RecordsTests.form(names.prefix(count).map { ($0, FieldKind.text) }, name: "t")
      let file = try RecordFile.open(path: path, form: form)
      let values = (1...count).map { text("v\($0)") }
      try file.append(record(values))
      let reader = try DatabaseReader(FilePath(path), form: form)
      var found = Record(fieldCount: count)
      _ = try reader.next(into: &found)
      #expect(found.values == values && reader.row == 1)
    }
  }

  // MARK: Values

  private func choices(_ values: [Value]) -> Form {
    var declaration = FieldDeclaration(name: Bytes(text: "c"))
    declaration.kind = .choice
    let choices = Choices(values.map { Choice(value: $0) })
    declaration.choices = choices
    declaration.constraints = [.oneOfChoices(choices)]
    return Form(
      name: "t", title: nil, about: nil, fields: [Field(declaration)],
      rules: Rules(nodes: [], root: nil))
  }

  @Test func mixedChoicesComeBackAsTheyWere() throws {
    let all = [
      text("x"), boolean(true), number("1"), text("true"), text("1"), number("0"), boolean(false),
      number("2.5"), number("12345678901234567890"), text("12345678901234567890"), text(""),
    ]
    var sets = [[boolean(true), number("0")], [number("1"), boolean(false), text("x")], all]
    sets += [[boolean(true), boolean(false)], [text("true"), boolean(true)]]
    sets += [[number("1"), number("2")], [number("1"), number("0.5")], [text("1"), number("1")]]
    for values in sets {
      unlink(path)
      let form = choices(values)
      let file = try RecordFile.open(path: path, form: form)
      for value in values { try file.append(record(value)) }
      let reader = try DatabaseReader(FilePath(path), form: form)
      var found = Record(fieldCount: 1)
      for value in values {
        _ = try reader.next(into: &found)
        #expect(found.values[0].kind == value.kind, "\(values)")
        #expect(found.values[0] == value, "\(values)")
      }
    }
  }

  @Test func numbersComeBackAsTheyWere() throws {
    let form = RecordsTests.form(("n", .number), ("m", .numberOrText), name: "t")
    let digits = [
      "9223372036854775808", "-9223372036854775808", "1e300", "0.1", "1180591620717411303424",
      "100",
      "6.02214076e23",
    ]
    let file = try RecordFile.open(path: path, form: form)
    for each in digits { try file.append(record(number(each), number(each))) }
    try file.append(record(.absent, number("12345678901234567890123")))
    try file.append(record(.absent, text("12345678901234567890123")))
    let reader = try DatabaseReader(FilePath(path), form: form)
    var found = Record(fieldCount: 2)
    for each in digits {
      _ = try reader.next(into: &found)
      #expect(found.values == [number(each), number(each)], "\(each)")
    }
    _ = try reader.next(into: &found)
    #expect(found.values == [.absent, number("12345678901234567890123")])
    _ = try reader.next(into: &found)
    #expect(found.values == [.absent, text("12345678901234567890123")])
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func theDatabasesEncodingMakesNoDifference(_ encoding: String) throws {
    _ = try sql("PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a TEXT, b INTEGER)")
    let texts = ["Kim", "", "é\u{301}", "😀", "a\u{0}b", "\u{FEFF}x", "日本"]
    for each in texts { #expect(try refusal(row(each, "1")) == nil, "\(each)") }
    let reader = try DatabaseReader(FilePath(path), form: form)
    #expect(reader.header.isExact && reader.rowCount == texts.count)
    var found = Record(fieldCount: 2)
    for each in texts {
      _ = try reader.next(into: &found)
      #expect(found.values == [text(each), number("1")])
    }
  }

  // MARK: The file

  @Test(arguments: [0, 2, 16, 40, 60])
  func atASizeLimitANewDatabaseIsNotLeft(_ blocks: Int) throws {
    let outcome = try Program.run(
      ["append", "x.db", "w", "1"], in: folder.url, after: "ulimit -f \(blocks)", program: probePath
    )
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("system(\(EFBIG))"), "\(outcome.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func aDatabaseThatIsThereAlreadyStays() throws {
    try folder.write("x.db", "")
    let outcome = try Program.run(
      ["append", "x.db", "w", "1"], in: folder.url, after: "ulimit -f 0", program: probePath)
    #expect(outcome.status == 3)
    #expect(folder.bytes("x.db") == [])
  }
}
