import FormFiles
import Forms
import JSONText
import Testing

/// JSON-Schema-Test-Suite, draft 2020-12: what it says of single values and of flat records.
struct SchemaSuiteTests {
  /// Cases whose schema is refused at the start, by file, group or test, with the reason.
  ///
  /// The tests hold that each of them is refused.
  private static let refused: [String: String] = [
    "content.json": "contentMediaType, contentEncoding, contentSchema are not supported",
    "default.json": "a default that breaks its own rule is refused",
    "enum.json/empty enum/string is invalid": "a field's choices that nothing meets are refused",
    "enum.json/empty enum/number is invalid": "a field's choices that nothing meets are refused",
    "optional/dependencies-compatibility.json": "dependencies is not supported",
    "format.json/idn-email format": "the format is not supported",
    "format.json/idn-hostname format": "the format is not supported",
    "format.json/iri format": "the format is not supported",
    "format.json/iri-reference format": "the format is not supported",
    "format.json/relative-json-pointer format": "the format is not supported",
    "format.json/uri-template format": "the format is not supported",
    "optional/format/idn-email.json": "the format is not supported",
    "optional/format/idn-hostname.json": "the format is not supported",
    "optional/format/iri.json": "the format is not supported",
    "optional/format/iri-reference.json": "the format is not supported",
    "optional/format/relative-json-pointer.json": "the format is not supported",
    "optional/format/uri-template.json": "the format is not supported",
    "optional/format/unknown.json": "a format that is not known is refused by name",
    "properties.json/properties, patternProperties, additionalProperties interaction":
      "items of lists are not supported, and lists are no fields",
    "ref.json/ref applies alongside sibling keywords": "maxItems is not supported",
    "ref.json/remote ref, containing refs itself": "references lead nowhere but into the file",
    "ref.json/URN base URI with URN and anchor ref": "anchors are not supported",
    "type.json/array type matches arrays": "a list is no field",
    "type.json/object type matches objects": "an object is no field",
    "type.json/type: array or object": "lists and objects are no fields",
    "type.json/type: array, object or null": "lists and objects are no fields",
    "type.json/multiple types can be specified in an array": "a field has one type",
    "unevaluatedProperties.json/unevaluatedProperties with $dynamicRef":
      "$dynamicRef is not supported",
  ]

  /// Cases that a typed line judges otherwise than a stored value, with the reason.
  ///
  /// The tests hold that the line really judges otherwise; the stored value is judged as the suite says.
  private static let typedOtherwise: [String: String] = [
    "anyOf.json/anyOf with base schema/mismatch base schema": numberTyped,
    "oneOf.json/oneOf with base schema/mismatch base schema": numberTyped,
    "optional/bignum.json/string/a bignum is not a string": numberTyped,
    "type.json/string type matches strings/1 is not a string": numberTyped,
    "type.json/string type matches strings/a float is not a string": numberTyped,
    "type.json/type as array with one item/number is invalid": numberTyped,
    "type.json/integer type matches integers/"
      + "a string is still not an integer, even if it looks like one": textTyped,
    "type.json/number type matches numbers/"
      + "a string is still not a number, even if it looks like one": textTyped,
    "const.json/characters with the same visual representation, but different number of codepoints/"
      + "character looks the same but uses combining marks":
      "a typed choice is compared by canonical equivalence",
    "optional/float-overflow.json/all integers are multiples of 0.5, if overflow is handled/"
      + "valid if optional overflow handling is implemented":
      "a whole number is typed without exponent",
  ]
  private static let numberTyped = "what is typed into a text field is a text"
  private static let textTyped = "what is typed into a number field is a number"

  private struct Place {
    let file: String
    let group: String
    let test: String

    init(_ row: JSONValue) throws {
      file = String(try #require(row["file"]?.string).dropFirst("tests/draft2020-12/".count))
      group = try #require(row["group"]?.string)
      test = try #require(row["test"]?.string)
    }
    var isRefused: Bool {
      SchemaSuiteTests.refused[file] != nil || SchemaSuiteTests.refused["\(file)/\(group)"] != nil
        || SchemaSuiteTests.refused["\(file)/\(group)/\(test)"] != nil
    }
    var isTypedOtherwise: Bool {
      SchemaSuiteTests.typedOtherwise["\(file)/\(group)/\(test)"] != nil
    }
    /// The cases of format.json hold that formats are not asserted; ours are.
    var wantsFormatsUnasserted: Bool {
      file == "format.json" && test.hasSuffix("is only an annotation by default")
    }
  }

  private func about(_ row: JSONValue) -> Comment {
    Comment(rawValue: String(decoding: row.source, as: UTF8.self))
  }

  @Test func everyValueIsJudgedAsTheSuiteSays() throws {
    var stored = 0
    var typed = 0
    var otherwise = 0
    for row in try caseRows("json-schema-scalars.jsonl") {
      let place = try Place(row)
      let schema = try #require(row["schema"])
      let data = try #require(row["data"])
      let valid = (row["valid"]?.bool == true) != place.wantsFormatsUnasserted
      let form: Form
      do {
        form = try oneField(schema)
        #expect(!place.isRefused, about(row))
      } catch {
        #expect(place.isRefused, about(row))
        continue
      }
      stored += 1
      var record = Record(fieldCount: 1)
      record.set(0, storedValue(data))
      #expect(form.faults(stored: record).isEmpty == valid, about(row))

      let text = try #require(row["text"]?.stringBytes)
      if row["ignoresType"]?.bool == true || isLostWhenTyped(text) { continue }
      if place.isTypedOtherwise {
        otherwise += 1
        #expect(accepts(form, text) != valid, about(row))
      } else {
        typed += 1
        #expect(accepts(form, text) == valid, about(row))
      }
    }
    #expect(stored == 835)
    #expect(typed == 724)
    #expect(otherwise == Self.typedOtherwise.count)
  }

  /// A typed line has no control character and loses outer spaces and tabs (DESIGN.md, section 4).
  private func isLostWhenTyped(_ text: [UInt8]) -> Bool {
    ControlCharacter.first(in: text.span) != nil || text.span.trimmedRange != 0..<text.count
  }

  @Test func everyRecordIsJudgedAsTheSuiteSays() throws {
    var judged = 0
    for row in try caseRows("json-schema-records.jsonl") {
      let place = try Place(row)
      let schema = try #require(row["schema"])
      let record = try #require(row["record"])
      // A form has `type: object` or `properties`; an object without any says the same.
      var text = Array(schema.source)
      if schema["type"] == nil, schema["properties"] == nil {
        text = Array("{\"properties\":{}".utf8) + (text.count > 2 ? [44] : []) + text.dropFirst()
      }
      do {
        let form = try FormFile.read(text, name: "form", purpose: .check)
        #expect(!place.isRefused, about(row))
        judged += 1
        let faults = form.faults(stored: storedRecord(record, of: form))
        #expect(faults.isEmpty == (row["valid"]?.bool == true), about(row))
      } catch {
        #expect(place.isRefused, about(row))
      }
    }
    #expect(judged == 313)
  }
}
