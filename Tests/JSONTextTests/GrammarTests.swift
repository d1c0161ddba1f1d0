import JSONText
import Testing

/// RFC 8259, production by production: what is a JSON text, and where a text stops being one.
@Suite struct GrammarTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "1.5", "-0.0", "1e1", "1E+2", "1e-2",
    "1.25e+007", "123456789012345678901234567890", "1e400", "0e0", "0E-999999999999",
    #""""#, #"" ""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001F\uABCD\uabcd""#,
    #""\ud834\udd1e""#, #""\uD83D\uDE00x""#, #""\uFFFF\uFDD0""#, "\"\u{7F}\u{80}\u{7FF}\u{800}\"",
    "\"\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}\"", "\"\u{2028}\u{2029}\u{FEFF}\"", #""//""#,
    "[]", "[ ]", "[1]", "[1,2]", " [ 1 , 2 ] ", "[[],[[]]]", "[null,{}]",
    "{}", "{ }", #"{"a":1}"#, #"{"":0}"#, #"{"a":{"a":{}}}"#, #"{"a":1,"A":2,"a ":3}"#,
    " \t\r\n1 \t\r\n", "\n[\r\n1\n,\t2]", #"{"a" : [ 1 ] , "b" : { } }"#,
  ])
  func accepts(text: String) throws {
    let bytes = Array(text.utf8)
    let value = try JSONValue(parsing: bytes)
    let space = Array(" \t\r\n".utf8)
    let outer = bytes.drop { space.contains($0) }.reversed().drop { space.contains($0) }
    #expect(Array(value.source) == outer.reversed())
    #expect(fault(inRecord: #"{"v":"# + text + "}") == nil)
  }

  @Test(
    arguments: [
      // Nothing, or nothing yet.
      ("", .expectedValue, 0), (" ", .expectedValue, 1), ("\n\t\r ", .expectedValue, 4),
      // Words.
      ("nul", .expectedValue, 0), ("nulL", .expectedValue, 0), ("True", .expectedValue, 0),
      ("[tru]", .expectedValue, 1), ("NaN", .expectedValue, 0), ("Infinity", .expectedValue, 0),
      ("nullx", .expectedEnd, 4), ("undefined", .expectedValue, 0), ("'a'", .expectedValue, 0),
      // Numbers.
      ("01", .leadingZero, 0), ("-01", .leadingZero, 1), ("00", .leadingZero, 0),
      ("00.5", .leadingZero, 0), ("1.", .expectedDigit, 2), ("[1.]", .expectedDigit, 3),
      ("1.e1", .expectedDigit, 2), (".5", .expectedValue, 0), ("-.5", .expectedDigit, 1),
      ("+1", .expectedValue, 0), ("-", .expectedDigit, 1), ("--1", .expectedDigit, 1),
      ("- 1", .expectedDigit, 1), ("1e", .expectedDigit, 2), ("1e+", .expectedDigit, 3),
      ("1e+-1", .expectedDigit, 3), ("1e1.5", .expectedEnd, 3), ("1.5.5", .expectedEnd, 3),
      ("0x1", .expectedEnd, 1), ("1_000", .expectedEnd, 1), ("1a", .expectedEnd, 1),
      ("１", .expectedValue, 0), ("-Infinity", .expectedDigit, 1), ("1 2", .expectedEnd, 2),
      // Strings.
      (#"""#, .unfinishedString, 1), (#""a"#, .unfinishedString, 2),
      (#""a\""#, .unfinishedString, 4), ("\"a\tb\"", .controlCharacter(9), 2),
      ("\"\n\"", .controlCharacter(10), 1), ("\"\0\"", .controlCharacter(0), 1),
      ("\"é\u{1F}\"", .controlCharacter(0x1F), 3), (#""\a""#, .invalidEscape, 1),
      (#""\x41""#, .invalidEscape, 1), (#""\'""#, .invalidEscape, 1),
      (#""\U0041""#, .invalidEscape, 1),
      (#""ab\u004""#, .invalidEscape, 3), (#""\u00G0""#, .invalidEscape, 1),
      (#""\u 041""#, .invalidEscape, 1), (#""\u-041""#, .invalidEscape, 1),
      ("\"\\\n\"", .invalidEscape, 1),
      ("\"\\é\"", .invalidEscape, 1),
      // Halves of surrogate pairs.
      (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1),
      (#""x\ud800y""#, .loneSurrogate, 2), (#""\ud800\n""#, .loneSurrogate, 1),
      (#""\ud800\ud800""#, .loneSurrogate, 1), (#""\udc00\ud800""#, .loneSurrogate, 1),
      (#""\ud800\u0041""#, .loneSurrogate, 1), (#""\ud800\uE000""#, .loneSurrogate, 1),
      (#""\ud834\udd1e\ud834""#, .loneSurrogate, 13), (#""\ud800\udcZZ""#, .invalidEscape, 7),
      // Arrays.
      ("[", .expectedValue, 1), ("[1", .expectedCommaOrBracket, 2), ("[1,", .expectedValue, 3),
      ("[1,]", .expectedValue, 3), ("[,1]", .expectedValue, 1),
      ("[1 2]", .expectedCommaOrBracket, 3),
      ("[1}", .expectedCommaOrBracket, 2), ("]", .expectedValue, 0), ("[1]]", .expectedEnd, 3),
      ("[1,,2]", .expectedValue, 3), ("[}", .expectedValue, 1),
      ("[\"a\":1]", .expectedCommaOrBracket, 4),
      // Objects.
      ("{", .expectedKeyOrBrace, 1), ("{,", .expectedKeyOrBrace, 1),
      ("{a:1}", .expectedKeyOrBrace, 1),
      ("{1:1}", .expectedKeyOrBrace, 1), ("{]", .expectedKeyOrBrace, 1),
      (#"{"a""#, .expectedColon, 4), (#"{"a",1}"#, .expectedColon, 4),
      (#"{"a"}"#, .expectedColon, 4),
      (#"{"a":"#, .expectedValue, 5), (#"{"a":}"#, .expectedValue, 5),
      (#"{"a"::1}"#, .expectedValue, 5),
      (#"{"a":1"#, .expectedCommaOrBrace, 6), (#"{"a":1]"#, .expectedCommaOrBrace, 6),
      (#"{"a":1 "b":2}"#, .expectedCommaOrBrace, 7), (#"{"a":1,"#, .expectedKey, 7),
      (#"{"a":1,}"#, .expectedKey, 7), (#"{"a":1,,"b":2}"#, .expectedKey, 7),
      (#"{"a":1}}"#, .expectedEnd, 7), (#"{"a":1};"#, .expectedEnd, 7),
      (#"{"a":1,b:2}"#, .expectedKey, 7),
      // What other languages have: comments, other white space, a byte order mark.
      ("// c\n1", .expectedValue, 0), ("1 // c", .expectedEnd, 2),
      ("[1/**/]", .expectedCommaOrBracket, 2),
      ("\u{FEFF}1", .byteOrderMark, 0), ("1\u{FEFF}", .expectedEnd, 1),
      (" \u{FEFF}1", .expectedValue, 1),
      ("\u{A0}1", .expectedValue, 0), ("[1,\u{2028}2]", .expectedValue, 3),
      ("\u{0B}1", .expectedValue, 0),
      ("\u{0C}1", .expectedValue, 0), ("1\0", .expectedEnd, 1), ("\0", .expectedValue, 0),
    ] as [(String, JSONFault.Kind, Int)])
  func refuses(text: String, kind: JSONFault.Kind, offset: Int) {
    let fault = fault(in: text)
    #expect(fault?.kind == kind)
    #expect(fault?.offset == offset)
  }
  @Test(arguments: [
    ("", 0), ("  ", 2), ("null", 0), ("[1]", 0), (" \"a\"", 1), ("}", 0), ("a", 0),
  ])
  func aRecordIsAnObject(line: String, offset: Int) {
    #expect(fault(inRecord: line)?.kind == .expectedObject)
    #expect(fault(inRecord: line)?.offset == offset)
  }

  @Test func aRecordWithAByteOrderMarkIsRefused() {
    #expect(fault(inRecord: "\u{FEFF}{}") == JSONFault(.byteOrderMark, at: 0))
  }

  @Test func nestingIsLimited() {
    for limit in [1, 2, 63, 64, 65, 128, 129, 512] {
      let right = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
      var found: JSONFault?
      do {
        _ = try JSONValue(parsing: Array(right.utf8), depthLimit: limit)
        _ = try JSONValue(parsing: Array("[\(right)]".utf8), depthLimit: limit)
      } catch {
        found = error
      }
      #expect(found == JSONFault(.tooDeep(limit: limit), at: limit))
    }
  }

  @Test func hostileNestingEndsAtTheDefaultLimit() {
    let arrays = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(fault(in: arrays) == JSONFault(.tooDeep(limit: 512), at: 512))
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(fault(inRecord: objects) == JSONFault(.tooDeep(limit: 512), at: 512 * 5))
  }

  /// Each closing bracket must fit the one it closes, at any depth.
  @Test func bracketsMatchAtAnyDepth() {
    var random = FixedRandom(seed: 1)
    for _ in 0..<20 {
      let kinds = (0..<200).map { _ in Bool.random(using: &random) }
      let open = kinds.map { $0 ? #"{"k":"# : "[" }.joined()
      let close = kinds.reversed().map { $0 ? "}" : "]" }
      #expect(fault(in: open + "0" + close.joined()) == nil)
      let wrong = Int.random(in: 0..<close.count, using: &random)
      var bent = close
      bent[wrong] = close[wrong] == "}" ? "]" : "}"
      let kind: JSONFault.Kind =
        close[wrong] == "}" ? .expectedCommaOrBrace : .expectedCommaOrBracket
      let place = open.utf8.count + 1 + wrong
      #expect(fault(in: open + "0" + bent.joined()) == JSONFault(kind, at: place))
    }
  }
}
