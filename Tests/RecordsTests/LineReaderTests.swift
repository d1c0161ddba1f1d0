import Forms
import JSONText
import Records
import TestSupport
import Testing

/// JSON Lines and lines: DESIGN.md, section 8; issue 5, "any JSON value a line".
struct LineReaderTests {
  private let folder: TemporaryFolder
  private let ab = form(("a", .text), ("b", .integer))

  init() throws { folder = try TemporaryFolder() }

  private func json(_ content: String, _ form: Form) throws -> [Read] {
    try read(folder.write("lines", content), .json, form).records
  }

  @Test func membersBecomeValuesInAnyOrder() throws {
    let read = try json(
      #"{"a":"Kim","b":30}"# + "\n" + #" { "b" : 1.50 , "a" : null } "# + "\r\n" + #"{"b":7}"#, ab)
    #expect(read.map { $0.line } == [1, 2, 3])
    #expect(
      read.map { $0.values }
        == [
          [text("Kim"), number("30")], [Value(.null), number("1.50")], [.absent, number("7")],
        ])
    #expect(read[1].values[1].text.string == "1.50")
  }

  @Test func textsAreUnescapedInValuesAndKeys() throws {
    let read = try json(#"{"\u0061":"x\n\"\ud83d\ude00","b":"\\"}"# + "\n", ab)
    #expect(read[0].values == [text("x\n\"😀"), text("\\")])
  }

  @Test func everyKindOfValueIsKept() throws {
    let form = form(("a", .text), ("b", .text), ("c", .text), ("d", .text), ("e", .text))
    let read = try json(#"{"a":true,"b":false,"c":[1, {"x":2}],"d":{"y": []},"e":""}"#, form)
    #expect(
      read[0].values
        == [
          boolean(true), boolean(false), Value(.list, Bytes(#"[1, {"x":2}]"#.utf8)),
          Value(.object, Bytes(#"{"y": []}"#.utf8)), text(""),
        ])
  }

  @Test func aValueThatIsNoObjectIsGivenAsItIs() throws {
    let read = try json("42\n[1]\n\"x\\n\"\nnull\ntrue\n", ab)
    #expect(
      read.map { $0.other }
        == [
          number("42"), Value(.list, Bytes("[1]".utf8)), text("x\n"), Value(.null), boolean(true),
        ])
  }

  @Test func whatIsNoJSONIsAFaultWithItsOffsetAndTheNextLineIsRead() throws {
    let read = try json(
      "{\"a\":}\n\n{\"a\":\"x\"} y\n{\"a\":1,\"a\":2}\n{\"z\":1,\"z\":2}\n{}\n", ab)
    #expect(
      read.map { $0.fault }
        == [
          .json(JSONFault(.expectedValue, at: 5)),
          .json(JSONFault(.expectedEnd, at: 10)), .json(JSONFault(.duplicateKey, at: 7)),
          .json(JSONFault(.duplicateKey, at: 7)), nil,
        ])
    // A blank line is none.
    #expect(read.map { $0.line } == [1, 3, 4, 5, 6])
  }

  @Test func membersThatTheFormDoesNotKnowAreKeptForTheJudge() throws {
    let bytes = Bytes(#"{"x":"1\t","a":"k","y":null,"z":[2]}"#.utf8)
    var reader = JSONRecordReader(ab)
    var cursor = Cursor(line: 1)
    var record = Record(fieldCount: 2)
    guard case .record = reader.next(bytes.span, &cursor, into: &record) else {
      Issue.record("no record")
      return
    }
    #expect(record.extras.map { $0.name.string } == ["x", "y", "z"])
    #expect(record.extras.map { $0.value.kind } == [.text, .null, .list])
    #expect(record.extras[0].value.text.string == "1\t")
    let plain = Bytes(#"{"a":"k"}"#.utf8)
    cursor = Cursor(line: 1)
    _ = reader.next(plain.span, &cursor, into: &record)
    #expect(record.extras.isEmpty)
  }

  @Test func manyFieldsAreFoundToo() throws {
    let form = form((0..<40).map { ("f\($0)", FieldKind.integer) })
    let line = "{" + (0..<40).reversed().map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}\n"
    #expect(try json(line, form)[0].values == (0..<40).map { number("\($0)") })
  }

  @Test func linesAreAnswersByPosition() throws {
    let path = try folder.write("l", "Kim\r\n30\n\n-1\nlast\n")
    let read = try read(path, .lines, ab).records
    #expect(read.map { $0.line } == [1, 3, 5])
    #expect(
      read.map { $0.values } == [[text("Kim"), text("30")], [text(""), text("-1")], []])
    #expect(read[2].fault == .lineCount(found: 1, expected: 2))
  }

  @Test func fieldsThatAreNotAskedHaveNoLine() throws {
    var computed = FieldDeclaration(name: Bytes("c".utf8))
    computed.isReadOnly = true
    let form = Form(
      name: "f", title: nil, about: nil,
      fields: [Field(computed), Field(FieldDeclaration(name: Bytes("a".utf8)))],
      rules: Rules(nodes: [], root: nil))
    #expect(LinesReader(form).fields == [1])
    let path = try folder.write("l", "x\ny\n")
    #expect(try read(path, .lines, form).records.map { $0.values } == [[text("x")], [text("y")]])
  }

  @Test(arguments: [
    (SourceFormat.json, "{\"a\":\"é\"}\n{}\n\n{\"b\":1,\"x\":\"\\n\"}\nnull\n{"),
    (.lines, "1\n2\n3\n4\n5\n6\r\n\n\n7"), (.lines, "\u{FEFF}1\n2\n"), (.json, "\u{FEFF}{}\n{}"),
  ])
  func chunksOfAnySizeGiveTheSame(_ format: SourceFormat, _ content: String) throws {
    let path = try folder.write("t", content)
    let whole = try read(path, format, ab).records
    for size in 1...content.utf8.count {
      #expect(try read(path, format, ab, blockSize: size).records == whole, "blocks of \(size)")
    }
  }
}
