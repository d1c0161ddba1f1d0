import Forms
import Foundation
import JSONText
import Records
import TestSupport
import Testing

/// Tables are read as RFC 4180 and DESIGN.md, sections 2 and 8, have it.
struct TableReaderTests {
  private let folder: TemporaryFolder
  private let ab = form(("a", .text), ("b", .text))

  init() throws { folder = try TemporaryFolder() }

  private func values(
    _ content: String, _ form: Form, _ format: SourceFormat = .csv
  ) throws -> [Read] {
    try read(folder.write("table", content), format, form).records
  }

  @Test func cellsBecomeValuesByTheKindOfTheirField() throws {
    let form = form(("t", .text), ("n", .integer), ("d", .number), ("y", .yesNo))
    let read = try values("t,n,d,y\n007,24,0.50,true\n", form)
    #expect(read.map { $0.line } == [2])
    #expect(read[0].values == [text("007"), number("24"), number("0.50"), boolean(true)])
    #expect(read[0].bytes.string == "007,24,0.50,true\n")
  }

  @Test func anEmptyCellIsNoValueAndAQuotedOneTheEmptyText() throws {
    let read = try values("a,b\n,\"\"\n", ab)
    #expect(read[0].values.map { $0.kind } == [.absent, .text])
    #expect(read[0].values[1].text.isEmpty)
  }

  @Test func noValueOfAFieldThatAdmitsNullIsNull() throws {
    var declaration = FieldDeclaration(name: Bytes("a".utf8))
    declaration.admitsNull = true
    let form = Form(
      name: "f", title: nil, about: nil,
      fields: [Field(declaration), Field(FieldDeclaration(name: Bytes("b".utf8)))],
      rules: Rules(nodes: [], root: nil))
    #expect(try values("a,b\n,\n", form)[0].values.map { $0.kind } == [.null, .absent])
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "end"])
  func lineEndsOfAllKindsAndNone(_ end: String, _ last: String) throws {
    let content = "a,b\(end)1,2\(end)\"x\(end)y\",4\(end)5,6" + (last == "end" ? end : "")
    let read = try values(content, ab)
    #expect(read.map { $0.line } == [2, 3, 5])
    #expect(
      read.map { $0.values }
        == [[text("1"), text("2")], [text("x\(end)y"), text("4")], [text("5"), text("6")]])
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstName() throws {
    let read = try read(folder.write("t", "\u{FEFF}a,b\n\u{FEFF}1,2\n"), .csv, ab)
    #expect(read.header?.isExact == true)
    #expect(read.records[0].values == [text("\u{FEFF}1"), text("2")])
  }

  @Test func columnsStandInAnyOrderAndStrangeOnesAreNamed() throws {
    let form = form(("a", .text), ("b", .text), ("c", .text))
    let read = try read(folder.write("t", "c,x,a,a\n3,4,1,5\n"), .csv, form)
    let header = try #require(read.header)
    #expect(header.fields == [2, nil, 0, nil])
    #expect(header.missing == [Bytes("b".utf8)])
    #expect(header.unknown.map { $0.name } == [Bytes("x".utf8)])
    #expect(header.repeated == [Bytes("a".utf8)])
    #expect(read.records[0].values == [text("1"), .absent, text("3")])
  }

  @Test func aWrongNumberOfCellsIsToldWithTheLineWhereTheRecordBegan() throws {
    let read = try values("a,b\n1,\"x\n\ny\",3\n1\n1,2\n", ab)
    #expect(read.map { $0.line } == [2, 5, 6])
    #expect(
      read.map { $0.fault }
        == [
          .cellCount(found: 3, expected: 2), .cellCount(found: 1, expected: 2), nil,
        ])
  }

  @Test func anEmptyLineIsARecordOnlyWhereThereIsOneColumn() throws {
    #expect(try values("a,b\n\n1,2\n\r\n\n3,4\n\n", ab).map { $0.line } == [3, 6])
    let one = try values("a\n\n\"\"\nx\n", form(("a", .text)))
    #expect(one.map { $0.values[0].kind } == [.absent, .text, .text])
    #expect(one.map { $0.line } == [2, 3, 4])
  }

  @Test func quotesWithinABareCellAreText() throws {
    #expect(
      try values("a,b\n5\" nail,x \"y\"\n", ab)[0].values == [text("5\" nail"), text("x \"y\"")])
  }

  @Test func whatFollowsAClosingQuoteIsAFaultOfItsRecordOnly() throws {
    let read = try values("a,b\n\"x\"y,\"z\"\n1,2\n", ab)
    #expect(read.map { $0.fault } == [.textAfterQuote, nil])
    #expect(read.map { $0.line } == [2, 3])
  }

  @Test func aQuoteThatNothingClosesIsAFault() throws {
    let read = try values("a,b\n1,2\n3,\"x\n4,5\n", ab)
    #expect(read.map { $0.fault } == [nil, .openQuote])
    #expect(read.map { $0.line } == [2, 3])
  }

  @Test func invalidUTF8IsAFaultWithItsColumn() throws {
    let path = folder.path("t")
    try Data(Bytes("a,b\nok,".utf8) + [0xC3, 0x28] + Bytes("\né,ü\n".utf8))
      .write(to: URL(fileURLWithPath: path))
    let read = try read(path, .csv, ab).records
    #expect(read.map { $0.fault } == [.invalidUTF8(0xC3, column: 4), nil])
  }

  @Test func aFileWithoutHeaderHasNoColumns() throws {
    let read = try read(folder.write("t", ""), .csv, ab)
    #expect(read.header?.missing == [Bytes("a".utf8), Bytes("b".utf8)])
    #expect(read.records.isEmpty)
  }

  @Test func aHeaderThatIsNoRowIsAFaultOfTheFile() throws {
    let path = try folder.write("t", "\"a,b\n1,2\n")
    #expect(try ChunkReader(FilePath(path), .csv, form: ab).fault == .header(.openQuote))
  }

  @Test func whatCannotBeOpenedIsAnError() throws {
    #expect(throws: RecordFileError("/nonexistent/x", .system(ENOENT))) {
      try read("/nonexistent/x", .csv, ab)
    }
    #expect(throws: RecordFileError("/", .system(EISDIR))) { try read("/", .csv, ab) }
  }

  /// Wherever a file is cut into chunks, the records and their lines are the same.
  @Test(arguments: [
    "a,b\n1,2\n3,4\n5,6\n", "a,b\r\n1,2\r\n\"3\r\n\r\n\",4\r\n5,6", "a,b\r1,2\r\r\"3\r\",4\r5,6\r",
    "\u{FEFF}a,b\n\"\"\"\",\"\"\"\"\"\"\n\"x\n\",5\" y\n\n\n\"1\",\"2\"\n",
    "a,b\n\"x\"y,1\n1,2\n,\n",
    "\"a\",\"b\"\n\"é,ü\n\",\"\"\"\n\"\"\"\n1,\"2\n", "a,b\n1,2,3\n4\n\"5\n6\"\n7,8\n",
    "a,b\n\r\n1,2\n",
  ])
  func chunksOfAnySizeGiveTheSame(_ content: String) throws {
    let path = try folder.write("t", content)
    let whole = try read(path, .csv, ab)
    for size in 1...content.utf8.count {
      let parts = try read(path, .csv, ab, blockSize: size)
      #expect(parts.header == whole.header, "blocks of \(size)")
      #expect(parts.records == whole.records, "blocks of \(size)")
    }
  }

  // MARK: csv-spectrum

  @Test(arguments: [
    "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines", "newlines_crlf",
    "quotes_and_newlines", "simple", "simple_crlf", "utf8",
  ])
  func csvSpectrumMeansItsJSON(_ name: String) throws {
    let json = try JSONValue(parsing: caseFile("csv-spectrum/json/\(name).json"))
    let expected = (json.elements ?? nil).map { Array($0) } ?? []
    let names = (expected.first?.members).map { $0.map { $0.key } } ?? []
    let form = form(names.map { ($0, FieldKind.text) })
    let content = try caseFile("csv-spectrum/csvs/\(name).csv")
    let path = try folder.write("t.csv", content.string)
    let wanted = expected.map { row in names.map { text(row[$0]?.string ?? "?") } }
    #expect(try read(path, .csv, form).records.map { $0.values } == wanted)

    // Written and read back: by this reader, by python's csv and by the sqlite3 shell.
    let rows = wanted.map { record($0) }
    let copy = try folder.write("copy.csv", written(form, .csv, rows))
    #expect(try read(copy, .csv, form).records.map { $0.values } == wanted)
    let python = try tool(
      "python3", "-c",
      """
      import csv, json, sys
      rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
      print(json.dumps(rows))
      """, copy)
    let seen = try JSONValue(parsing: python.outputBytes)
    let table = (seen.elements ?? nil).map {
      $0.map { ($0.elements ?? nil).map { $0.map { $0.string ?? "?" } } ?? [] }
    }
    #expect(table?.first == names)
    #expect((table?.dropFirst()).map { Array($0) } == wanted.map { $0.map { $0.text.string } })
    let sqlite = try tool(
      "sqlite3", ":memory:", ".import --csv '\(copy)' t", ".mode json", "SELECT * FROM t")
    let imported = try JSONValue(parsing: sqlite.outputBytes)
    #expect(
      (imported.elements ?? nil).map { $0.map { row in names.map { row[$0]?.string ?? "?" } } }
        == wanted.map { $0.map { $0.text.string } })
  }

  @Test func csvSpectrumsCoordinatesHaveQuotesInBareCells() throws {
    // Its JSON is of another record, so the cells are those that stand in the file.
    let names = ["Contact Phone Number", "Location Coordinates", "Cities", "Counties"]
    let content = try caseFile("csv-spectrum/csvs/location_coordinates.csv")
    let path = try folder.write("t.csv", content.string)
    let read = try read(path, .csv, form(names.map { ($0, FieldKind.text) }))
    #expect(read.header?.isExact == true)
    #expect(
      read.records.map { $0.values.map { $0.text.string } } == [
        [
          "2095257564", "37\u{FFFD}36'37.8\"N 121\u{FFFD}2'17.9\"W", "Modesto", "Stanislaus",
        ]
      ])
  }
}
