import Foundation
import TestSupport
import Testing

/// What is wrong with a file as a whole is said once, and then none of it is judged or passed on.
@Suite struct CheckHeadTests {
  /// All fields are optional: each row of another table would be right and empty.
  private static let form = #"""
    {"type":"object","properties":{"year":{"type":"integer","title":"The year"},
     "n":{"type":"integer"},"first_name":{"type":"string"}}}
    """#
  private static let notJudged = " (no record is judged)"

  private func check(
    _ text: String, _ name: String = "x.csv", form: String = CheckHeadTests.form
  ) throws -> (outcome: Outcome, folder: CheckFolder) {
    let folder = try CheckFolder(["f.json": form, name: text])
    let ending = name.split(separator: ".").last ?? ""
    let outcome = try folder.check(
      "f.json", name, "-o", "right.\(ending)", "--rejects", "wrong.\(ending)")
    return (outcome, folder)
  }

  private func expectOneWord(_ text: String, _ name: String, _ words: String) throws {
    let (outcome, folder) = try check(text, name)
    #expect(
      outcome.said == [
        name + words + Self.notJudged, "0 records: 0 right, 0 wrong; faults: of no field 1",
      ])
    #expect(outcome.status == 1 && outcome.output == "")
    let ending = name.split(separator: ".").last ?? ""
    #expect(folder.text("right.\(ending)") == nil)
    #expect(folder.text("wrong.\(ending)") == "")
  }

  @Test(arguments: [
    (
      "Year,N\n1,2\n3,4\n",
      ":1: no field is called Year (did you mean year?), N (did you mean n?); "
        + "the column first_name is missing"
    ),
    ("year;n;first_name\n1;2;Kim\n", ":1: the cells are separated by ;"),
    ("Year;N\n1;2\n", ":1: the cells are separated by ;"),
    ("\"year\";\"n\"\n\"1\";\"2\"\n", ":1: the cells are separated by ;"),
    ("year|n|first_name\n1|2|Kim\n", ":1: the cells are separated by |"),
    ("Jahr;Anzahl;Vorname\n1;2;Kim\n", ":1: the cells are separated by ;"),
    ("year\tn\tfirst_name\n1\t2\tKim\n", ":1: the cells are separated by tabs: --from tsv"),
    (
      "the year,First Name\n1,2\n",
      ":1: no field is called the year (did you mean year?), "
        + "First Name (did you mean first_name?); the column n is missing"
    ),
    (
      "a,b,a\n1,2,3\n",
      ":1: no field is called a, b; the columns year, n, first_name are missing; "
        + "the column a is there more than once"
    ),
    (
      "Survey of 2024\n\nyear,n,first_name\n1,2,Kim\n",
      ":1: this is no header; line 3 looks like one"
    ),
    ("2001,2,Kim\n2002,3,Lee\n", ":1: the first line is a record, not a header"),
    ("", ":1: there is no header"), ("\n\n", ":1: there is no header"),
    ("\"year,n\n1,2\n", ":1: the header cannot be read: a quote is opened and not closed"),
    ("{\"year\":1}\n{\"year\":2}\n", ": it looks like JSON Lines: --from jsonl"),
    (
      "year,n,first_name\n1,2,Kim,\n3,4,Lee,\n",
      ":1: the header has 3 cells, each row 4, "
        + "the last one empty: the rows end in a separator too many"
    ),
    ("year,n\n1,2,3,4\n\n5,6,7,8\n", ":1: the header has 2 cells, each row 4"),
  ])
  func aHeaderThatDoesNotFitIsSaidOnce(_ text: String, _ words: String) throws {
    try expectOneWord(text, "x.csv", words)
  }

  @Test(arguments: [
    ("year,n,first_name\n1,2,Kim\n", "x.tsv", ":1: the cells are separated by ,: --from csv"),
    (
      "YEAR\tN\tfirst name\n1\t2\tKim\n", "x.tsv",
      ":1: no field is called YEAR (did you mean year?), "
        + "N (did you mean n?), first name (did you mean first_name?)"
    ),
    (
      "{\"year\":1}\r{\"year\":2}\r", "x.jsonl",
      #": its lines end in CR alone: tr '\r' '\n' makes them end in LF"#
    ),
    (
      "[\n{\"year\":1},\n{\"year\":2}\n]\n", "x.jsonl",
      ": one JSON value stands over several lines, not a record a line: jq -c '.[]' makes it so"
    ),
    (
      "[{\"year\":1},\n{\"year\":2}]\n", "x.jsonl",
      ": one JSON value stands over several lines, not a record a line: jq -c '.[]' makes it so"
    ),
    (
      "\n{\n \"year\": 1\n}\n", "x.jsonl",
      ": one JSON value stands over several lines, not a record a line: jq -c . makes it so"
    ),
    ("year,n\n1,2\n", "x.jsonl", ": it looks like CSV: --from csv"),
  ])
  func aFileThatHoldsSomethingElseIsSaidOnce(_ text: String, _ name: String, _ words: String) throws
  {
    try expectOneWord(text, name, words)
  }

  @Test func answersWithLoneReturnsAreSaidOnce() throws {
    let folder = try CheckFolder(["a.txt": "Kim\r30\rM\rkim@example.org\r"])
    let outcome = try folder.check("person", "a.txt", "--from", "lines")
    #expect(outcome.faults.count == 1 && outcome.status == 1)
    #expect(outcome.faults[0].hasPrefix("a.txt: its lines end in CR alone"))
  }

  /// Columns of fields that a record must have are missing, others fit.
  @Test func aRequiredColumnInOtherCapitalsIsSaidOnceForAllRows() throws {
    let row = "Kim,30,M,kim@example.org\n"
    let folder = try CheckFolder([
      "p.csv": "NAME,age,gender,email\n" + String(repeating: row, count: 5_000),
      "q.csv": "age,gender,email\n30,M,kim@example.org\n",
    ])
    let outcome = try folder.check("person", "p.csv", "q.csv", "-f", "csv")
    #expect(
      outcome.said == [
        "p.csv:1: no field is called NAME (did you mean name?)" + Self.notJudged,
        "q.csv:1: the column name is missing" + Self.notJudged,
        "0 records: 0 right, 0 wrong; faults: of no field 2",
      ])
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test func anotherFileIsJudgedAllTheSame() throws {
    let folder = try CheckFolder([
      "bad.csv": "Name;Age\nKim;1\n", "p.csv": People.header + "Kim,30,M,kim@example.org\n",
    ])
    let outcome = try folder.check("person", "bad.csv", "p.csv", "--rejects", "r.csv")
    #expect(outcome.summary == "1 record: 1 right, 0 wrong; faults: of no field 1")
  }

  /// Where something fits and nothing required is missing, the rest is told and the rows are judged.
  @Test func whatOnlyDoesNotFitInPartIsSaidOnce() throws {
    let (outcome, folder) = try check("year,Note,year\n1,a,2\nx,b,3\n")
    #expect(
      outcome.faults == [
        "x.csv:1: no field is called Note; the columns n, first_name are missing; "
          + "the column year is there more than once",
        "x.csv:3: year: x is not a whole number",
      ])
    #expect(folder.text("right.csv") == "year,n,first_name\n1,,\n")
  }

  @Test func ofManyStrangeColumnsAFewAreTold() throws {
    let names = (1...100_000).map { "c\($0)" }.joined(separator: ",")
    let folder = try CheckFolder(["f.json": Self.form, "x.csv": "year,\(names)\n"])
    let outcome = try folder.check("f.json", "x.csv")
    #expect(
      outcome.faults == [
        "x.csv:1: no field is called c1, c2, c3, c4, c5, c6, c7, c8 and 99992 more; "
          + "the columns n, first_name are missing"
      ])
  }

  @Test func aDatabaseWithOtherColumnsIsNotJudged() throws {
    let folder = try CheckFolder(["f.json": Self.form])
    _ = try Program.run(
      ["x.db", "create table f(Year2, num); insert into f values (1, 2), (3, 4)"],
      in: folder.folder.url, program: "/usr/bin/sqlite3")
    let outcome = try folder.check("f.json", "x.db", "-f", "json")
    #expect(
      outcome.said == [
        "x.db: no field is called Year2 (did you mean year?), num; the columns n, first_name are missing"
          + Self.notJudged, "0 records: 0 right, 0 wrong; faults: of no field 1",
      ])
    #expect(outcome.status == 1 && outcome.output == "")
  }

  @Test func hiddenValuesStandInNoWordAboutAHeader() throws {
    let (outcome, _) = try check(
      "hunter2,Kim\nhunter3,Lee\n",
      form:
        #"{"type":"object","properties":{"pin":{"type":"string","writeOnly":true},"x":{"type":"string"}}}"#
    )
    #expect(outcome.status == 1 && !outcome.error.contains("hunter"))
  }

  // MARK: Appending

  @Test(arguments: [
    ("year;n;first_name\n1;2;Kim\n", "x.csv", "the cells are separated by ;"),
    (
      "Year,n,first_name\n", "x.csv",
      "its columns are not the form's: without year, with Year (did you mean year?)"
    ),
    ("year,n,first_name,reason\n", "x.csv", "with reason, that of rejected records"),
    ("caf\u{E9},n,first_name\n", "x.csv", "fits Windows-1252 or Latin-1"),
    ("{\"first_name\":\"\u{E9}\"}\n", "x.jsonl", "fits Windows-1252 or Latin-1"),
  ])
  func aFileThatDoesNotFitIsNotAppendedTo(
    _ text: String, _ name: String, _ words: String
  ) throws {
    let folder = try CheckFolder(["f.json": Self.form])
    let bytes = Data(text.unicodeScalars.map { UInt8($0.value) })
    try bytes.write(to: folder.folder.url.appendingPathComponent(name))
    let outcome = try Program.run(
      ["f.json", "-o", name], input: "1\n2\nKim\n", in: folder.folder.url)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.status == 3)
    #expect(folder.folder.bytes(name) == Array(bytes))
  }

  // MARK: Encodings

  @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "WINDOWS-1252", "LATIN1"])
  func anotherEncodingIsNamed(_ encoding: String) throws {
    for (name, text) in [
      ("p.csv", People.header + "Zoë,30,F,zoe@example.org\n"),
      ("p.jsonl", #"{"name":"Zoë","age":30,"gender":"F","email":"zoe@example.org"}"# + "\n"),
      ("p.lines", "Zoë\n30\nF\nzoe@example.org\n"),
    ] {
      let folder = try CheckFolder(["u8": text])
      let made = try Program.run(
        ["-c", "iconv -f UTF-8 -t \(encoding) u8 >\(name)"], in: folder.folder.url,
        program: "/bin/sh")
      #expect(made.status == 0)
      let outcome = try folder.check(
        "person", name, "--from", String(name.dropFirst(2)), "-f", "json")
      #expect(outcome.said.count == 2 && outcome.status == 1 && outcome.output == "")
      let short = encoding == "LATIN1" ? "WINDOWS-1252" : String(encoding.prefix(6))
      #expect(outcome.faults[0].hasPrefix("\(name): "))
      #expect(
        outcome.faults[0].contains("iconv -f \(encoding.hasPrefix("UTF") ? short : "WINDOWS-1252")")
      )
      #expect(!outcome.error.contains("\0"))
    }
  }

  /// A text that has characters of UTF-8 too is UTF-8 with a broken byte.
  @Test func aBrokenByteIsAFaultOfItsRecordWhereOthersAreUTF8() throws {
    let folder = try CheckFolder()
    let bytes =
      Array((People.header + "Zoë,1,F,z@b.co\nZo").utf8) + [0xEB] + Array(",1,F,z@b.co\n".utf8)
    try Data(bytes).write(to: folder.folder.url.appendingPathComponent("p.csv"))
    #expect(
      try folder.check("person", "p.csv").faults
        == ["p.csv:3: column 3: the byte 0xEB is not UTF-8"])
  }

  @Test(arguments: [
    ([0x50, 0x4B, 3, 4] as [UInt8], "ZIP archive"), ([0x1F, 0x8B, 8, 0], "gzip -dc"),
    (Array("SQLite format 3\0".utf8), "--from db"),
  ])
  func aFileThatIsNoTextIsNamed(_ start: [UInt8], _ words: String) throws {
    let folder = try CheckFolder()
    try Data(start + Array(repeating: 0xA5, count: 600)).write(
      to: folder.folder.url.appendingPathComponent("p.csv"))
    let outcome = try folder.check("person", "p.csv")
    #expect(outcome.faults.count == 1 && outcome.faults[0].contains(words))
  }

  // MARK: Small words

  @Test func oneCellAndOneLineAreOne() throws {
    let folder = try CheckFolder([
      "p.csv": People.header + "Kim\nKim,1,M,a@b.co\n", "a.txt": "Kim\n",
    ])
    #expect(try folder.check("person", "p.csv").faults == ["p.csv:2: 1 cell, not 4"])
    #expect(
      try folder.check("person", "a.txt", "--from", "lines").faults == ["a.txt:1: 1 line, not 4"])
  }

  @Test(arguments: ["\n", "  \n", "\t\r\n"])
  func blankLinesOfJSONLinesArePassedOver(_ blank: String) throws {
    let line = #"{"year":1}"# + "\n"
    let (outcome, folder) = try check(
      blank + line + blank + blank + #"{"year":"x"}"# + "\n" + line + blank, "x.jsonl")
    #expect(
      outcome.said == [
        "x.jsonl:5: year: \"x\" is not a whole number",
        "3 records: 2 right, 1 wrong; faults: year 1",
      ])
    #expect(folder.text("right.jsonl") == line + line)
  }

  @Test func anObjectOfTooManyKeysIsRefusedWithAWord() throws {
    let keys = (0...100_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let (outcome, _) = try check("{\(keys)}\n{\"year\":1}\n", "x.jsonl")
    #expect(outcome.faults.count == 1 && outcome.faults[0].hasSuffix("more than 100000 values"))
    #expect(outcome.summary.hasPrefix("2 records: 1 right, 1 wrong"))
  }
}
