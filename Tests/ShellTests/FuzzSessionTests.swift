import Foundation
import TestSupport
import Testing

/// Random sessions: whatever comes in, what comes out as records passes the form's own check.
@Suite struct FuzzSessionTests {
  struct FuzzForm: Sendable {
    let name: String
    /// Answers of each field, in the form's order.
    let answers: [[String]]
    var schema: String?
  }

  /// Conditions, defaults, a secret, a computed field, checks, and types of more than one kind.
  static let conditions = FuzzForm(
    name: "form.json",
    answers: [
      ["oak", "elm", "b\\c", "\"q\"", "a,b", ""], ["car", "bicycle", "train"], ["5", "0.25", ""],
      ["hunter", "s3cret", ""], ["yes", "no"], ["AB-12", "ZZ-99"], ["3", "2", "1"], ["", "7", "x"],
    ],
    schema: #"""
      {
        "title": "Trip", "type": "object",
        "properties": {
          "name": { "type": "string", "x-maxCharacters": 8, "default": "elm" },
          "kind": { "enum": ["car", "train", "bicycle"] },
          "price": { "type": ["number", "null"], "minimum": 0, "multipleOf": 0.05 },
          "word": { "type": "string", "writeOnly": true, "minLength": 3 },
          "double": { "type": ["number", "null"], "readOnly": true, "x-calculate": "price * 2", "x-fractionDigits": 1 },
          "ticket": { "type": "boolean" },
          "age": { "type": "integer", "minimum": 1, "maximum": 9, "x-initial": 3 },
          "any": {}
        },
        "required": ["kind", "ticket"],
        "if": { "properties": { "kind": { "const": "train" } }, "required": ["kind"] },
        "then": {
          "properties": { "seat": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]{2}$" } },
          "required": ["seat"]
        },
        "else": { "dependentRequired": { "word": ["price"] } },
        "x-check": [{ "assert": "price < 100 or age > 2", "message": "too dear", "field": "price" }]
      }
      """#)

  static let forms: [FuzzForm] = [
    FuzzForm(
      name: "person",
      answers: [
        ["Kim", "가나다", "o'neil", "a \"b\"", "\\next"], ["1", "30", "100"], ["M", "F"],
        ["kim@example.org", ".a@b.cc"],
      ]),
    FuzzForm(name: "tiles", answers: [["24", "-8", "0", "+024", ""], ["next", ".done"]]),
    FuzzForm(name: "temperature", answers: [["212", "31.95", "-40", "", ".5", "-"]]),
    conditions,
  ]

  @Test(arguments: forms.map(\.name), 0..<2)
  func whatComesOutIsRight(_ name: String, _ part: Int) throws {
    let handedOver = try FuzzSource.rounds(70).count {
      try FuzzSessionTests.session(name, 2 * $0 + part)
    }
    // Otherwise nothing was tried at all.
    #expect(handedOver > 10)
  }

  /// One random script; gives whether a record came out.
  static func session(_ name: String, _ round: Int) throws -> Bool {
    let form = try #require(forms.first { $0.name == name })
    let folder = try TemporaryFolder()
    if let schema = form.schema { try folder.write(form.name, schema) }
    var source = FuzzSource("session \(name)", round)
    let script = source.script(form.answers)
    var (arguments, format) = source.options()
    let file = source.chance(25) ? "out." + source.pick(["jsonl", "csv", "tsv", "db"]) : nil
    if let file { arguments += ["-o", file] }
    let outcome = try Program.run(
      [form.name] + arguments, input: source.chance(50) ? .redirected(script) : .piped(script),
      in: folder.url)
    let about: Comment =
      "round \(round) of \(name), \(arguments): \(String(decoding: script, as: UTF8.self).debugDescription): \(outcome.error)"
    // A column of REAL takes no number that it would round.
    let isInexact = file == "out.db" && outcome.error.contains("cannot hold")
    #expect(
      [.exited(0), .exited(1)].contains(outcome.ending)
        || isInexact && outcome.ending == .exited(3), about)
    #expect(!Bank.hasControls(outcome.error), about)
    // All the messages there are, if and only if the status says so.
    #expect(outcome.status == 0 || !outcome.error.isEmpty, about)
    if let file {
      #expect(outcome.output == "", about)
      guard FileManager.default.fileExists(atPath: folder.path(file)) else { return false }
      let check = try Program.run(["check", form.name, file], in: folder.url)
      #expect(check.ending == .exited(0), "\(about): \(check.error)")
      return true
    }
    guard !outcome.outputBytes.isEmpty else { return false }
    if format == "sh" {
      let read = try Program.run(
        ["-n"], input: .redirected(outcome.outputBytes), program: "/bin/sh")
      #expect(read.ending == .exited(0) && read.error == "", about)
      return true
    }
    let check = try Program.run(
      ["check", form.name, "-", "--from", format == "json" ? "jsonl" : format],
      input: .redirected(outcome.outputBytes), in: folder.url)
    #expect(check.ending == .exited(0), "\(about): \(check.error)")
    return true
  }

  @Test func wrongUsageIsSaid() throws {
    for round in FuzzSource.rounds(120) { try FuzzSessionTests.usage(round) }
  }

  /// One random command line.
  static func usage(_ round: Int) throws {
    let words = [
      "person", "tiles", "check", "forms", "-", "--", "-o", "-f", "csv", "nosuch", "-n", "0", "-1",
      "1", "--strict", "--retry", "--no-commands", "--plain", "--from", "jsonl", "--rejects",
      "a.jsonl", "a.txt", "--help", "--version", "--max-faults", "--summary", "-nq", "--output=",
      "--count=99999999999999999999", "", "\u{1B}[2J", "/", "form.json",
    ]
    let folder = try TemporaryFolder()
    try folder.write("form.json", "{\"properties\":{\"PATH\":{}}}")
    var source = FuzzSource("usage", round)
    let arguments = (0..<source.number(0..<6)).map { _ in source.pick(words) }
    let outcome = try Program.run(
      arguments, input: "Kim\n30\nM\nkim@example.org\n", in: folder.url)
    let about: Comment = "round \(round): \(arguments): \(outcome.error)"
    #expect([0, 1, 2, 3].map(Ending.exited).contains(outcome.ending), about)
    #expect(outcome.status == 0 || !outcome.error.isEmpty, about)
    #expect(outcome.status != 2 || outcome.output == "", about)
    #expect(!Bank.hasControls(outcome.error), about)
  }
}
