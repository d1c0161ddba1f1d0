import Foundation
import Glibc
import TestSupport
import Testing

/// Files that cannot take a record: the message names file and reason, the status is 3, what was saved stays whole.
@Suite struct SavingFaultTests {
  private static let many = (1...100).map { "p\($0)\n\($0)\nM\np\($0)@x.org\n" }.joined()
  private static let full = String(cString: strerror(ENOSPC))
  private static let tooLarge = String(cString: strerror(EFBIG))

  /// Whether a small file system can be made for a test, seen by nobody else.
  static let canMount: Bool =
    (try? Program.run(
      ["-m", "/bin/sh", "-c", "mount -t tmpfs -o size=8k none /mnt"], program: "/usr/bin/unshare"))?
    .status == 0
  /// Whether a test can run the program as somebody whom permissions bind.
  static let canBeNobody: Bool =
    (try? Program.run(
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", Program.path, "--version"],
      program: "/usr/bin/setpriv"))?.status == 0

  private func asNobody(_ arguments: [String]) -> [String] {
    ["--reuid", "65534", "--regid", "65534", "--clear-groups", Program.path] + arguments
  }

  private func fill(_ seat: Seat, last: String = "kim@x.org\r") throws {
    for (answer, then) in [("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4")] {
      try seat.enter(answer, thenAt: then)
    }
    try seat.terminal.type(last)
  }

  // MARK: Scripts

  @Test func aFullDeviceIsSaid() throws {
    let outcome = try Program.run(
      ["-o", "/dev/full"], input: .redirected(Array(Self.many.utf8)))
    #expect(outcome.error.hasSuffix(": /dev/full: \(Self.full); 0 records saved\n"))
    #expect(outcome.output == "" && outcome.status == 3)
  }

  @Test(arguments: ["people.jsonl", "people.csv", "people.db"])
  func atASizeLimitWholeRecordsStayAndAreCounted(_ name: String) throws {
    let desk = try SavingDesk(name)
    // 2 KiB of a text; a database needs more for its first record.
    let outcome = try desk.script(
      Self.many + Self.many + Self.many, after: "ulimit -f \(name.hasSuffix(".db") ? 24 : 4)")
    #expect(outcome.output == "" && outcome.status == 3)
    let saved = try desk.records() ?? []
    #expect(outcome.error.contains(": \(name): "))
    #expect(outcome.error.hasSuffix("; \(saved.count) records saved\n"), "\(saved.count)")
    #expect(
      saved
        == (1...300).prefix(saved.count).map { i in
          let n = (i - 1) % 100 + 1
          return "p\(n)|\(n)|M|p\(n)@x.org"
        })
    if !name.hasSuffix(".db") {
      #expect(outcome.error.contains(Self.tooLarge))
      #expect(saved.count > 20)
    }
    // With room again the rest goes in.
    #expect(try desk.script(Self.many).status == 0)
    #expect(try desk.records()?.count == saved.count + 100)
  }

  @Test(.enabled(if: SavingFaultTests.canMount, "no file system can be mounted here"))
  func aFullDiskLeavesWholeRecords() throws {
    let folder = try TemporaryFolder()
    try folder.write("answers", Self.many + Self.many + Self.many)
    mkdir(folder.path("disk"), 0o755)
    let outcome = try Program.run(
      [
        "-m", "/bin/sh", "-c",
        """
        mount -t tmpfs -o size=4k none disk
        \(Program.path) -o disk/people.csv < answers
        echo "status $?"
        cat disk/people.csv
        """,
      ], in: folder.url, program: "/usr/bin/unshare")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["status 3", "name,age,gender,email"])
    #expect(outcome.output.hasSuffix("@x.org\n"))
    let saved = lines.count - 2
    #expect(saved > 100 && saved < 300)
    #expect(outcome.error.hasSuffix(": disk/people.csv: \(Self.full); \(saved) records saved\n"))
  }

  @Test(.enabled(if: SavingFaultTests.canBeNobody, "nobody cannot run the program"))
  func whatMayNotBeWrittenIsSaidAtTheStart() throws {
    let desk = try SavingDesk("people.csv")
    try desk.folder.write(desk.name, "name,age,gender,email\n")
    chmod(desk.folder.path(desk.name), 0o444)
    chmod(desk.folder.url.path, 0o755)
    for name in ["people.csv", "new.csv", "new.db"] {
      let outcome = try Program.run(
        asNobody(["-o", name]), input: .redirected(Array(Self.many.utf8)), in: desk.folder.url,
        program: "/usr/bin/setpriv")
      #expect(outcome.error == "formsh: \(name): \(String(cString: strerror(EACCES)))\n")
      #expect(outcome.status == 3)
    }
    #expect(try desk.records() == [])
  }

  // MARK: At the terminal

  @Test(.enabled(if: SavingFaultTests.canBeNobody, "nobody cannot run the program"))
  func aFileInAFolderThatIsClosedTakesRecordsWithoutAJournal() throws {
    let desk = try SavingDesk("people.csv")
    try desk.folder.write(desk.name, "name,age,gender,email\n")
    chmod(desk.folder.path(desk.name), 0o666)
    chmod(desk.folder.url.path, 0o755)
    let seat = try desk.start(program: "/usr/bin/setpriv", before: asNobody([]))
    try fill(seat)
    try seat.terminal.wait(for: "is saved to")
    try seat.waitForPrompt()
    #expect(seat.rows.count { $0.hasPrefix("the record in progress is not kept:") } == 1)
    try seat.enter("Lee\r", thenAt: "2/4")
    #expect(try seat.quit() == 1)
    #expect(!seat.text.contains("it is kept"))
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test(arguments: ["people.jsonl", "people.csv"])
  func whatDoesNotFitIsOfferedAgain(_ name: String) throws {
    let desk = try SavingDesk(name)
    let old = "{\"name\":\"\(String(repeating: "x", count: 470))\"}\n"
    let before =
      name == "people.csv"
      ? "name,age,gender,email\n" + String(repeating: "Lee,1,M,lee@x.org\n", count: 27) : old
    try desk.folder.write(name, before)
    // 512 bytes: the journal fits, the file does not.
    let seat = try desk.start(
      program: "/bin/sh", before: ["-c", "ulimit -f 1; exec \(Program.path) \"$@\"", "sh"])
    try fill(seat)
    #expect(try seat.terminal.waitForEnd() == .exited(3))
    #expect(seat.rows.contains("\(name): \(Self.tooLarge)"))
    #expect(seat.rows.contains { $0.hasPrefix("the record is kept for the next start") })
    #expect(seat.saidSaved == 0 && seat.terminal.isAsFound)
    #expect(desk.folder.text(name) == before)
    #expect(desk.hasJournal)
    let next = try desk.start()
    #expect(next.hasFound && next.saidSaved == 1)
    #expect(try next.quit() == 0)
    #expect(!desk.hasJournal)
    let after = desk.folder.text(name) ?? ""
    #expect(after.hasPrefix(before) && after.dropFirst(before.count).filter(\.isNewline).count == 1)
  }

  @Test(.enabled(if: SavingFaultTests.canMount, "no file system can be mounted here"))
  func aFullDiskIsSaidAndTheRecordOfferedAgain() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("disk"), 0o755)
    // Two blocks: the journal has one, and the file's is full to the last byte.
    let rows = String(repeating: "Lee,1,M,l@x.org\n", count: 253)
    let content = "name,age,gender,email\n" + rows + "Lee,1,M,leeleeleele@x.org\n"
    #expect(content.utf8.count == 4096)
    try folder.write("full.csv", content)
    let script = """
      mount -t tmpfs -o size=8k none disk
      cp full.csv disk/people.csv
      \(Program.path) -o disk/people.csv
      echo "status $?"
      mount -o remount,size=64k disk
      \(Program.path) -o disk/people.csv
      echo "status $?"
      tail -n 1 disk/people.csv
      ls -A disk
      """
    let seat = Seat(
      try Terminal(
        ["-m", "/bin/sh", "-c", script], in: folder.url, program: "/usr/bin/unshare"))
    try seat.waitForPrompt()
    try fill(seat)
    try seat.terminal.wait(for: "status 3")
    #expect(seat.rows.contains("disk/people.csv: \(Self.full)"))
    #expect(seat.saidSaved == 0)
    try seat.terminal.wait(for: "is saved to")
    try seat.waitForPrompt()
    #expect(seat.hasFound && seat.saidSaved == 1)
    try seat.terminal.type("quit\r")
    try seat.terminal.waitForEnd()
    #expect(
      seat.rows.suffix(4) == ["status 0", "Kim,25,M,kim@x.org", "people.csv", ""])
  }

  @Test func aVanishedFileIsSaidAndTheRecordKept() throws {
    for name in ["people.csv", "people.jsonl", "people.db"] {
      let desk = try SavingDesk(name)
      #expect(try desk.script("Lee\n7\nF\nlee@x.org\n").status == 0)
      let seat = try desk.start()
      unlink(desk.folder.path(name))
      try fill(seat)
      #expect(try seat.terminal.waitForEnd() == .exited(3))
      #expect(seat.rows.contains("\(name): the file is not there any more"))
      #expect(try desk.records() == nil, "\(name)")
      let next = try desk.start()
      #expect(next.hasFound && next.saidSaved == 1)
      #expect(try next.quit() == 0)
      #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
    }
  }

  @Test func aReplacedFileTakesTheRecord() throws {
    for name in ["people.csv", "people.jsonl", "people.db"] {
      let desk = try SavingDesk(name)
      let lee = "Lee\n7\nF\nlee@x.org\n"
      #expect(try desk.script(lee).status == 0)
      let seat = try desk.start()
      #expect(
        try Program.run(
          ["-o", "new-" + name], input: .redirected(Array((lee + lee).utf8)), in: desk.folder.url
        ).status == 0)
      rename(desk.folder.path("new-" + name), desk.folder.path(name))
      try fill(seat)
      try seat.terminal.wait(for: "is saved to")
      #expect(try seat.quit() == 0)
      #expect(
        try desk.records() == ["Lee|7|F|lee@x.org", "Lee|7|F|lee@x.org", "Kim|25|M|kim@x.org"],
        "\(name)")
    }
  }
}
