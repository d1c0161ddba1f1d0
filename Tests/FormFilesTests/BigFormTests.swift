import FormFiles
import Forms
import Testing

/// Forms of many fields and fields of many choices.
struct BigFormTests {
  @Test func aThousandFields() throws {
    let fields = (0..<1_000).map { "\"f\($0)\": {\"$ref\": \"#/$defs/d\($0 % 7)\"}" }
    let definitions = (0..<7).map { "\"d\($0)\": {\"type\": \"integer\", \"maximum\": \($0)}" }
    let text =
      "{\"properties\": {\(fields.joined(separator: ","))},"
      + "\"$defs\": {\(definitions.joined(separator: ","))}}"
    let form = try FormFile.read(Bytes(text.utf8), name: "big")
    #expect(form.fields.count == 1_000)
    var value = Value.absent
    for (i, field) in form.fields.enumerated() {
      let bound = "\(i % 7)"
      #expect(field.nameText == "f\(i)")
      #expect(field.judge(Bytes(bound.utf8).span, form.rules, into: &value) == nil)
      #expect(field.judge(Bytes("\(i % 7 + 1)".utf8).span, form.rules, into: &value) != nil)
    }
  }

  @Test func aHundredThousandChoices() throws {
    let values = (0..<100_000).reversed().map { "\"oak \($0)\"" }
    let text = "{\"properties\": {\"c\": {\"enum\": [\(values.joined(separator: ","))]}}}"
    let form = try FormFile.read(Bytes(text.utf8), name: "big")
    let choices = try #require(form.fields[0].choices)
    #expect(choices.list.count == 100_000)
    #expect(choices.matching(prefix: Bytes("oak 4242".utf8).span).count == 11)
    #expect(choices.index(typed: Bytes("oak 99999".utf8).span) == 0)
    #expect(choices.index(typed: Bytes("oak 0".utf8).span) == 99_999)
    #expect(choices.index(typed: Bytes("oak 100000".utf8).span) == nil)
    #expect(choices.index(stored: .text, Bytes("oak 7".utf8).span) == 99_992)
  }

  /// Labelled numbers, some spelled otherwise than plainly, with a text that reads as one.
  @Test func manyLabelledNumbers() throws {
    var entries = (0..<200).map { "{\"const\": \($0), \"title\": \"number \($0)\"}" }
    entries += [
      "{\"const\": 2.50, \"title\": \"7\"}", "{\"const\": 1e3}", "{\"const\": \"2e3\"}",
      "{\"const\": -4}",
    ]
    let text = "{\"properties\": {\"c\": {\"oneOf\": [\(entries.joined(separator: ","))]}}}"
    let form = try FormFile.read(Bytes(text.utf8), name: "big")
    let choices = try #require(form.fields[0].choices)
    for (typed, place) in [
      ("7", 7), ("7.0", 7), ("number 199", 199), ("2.5", 200), ("1000", 201), ("1e3", 201),
      ("2e3", 202), ("-4", 203), ("-4.0", 203), ("number 200", nil), ("200", nil), ("2000", nil),
    ] as [(String, Int?)] {
      #expect(choices.index(typed: Bytes(typed.utf8).span) == place, "\(typed)")
    }
    for (kind, stored, place) in [
      (.number, "7", 7), (.text, "7", nil), (.number, "7.0", 7), (.number, "1000", 201),
      (.text, "2e3", 202), (.number, "2e3", nil), (.number, "2000", nil), (.boolean, "true", nil),
    ] as [(ValueKind, String, Int?)] {
      #expect(choices.index(stored: kind, Bytes(stored.utf8).span) == place, "\(stored)")
    }
  }
}
