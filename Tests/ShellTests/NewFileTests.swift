import Foundation
import TestSupport
import Testing

/// Files that are made whole replace nothing, and none of them is a file that is read.
@Suite struct NewFileTests {
  private static let wrong = People.header + "Kim,0,M,kim@example.org\n"
  private static let reject =
    "name,age,gender,email,reason\nKim,0,M,kim@example.org,age: 0 is not between 1 and 100\n"

  private func folder() throws -> CheckFolder {
    try CheckFolder([
      "p.csv": Self.wrong, "precious.csv": "years of work\n", "empty.csv": "",
      "f.json": #"{"type":"object","properties":{"name":{"type":"string"}}}"#,
      "g.csv": "name\nKim\n", "a.txt": "Kim\n30\nM\nkim@example.org\n",
    ])
  }

  @Test(arguments: ["precious.csv", "./precious.csv", "link.csv", "empty.csv"])
  func aFileThatIsThereIsNotReplaced(_ path: String) throws {
    let folder = try folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.folder.path("link.csv"), withDestinationPath: "precious.csv")
    let refused = try folder.check("person", "p.csv", "--rejects", path)
    #expect(
      refused.error == "formsh: \(path): it is there already; --overwrite replaces it\n")
    #expect(refused.status == 3 && refused.output == "")
    #expect(folder.text("precious.csv") == "years of work\n")
    #expect(try folder.check("person", "p.csv", "--rejects", path, "--overwrite").status == 1)
    #expect(folder.text(path) == Self.reject)
  }

  @Test func aRefusalWritesNothingElse() throws {
    let folder = try folder()
    _ = try folder.check("person", "p.csv", "--rejects", "precious.csv", "-o", "right.jsonl")
    #expect(folder.text("right.jsonl") == nil)
  }

  @Test func whatIsNoRegularFileHoldsNothing() throws {
    let folder = try folder()
    #expect(try folder.check("person", "p.csv", "--rejects", "/dev/null").status == 1)
    #expect(try folder.check("person", "p.csv", "--rejects", ".").status == 3)
  }

  /// Arguments of a check in which a file that is read, or written otherwise, is to be written.
  @Test(arguments: [
    (["person", "p.csv", "--rejects", "p.csv"], "--rejects p.csv: this file is read by the check"),
    (["person", "p.csv", "--rejects", "hard.csv"], "hard.csv: this file is read by the check"),
    (["person", "p.csv", "-o", "hard.csv"], "-o hard.csv: this file is read by the check"),
    (["./f.json", "g.csv", "--rejects", "f.json"], "--rejects f.json: this file is the form"),
    (["f.json", "g.csv", "-f", "json", "-o", "./f.json"], "-o ./f.json: this file is the form"),
    (
      ["person", "p.csv", "-o", "precious.csv", "--rejects", "./precious.csv"],
      "./precious.csv: right and wrong records need a file each"
    ),
  ])
  func noFileIsReadAndWritten(_ arguments: [String], _ words: String) throws {
    let folder = try folder()
    try FileManager.default.linkItem(
      atPath: folder.folder.path("p.csv"), toPath: folder.folder.path("hard.csv"))
    let form = folder.text("f.json")
    let outcome = try Program.run(["check"] + arguments + ["--overwrite"], in: folder.folder.url)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.status == 2)
    #expect(folder.text("p.csv") == Self.wrong && folder.text("f.json") == form)
    #expect(folder.text("precious.csv") == "years of work\n")
  }

  @Test func twoNamesOfOneNewFileAreOneFile() throws {
    let folder = try folder()
    let outcome = try folder.check("person", "p.csv", "-o", "x.csv", "--rejects", "./x.csv")
    #expect(outcome.error.contains("right and wrong records need a file each"))
    #expect(outcome.status != 0 && folder.text("x.csv") == nil)
  }

  @Test func standardOutputIsNotAFileThatIsRead() throws {
    let folder = try folder()
    let check = try folder.check(["person", "p.csv", "-f", "csv"], after: "exec >>p.csv")
    #expect(check.status == 2 && folder.text("p.csv") == Self.wrong)
    let fill = try Program.run([], in: folder.folder.url, after: "exec <a.txt >>a.txt")
    #expect(fill.error.contains("standard output is the file that the answers are read from"))
    #expect(fill.status == 2 && folder.text("a.txt") == "Kim\n30\nM\nkim@example.org\n")
    let words = try folder.check(
      ["person", "p.csv", "--overwrite", "--rejects", "w.csv"], after: "exec 2>w.csv")
    #expect(words.status == 2)
    #expect(folder.text("w.csv")?.contains("standard output or error goes there") == true)
  }

  @Test(arguments: [
    (["-o", "a.txt"], "the answers are read from this file"),
    (["f.json", "-f", "json", "-o", "f.json"], "this file is the form"),
  ])
  func answersAreNotAppendedToWhatIsRead(_ arguments: [String], _ words: String) throws {
    let folder = try folder()
    let before = (folder.text("a.txt"), folder.text("f.json"))
    let outcome = try Program.run(arguments, in: folder.folder.url, after: "exec <a.txt")
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.status == 2)
    #expect(folder.text("a.txt") == before.0 && folder.text("f.json") == before.1)
  }
}
