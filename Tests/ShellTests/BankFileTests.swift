import Foundation
import TestSupport
import Testing

/// Acceptance cases about files of records: full disks, several writers, spreadsheets, pipes.
@Suite struct BankFileTests {
  /// The person form's records with addresses of this length.
  private func records(_ count: Int, length: Int) -> String {
    (1...count).map {
      Bank.person("n\($0)", "30", "M", String(repeating: "a", count: length) + "@example.org")
    }.joined()
  }

  @Test(
    "bank-114: a full disk leaves the file as it was",
    arguments: ["a.jsonl", "a.csv", "a.tsv", "a.db"])
  func diskFull(_ file: String) throws {
    let folder = try TemporaryFolder()
    let isDatabase = file.hasSuffix(".db")
    try folder.write("in.jsonl", records(3, length: isDatabase ? 3000 : 250))
    let made = try Program.run(["check", "person", "in.jsonl", "-o", file], in: folder.url)
    #expect(made.status == 0)
    let before = try #require(folder.bytes(file))
    // The limit lies inside the record that is to come, so that a part of it would fit.
    let blocks = before.count / 512 + 1
    let answers = Bank.answers("Kim", "30", "M", String(repeating: "k", count: 9000) + "@x.org")
    let outcome = try Bank.fill(
      ["-o", file], answers, in: folder.url, after: "ulimit -f \(blocks)")
    #expect(outcome.error.contains("\(file): "))
    #expect(outcome.error.contains("File too large") || isDatabase)
    #expect(outcome.output == "" && outcome.ending == .exited(3))
    if isDatabase {
      #expect(try Bank.query(folder.path(file), "PRAGMA integrity_check") == "ok\n")
      #expect(try Bank.query(folder.path(file), "SELECT name FROM person") == "n1\nn2\nn3\n")
    } else {
      #expect(folder.bytes(file) == before)
    }
    // What SQLite keeps beside a file in use is gone when it was read again.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names) == ["in.jsonl", file])
    // The device that is always full, by name and as standard output.
    let full = try Bank.fill(["-o", "/dev/full"], Bank.answers(), in: folder.url)
    #expect(full.error.contains("/dev/full: No space left on device") && full.status == 3)
    let output = try Bank.fill([], Bank.answers(), after: "exec >/dev/full")
    #expect(output.error.contains("standard output: No space left on device"))
    #expect(output.status == 3)
  }

  @Test(
    "bank-116: twenty writers of fifty records lose and mix nothing",
    arguments: ["a.jsonl", "a.csv", "a.db"])
  func twoWriters(_ file: String) throws {
    let folder = try TemporaryFolder()
    let writers = file.hasSuffix(".db") ? 5 : 20
    var expected: Set<String> = []
    for writer in 1...writers {
      var lines: [String] = []
      for record in 1...50 {
        lines += Bank.answers("\(writer)-\(record)")
        expected.insert("\(writer)-\(record)")
      }
      try folder.write("in\(writer)", lines.joined(separator: "\n") + "\n")
    }
    let outcome = try Bank.shell(
      """
      for i in $(seq \(writers)); do "$formsh" -o \(file) < in$i & all="$all $!"; done
      for child in $all; do wait $child || echo "$child failed"; done
      """, in: folder)
    #expect(outcome.output == "" && outcome.error == "" && outcome.status == 0)
    let check = try Program.run(["check", "person", file, "-f", "csv"], in: folder.url)
    #expect(check.status == 0)
    let names = check.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    #expect(names.count == writers * 50 && Set(names) == expected)
  }

  @Test("bank-118: cells are written as they are, also those of formulas") func csvFormula() throws
  {
    let folder = try Bank.form(#""a":{"type":"string"},"n":{"type":"integer"}"#)
    let lines = ["@SUM(A1)", "-7", "+7", "-7", "-7", "-7", "\tx", "-7", "=1+1", "-7"]
    let outcome = try Bank.fill(["form.json", "-f", "csv"], lines, in: folder.url)
    #expect(outcome.output == "a,n\n@SUM(A1),-7\n+7,-7\n-7,-7\nx,-7\n=1+1,-7\n")
    #expect(outcome.status == 0)
    // Typed texts lose outer tabs; a stored one keeps its own, there and back.
    let stored = "{\"a\":\"\\tx\",\"n\":-7}\n"
    try folder.write("in.jsonl", stored)
    _ = try Program.run(["check", "form.json", "in.jsonl", "-o", "a.csv"], in: folder.url)
    #expect(folder.text("a.csv") == "a,n\n\tx,-7\n")
    let back = try Program.run(["check", "form.json", "a.csv", "-f", "json"], in: folder.url)
    #expect(back.output == stored && back.status == 0)
    #expect(
      try Bank.fill(["-f", "csv"], Bank.answers("=1+1")).output
        == "name,age,gender,email\n=1+1,30,M,tove@example.org\n")
    #expect(try Bank.fill(["tiles", "-f", "csv"], ["-7"]).output == "count\n-7\n")
  }

  @Test(
    "bank-122: a table is gone on with as it was begun",
    arguments: [
      ("\u{FEFF}name,age,gender,email\nKim,1,F,k@example.org\n", "\n"),
      ("name,age,gender,email\nKim,1,F,k@example.org", "\n"),
      ("name,age,gender,email\r\nKim,1,F,k@example.org\r\n", "\r\n"),
    ])
  func csvAppend(_ before: String, _ end: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", before)
    let outcome = try Bank.fill(["-o", "a.csv"], Bank.answers(), in: folder.url)
    #expect(outcome.error == "" && outcome.status == 0)
    let whole = before.utf8.last == 10 ? before : before + end
    #expect(
      folder.bytes("a.csv") == Array((whole + "Tove,30,M,tove@example.org" + end).utf8))
    // Other columns: refused, untouched.
    for other in ["name,age\nKim,1\n", "\u{FEFF}name,age,gender,mail\r\n"] {
      try folder.write("b.csv", other)
      let refused = try Bank.fill(["-o", "b.csv"], Bank.answers(), in: folder.url)
      #expect(refused.error.contains("b.csv: its columns are not the form's"))
      #expect(refused.error.contains("email") && refused.status == 3)
      #expect(folder.bytes("b.csv") == Array(other.utf8))
    }
  }

  @Test("bank-108: a reader that has enough ends the program quietly") func brokenPipe() throws {
    let folder = try TemporaryFolder()
    var lines = ""
    for i in 1...10_000 { lines += Bank.answers("n\(i)").joined(separator: "\n") + "\n" }
    try folder.write("in", lines)
    for command in ["\"$formsh\" < in", "\"$formsh\" check person --from lines in -f json"] {
      let outcome = try Bank.shell("\(command) | head -1; echo ${PIPESTATUS[0]}", in: folder)
      let output = outcome.output.split(separator: "\n")
      #expect(output.first.map { $0 + "\n" } == Bank.person("n1"))
      #expect(output.last == "141" && outcome.error == "")
    }
    // A save is not disturbed by words that nobody reads.
    let saved = try Bank.shell(
      "\"$formsh\" -o a.jsonl < in 2>&1 | head -0; echo ${PIPESTATUS[0]}", in: folder)
    #expect(saved.output == "0\n")
    #expect(folder.bytes("a.jsonl")?.count { $0 == 10 } == 10_000)
  }

  @Test("bank-109: with streams closed nothing else gets into the data file")
  func closedStreams() throws {
    for closing in [[1], [2], [1, 2]] as [Set<Int32>] {
      let folder = try TemporaryFolder()
      let outcome = try Program.run(
        ["-o", "a.jsonl"], input: "Tove\n30\nM\ntove@example.org\nKim\n200\n", in: folder.url,
        closing: closing)
      #expect(folder.text("a.jsonl") == Bank.person() && outcome.ending == .exited(1))
    }
    let folder = try TemporaryFolder()
    let terminal = try Terminal(
      ["-c", "exec \(Tmux.quoted(Program.path)) -n 1 -o a.jsonl >&- 2>&-"], in: folder.url,
      program: "/bin/sh")
    // Nothing is to be seen: the keys may lie there before they are asked for.
    try terminal.type("Tove\r30\rM\rtove@example.org\r")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(folder.text("a.jsonl") == Bank.person())
  }
}
