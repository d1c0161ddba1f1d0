import JSONText
import Testing

/// The reader of records: ranges, kinds and flags of the members of one line.
@Suite struct LineReaderTests {
  private struct Seen: Equatable {
    var key: String
    var kind: JSONKind
    var value: String
    var escapes: (key: Bool, value: Bool) = (false, false)

    static func == (one: Seen, other: Seen) -> Bool {
      (one.key, one.kind, one.value) == (other.key, other.kind, other.value)
        && one.escapes == other.escapes
    }
  }

  private func members(of line: String, by reader: inout JSONLineReader) -> [Seen] {
    let bytes = Array(line.utf8)
    #expect(reader.read(bytes.span) == nil)
    return reader.members.map {
      Seen(
        key: String(decoding: bytes[$0.key], as: UTF8.self), kind: $0.kind,
        value: String(decoding: bytes[$0.value], as: UTF8.self),
        escapes: ($0.keyHasEscapes, $0.valueHasEscapes))
    }
  }

  @Test func givesEachMemberInTheOrderOfTheLine() {
    var reader = JSONLineReader()
    let line =
      #" {"name":"Kim", "age" : 30 , "ok":true,"no":false,"none":null,"e":"" , "n":-1.50E+3 } "#
    #expect(
      members(of: line, by: &reader) == [
        Seen(key: "name", kind: .string, value: "Kim"),
        Seen(key: "age", kind: .number, value: "30"),
        Seen(key: "ok", kind: .true, value: "true"),
        Seen(key: "no", kind: .false, value: "false"),
        Seen(key: "none", kind: .null, value: "null"),
        Seen(key: "e", kind: .string, value: ""),
        Seen(key: "n", kind: .number, value: "-1.50E+3"),
      ])
  }

  @Test func saysWhereEscapesStand() {
    var reader = JSONLineReader()
    #expect(
      members(of: #"{"\u0061":"b","c":"\n","é":"漢","d":"漢\t"}"#, by: &reader) == [
        Seen(key: #"\u0061"#, kind: .string, value: "b", escapes: (true, false)),
        Seen(key: "c", kind: .string, value: #"\n"#, escapes: (false, true)),
        Seen(key: "é", kind: .string, value: "漢"),
        Seen(key: "d", kind: .string, value: #"漢\t"#, escapes: (false, true)),
      ])
  }

  @Test func skipsWhatIsNested() {
    var reader = JSONLineReader()
    #expect(
      members(of: #"{"a":[1,{"x":[]},"]"],"b":{"y":{"a":"}"},"z":2},"c":[],"d":{}}"#, by: &reader)
        == [
          Seen(key: "a", kind: .array, value: #"[1,{"x":[]},"]"]"#),
          Seen(key: "b", kind: .object, value: #"{"y":{"a":"}"},"z":2}"#),
          Seen(key: "c", kind: .array, value: "[]"), Seen(key: "d", kind: .object, value: "{}"),
        ])
  }

  @Test func oneReaderReadsManyLines() {
    var reader = JSONLineReader()
    #expect(members(of: #"{"a":1,"b":2}"#, by: &reader).count == 2)
    #expect(members(of: "{}\r", by: &reader).isEmpty)
    let torn = Array(#"{"a":[1,{"b""#.utf8)
    #expect(reader.read(torn.span)?.isAtEnd == true)
    #expect(
      members(of: #"{"c":3}"#, by: &reader) == [Seen(key: "c", kind: .number, value: "3")])
  }

  @Test func readsAPartOfAFile() {
    let file = Array("{\"a\":1}\n{\"b\":22}\n".utf8)
    var reader = JSONLineReader()
    #expect(reader.read(file.span.extracting(8..<16)) == nil)
    #expect(reader.members.first?.key == 2..<3)
    #expect(reader.members.first?.value == 5..<7)
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, nil), (#"{"a":1,"b":2,"A":3}"#, nil), (#"{"a":1,"a":1}"#, 1),
      (#"{"a":1,"b":{"a":1},"c":[],"b":0}"#, 3), (#"{"a":1,"\u0061":2}"#, 1), (#"{"":0,"":1}"#, 1),
      (#"{"/":1,"\/":2}"#, 1), ("{\"é\":1,\"e\u{301}\":2}", nil),
    ] as [(String, Int?)])
  func findsEqualKeys(line: String, second: Int?) {
    let bytes = Array(line.utf8)
    var reader = JSONLineReader()
    #expect(reader.read(bytes.span) == nil)
    #expect(reader.secondOfEqualKeys(in: bytes.span) == second)
  }

  @Test func findsEqualKeysAmongMany() {
    for second in [nil, 16, 17, 500, 999] {
      let keys = (0..<1000).map { (index: Int) in index == second ? "k3" : "k\(index)" }
      let bytes = Array(("{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8)
      var reader = JSONLineReader()
      #expect(reader.read(bytes.span) == nil)
      #expect(reader.secondOfEqualKeys(in: bytes.span) == second)
    }
  }

  @Test func comparesAKeyWithAName() {
    let line = Array(#"{"name":1,"n\u0061me":2,"nam":3,"":4,"\ud83d\ude00":5}"#.utf8)
    var reader = JSONLineReader()
    #expect(reader.read(line.span) == nil)
    func found(_ name: String) -> [Bool] {
      let wanted = Array(name.utf8)
      return reader.members.map { $0.hasKey(wanted.span, in: line.span) }
    }
    #expect(found("name") == [true, true, false, false, false])
    #expect(found("nam") == [false, false, true, false, false])
    #expect(found("") == [false, false, false, true, false])
    #expect(found("😀") == [false, false, false, false, true])
  }

  @Test func aRecordHasAtMostSoManyMembers() {
    var reader = JSONLineReader(memberLimit: 2)
    #expect(members(of: #"{"a":[1,2,3],"b":{"x":1,"y":2,"z":3}}"#, by: &reader).count == 2)
    let line = Array(#"{"a":1, "b":2, "c":3, "d":4}"#.utf8)
    #expect(reader.read(line.span) == JSONFault(.tooMany(limit: 2), at: 15))
    // What is no JSON is told before.
    let torn = Array(#"{"a":1,"b":2,"c":3,"d""#.utf8)
    #expect(reader.read(torn.span)?.isAtEnd == true)
  }

  @Test func valuesAreCountedWithoutATree() throws {
    let text = Array(#"[1,{"a":[],"b":"x"},null]"#.utf8)
    #expect(try countJSONValues(in: text.span) == 6)
    let torn = Array("[1,".utf8)
    #expect(throws: JSONFault(.expectedValue, at: 3, isAtEnd: true)) {
      try countJSONValues(in: torn.span)
    }
  }

  @Test func theDepthOfARecordCountsTheRecord() {
    let line = Array(#"{"a":[[]]}"#.utf8)
    var wide = JSONLineReader(depthLimit: 3)
    var narrow = JSONLineReader(depthLimit: 2)
    #expect(wide.read(line.span) == nil)
    #expect(narrow.read(line.span) == JSONFault(.tooDeep(limit: 2), at: 6))
  }
}
