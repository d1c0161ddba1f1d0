import JSONText
import Testing

/// What is written, and that it comes back as it was.
@Suite struct WriterTests {
  private func written(_ text: String) -> String {
    var bytes: [UInt8] = []
    appendJSONString(Array(text.utf8).span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0", #""\u0000""#),
    ("\u{1}\u{B}\u{E}\u{F}", #""\u0001\u000b\u000e\u000f""#),
    ("\u{10}\u{1B}\u{1F} ", #""\u0010\u001b\u001f ""#), ("\u{7F}", "\"\u{7F}\""),
    ("é漢😀\u{A0}°—“", "\"é漢😀\u{A0}°—“\""), ("\u{80}\u{9B}\u{9F}", #""\u0080\u009b\u009f""#),
    ("a\u{202E}b\u{2066}\u{2069}\u{61C}", #""a\u202eb\u2066\u2069\u061c""#),
    ("\u{200E}\u{200F}\u{202A}", #""\u200e\u200f\u202a""#),
    ("\u{2028}\u{2029}\u{FEFF}", "\"\u{2028}\u{2029}\u{FEFF}\""), ("a\"b\\c\n", #""a\"b\\c\n""#),
    ("\"\"\"", #""\"\"\"""#),
  ])
  func escapesNoMoreThanItMust(text: String, json: String) {
    #expect(Array(written(text).utf8) == Array(json.utf8))
  }

  @Test func appends() {
    var bytes = Array("before".utf8)
    appendJSONString(Array("x".utf8).span, to: &bytes)
    appendJSONWord(true, to: &bytes)
    appendJSONWord(false, to: &bytes)
    appendJSONWord(nil, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"before"x"truefalsenull"#)
  }

  @Test func putsCommasWhereTheyBelong() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a\n")
    writer.number(-1)
    writer.key("b")
    writer.beginArray()
    writer.string("x")
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.text(Array("1.50".utf8).span)
    writer.word(nil)
    writer.endArray()
    writer.key("c")
    writer.word(true)
    writer.key("d")
    writer.beginObject()
    writer.key("e")
    writer.word(false)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    writer.beginArray()
    writer.endArray()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a\n":-1,"b":["x",{},[],1.50,null],"c":true,"d":{"e":false}}"# + "\n[]")
  }

  /// Any text is read back as it was, as key and as value, by both readers.
  @Test func whatIsWrittenIsReadBack() throws {
    var random = FixedRandom(seed: 3)
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7F, 0x20...0x7F, 0x22...0x22, 0x5C...0x5C, 0x80...0x7FF, 0x800...0xD7FF,
      0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
    ]
    var reader = JSONLineReader()
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let range = ranges.randomElement(using: &random) ?? 0x20...0x20
        text.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? " ")
      }
      let bytes = Array(String(text).utf8)
      var writer = JSONWriter()
      writer.beginObject()
      writer.key(bytes.span)
      writer.string(bytes.span)
      writer.endObject()

      let tree = try JSONValue(parsing: writer.bytes)
      #expect(tree.members?.first?.keyBytes == bytes)
      #expect(tree.members?.first?.value.stringBytes == bytes)

      #expect(reader.read(writer.bytes.span) == nil)
      let member = try #require(reader.members.first)
      for (range, hasEscapes) in [
        (member.key, member.keyHasEscapes), (member.value, member.valueHasEscapes),
      ] {
        var back: [UInt8] = []
        appendUnescaped(writer.bytes.span.extracting(range), to: &back)
        #expect(back == bytes)
        #expect(hasEscapes == writer.bytes[range].contains(UInt8(ascii: "\\")))
      }
    }
  }
}
