import Foundation
import Glibc
import TestSupport
import Testing

/// Scripts whose records go to a file: what is on the disk, what is said, and the status.
@Suite struct SavingScriptTests {
  private static let kim = "Kim\n25\nM\nkim@x.org\n"
  private static let lee = "Lee\n7\nF\nlee@x.org\n"
  private static let names = ["people.jsonl", "people.csv", "people.tsv", "people.db"]

  @Test(arguments: names) func standardOutputIsSilentAndTheRecordsAreThere(_ name: String) throws {
    let desk = try SavingDesk(name)
    for part in [Self.kim, "", Self.lee] {
      let outcome = try desk.script(part)
      #expect(outcome.output == "" && outcome.error == "" && outcome.status == 0)
    }
    if name == "people.tsv" {
      #expect(
        desk.folder.text(name)
          == "name\tage\tgender\temail\nKim\t25\tM\tkim@x.org\nLee\t7\tF\tlee@x.org\n")
    } else {
      #expect(try desk.records() == ["Kim|25|M|kim@x.org", "Lee|7|F|lee@x.org"])
    }
    // Nothing else is left: no journal, no companion of a database.
    let files = try FileManager.default.contentsOfDirectory(atPath: desk.folder.url.path)
    #expect(files == [name])
  }

  @Test func noInputMakesNoFile() throws {
    let desk = try SavingDesk("people.csv")
    #expect(try desk.script("").status == 0)
    #expect(try desk.records() == nil)
  }

  @Test(arguments: ["people.jsonl", "people.csv", "people.db"])
  func theFirstRefusedLineStops(_ name: String) throws {
    let desk = try SavingDesk(name)
    let outcome = try desk.script(Self.kim + "Lee\n250\n" + Self.lee)
    #expect(
      outcome.error == """
        stdin:6: age: 250 is not between 1 and 100
        stdin:6: stopped at the refused line; 1 record saved; \
        the unfinished record begins at line 5

        """)
    #expect(outcome.output == "" && outcome.status == 1)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test func theFirstLineCanBeTheRefusedOne() throws {
    let desk = try SavingDesk("people.csv")
    let outcome = try desk.script(".nosuch\n" + Self.kim)
    #expect(outcome.error.contains("stopped at the refused line; 0 records saved"))
    #expect(outcome.status == 1)
    #expect(try desk.records() == nil)
  }

  @Test func withRetryTheNextLineAnswersAgain() throws {
    let desk = try SavingDesk("people.csv")
    let outcome = try desk.script("Lee\n250\n7\nF\nlee@x.org\n", ["--retry"])
    #expect(
      outcome.error == """
        stdin:2: age: 250 is not between 1 and 100
        stdin:5: record 1 was completed after refused line 2

        """)
    #expect(outcome.status == 1)
    #expect(try desk.records() == ["Lee|7|F|lee@x.org"])
  }

  @Test func anUnfinishedRecordIsNotWritten() throws {
    let desk = try SavingDesk("people.csv")
    let outcome = try desk.script(Self.kim + "Lee\n")
    #expect(outcome.error == "stdin:5: the record is not finished: age, gender, email missing\n")
    #expect(outcome.status == 1)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test func aCountLeavesTheRestOfTheInput() throws {
    let desk = try SavingDesk("people.csv")
    let outcome = try Program.run(
      ["-c", "\(Program.path) -o people.csv -n 1 && cat"],
      input: .redirected(Array((Self.kim + Self.lee).utf8)), in: desk.folder.url,
      program: "/bin/sh")
    #expect(outcome.output == Self.lee && outcome.status == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
    let short = try desk.script(Self.lee, ["-n", "2"])
    #expect(short.error == "stdin:4: the input ended after 1 of 2 records\n")
    #expect(short.status == 1)
    #expect(try desk.records()?.count == 2)
  }

  /// The bytes of a file, and those that a record adds to it.
  @Test(arguments: [
    ("people.csv", "name,age,gender,email\nA,1,F,a@x.org\n", "Kim,25,M,kim@x.org\n"),
    ("people.csv", "name,age,gender,email\nA,1,F,a@x.org", "\nKim,25,M,kim@x.org\n"),
    ("people.csv", "name,age,gender,email\r\nA,1,F,a@x.org\r\n", "Kim,25,M,kim@x.org\r\n"),
    ("people.csv", "\u{FEFF}name,age,gender,email\n", "Kim,25,M,kim@x.org\n"),
    ("people.csv", "\u{FEFF}email,age,name,gender\r\n", "kim@x.org,25,Kim,M\r\n"),
    ("people.csv", "name,age,gender,email", "\nKim,25,M,kim@x.org\n"),
    (
      "people.jsonl", "{\"name\":\"A\"}",
      "\n{\"name\":\"Kim\",\"age\":25,\"gender\":\"M\",\"email\":\"kim@x.org\"}\n"
    ),
  ]) func anExistingFileIsGoneOnWith(_ name: String, _ before: String, _ added: String) throws {
    let desk = try SavingDesk(name)
    try desk.folder.write(name, before)
    let outcome = try desk.script(Self.kim)
    #expect(outcome.error == "" && outcome.status == 0)
    #expect(desk.folder.bytes(name) == Array((before + added).utf8))
  }

  /// Files that are no place for the form's records, and what is said of them.
  @Test(arguments: [
    ("people.csv", "name,age\nA,1\n", "without gender, email"),
    ("people.csv", "name,age,gender,email,phone\n", "with phone"),
    ("people.csv", "name,age,gender,email,name\n", "twice with name"),
    ("people.csv", "name,age,gender,email\nA,1,F", "line 2, the last one, is no whole record"),
    ("people.jsonl", "{\"name\":\"A\"}\n{\"name\":", "line 2, the last one, is no whole record"),
    ("people.db", "no database", "not a database"),
  ]) func otherFilesAreRefusedUntouched(_ name: String, _ before: String, _ words: String) throws {
    let desk = try SavingDesk(name)
    try desk.folder.write(name, before)
    let outcome = try desk.script(Self.kim)
    #expect(outcome.error.hasPrefix("formsh: \(name): ") && outcome.error.contains(words))
    #expect(outcome.error.filter(\.isNewline).count == 1)
    #expect(outcome.status == 3)
    #expect(desk.folder.text(name) == before)
    // At a terminal it is said before anything is asked.
    let terminal = try Terminal(["-o", name], in: desk.folder.url)
    #expect(try terminal.waitForEnd() == .exited(3))
    #expect(terminal.text.contains(words) && !terminal.text.contains("1/4"))
  }

  @Test(arguments: ["folder", "no/people.csv", "people.csv/x.csv"])
  func whereNoFileCanBeItIsSaid(_ path: String) throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("folder"), 0o755)
    try folder.write("people.csv", "name,age,gender,email\n")
    let outcome = try Program.run(
      ["-o", path], input: .redirected(Array(Self.kim.utf8)), in: folder.url)
    let reason =
      ["folder": EISDIR, "no/people.csv": ENOENT][path].map { String(cString: strerror($0)) }
      ?? String(cString: strerror(ENOTDIR))
    #expect(outcome.error == "formsh: \(path): \(reason)\n")
    #expect(outcome.output == "" && outcome.status == 3)
  }

  // MARK: Many at once

  @Test(arguments: ["people.jsonl", "people.csv", "people.db"])
  func twentyProgramsLoseAndMixNothing(_ name: String) throws {
    let desk = try SavingDesk(name)
    let writers = (1...20).map { $0 }
    for writer in writers {
      try desk.folder.write(
        "answers-\(writer)",
        (1...50).map { "w\(writer)-\($0)\n\($0)\nM\nw\(writer)@x.org\n" }.joined())
    }
    let outcome = try Program.run(
      [
        "-c",
        """
        running=
        for i in \(writers.map { "\($0)" }.joined(separator: " ")); do
          \(Program.path) -o \(name) < answers-$i & running="$running $!"
        done
        for p in $running; do wait $p || echo "failed with $?"; done
        """,
      ], in: desk.folder.url, program: "/bin/sh")
    #expect(outcome.output == "" && outcome.error == "")
    let records = try desk.records() ?? []
    #expect(records.count == 1000)
    // Each one's own stand in their order, and nothing else does.
    let lost = writers.filter { writer in
      records.filter { $0.hasPrefix("w\(writer)-") }
        != (1...50).map { "w\(writer)-\($0)|\($0)|M|w\(writer)@x.org" }
    }
    #expect(lost == [])
  }

  @Test(arguments: ["people.jsonl", "people.db"])
  func aScriptAndAPersonShareAFile(_ name: String) throws {
    let desk = try SavingDesk(name)
    let seat = try desk.start()
    for (answer, then) in [("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4")] {
      try seat.enter(answer, thenAt: then)
    }
    #expect(try desk.script(Self.lee).status == 0)
    try seat.enter("kim@x.org\r", thenAt: "1/4")
    #expect(try desk.script(Self.lee).status == 0)
    #expect(try seat.quit() == 0)
    #expect(
      try desk.records() == ["Lee|7|F|lee@x.org", "Kim|25|M|kim@x.org", "Lee|7|F|lee@x.org"])
  }
}
