import Foundation
import Glibc
import TestSupport
import Testing

/// Limits and files that change: said with file and reason, and what is there are whole records.
@Suite struct FileLimitTests {
  private static let tooLarge = String(cString: strerror(EFBIG))
  private static let many = (1...200).map { "p\($0)\n\($0 % 100 + 1)\nM\np\($0)@x.org\n" }.joined()

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("answers", Self.many)
    return folder
  }

  /// 1 KiB, in blocks of 512 bytes, for the file at a descriptor.
  private func run(
    _ arguments: [String], _ folder: TemporaryFolder, _ descriptor: Int, append: Bool = false
  ) throws -> Outcome {
    try Program.run(
      arguments, in: folder.url,
      after: "exec <answers \(descriptor)>\(append ? ">" : "")out; ulimit -f 2")
  }

  // MARK: Standard output and standard error

  @Test(arguments: ["json", "csv", "tsv"], [false, true])
  func atASizeLimitStandardOutputHasWholeRecords(_ format: String, _ append: Bool) throws {
    let folder = try folder()
    if append { try folder.write("out", "before\n") }
    let outcome = try run(["-f", format], folder, 1, append: append)
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("standard output: " + Self.tooLarge))
    let all = try Program.run(["-f", format], input: .redirected(Array(Self.many.utf8))).output
    let out = try #require(folder.text("out"))
    #expect(((append ? "before\n" : "") + all).hasPrefix(out))
    #expect(out.hasSuffix("\n") && out.utf8.count > 900)
  }

  @Test(arguments: ["json", "csv", "sh"]) func aCheckSaysHowMuchIsThere(_ format: String) throws {
    let folder = try folder()
    #expect(try run(["-o", "people.csv"], folder, 2).status == 3)
    let people = "name,age,gender,email\n" + (1...200).map { "p\($0),1,M,p@x.org\n" }.joined()
    try folder.write("people.csv", people)
    let outcome = try run(["check", "person", "people.csv", "-f", format], folder, 1)
    #expect(outcome.status == 3)
    let all = try Program.run(
      ["check", "person", "people.csv", "-f", format], in: folder.url
    ).output
    let out = try #require(folder.text("out"))
    #expect(all.hasPrefix(out) && out.utf8.count > 900)
    let lines = out.split(separator: "\n").count
    let count = format == "csv" ? lines - 1 : format == "sh" ? lines / 4 : lines
    if format == "sh" { #expect(lines % 4 == 0) }
    #expect(
      outcome.error
        == "formsh: standard output: \(Self.tooLarge); \(count) records written\n")
  }

  @Test func aRowWithLineFeedsIsNotHalved() throws {
    let folder = try folder()
    try folder.write("t.json", #"{"properties":{"t":{"type":"string"}}}"#)
    let text = String(repeating: "ab\n", count: 100)
    let row = "\"\(text)\"\n"
    try folder.write("in.csv", "t\n" + String(repeating: row, count: 10))
    let outcome = try run(["check", "t.json", "in.csv", "-f", "csv"], folder, 1)
    // 1,024 bytes: the header has 2, a row 303.
    #expect(folder.text("out") == "t\n" + row + row + row)
    #expect(outcome.error.hasSuffix("; 3 records written\n") && outcome.status == 3)
  }

  @Test func whatDoesNotFitOnStandardErrorIsAStatus() throws {
    let folder = try folder()
    try folder.write("answers", String(repeating: "no\nbad\n", count: 200))
    #expect(try run(["--retry"], folder, 2).status == 3)
    #expect((folder.text("out") ?? "").utf8.count == 1024)
    let bad = "name,age,gender,email\n" + String(repeating: "p,1000,M,p@x.org\n", count: 200)
    try folder.write("bad.csv", bad)
    #expect(try run(["check", "person", "bad.csv"], folder, 2).status == 3)
    // Closed, or with nobody who reads it, it is no fault.
    #expect(
      try Program.run(input: .redirected(Array(Self.many.utf8)), closing: [2]).status == 0)
  }

  // MARK: Names

  @Test(arguments: [
    ("", "--output needs a value"), ("x.cvs", "did you mean .csv?"),
    ("x.json", "did you mean .jsonl?"),
    ("x.xlsx", "records are written as .jsonl, .csv, .tsv or .db"),
    ("a/x.sqlite", "did you mean .db?"),
  ])
  func anEndingThatNamesAnotherKindOfFileIsRefusedAtTheStart(
    _ name: String, _ words: String
  ) throws {
    let folder = try folder()
    for arguments in [["person", "-o", name], ["check", "person", "p.csv", "-o", name]] {
      let outcome = try Program.run(
        arguments, input: .redirected(Array("bad\n".utf8)), in: folder.url)
      #expect(outcome.error.contains(words), "\(outcome.error)")
      #expect(outcome.status == 2)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["answers"])
  }

  @Test func withFOtherEndingsTakeItsFormat() throws {
    let folder = try folder()
    for name in ["x.cvs", "x.xlsx", "x.json"] {
      let outcome = try Program.run(
        ["-o", name, "-f", "csv"], input: .lines("Kim", "30", "F", "kim@x.org"), in: folder.url)
      #expect(outcome.status == 0)
      #expect(folder.text(name) == "name,age,gender,email\nKim,30,F,kim@x.org\n")
    }
  }

  // MARK: Files that change

  @Test(
    .enabled(if: Strace.canTrace, "strace is not there, or may not trace"),
    arguments: ["people.csv", "people.jsonl", "people.tsv"])
  func aReadThatGivesNothingIsMadeAgainOrNamed(_ name: String) throws {
    for (when, ends) in [("1", 0), ("2", 0), ("1+", 3), ("2+", 3)] as [(String, Int32)] {
      let desk = try SavingDesk(name)
      #expect(try desk.script("Lee\n7\nF\nlee@x.org\n").status == 0)
      let before = desk.folder.text(name) ?? ""
      let path = desk.folder.url.resolvingSymlinksInPath().appendingPathComponent(name).path
      let outcome = try Program.run(
        ["-o", "/dev/null", "-P", path, "-e", "inject=pread64:retval=0:when=\(when)", Program.path]
          + ["-o", name], input: .lines("Kim", "30", "F", "kim@x.org"), in: desk.folder.url,
        program: Strace.path)
      let after = desk.folder.text(name) ?? ""
      if outcome.status == 3 {
        #expect(ends == 3)
        #expect(outcome.error.contains("\(name): it gives less than its size says"))
        #expect(after == before)
      } else {
        #expect(outcome.status == 0, "\(when): \(outcome.error)")
        #expect(after.hasPrefix(before) && after.hasSuffix("\n") && after.contains("Kim"))
        #expect(after.split(separator: "\n").count == before.split(separator: "\n").count + 1)
      }
    }
  }

  @Test(.enabled(if: Strace.canTrace, "strace is not there, or may not trace"))
  func aCheckedFileThatEndsBeforeItsSizeIsNamed() throws {
    let folder = try folder()
    let row = "Kim,30,M,kim@example.org\n"
    try folder.write("p.csv", People.header + String(repeating: row, count: 100_000))
    let path = folder.url.resolvingSymlinksInPath().appendingPathComponent("p.csv").path
    let outcome = try Program.run(
      ["-f", "-o", "/dev/null", "-P", path, "-e", "inject=read:retval=0:when=3+", Program.path]
        + ["check", "person", "p.csv"], in: folder.url, program: Strace.path)
    #expect(outcome.error.contains("formsh: p.csv: it gives less than its size says"))
    #expect(outcome.status == 3)
  }

  // MARK: Numbers

  @Test func aNumberThatTheDatabaseCannotKeepIsARefusedAnswer() throws {
    let folder = try folder()
    try folder.write(
      "n.json", #"{"properties":{"i":{"type":"integer"},"n":{"type":"number"}}}"#)
    let lines = "9223372036854775808\n5\n9007199254740993\n0.5\n"
    let retried = try Program.run(
      ["n.json", "-o", "n.db", "--retry"], input: .redirected(Array(lines.utf8)), in: folder.url)
    #expect(
      retried.error.hasPrefix("stdin:1: i: the database cannot keep 9223372036854775808: "))
    #expect(
      retried.error.contains("\nstdin:3: n: the database cannot keep 9007199254740993 exactly"))
    #expect(retried.status == 1)
    let stopped = try Program.run(
      ["n.json", "-o", "n.db"], input: .redirected(Array(lines.utf8)), in: folder.url)
    #expect(stopped.error.contains("stdin:1: stopped at the refused line; 0 records saved"))
    // Elsewhere they are right.
    let text = try Program.run(
      ["n.json"], input: .lines("9223372036854775808", "9007199254740993"), in: folder.url)
    #expect(text.output == "{\"i\":9223372036854775808,\"n\":9007199254740993}\n")
    try folder.write(
      "in.jsonl", "{\"i\":9223372036854775808}\n{\"n\":9223372036854775808}\n{\"n\":0.1}\n")
    let checked = try Program.run(
      ["check", "n.json", "in.jsonl", "-o", "n.db"], in: folder.url)
    #expect(checked.error.hasPrefix("in.jsonl:1: i: the database cannot keep 9223372036854775808"))
    #expect(checked.status == 1)
    let read = try Program.run(["check", "n.json", "n.db", "-f", "json"], in: folder.url)
    #expect(
      read.output == "{\"i\":5,\"n\":0.5}\n{\"n\":9223372036854775808}\n{\"n\":0.1}\n")
  }

  // MARK: Databases that may not be written to

  @Test(.enabled(if: SavingFaultTests.canBeNobody, "nobody cannot run the program"))
  func aDatabaseInAClosedFolderIsSaidAtTheStartAndRead() throws {
    let desk = try SavingDesk("people.db")
    #expect(try desk.script("Lee\n7\nF\nlee@x.org\n").status == 0)
    chmod(desk.folder.path(desk.name), 0o666)
    chmod(desk.folder.url.path, 0o755)
    let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups", Program.path]
    // The first line is wrong: it would be said before anything of the file, were that not looked at before.
    let outcome = try Program.run(
      nobody + ["-o", desk.name], input: .lines("a name that is too long"), in: desk.folder.url,
      program: "/usr/bin/setpriv")
    #expect(
      outcome.error
        == "formsh: people.db: no file can be made beside it, as a database needs: "
        + "\(String(cString: strerror(EACCES)))\n")
    #expect(outcome.status == 3)
    let checked = try Program.run(
      nobody + ["check", "person", desk.name], in: desk.folder.url, program: "/usr/bin/setpriv")
    #expect(checked.error == "1 record: 1 right, 0 wrong\n" && checked.status == 0)
  }
}
