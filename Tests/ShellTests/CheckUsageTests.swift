import Foundation
import TestSupport
import Testing

/// What a check refuses to begin, what it cannot read or write, and its exit status.
@Suite struct CheckUsageTests {
  private func folder() throws -> CheckFolder {
    try CheckFolder([
      "p.csv": People.header + "Kim,30,M,kim@example.org\n", "p.jsonl": "12\n", "p.txt": "",
      "f.json": #"{"type":"object","properties":{"PATH":{"type":"string"}}}"#,
    ])
  }

  /// Arguments, and what is said.
  @Test(arguments: [
    ([], "check needs a form"),
    (["person", "p.txt"], "p.txt: say with --from"),
    (["person", "-"], "-: say with --from"),
    (["person", "-", "-", "--from", "csv"], "standard input can be read once"),
    (["person", "-", "--from", "db"], "a database cannot be read from standard input"),
    (["person", "p.csv", "-n", "1"], "--count goes with filling"),
    (["person", "p.csv", "--strict"], "--strict goes with filling"),
    (["person", "p.csv", "--from", "xml"], "--from takes csv, tsv, jsonl, db, lines, not xml"),
    (["person", "p.csv", "--max-faults", "0"], "--max-faults takes a whole number from 1, not 0"),
    (["person", "p.csv", "-o", "./p.csv"], "-o ./p.csv: this file is read by the check"),
    (["person", "p.csv", "--rejects", "p.csv"], "--rejects p.csv: this file is read"),
    (["person", "p.csv", "-o", "x.csv", "--rejects", "x.csv"], "x.csv: right and wrong records"),
    (["person", "p.csv", "p.jsonl", "--rejects", "x"], "csv and jsonl need a file each"),
    (["person", "p.csv", "--rejects", "x.jsonl"], "--rejects x.jsonl: the wrong records are csv"),
    (["nosuch", "p.csv"], "no built-in form is called nosuch"),
    (["f.json", "p.csv", "-f", "sh"], "PATH cannot name a variable"),
  ])
  func isRefusedBeforeAnythingIsRead(_ arguments: [String], _ words: String) throws {
    let folder = try folder()
    let outcome = try Program.run(["check"] + arguments, in: folder.folder.url)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(folder.text("p.csv") == People.header + "Kim,30,M,kim@example.org\n")
    #expect(folder.text("x.csv") == nil)
  }

  @Test func whatCannotBeReadIsNamedAndTheOthersAreJudged() throws {
    let folder = try folder()
    let outcome = try folder.check("person", "nosuch.csv", "p.csv", ".", "--from", "csv")
    #expect(
      outcome.error
        == "formsh: nosuch.csv: No such file or directory\nformsh: .: Is a directory\n"
        + "1 record: 1 right, 0 wrong\n")
    #expect(outcome.status == 3)
  }

  @Test func whatCannotBeWrittenEndsTheCheck() throws {
    let folder = try folder()
    #expect(try folder.check("person", "p.csv", "-o", "no/x.csv").status == 3)
    #expect(try folder.check("person", "p.csv", "--rejects", "no/x.csv").status == 3)
    let full = try folder.check(["person", "p.csv", "-f", "csv"], after: "exec >/dev/full")
    #expect(full.error == "formsh: standard output: No space left on device\n")
    #expect(full.status == 3)
    let closed = try Program.run(
      ["check", "person", "p.csv", "-f", "csv"], in: folder.folder.url, closing: [1])
    #expect(closed.status == 3)
    let silent = try Program.run(
      ["check", "person", "p.csv", "-f", "csv"], in: folder.folder.url, closing: [2])
    #expect(silent.status == 0 && silent.output.hasSuffix("Kim,30,M,kim@example.org\n"))
  }

  @Test func aBrokenPipeEndsTheCheckQuietly() throws {
    let folder = try folder()
    let row = "Kim,30,M,kim@example.org\n"
    try folder.folder.write("long.csv", People.header + String(repeating: row, count: 40_000))
    let outcome = try Program.run(
      ["-c", "\"$0\" check person long.csv -f csv 2>err | head -n 1", Program.path],
      in: folder.folder.url, program: "/bin/sh")
    #expect(outcome.output == People.header)
    #expect(folder.text("err") == "")
  }

  @Test func noProgressIsShownButOnATerminal() throws {
    let folder = try folder()
    let outcome = try folder.check("person", "p.csv")
    #expect(!outcome.error.contains("\r"))
  }

  @Test func anEmptyFileHasNoColumns() throws {
    let folder = try CheckFolder(["e.csv": "", "e.jsonl": "", "h.csv": People.header])
    #expect(
      try folder.check("person", "e.csv").faults
        == ["e.csv:1: there is no header (no record is judged)"])
    #expect(try folder.check("person", "e.jsonl", "h.csv").error == "0 records: 0 right, 0 wrong\n")
  }

  @Test func theLastOfSoManyFaultsEndsTheCheck() throws {
    let row = "Kim,0,X,a@b.co\n"
    let folder = try CheckFolder([
      "p.csv": People.header + "Lee,1,F,l@b.co\n" + String(repeating: row, count: 5)
        + "Jo,1,F,j@b.co\n"
    ])
    let outcome = try folder.check("person", "p.csv", "-f", "csv", "--max-faults", "3")
    #expect(
      outcome.said == [
        "p.csv:3: age: 0 is not between 1 and 100", "p.csv:3: gender: X is not one of M, F",
        "p.csv:4: age: 0 is not between 1 and 100",
        "stopped after 3 faults: what follows was not judged",
        "3 records: 1 right, 2 wrong; faults: age 2, gender 1",
      ])
    #expect(outcome.output == People.header + "Lee,1,F,l@b.co\n")
    #expect(outcome.status == 1)
    let all = try folder.check("person", "p.csv", "--max-faults", "11")
    #expect(all.faults.count == 10 && !all.error.contains("stopped"))
  }
}
