import Foundation
import TestSupport
import Testing

/// Cases that others wrote, through the whole program.
@Suite struct CheckCaseTests {
  private static func cases(_ path: String) -> URL {
    Program.root.appendingPathComponent("Tests/\(path)")
  }

  private func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys]), as: UTF8.self)
  }

  /// JSON-Schema-Test-Suite, draft 2020-12: flat records, a file for each schema.
  @Test func recordsAreRightAndWrongAsTheSuiteSays() throws {
    let text = try String(
      contentsOf: Self.cases("FormFilesTests/Cases/json-schema-records.jsonl"), encoding: .utf8)
    var files: [(schema: String, records: [(line: String, isValid: Bool)])] = []
    for row in text.split(separator: "\n") {
      let members = try #require(
        JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
      // Records are objects; a schema that leaves that open is no form by itself.
      var stated = try #require(members["schema"] as? [String: Any])
      if stated["type"] == nil, stated["properties"] == nil { stated["type"] = "object" }
      let schema = try json(stated)
      let record = (
        try json(try #require(members["record"])), try #require(members["valid"] as? Bool)
      )
      if files.last?.schema == schema {
        files[files.count - 1].records.append(record)
      } else {
        files.append((schema, [record]))
      }
    }
    var judged = 0
    for file in files {
      let folder = try CheckFolder([
        "form.json": file.schema, "r.jsonl": file.records.map { $0.line + "\n" }.joined(),
      ])
      let outcome = try folder.check("form.json", "r.jsonl")
      // Some schemas are no forms; that is told when the form is read.
      if outcome.status == 2 { continue }
      judged += file.records.count
      for (i, record) in file.records.enumerated() {
        let isWrong = outcome.said.contains { $0.hasPrefix("r.jsonl:\(i + 1): ") }
        #expect(isWrong != record.isValid, "\(file.schema) \(record.line)")
      }
      #expect(outcome.status == (file.records.allSatisfy { $0.isValid } ? 0 : 1))
    }
    #expect(judged > 300)
  }

  /// GNU recutils: rec-9 and rec-10.
  @Test(arguments: ["rec-9", "rec-10"]) func recordsOfRecutils(_ id: String) throws {
    let rows = try #require(
      JSONSerialization.jsonObject(
        with: Data(contentsOf: Self.cases("FormFilesTests/Cases/recutils-like.json")))
        as? [[String: Any]])
    let row = try #require(rows.first { $0["id"] as? String == id })
    var schema: [String: Any] = ["type": "object", "properties": try #require(row["schema"])]
    for keyword in ["required", "additionalProperties"] { schema[keyword] = row[keyword] }
    let right = try #require(row["records"] as? [Any])
    let wrong = try #require(row["refuseRecords"] as? [Any])
    let folder = try CheckFolder([
      "form.json": try json(schema),
      "right.jsonl": try right.map { try json($0) + "\n" }.joined(),
      "wrong.jsonl": try wrong.map { try json($0) + "\n" }.joined(),
    ])
    #expect(try folder.check("form.json", "right.jsonl").status == 0)
    let outcome = try folder.check("form.json", "wrong.jsonl")
    #expect(
      outcome.summary.hasPrefix(
        "\(wrong.count) \(wrong.count == 1 ? "record" : "records"): 0 right"))
    for i in 1...wrong.count {
      #expect(outcome.said.contains { $0.hasPrefix("wrong.jsonl:\(i): ") })
    }
  }

  /// GNU recutils, rec-18: a missing value is an empty cell, not a shifted one.
  @Test func aMissingFirstColumnShiftsNothing() throws {
    let folder = try CheckFolder([
      "form.json": #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
      "r.jsonl": "{\"b\":\"2\"}\n{\"a\":\"1\"}\n",
    ])
    #expect(try folder.check("form.json", "r.jsonl", "-f", "csv").output == "a,b\n,2\n1,\n")
    #expect(try folder.check("form.json", "r.jsonl", "-o", "r.csv").status == 0)
    let back = try folder.check("form.json", "r.csv", "-f", "json")
    #expect(back.output == "{\"b\":\"2\"}\n{\"a\":\"1\"}\n")
  }

  /// csv-spectrum: each table but one means what its JSON says, and comes back from JSON as the same records.
  @Test(arguments: [
    "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json",
    "newlines", "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
  ])
  func tablesOfTheSpectrum(_ name: String) throws {
    let spectrum = Self.cases("RecordsTests/Cases/csv-spectrum")
    let table = try String(
      contentsOf: spectrum.appendingPathComponent("csvs/\(name).csv"), encoding: .utf8)
    let data = try Data(contentsOf: spectrum.appendingPathComponent("json/\(name).json"))
    let given = try JSONSerialization.jsonObject(with: data)
    let meant = try #require(given as? [[String: String]])
    let names = Set(meant.flatMap { $0.keys })
    let folder = try CheckFolder([
      "form.json": try json(
        [
          "type": "object",
          "properties": Dictionary(
            uniqueKeysWithValues: names.map { ($0, [:] as [String: String]) }),
        ] as [String: Any]),
      "t.csv": table,
    ])
    let outcome = try folder.check("form.json", "t.csv", "-f", "json")
    #expect(outcome.status == 0, "\(outcome.error)")
    func records(_ text: String) throws -> [[String: String]] {
      try text.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String])
      }
    }
    // The spectrum has the empty text where a cell is empty; here that is no value.
    let wanted = meant.map { record in
      table.contains("\"\"\n") || !record.values.contains("")
        ? record : record.filter { !$0.value.isEmpty }
    }
    let found = try records(outcome.output)
    #expect(
      found.map { $0.filter { !$0.value.isEmpty } }
        == wanted.map { $0.filter { !$0.value.isEmpty } })
    try folder.folder.write("back.jsonl", outcome.output)
    #expect(try folder.check("form.json", "back.jsonl", "-o", "back.csv").status == 0)
    let back = try folder.check("form.json", "back.csv", "-f", "json")
    #expect(back.output == outcome.output)
  }
}
