import Foundation
import TestSupport
import Testing

/// `.save`: what a session answered, written so that a script gives the same records.
@Suite struct SaveTests {
  /// Types lines at a terminal, the records going to a file; gives what was shown.
  private func type(
    _ lines: [String], _ form: String, in folder: TemporaryFolder
  ) throws -> String {
    let terminal = try Terminal(
      [form, "--plain"], in: folder.url, redirecting: [1: folder.path("records")])
    // Each line is answered by another prompt before the next is typed.
    var start = 0
    for line in lines {
      try terminal.wait(for: "a prompt", since: start) { $0.ends(with: ": ") }
      start = terminal.output.count
      try terminal.type(line + "\r")
    }
    try terminal.wait(for: "a prompt", since: start) { $0.ends(with: ": ") }
    try terminal.type("quit\rquit\r")
    _ = try terminal.waitForEnd()
    return terminal.text
  }

  /// A form, and the lines that are typed before `.save`.
  @Test(arguments: [
    ("person", ["Kim", "30", "F", "kim@example.org", "\\next", "1", "M", "a@example.org"]),
    ("person", ["\\.show", "30", "prev", "31", "F", "kim@example.org"]),
    ("person", ["\\\\", "30", "Q", "F", "kim@example.org"]),
    ("temperature", ["212", "", "-", "1.5"]),
    ("tiles", ["24", "next", "", "next", "next", "0", "next"]),
    (
      "clinic",
      ["SE-0042", "2024-02-09", "F", "34", "172", "64.5", "120", "80", "current", "10", "no"]
    ),
    ("clinic", ["SE-0042", "2024-02-09", "Male", "71", "180", "81", "", "", ""]),
    ("checkout", ["ladder", "004217", "김민서", "2024-02-28", "2024-03-01", "", "no"]),
    ("contact", ["Mina", "", "", "", "", "KR", "phone", "", "+4930123456"]),
    ("service", ["mina@example.org", "Waste", "The park", "", "", "The bin is full"]),
    ("words.json", ["\\", "next", "", "\\ x", "\\prev", ""]),
  ])
  func theSavedLinesGiveTheSameRecords(_ form: String, _ lines: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "words.json",
      #"""
      { "properties": { "text": { "type": "string" }, "go": { "enum": ["next", "stop"] },
        "size": { "type": ["integer", "null"], "default": 3 }, "free": { "type": "string" },
        "word": { "type": "string" },
        "kind": { "oneOf": [{ "const": null, "title": "none" }, { "const": "a" }] } } }
      """#)
    _ = try type(lines + [".save answers"], form, in: folder)
    let records = try #require(folder.bytes("records"))
    #expect(!records.isEmpty)
    let answers = try #require(folder.bytes("answers"))
    let again = try Program.run([form], input: .redirected(answers), in: folder.url)
    #expect(again.outputBytes == records)
    #expect(again.error == "")
    #expect(again.status == 0)
  }

  @Test func anExistingFileIsLeftAsItIs() throws {
    let folder = try TemporaryFolder()
    try folder.write("answers", "mine\n")
    let shown = try type(
      ["Kim", "30", "F", "kim@example.org", ".save answers", ".save no/such"], "person", in: folder)
    #expect(folder.text("answers") == "mine\n")
    #expect(shown.contains(".save: answers: it is there already"))
    #expect(shown.contains(".save: no/such: No such file or directory"))
  }

  @Test func withoutAFinishedRecordThereIsNothingToSave() throws {
    let folder = try TemporaryFolder()
    let shown = try type(["Kim", ".save answers"], "person", in: folder)
    #expect(shown.contains(".save: no record is finished yet"))
    #expect(folder.bytes("answers") == nil)
  }

  @Test func aHiddenAnswerIsNotWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "login.json",
      #"{ "properties": { "user": {}, "pin": { "type": "string", "writeOnly": true } } }"#)
    let shown = try type(["kim", "4711", ".save answers"], "login.json", in: folder)
    #expect(folder.text("answers") == "kim\n\n")
    #expect(shown.contains("it is incomplete: pin stands in no file, its lines are empty"))
    #expect(!shown.contains("4711"))
  }

  @Test func aScriptHasItsLinesAlready() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      input: .lines("Kim", "30", "F", "kim@example.org", ".save answers"), in: folder.url)
    #expect(outcome.error == "stdin:5: .save: a script has its lines already\n")
    #expect(outcome.status == 1)
    #expect(folder.bytes("answers") == nil)
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
