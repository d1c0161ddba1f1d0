import JSONText
import Testing

/// Faults as data: their words, and whether a text is wrong or merely cut off.
@Suite struct FaultTests {
  @Test(
    arguments: [
      (.expectedValue, "expected a value"), (.expectedObject, "expected '{'"),
      (.expectedKeyOrBrace, "expected a key in double quotes or '}'"),
      (.expectedKey, "expected a key in double quotes"), (.expectedColon, "expected ':'"),
      (.expectedCommaOrBrace, "expected ',' or '}'"),
      (.expectedCommaOrBracket, "expected ',' or ']'"),
      (.expectedEnd, "expected nothing after the value"), (.expectedDigit, "expected a digit"),
      (.leadingZero, "a number has no leading zero"),
      (.unfinishedString, "expected a closing double quote"),
      (.controlCharacter(0x0A), "control character U+000A must be escaped in a string"),
      (.controlCharacter(0x1F), "control character U+001F must be escaped in a string"),
      (.invalidEscape, "invalid escape"), (.loneSurrogate, "half of a surrogate pair"),
      (.invalidUTF8(0xFF), "invalid UTF-8 byte 0xFF"),
      (.byteOrderMark, "unexpected byte order mark"),
      (.tooDeep(limit: 512), "nested deeper than 512"),
      (.duplicateKey, "duplicate key"), (.tooLong, "longer than 2 GiB"),
    ] as [(JSONFault.Kind, String)])
  func message(kind: JSONFault.Kind, words: String) {
    #expect(JSONFault(kind, at: 7).message == words)
    #expect(JSONFault(kind, at: 7, isAtEnd: true).message == words + ", but the text ends")
  }

  private static let documents: [[UInt8]] = [
    #"{"name":"Kim","age":30,"gender":"M","email":"kim@example.org"}"#,
    #"{ "a" : [ -0.5e+7 , true , false , null , { } , [ ] ] , "b" : { "c" : "\u00e9\n\\\/" } }"#,
    #"{"é漢😀":"😀漢é","\ud83d\ude00":"\uD834\uDD1E","\u0000":1E400}"#,
  ].map { Array($0.utf8) }

  /// A torn line is recognised wherever it is torn, in the middle of a character too.
  @Test(arguments: documents)
  func aPrefixIsCutOff(document: [UInt8]) {
    #expect(fault(inRecord: document) == nil)
    for count in 0..<document.count {
      let prefix = Array(document[..<count])
      let record = fault(inRecord: prefix)
      #expect(record?.isAtEnd == true, "after \(count) bytes: \(String(describing: record))")
      #expect(fault(in: prefix)?.isAtEnd == true)
    }
  }

  /// Both readers have one grammar, and no byte in any place makes them trap.
  ///
  /// What is wrong, not cut off, stays wrong in the same place whatever follows.
  @Test(arguments: documents)
  func oneByteChanged(document: [UInt8]) {
    for place in document.indices {
      for byte in UInt8.min...UInt8.max {
        var bent = document
        bent[place] = byte
        let record = fault(inRecord: bent)
        let tree = fault(in: bent)
        if record?.kind != .expectedObject, tree?.kind != .duplicateKey {
          #expect(record == tree)
        }
        if let tree, !tree.isAtEnd { #expect(fault(in: bent + [0x22, 0x7D, 0x20]) == tree) }
        if let offset = record?.offset { #expect((0...bent.count).contains(offset)) }
      }
    }
  }

  /// A byte dropped or put in twice: no trap, and a fault within the text.
  @Test(arguments: documents)
  func oneByteMoreOrLess(document: [UInt8]) {
    for place in document.indices {
      var less = document
      less.remove(at: place)
      var more = document
      more.insert(document[place], at: place)
      for bent in [less, more] {
        let record = fault(inRecord: bent)
        #expect((0...bent.count).contains(record?.offset ?? 0))
        if record == nil { #expect(firstInvalidUTF8(in: bent.span) == nil) }
      }
    }
  }

  /// A text that ends within an escape is cut off only where the escape could still become right.
  @Test(arguments: [
    (#""\"#, true), (#""\u"#, true), (#""\ud"#, true), (#""\uDB"#, true), (#""\ud8"#, true),
    (#""\uD7FF"#, true), (#""\ud83d"#, true), (#""\ud83d\"#, true), (#""\ud83d\u"#, true),
    (#""\ud83d\uD"#, true), (#""\ud83d\udE0"#, true), (#""\uDC"#, false), (#""\udf0"#, false),
    (#""\ud83dx"#, false), (#""\ud83d\n"#, false), (#""\ud83d\u0"#, false),
    (#""\ud83d\ud8"#, false), (#""\ux"#, false), (#""\x"#, false), (#"tr"#, true), (#"tx"#, false),
    ("-", true), ("1e", true), ("01", false),
  ])
  func cutOffOrWrong(text: String, isCutOff: Bool) {
    #expect(fault(in: text)?.isAtEnd == isCutOff)
  }

  @Test func bytesAtRandomNeverTrap() {
    var random = FixedRandom(seed: 2)
    let alphabet =
      Array(#"{}[]:,"\u d8c0012eE+-.tfn"#.utf8) + [0xC3, 0xA9, 0xED, 0xA0, 0xF0, 0x0A, 0]
    var accepted = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let found = fault(in: text)
      if found == nil { accepted += 1 }
      #expect((0...text.count).contains(found?.offset ?? 0))
    }
    #expect(accepted > 100)
  }
}
