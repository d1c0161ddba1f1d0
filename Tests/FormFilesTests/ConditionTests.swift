import FormFiles
import Forms
import JSONText
import Testing

/// Which fields are asked, and how combined rules send the walk back.
struct ConditionTests {
  private func form(_ text: String) throws -> Form {
    try FormFile.read(Bytes(text.utf8), name: "form")
  }

  private func names(_ walk: Walk) -> [String] {
    walk.askedFields.map { walk.form.fields[$0].nameText }
  }

  private static let married = #"""
    {"properties": {"name": {"type": "string"}, "married": {"type": "boolean"}},
     "if": {"properties": {"married": {"const": true}}, "required": ["married"]},
     "then": {"properties": {"spouse": {"type": "string", "maxLength": 3}}, "required": ["spouse"]},
     "else": {"properties": {"reason": {"type": "string"}}},
     "required": ["married"]}
    """#

  @Test func thenAndElse() throws {
    let form = try form(Self.married)
    #expect(form.fields.map { $0.nameText } == ["name", "married", "spouse", "reason"])
    let walk = Walk(form: form, isInteractive: false)
    #expect(names(walk) == ["name", "married", "reason"])
    _ = walk.answer(Bytes("Kim".utf8).span)
    _ = walk.answer(Bytes("yes".utf8).span)
    #expect(names(walk) == ["name", "married", "spouse"])
    #expect(walk.current == 2)
    // The rules of the branch hold at the field itself.
    #expect(walk.answer(Bytes("Robin".utf8).span) == .refused)
    #expect(walk.answer(Bytes("Bo".utf8).span) == .finished)
    #expect(form.faults(stored: walk.finished).isEmpty)
    // Going back re-decides; what is no longer asked is kept, and not handed over.
    _ = walk.apply(.go(1))
    _ = walk.answer(Bytes("no".utf8).span)
    #expect(names(walk) == ["name", "married", "reason"])
    #expect(walk.accepted.values[2].text == Bytes("Bo".utf8))
    #expect(walk.finished.values[2].kind == .absent)
  }

  @Test func storedRecordsAreJudgedByTheBranchThatHolds() throws {
    let form = try form(Self.married)
    func faults(_ record: String) throws -> [Int?] {
      let json = try JSONValue(parsing: Array(record.utf8))
      return form.faults(stored: storedRecord(json, of: form)).map { $0.field }
    }
    #expect(try faults(#"{"married": false, "spouse": "Alexander"}"#) == [])
    #expect(try faults(#"{"married": true, "spouse": "Alexander"}"#) == [2])
    #expect(try faults(#"{"married": true}"#) == [2])
    #expect(try faults(#"{"married": false, "reason": 5}"#) == [3])
    #expect(try faults(#"{"married": true, "spouse": "Bo", "reason": 5}"#) == [])
  }

  @Test func dependentSchemas() throws {
    let form = try form(
      #"""
      {"properties": {"card": {"type": ["string", "null"]}},
       "dependentSchemas": {"card": {"properties": {"address": {"type": "string"}},
         "required": ["address"]}}}
      """#)
    let walk = Walk(form: form, isInteractive: false)
    #expect(names(walk) == ["card"])
    #expect(walk.answer(Bytes().span) == .finished)
    // A null key would set off the dependent schema: the key is left out.
    #expect(walk.finished.values[0].kind == .absent)
    #expect(form.faults(stored: walk.finished).isEmpty)
    walk.startNext()
    #expect(walk.answer(Bytes("1234".utf8).span) == .accepted)
    #expect(names(walk) == ["card", "address"])
    #expect(walk.answer(Bytes().span) == .refused)
    #expect(walk.answer(Bytes("Home".utf8).span) == .finished)
  }

  /// Both branches ask for one field: its choices are put together, each branch is judged where it holds.
  @Test func bothBranchesDeclareOneField() throws {
    let form = try form(
      #"""
      {"properties": {"pet": {"enum": ["cat", "dog"]}},
       "if": {"properties": {"pet": {"const": "cat"}}, "required": ["pet"]},
       "then": {"properties": {"breed": {"enum": ["manx", "mixed"]}}},
       "else": {"properties": {"breed": {"enum": ["beagle", "mixed"]}}}}
      """#)
    let choices = try #require(form.fields[1].choices)
    #expect(choices.list.map { $0.value.text.string } == ["manx", "mixed", "beagle"])
    let walk = Walk(form: form, isInteractive: false)
    _ = walk.answer(Bytes("cat".utf8).span)
    #expect(walk.answer(Bytes("poodle".utf8).span) == .refused)
    #expect(walk.answer(Bytes("beagle".utf8).span) == .refused)
    #expect(walk.current == 1)
    #expect(walk.answer(Bytes("manx".utf8).span) == .finished)
  }

  /// A field that only an alternative declares is asked, and judged with the whole record.
  @Test func alternatives() throws {
    let form = try form(
      #"""
      {"type": "object", "oneOf": [
        {"properties": {"phone": {"type": "string"}}, "required": ["phone"]},
        {"properties": {"email": {"type": "string"}}, "required": ["email"]}]}
      """#)
    let walk = Walk(form: form, isInteractive: false)
    #expect(names(walk) == ["phone", "email"])
    _ = walk.answer(Bytes("1".utf8).span)
    #expect(walk.answer(Bytes("2".utf8).span) == .incomplete)
    #expect(walk.recordFaults.count == 1)
    #expect(walk.answer(Bytes().span) == .finished)
  }

  @Test func referencesAllOfAndTheFilesOwnID() throws {
    let form = try form(
      #"""
      {"$id": "https://example.org/form.json#", "$ref": "#/$defs/base",
       "allOf": [{"properties": {"b": {"$ref": "https://example.org/form.json#/$defs/a~1b%25"}}}],
       "$defs": {"base": {"properties": {"a": {"title": "A"}}, "required": ["a"]},
                 "a/b%": {"type": "integer", "maximum": 9, "title": "B", "default": 3}}}
      """#)
    #expect(form.fields.map { $0.nameText } == ["a", "b"])
    #expect(form.fields[0].isRequired)
    #expect(form.fields[1].title == "B")
    #expect(form.fields[1].declaration.kind == .integer)
    #expect(form.fields[1].defaultValue?.text == Bytes("3".utf8))
    #expect(form.isJudgedByFields)
  }

  /// patternProperties and additionalProperties of the form reach its fields.
  @Test func rulesByNameReachTheFields() throws {
    let form = try form(
      #"""
      {"properties": {"x1": {"type": "string"}, "y": {"type": "string"}},
       "patternProperties": {"^x": {"maxLength": 2}},
       "allOf": [{"additionalProperties": {"minLength": 2}}]}
      """#)
    var value = Value.absent
    func isRight(_ field: Int, _ text: String) -> Bool {
      form.fields[field].judge(Bytes(text.utf8).span, form.rules, into: &value) == nil
    }
    #expect(isRight(0, "ab"))
    #expect(!isRight(0, "abc"))
    #expect(!isRight(0, "a"))
    #expect(!isRight(1, "a"))
    #expect(isRight(1, "abc"))
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, FieldKind.integer), (#"{"type": "number"}"#, .number),
    (#"{"type": ["integer", "number"]}"#, .number), (#"{"type": "boolean"}"#, .yesNo),
    (#"{"type": "null"}"#, .nothing), (#"{}"#, .text), (#"true"#, .text), (#"false"#, .nothing),
    (#"{"enum": ["a"]}"#, .choice), (#"{"const": 3}"#, .choice), (#"{"enum": [true]}"#, .yesNo),
    (#"{"type": "integer", "enum": [1, 2]}"#, .choice),
    (#"{"anyOf": [{"const": 1, "title": "one"}, {"type": "null"}]}"#, .choice),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, .integer),
    (#"{"oneOf": [{"type": "string"}, {"type": "number"}]}"#, .numberOrText),
    (#"{"not": {"type": "integer"}}"#, .numberOrText), (#"{"maxLength": 3}"#, .text),
    (#"{"allOf": [{"type": "boolean"}]}"#, .yesNo),
  ])
  func kinds(_ schema: String, _ kind: FieldKind) throws {
    let form = try oneField(JSONValue(parsing: Array(schema.utf8)))
    #expect(form.fields[0].declaration.kind == kind)
  }

  /// Null where the type admits it, and only where the other rules admit it too.
  @Test(arguments: [
    (#"{"type": ["string", "null"]}"#, true), (#"{"type": "string"}"#, false), (#"{}"#, false),
    (#"{"type": ["string", "null"], "enum": ["a"]}"#, false),
    (#"{"type": ["string", "null"], "enum": ["a", null]}"#, true),
    (#"{"type": ["string", "null"], "not": {"type": "null"}}"#, false),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, true), (#"{"type": "null"}"#, true),
  ])
  func nullForNoValue(_ schema: String, _ isNull: Bool) throws {
    let form = try oneField(JSONValue(parsing: Array(schema.utf8)))
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes().span) == .finished)
    #expect(walk.finished.values[0].kind == (isNull ? .null : .absent))
    #expect(form.faults(stored: walk.finished).isEmpty)
  }

  /// An alternative of null and another schema: picker, keystrokes and titles know the other one.
  @Test func optionalAsAnAlternative() throws {
    let form = try FormFile.read(
      Bytes(
        #"""
        {"properties": {
          "age": {"title": "Age", "anyOf": [{"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "null"}], "default": null},
          "wood": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/wood"}]}},
         "$defs": {"wood": {"type": "string", "enum": ["oak", "elm"], "x-placeholder": "wood"}}}
        """#.utf8), name: "form")
    #expect(form.fields[0].wholeNumbers == 1...9)
    #expect(form.fields[1].choices?.list.map { $0.value.text.string } == ["oak", "elm"])
    #expect(form.fields[1].placeholder == "wood")
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes("10".utf8).span) == .refused)
    #expect(walk.answer(Bytes().span) == .accepted)
    #expect(walk.answer(Bytes("ash".utf8).span) == .refused)
    #expect(walk.answer(Bytes("elm".utf8).span) == .finished)
    #expect(walk.finished.values.map { $0.kind } == [.null, .text])
    #expect(form.faults(stored: walk.finished).isEmpty)
  }
}
