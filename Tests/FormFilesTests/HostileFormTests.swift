import FormFiles
import Forms
import JSONText
import Testing

/// Form files made to take time or memory without measure.
///
/// That a case comes back at all is half of the test.
@Suite("Form files: hostile ones are bounded")
struct HostileFormTests {
  private func form(_ text: String) throws(FormFileError) -> Form {
    try FormFile.read(Bytes(text.utf8), name: "form")
  }

  /// Definitions d0, d1 … of which each leads to the next by two ways or more; `last` is the last one.
  private func doubling(_ link: String, last: String) -> String {
    // Schemas may stand 120 deep: those of four levels a link can only be fewer.
    let count = link.contains("{\"not\":NEXT}") || link.contains("[{\"anyOf\"") ? 28 : 40
    let links = (0..<count).map {
      "\"d\($0)\":"
        + link.replacing("NEXT", with: "{\"$ref\":\"#/$defs/d\($0 + 1)\"}")
        .replacing("NUMBER", with: "\($0)")
    }
    return "\"$defs\":{\(links.joined(separator: ",")),\"d\(count)\":\(last)}"
  }

  private static let links = [
    #"{"allOf":[NEXT,NEXT]}"#, #"{"anyOf":[NEXT,NEXT]}"#,
    #"{"not":{"anyOf":[{"not":NEXT},{"not":NEXT}]}}"#, #"{"if":NEXT,"then":NEXT,"else":NEXT}"#,
    #"{"anyOf":[{"type":"null"},NEXT],"oneOf":[{"type":"null"},NEXT]}"#,
    #"{"allOf":[{"anyOf":[NEXT,NEXT]},{"anyOf":[NEXT,NEXT,NEXT]}]}"#,
  ]

  @Test("References that double are as many as there are, for a value", arguments: links)
  func doublingValues(_ link: String) throws {
    let definitions = doubling(link, last: #"{"type":["string","null"],"maxLength":3}"#)
    let form = try form(
      "{\"properties\":{\"a\":{\"$ref\":\"#/$defs/d0\"}},\"required\":[\"a\"],\(definitions)}")
    #expect(accepts(form, Bytes("abc".utf8)))
    #expect(!accepts(form, Bytes("abcd".utf8)))
    var record = Record(fieldCount: 1)
    record.set(0, Value(.text, Bytes("abcd".utf8)))
    #expect(form.faults(stored: record).count == 1)
    record.set(0, Value(.text, Bytes("abc".utf8)))
    #expect(form.faults(stored: record).isEmpty)
  }

  @Test("… and for a record, which is told each fault once", arguments: links)
  func doublingRecords(_ link: String) throws {
    let definitions = doubling(
      link, last: #"{"properties":{"a":{"maxLength":3},"b":{"maxLength":3}},"minProperties":1}"#)
    let form = try form(
      "{\"properties\":{\"a\":{},\"b\":{}},\"allOf\":[{\"$ref\":\"#/$defs/d0\"}],\(definitions)}")
    var record = Record(fieldCount: 2)
    record.set(0, Value(.text, Bytes("abc".utf8)))
    #expect(form.faults(stored: record).isEmpty)
    record.set(0, Value(.text, Bytes("abcd".utf8)))
    record.set(1, Value(.text, Bytes("abcd".utf8)))
    let faults = form.faults(stored: record)
    #expect(!faults.isEmpty && faults.count <= 2)
  }

  /// A field below forty branches, each of which leads on whether its condition holds or not.
  @Test(
    "Conditions that double",
    arguments: [
      #"{"if":{"properties":{"k":{"const":"NUMBER"}}},"then":NEXT,"else":NEXT}"#,
      #"{"dependentSchemas":{"k":NEXT,"m":NEXT}}"#,
    ])
  func doublingConditions(_ link: String) throws {
    let last = #"{"properties":{"x":{"type":"string","maxLength":3}},"required":["x"]}"#
    let form = try form(
      "{\"properties\":{\"k\":{},\"m\":{}},\"$ref\":\"#/$defs/d0\",\(doubling(link, last: last))}")
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes("1".utf8).span) == .accepted)
    #expect(walk.answer(Bytes("2".utf8).span) == .accepted)
    #expect(walk.askedFields == [0, 1, 2])
    #expect(walk.answer(Bytes("abcd".utf8).span) == .refused)
    #expect(walk.answer(Bytes("abc".utf8).span) == .finished)
    #expect(form.faults(stored: walk.finished).isEmpty)
  }

  /// A definition that several conditions lead to is asked for while one of them holds.
  @Test func severalWaysToOneField() throws {
    let form = try form(
      #"""
      {"properties": {"k": {"type": "string"}, "m": {"type": "string"}},
       "$defs": {"x": {"properties": {"x": {"type": "string"}}},
         "y": {"if": {"properties": {"m": {"const": "1"}}, "required": ["m"]},
           "then": {"$ref": "#/$defs/x"}}},
       "allOf": [
         {"if": {"properties": {"k": {"const": "1"}}, "required": ["k"]},
          "then": {"$ref": "#/$defs/x"}, "else": {"$ref": "#/$defs/y"}},
         {"if": {"properties": {"k": {"const": "2"}}, "required": ["k"]},
          "then": {"$ref": "#/$defs/x"}}]}
      """#)
    for (k, m, isAsked) in [
      ("1", "0", true), ("2", "0", true), ("3", "0", false), ("3", "1", true), ("1", "1", true),
    ] {
      let walk = Walk(form: form, isInteractive: false)
      _ = walk.answer(Bytes(k.utf8).span)
      _ = walk.answer(Bytes(m.utf8).span)
      #expect(walk.isAsked(2) == isAsked, "k \(k), m \(m)")
    }
  }

  @Test("Choices that many fields refer to are read once, with what each makes of them")
  func sharedChoices() throws {
    let list = (0..<2_000).map { "\"c\($0)\"" }.joined(separator: ",")
    let fields = (0..<1_000).map {
      "\"f\($0)\":{\"$ref\":\"#/$defs/list\"\($0 % 500 == 1 ? ",\"maxLength\":2" : "")}"
    }
    let form = try form(
      "{\"properties\":{\(fields.joined(separator: ","))},\"$defs\":{\"list\":{\"enum\":[\(list)]}}}"
    )
    #expect(form.fields[0].choices?.list.count == 2_000)
    #expect(form.fields[1].choices?.list.count == 10)  // c0 to c9
    #expect(form.fields[998].choices === form.fields[0].choices)
  }

  /// The texts of two choices that only a normal form makes equal are two values.
  @Test func choicesThatLookTheSame() throws {
    let form = try form("{\"properties\":{\"a\":{\"enum\":[\"\\u00e9\",\"e\\u0301\"]}}}")
    #expect(form.fields[0].choices?.list.count == 2)
  }

  // MARK: Size

  private static let many = 63_000
  private static func joined(_ count: Int = many, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ",")
  }

  static let tooLarge: [(String, String)] = [
    ("fields", "{\"properties\":{\(joined { "\"f\($0)\":{}" })}}"),
    (
      "choices",
      "{\"properties\":{\"a\":{\"enum\":[" + String(repeating: "1,", count: 600_000) + "1]}}}"
    ),
    (
      "names",
      "{\"properties\":{\"a\":{}},\"required\":[" + String(repeating: "\"a\",", count: 300_000)
        + "\"a\"]}"
    ),
    (
      "patterns",
      "{\"properties\":{\"a\":{}},\"patternProperties\":{\(joined { "\"p\($0)\":{}" })}}"
    ),
    (
      "rules of a definition for each field that refers to it",
      "{\"properties\":{\(joined(5_000) { "\"f\($0)\":{\"$ref\":\"#/$defs/d\"}" })},"
        + "\"$defs\":{\"d\":{\"allOf\":[\(joined(5_000) { "{\"maxLength\":\($0)}" })]}}}"
    ),
    (
      "patterns held against each name",
      "{\"properties\":{\(joined(2_000) { "\"f\($0)\":{}" })},"
        + "\"patternProperties\":{\(joined(2_000) { "\"p\($0)\":{}" })}}"
    ),
    (
      "choices that a costly pattern judges",
      "{\"properties\":{\"a\":{\"pattern\":\"^(a|a)*$\",\"enum\":["
        + joined(100) { "\"\(String(repeating: "a", count: 100))\($0)\"" } + "]}}}"
    ),
    (
      "examples that a costly pattern judges",
      "{\"properties\":{\"a\":{\"pattern\":\"^(a|a)*$\",\"examples\":["
        + joined(100) { "\"\(String(repeating: "a", count: 100))\($0)\"" } + "]}}}"
    ),
  ]

  @Test("More than a million rules are refused", arguments: tooLarge.indices)
  func tooManyRules(_ index: Int) throws {
    let (what, text) = Self.tooLarge[index]
    let error = try #require(throws: FormFileError.self) { try form(text) }
    #expect(error.reason == .tooManyRules(limit: 1_000_000), "\(what)")
    #expect(error.words.utf8.count < 1_000)
  }

  @Test func largeFormsThatAreRight() throws {
    let titled = Self.joined(20_000) { "{\"const\":\"c\($0)\",\"title\":\"Choice number \($0)\"}" }
    #expect(
      try form("{\"properties\":{\"a\":{\"oneOf\":[\(titled)]}}}").fields[0].choices?.list.count
        == 20_000)
    let fields = Self.joined(4_000) {
      "\"f\($0)\":{\"type\":\"integer\",\"minimum\":\($0),\"title\":\"Field \($0)\"}"
    }
    #expect(try form("{\"properties\":{\(fields)}}").fields.count == 4_000)
    let indices = Self.joined(3_000) { "\"f\($0)\":{\"$ref\":\"#/$defs/d/allOf/\($0)\"}" }
    let parts = Self.joined(3_000) { "{\"maxLength\":\($0)}" }
    #expect(
      try form("{\"properties\":{\(indices)},\"$defs\":{\"d\":{\"allOf\":[\(parts)]}}}")
        .fields.count == 3_000)
  }

  @Test func manyBounds() throws {
    let bounds = Self.joined(5_000) { "{\"minimum\":\($0),\"exclusiveMaximum\":\(100_000 - $0)}" }
    let form = try form(
      "{\"properties\":{\"a\":{\"type\":\"integer\",\"allOf\":[\(bounds)]}}}")
    #expect(!accepts(form, Bytes("4998".utf8)))
    #expect(accepts(form, Bytes("4999".utf8)))
    #expect(accepts(form, Bytes("95000".utf8)))
    #expect(!accepts(form, Bytes("95001".utf8)))
  }

  @Test(
    "Numbers of many digits",
    arguments: [
      "minimum", "maximum", "exclusiveMinimum", "multipleOf", "maxLength", "minProperties",
    ])
  func longNumbers(_ keyword: String) throws {
    let digits = String(repeating: "9", count: 100_000)
    let place = keyword == "minProperties" ? "" : "\"a\":"
    let text =
      place.isEmpty
      ? "{\"properties\":{\"a\":{}},\"\(keyword)\":\(digits)}"
      : "{\"properties\":{\(place){\"\(keyword)\":\(digits)}}}"
    let error = try #require(throws: FormFileError.self) { try form(text) }
    #expect(
      error.reason.message == "\(keyword) must be a number of at most 1000 characters")
    #expect(error.words.utf8.count < 500)
  }

  @Test func whatAMessageQuotesIsCut() throws {
    let long = String(repeating: "n", count: 1 << 15)
    for text in [
      "{\"\(long)\":1}", "{\"properties\":{\"\(long)\":3}}",
      "{\"properties\":{\"a\":{\"$ref\":\"#/\(long)\"}}}",
      "{\"properties\":{\"a\":{\"format\":\"\(long)\"}}}",
      "{\"properties\":{\"a\":{}},\"required\":[\"\(long)\"]}",
      "{\"properties\":{\"a\":{\"pattern\":\"(?<\(long.prefix(10_000))>)(?<\(long.prefix(10_000))>)\"}}}",
      "{\"properties\":{\"a\":{\"minimum\":\(String(repeating: "9", count: 900)),\"maximum\":1}}}",
      "{\"properties\":{\"a\":{\"oneOf\":[{\"const\":\"\(long)\",\"title\":\"1\"},"
        + "{\"const\":\"\(long)\",\"title\":\"2\"}]}}}",
    ] {
      let error = try #require(throws: FormFileError.self) { try form(text) }
      #expect(error.message.utf8.count < 300)
      #expect(error.words.utf8.count < 800)
    }
  }

  @Test(
    "Deep nesting",
    arguments: [
      String(repeating: "[", count: 100_000),
      String(repeating: "{\"properties\":{\"a\":", count: 30_000),
      "{\"properties\":{\"a\":" + String(repeating: "{\"not\":", count: 250) + "{}"
        + String(repeating: "}", count: 252),
      "{\"properties\":{\"a\":{}},\"$defs\":{\"d\":" + String(repeating: "{\"allOf\":[", count: 200)
        + "{}" + String(repeating: "]}", count: 200) + "}}",
    ])
  func deep(_ text: String) throws {
    #expect(throws: FormFileError.self) { try form(text) }
  }

  @Test("As deep as is allowed, and judged so")
  func deepest() throws {
    // 118 of them stand in the field's own schema.
    let text =
      "{\"properties\":{\"a\":" + String(repeating: "{\"not\":", count: 118) + "{\"maxLength\":2}"
      + String(repeating: "}", count: 118) + "}}"
    let form = try form(text)
    #expect(accepts(form, Bytes("ab".utf8)))
    #expect(!accepts(form, Bytes("abc".utf8)))
    let branches =
      "{\"properties\":{\"k\":{\"type\":\"string\"}},"
      + String(
        repeating: "\"if\":{\"properties\":{\"k\":{\"const\":\"1\"}}},\"then\":{", count: 100)
      + "\"properties\":{\"x\":{}}" + String(repeating: "}", count: 101)
    let walk = Walk(form: try self.form(branches), isInteractive: false)
    _ = walk.answer(Bytes("1".utf8).span)
    #expect(walk.askedFields == [0, 1])
  }

  // MARK: Other encodings

  /// `{}` and a form, as UTF-16 and UTF-32, with mark and without.
  @Test func otherEncodings() throws {
    for (bytes, name) in [
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "UTF-16"),
      ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"), ([0xFF, 0xFE], "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], "UTF-32"),
      ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
    ] as [(Bytes, String)] {
      let error = try #require(throws: FormFileError.self) {
        try FormFile.read(bytes, name: "form", file: "form.json")
      }
      #expect(error.words == "form.json: the file is \(name); form files are UTF-8")
    }
    // A zero byte elsewhere is a fault with a place.
    let error = try #require(throws: FormFileError.self) {
      try FormFile.read([0x7B, 0x20, 0, 0x7D], name: "form")
    }
    #expect(error.line == 1)
    #expect(error.column == 3)
  }
}
