import FormFiles
import Forms
import JSONText
import Testing

/// Cases of web forms and of GNU recutils, as forms of one field.
struct PeerCaseTests {
  private func about(_ row: JSONValue) -> Comment {
    Comment(rawValue: String(decoding: row.source, as: UTF8.self))
  }

  @Test func webPlatformTests() throws {
    let rows = try JSONValue(parsing: caseText("wpt-fields.json"))
    var judged = 0
    for row in try #require(rows.elements) {
      let isRequired = row["required"]?.bool == true
      let form = try oneField(try #require(row["fieldSchema"]), isRequired: isRequired)
      let input = try #require(row["input"]?.stringBytes)
      let walk = Walk(form: form, isInteractive: false)
      let outcome = walk.answer(input.span)
      judged += 1
      switch try #require(row["expect"]?.string) {
      case "accept":
        #expect(outcome == .finished, about(row))
        #expect(walk.finished.values[0].kind != .absent, about(row))
        #expect(form.faults(stored: walk.finished).isEmpty, about(row))
      case "accept-empty":
        #expect(outcome == .finished, about(row))
        #expect(walk.finished.values[0].kind == .absent, about(row))
      default: #expect(outcome == .refused, about(row))
      }
    }
    #expect(judged == 105)
  }

  /// Rows of recutils that say nothing of forms.
  private static let notHere: [String: String] = [
    "rec-11": "no keys across records are offered",
    "rec-12": "no counters are offered",
    "rec-17": "how files of records are written",
    "rec-18": "how files of records are written",
    "rec-19": "how files of records are written",
    "rec-20": "how files of records are written",
  ]

  private func rowForm(_ row: JSONValue) throws -> Form {
    var text = Array("{\"properties\":".utf8) + (try #require(row["schema"])).source
    for (keyword, key) in [
      ("required", "required"), ("$defs", "defs"), ("additionalProperties", "additionalProperties"),
    ] {
      if let value = row[key] { text += Array(",\"\(keyword)\":".utf8) + value.source }
    }
    return try FormFile.read(text + [UInt8(ascii: "}")], name: "form")
  }

  @Test func recutils() throws {
    let rows = try JSONValue(parsing: caseText("recutils-like.json"))
    var skipped: Set<String> = []
    for row in try #require(rows.elements) {
      let id = try #require(row["id"]?.string)
      if Self.notHere[id] != nil {
        skipped.insert(id)
        continue
      }
      if row["schemaError"]?.bool == true {
        let error = try #require(throws: FormFileError.self) { try rowForm(row) }
        #expect(error.field != nil, about(row))
        continue
      }
      let form = try rowForm(row)
      for text in row["accept"]?.elements.map(Array.init) ?? [] {
        #expect(accepts(form, text.stringBytes ?? []), about(text))
      }
      for text in row["refuse"]?.elements.map(Array.init) ?? [] {
        #expect(!accepts(form, text.stringBytes ?? []), about(text))
      }
      for record in row["records"]?.elements.map(Array.init) ?? [] {
        #expect(form.faults(stored: storedRecord(record, of: form)).isEmpty, about(record))
      }
      for record in row["refuseRecords"]?.elements.map(Array.init) ?? [] {
        #expect(!form.faults(stored: storedRecord(record, of: form)).isEmpty, about(record))
      }
    }
    #expect(skipped == Set(Self.notHere.keys))
  }
}
