import FormFiles
import Forms
import JSONText
import Testing

/// What a form file is refused for, each at its exact place: the mark ‸ stands where the caret must.
struct RefusalTests {
  private func refusal(_ marked: String, purpose: FormPurpose = .fill) throws -> FormFileError {
    let lines = marked.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("‸") })
    let scalars = Array(lines[line].unicodeScalars)
    let column = try #require(scalars.firstIndex(of: "‸"))
    let text = String(marked.filter { $0 != "‸" })
    let error = try #require(throws: FormFileError.self) {
      try FormFile.read(Bytes(text.utf8), name: "form", file: "form.json", purpose: purpose)
    }
    #expect(error.line == line + 1, "\(error.words)")
    #expect(error.column == column + 1, "\(error.words)")
    #expect(error.sourceLine == String(lines[line].filter { $0 != "‸" }))
    return error
  }

  /// The text of a form whose only property is `age`, on a line of its own.
  private func field(_ schema: String) -> String {
    "{\n \"properties\": {\n  \"age\": \(schema)\n }\n}"
  }

  @Test(arguments: [
    ("‸", "expected a value"), ("{\"properties\": {‸", "expected '}'"), ("‸[]", nil),
    ("‸true", nil),
    ("{\"type\": ‸\"string\"}", nil), ("‸{}", nil), ("{\"properties\": ‸[]}", nil),
    ("‸{\"type\": \"object\"}", "has no field that can be filled in"),
    ("{\"properties\": {\"a\": {}, ‸\"a\": {}}}", nil),
    ("{\"properties\": {\"a\": ‸3}}", "a: a schema must be an object, true or false"),
  ])
  func whatIsNoForm(_ marked: String, _ message: String?) throws {
    let error = try refusal(marked)
    if let message, error.line > 0, !message.hasPrefix("expected") {
      #expect(error.message == message)
    }
  }

  @Test(arguments: [
    ("{‸\"items\": {}}", "items", nil), ("{‸\"maxItems\": 3}", "maxItems", nil),
    ("{‸\"maxlength\": 3}", "maxlength", "maxLength"),
    ("{‸\"minimun\": 3}", "minimun", "minimum"),
    ("{‸\"placeholder\": \"\"}", "placeholder", "x-placeholder"),
    ("{‸\"$anchor\": \"a\"}", "$anchor", nil), ("{‸\"$dynamicRef\": \"#a\"}", "$dynamicRef", nil),
    ("{‸\"contentEncoding\": \"base64\"}", "contentEncoding", nil),
    ("{\"not\": {‸\"contains\": {}}}", "contains", nil),
    ("{\"allOf\": [{}, {‸\"prefixItems\": []}]}", "prefixItems", nil),
  ])
  func unsupportedKeywords(_ schema: String, _ keyword: String, _ near: String?) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == .unsupported(keyword: keyword, near: near))
    #expect(error.field == "age")
  }

  @Test func unsupportedKeywordInADefinitionNobodyUses() throws {
    let error = try refusal(
      "{\"properties\": {\"a\": {}},\n \"$defs\": {\"list\": {‸\"items\": {}}}}")
    #expect(error.reason == .unsupported(keyword: "items", near: nil))
  }

  @Test(arguments: [
    ("x-placholder", "x-placeholder"), ("x-maxcharacters", "x-maxCharacters"),
    ("x-maxCharacter", "x-maxCharacters"), ("x-erorr", "x-error"), ("x-units", "x-unit"),
    ("x_plain", nil), ("x-intial", "x-initial"), ("x-nnoe", "x-none"),
  ])
  func misspeltExtensions(_ keyword: String, _ meant: String?) throws {
    let error = try refusal(field("{‸\"\(keyword)\": 1}"))
    if let meant {
      #expect(error.reason == .misspelt(keyword: keyword, meant: meant))
    } else {
      #expect(error.reason == .unsupported(keyword: keyword, near: nil))
    }
  }

  /// Extensions of others are ignored.
  @Test func otherExtensionsAreIgnored() throws {
    let text = field(
      "{\"x-order\": 1, \"x-enum-names\": [], \"x-\": {\"items\": 3}, \"x-plainly\": 1}")
    #expect(try FormFile.read(Bytes(text.utf8), name: "form").fields.count == 1)
  }

  @Test(arguments: [
    "{\"type\": ‸\"text\"}", "{\"type\": ‸[]}", "{\"type\": ‸[\"null\", \"null\"]}",
    "{\"maxLength\": ‸-2}", "{\"maxLength\": ‸2.5}", "{\"minLength\": ‸\"2\"}",
    "{\"minimum\": ‸\"1\"}", "{\"multipleOf\": ‸0}", "{\"multipleOf\": ‸-1}", "{\"enum\": ‸{}}",
    "{\"pattern\": ‸3}", "{\"readOnly\": ‸1}", "{\"title\": ‸null}", "{\"examples\": ‸3}",
    "{\"allOf\": ‸[]}", "{\"allOf\": ‸{}}", "{\"not\": ‸3}", "{\"anyOf\": [{}, ‸3]}",
    "{\"x-characters\": ‸\"\"}", "{\"x-unreadable\": ‸\"all\"}", "{\"x-plain\": ‸\"yes\"}",
    "{\"x-error\": ‸3}", "{\"x-error\": {\"pattern\": ‸3}}", "{\"x-error\": {‸\"patern\": \"\"}}",
    "{\"x-fractionDigits\": ‸-1}", "{\"$ref\": ‸3}", "{\"required\": ‸[\"a\", \"a\"]}",
    "{\"dependentRequired\": ‸{\"a\": [1]}}", "{‸\"x-finish\": \"next\"}", "{‸\"$id\": \"a\"}",
    "{‸\"x-check\": []}",
  ])
  func valuesOfTheWrongKind(_ schema: String) throws {
    #expect(try refusal(field(schema)).field == "age")
  }

  @Test(arguments: [
    "{\"properties\": {\"a\": {}},\n \"x-finish\": ‸\"last\"}",
    "{\"properties\": {\"a\": {}},\n ‸\"x-plain\": true}",
    "{\"properties\": {\"a\": {}},\n \"required\": ‸\"a\"}",
    "{\"properties\": {\"a\": {}},\n \"x-check\": [‸{\"assert\": \"a\", \"field\": \"a\"}]}",
    "{\"properties\": {\"a\": {}},\n \"x-check\": [{‸\"asert\": \"a\"}]}",
    "{\"properties\": {\"a\": {}},\n \"title\": ‸3}",
  ])
  func keywordsOfTheForm(_ marked: String) throws {
    #expect(try refusal(marked).field == nil)
  }

  @Test(arguments: [
    ("{\"minimum\": 10, ‸\"maximum\": -10}", "minimum 10", "maximum -10"),
    ("{\"maximum\": 1, ‸\"minimum\": 2}", "maximum 1", "minimum 2"),
    ("{\"exclusiveMinimum\": 1, ‸\"maximum\": 1}", "exclusiveMinimum 1", "maximum 1"),
    (
      "{\"type\": \"integer\", \"exclusiveMinimum\": 1, ‸\"exclusiveMaximum\": 2}",
      "exclusiveMinimum 1", "exclusiveMaximum 2"
    ),
    ("{\"type\": \"integer\", \"minimum\": 0.2, ‸\"maximum\": 0.8}", "minimum 0.2", "maximum 0.8"),
    ("{\"minLength\": 3, ‸\"maxLength\": 2}", "minLength 3", "maxLength 2"),
    ("{\"minimum\": 3, \"allOf\": [{‸\"maximum\": 2}]}", "minimum 3", "maximum 2"),
    ("{\"type\": \"string\", \"allOf\": [{‸\"type\": \"number\"}]}", "type", "type"),
    ("{\"type\": \"integer\", ‸\"x-characters\": \"+-\"}", "x-characters", "type"),
  ])
  func contradictions(_ schema: String, _ one: String, _ other: String) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == .contradiction(one, other))
    #expect(error.field == "age")
  }

  @Test(arguments: [
    ("{\"enum\": ‸[]}", FormFileError.Reason.noChoice(keyword: "enum")),
    ("{\"type\": \"string\", \"enum\": ‸[1, 2]}", .noChoice(keyword: "enum")),
    ("{\"enum\": [\"a\"], \"const\": ‸\"b\"}", .noChoice(keyword: "const")),
    ("{\"maxLength\": 1, \"enum\": ‸[\"ab\", \"cd\"]}", .noChoice(keyword: "enum")),
    (
      "{\"oneOf\": ‸[{\"const\": 1, \"title\": \"a\"}, {\"const\": 1.0, \"title\": \"b\"}]}",
      .choiceTwice("1.0")
    ),
  ])
  func choicesThatLeaveNothing(_ schema: String, _ reason: FormFileError.Reason) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == reason)
    #expect(error.field == "age")
  }

  @Test(arguments: [
    ("{\"type\": \"integer\", \"minimum\": 1, \"default\": ‸0}", "default", "minimum"),
    ("{\"type\": \"integer\", \"x-initial\": ‸2.5}", "x-initial", "type"),
    ("{\"type\": \"string\", \"x-initial\": ‸12}", "x-initial", "type"),
    ("{\"type\": \"integer\", \"default\": ‸null}", "default", "type"),
    ("{\"type\": \"string\", \"default\": ‸[]}", "default", "type"),
    ("{\"enum\": [\"oak\", \"elm\"], \"default\": ‸\"ash\"}", "default", "enum"),
    (
      "{\"type\": \"string\", \"x-maxCharacters\": 2, \"default\": ‸\"abc\"}", "default",
      "x-maxCharacters"
    ),
    ("{\"type\": \"string\", \"not\": {\"const\": \"a\"}, \"default\": ‸\"a\"}", "default", "not"),
  ])
  func defaultsThatBreakTheirOwnRule(
    _ schema: String, _ keyword: String, _ rule: String
  ) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == .breaksOwnRule(keyword: keyword, rule: rule))
    #expect(error.field == "age")
  }

  @Test(arguments: [
    ("{\"type\": \"string\", \"pattern\": \"a‸(b\"}", PatternFault.Reason.unfinished),
    ("{\"pattern\": \"\\\\d+‸(?>a)\"}", .group),
    ("{\"pattern\": \"\\u00e9é\\ud83d\\udc32‸)\"}", .lone(")")),
  ])
  func badPatterns(_ schema: String, _ reason: PatternFault.Reason) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == .pattern(reason))
    #expect(error.field == "age")
  }

  @Test(arguments: ["idn-email", "password", "int32", "", "Email"])
  func formatsNotSupported(_ name: String) throws {
    let error = try refusal(field("{\"type\": \"string\", \"format\": ‸\"\(name)\"}"))
    #expect(error.reason == .unknownFormat(name))
    #expect(error.field == "age")
  }

  @Test(arguments: [
    "{‸\"type\": \"object\"}", "{‸\"type\": \"array\"}", "{‸\"type\": [\"array\", \"object\"]}",
    "{‸\"type\": [\"object\", \"null\"]}", "{\"allOf\": [{‸\"type\": \"object\"}]}",
  ])
  func nestedProperties(_ schema: String) throws {
    let error = try refusal(field(schema))
    #expect(error.reason == .nested)
    #expect(error.field == "age")
  }

  @Test(arguments: ["[\"string\", \"integer\"]", "[\"boolean\", \"string\", \"null\"]"])
  func severalTypes(_ types: String) throws {
    #expect(try refusal(field("{‸\"type\": \(types)}")).reason == .severalTypes)
    // Under `not` a list is a list.
    let allowed = field("{\"not\": {\"type\": \(types)}}")
    #expect(try FormFile.read(Bytes(allowed.utf8), name: "form").fields.count == 1)
  }

  @Test(arguments: [
    ("\"#/$defs/none\"", FormFileError.Reason.referenceToNothing("#/$defs/none")),
    ("\"#/properties/age/type\"", .notASchema), ("\"#age\"", .referenceElsewhere("#age")),
    ("\"other.json\"", .referenceElsewhere("other.json")),
    ("\"other.json#/a\"", .referenceElsewhere("other.json#/a")),
    ("\"#/a%2\"", .referenceToNothing("#/a%2")), ("\"#/a~2\"", .referenceToNothing("#/a~2")),
    ("\"\"", .referenceElsewhere("")),
  ])
  func referencesThatLeadNowhere(_ target: String, _ reason: FormFileError.Reason) throws {
    let error = try refusal(field("{\"type\": \"string\", \"$ref\": ‸\(target)}"))
    #expect(error.reason == reason)
    #expect(error.field == "age")
  }

  @Test(arguments: [
    "{\"properties\": {\"a\": {\"$ref\": ‸\"#/properties/a\"}}}",
    "{\"properties\": {\"a\": {\"$ref\": \"#/$defs/x\"}},\n \"$defs\": {\"x\": {\"$ref\": \"#/$defs/y\"}, \"y\": {\"$ref\": ‸\"#/$defs/x\"}}}",
    "{\"$defs\": {\"x\": {\"allOf\": [{\"$ref\": ‸\"#/$defs/x\"}]}},\n \"properties\": {\"a\": {\"$ref\": \"#/$defs/x\"}}}",
    "{\"properties\": {\"a\": {\"anyOf\": [{\"not\": {\"if\": {\"$ref\": ‸\"#/properties/a\"}}}]}}}",
  ])
  func referenceLoops(_ marked: String) throws {
    let error = try refusal(marked)
    #expect(error.reason == .referenceLoop)
    #expect(error.field == "a")
  }

  @Test func loopOfTheFormItself() throws {
    let error = try refusal("{\"properties\": {\"a\": {}},\n \"allOf\": [{\"$ref\": ‸\"#\"}]}")
    #expect(error.reason == .referenceLoop)
  }

  @Test func referencesNestedTooDeep() throws {
    var text = "{\"properties\": {\"a\": {\"$ref\": \"#/$defs/d0\"}}, \"$defs\": {"
    for i in 0..<500 { text += "\"d\(i)\": {\"$ref\": \"#/$defs/d\(i + 1)\"}, " }
    text += "\"d500\": {}}}"
    let error = try #require(throws: FormFileError.self) {
      try FormFile.read(Bytes(text.utf8), name: "form")
    }
    #expect(error.reason == .tooDeep(limit: 120))
  }

  @Test(arguments: [
    "{\"properties\": {\"a\": {}}, \"required\": [\"a\", ‸\"b\"]}",
    "{\"properties\": {\"a\": {}}, \"allOf\": [{\"required\": [‸\"b\"]}]}",
    "{\"properties\": {\"a\": {}}, \"if\": {\"required\": [\"c\"]}, \"then\": {\"required\": [‸\"b\"]}}",
  ])
  func requiredWithoutProperty(_ marked: String) throws {
    #expect(try refusal(marked).reason == .requiredWithoutProperty("b"))
    // To judge records that come from elsewhere it is a rule as any other.
    let text = Bytes(marked.filter { $0 != "‸" }.utf8)
    let form = try FormFile.read(text, name: "form", purpose: .check)
    var record = Record(fieldCount: form.fields.count)
    record.set(0, Value(.text, Bytes("x".utf8)))
    record.extras = [ExtraMember(name: Bytes("c".utf8), value: Value(.boolean, Bytes("true".utf8)))]
    #expect(form.faults(stored: record).contains { $0.member == Bytes("b".utf8) })
    record.extras.append(ExtraMember(name: Bytes("b".utf8), value: Value(.null)))
    #expect(form.faults(stored: record).isEmpty)
  }

  @Test func filesThatCannotBeRead() throws {
    let missing = try #require(throws: FormFileError.self) {
      try FormFile.load(path: "/nosuch/form.json")
    }
    #expect(missing.reason == .cannotRead(errno: 2))
    #expect(missing.line == 0)
    #expect(missing.words == "/nosuch/form.json: cannot be read: No such file or directory")
    let folder = try #require(throws: FormFileError.self) { try FormFile.load(path: "/tmp") }
    #expect(folder.reason == .cannotRead(errno: 21))
  }

  /// The report: place, message, line and caret; nothing that could move the cursor.
  @Test func report() throws {
    let text = "{\n\t\"properties\": {\"a\\u001b\": {\"typ\": 1}}\n}\n"
    let error = try #require(throws: FormFileError.self) {
      try FormFile.read(Bytes(text.utf8), name: "form", file: "dir/form.json")
    }
    #expect(
      error.words == """
        dir/form.json:2:29: a\u{FFFD}: the keyword typ is not supported; did you mean type?
         "properties": {"a\\u001b": {"typ": 1}}
                                    ^
        """)
  }
}
