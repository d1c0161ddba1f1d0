import JSONText
import Testing

/// The tree: order, digits and places as they were written.
@Suite struct ValueTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test func keepsTheOrderOfKeys() throws {
    let object = try value(#"{"z":1,"a":{"y":0,"b":0},"\u006d":3,"10":4,"9":5}"#)
    #expect(object.members?.map(\.key) == ["z", "a", "m", "10", "9"])
    #expect(object["a"]?.members?.map(\.key) == ["y", "b"])
    #expect(object.members?.count == 5)
  }

  @Test func keepsTheDigitsOfNumbers() throws {
    let texts = ["-0", "1.0", "1E+2", "0.10000000000000000000000001", "1e999999999"]
    let array = try value("[" + texts.joined(separator: ", ") + "]")
    #expect(array.elements?.compactMap(\.numberText) == texts)
  }

  @Test func oneAccessorAKind() throws {
    let array = try value(#"[null,false,true,0,"s",[7],{"k":8}]"#)
    let all = Array(try #require(array.elements))
    #expect(all.map(\.kind) == [.null, .false, .true, .number, .string, .array, .object])
    #expect(all.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(all.map(\.bool) == [nil, false, true, nil, nil, nil, nil])
    #expect(all.map(\.numberText) == [nil, nil, nil, "0", nil, nil, nil])
    #expect(all.map(\.integer) == [nil, nil, nil, 0, nil, nil, nil])
    #expect(all.map(\.string) == [nil, nil, nil, nil, "s", nil, nil])
    #expect(all.map(\.stringBytes) == [nil, nil, nil, nil, [0x73], nil, nil])
    #expect(all.map { $0.elements?.count } == [nil, nil, nil, nil, nil, 1, nil])
    #expect(all.map { $0.members?.count } == [nil, nil, nil, nil, nil, nil, 1])
    #expect(all.map { $0["k"]?.integer } == [nil, nil, nil, nil, nil, nil, 8])
  }

  @Test func emptyIsNotAbsent() throws {
    let empties = try value(#"{"a":[],"o":{},"s":"","n":null}"#)
    #expect(empties["a"]?.elements?.isEmpty == true)
    #expect(empties["o"]?.members?.isEmpty == true)
    #expect(empties["s"]?.string == "")
    #expect(empties["n"]?.isNull == true)
    #expect(empties["x"] == nil)
  }

  @Test func walksPastWhatIsNested() throws {
    let array = try value(#"[[1,[2]],{"a":{"b":[3]}},4]"#)
    let elements = try #require(array.elements)
    #expect(elements.count == 3)
    #expect(
      elements.map { String(decoding: $0.source, as: UTF8.self) } == [
        "[1,[2]]", #"{"a":{"b":[3]}}"#, "4",
      ])
  }

  @Test(arguments: [
    (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"),
    (#""\u00e9\u6F22""#, "é漢"), (#""\ud834\udd1e""#, "\u{1D11E}"),
    (#""x\uDBFF\uDFFFy""#, "x\u{10FFFF}y"),
    (#""\ud800\udc00""#, "\u{10000}"), (#""\ud83d\ude00\ud83d\ude01""#, "😀😁"),
    (#""\uFEFF\uFFFF""#, "\u{FEFF}\u{FFFF}"),
    (#""\\u0041""#, #"\u0041"#), (#""\\\\n""#, #"\\n"#), (#""漢\n字""#, "漢\n字"),
  ])
  func unescapes(text: String, meaning: String) throws {
    #expect(Array(try #require(value(text).string).unicodeScalars) == Array(meaning.unicodeScalars))
    #expect(try value(text).stringBytes == Array(meaning.utf8))
    var appended = Array("before".utf8)
    appendUnescaped(Array(text.utf8.dropFirst().dropLast()).span, to: &appended)
    #expect(appended == Array(("before" + meaning).utf8))
  }

  /// Content that no reader has validated gives some text, never a trap.
  @Test(arguments: [
    #"\"#, #"a\u"#, #"\u1"#, #"\ud83d"#, #"\ud83d\u"#, #"\ud83dxx"#, #"\q"#, #"\udc00"#, #"\uZZZZ"#,
  ])
  func unescapingNeverTraps(content: String) {
    var bytes: [UInt8] = []
    appendUnescaped(Array(content.utf8).span, to: &bytes)
    #expect(firstInvalidUTF8(in: bytes.span) == nil)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"b":{"x":0,"y":0,"x":0}}"#, 24),
    (#"[{"k":{}, "\u006B":{}}]"#, 10),
    (#"{"a":1,"b":2,"c":3,"b":4,"a":5}"#, 19),
  ])
  func refusesEqualKeys(text: String, offset: Int) {
    #expect(fault(in: text) == JSONFault(.duplicateKey, at: offset))
  }

  @Test func equalKeysInDifferentObjectsAreRight() {
    #expect(fault(in: #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#) == nil)
  }

  @Test func refusesEqualKeysAmongMany() {
    let keys = (0..<5000).map { "\"k\($0)\":0" }
    #expect(fault(in: "{" + keys.joined(separator: ",") + "}") == nil)
    let text = "{" + (keys + ["\"k17\":0"]).joined(separator: ",") + "}"
    #expect(fault(in: text) == JSONFault(.duplicateKey, at: text.utf8.count - 8))
  }

  @Test func saysWhereEachPartStands() throws {
    let object = try value("{\r\n  \"é漢😀\": [1,\n\t\"x\" , {}],\n\"b\": -2 }\n")
    let first = try #require(object.members?.first)
    #expect(first.keyPosition == JSONPosition(line: 2, column: 3))
    #expect(first.value.position == JSONPosition(line: 2, column: 10))
    #expect(
      first.value.elements?.map(\.position) == [
        JSONPosition(line: 2, column: 11), JSONPosition(line: 3, column: 2),
        JSONPosition(line: 3, column: 8),
      ])
    let second = try #require(object.member("b"))
    #expect(second.keyPosition == JSONPosition(line: 4, column: 1))
    #expect(second.value.position == JSONPosition(line: 4, column: 6))
    #expect(object.range == 0..<43)
    #expect(second.keyOffset == 34)
    #expect(second.value.range == 39..<41)
  }

  @Test func theTextOfAStringHasItsQuotes() throws {
    let array = try value(#" ["a\n"]"#)
    #expect(array.elements?.first.map { Array($0.source) } == Array(#""a\n""#.utf8))
    #expect(array.elements?.first?.offset == 2)
  }
}
