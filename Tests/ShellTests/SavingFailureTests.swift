import Foundation
import Glibc
import TestSupport
import Testing

/// System calls that fail while a person answers: nothing older comes back, and nothing of the answers is gone.
@Suite(
  .enabled(if: Strace.canTrace, "strace is not there, or may not trace"))
struct SavingFailureTests {
  private static let full = String(cString: strerror(ENOSPC))
  private static let answers = [
    ("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4"), ("kim@x.org\r", "1/4"),
  ]

  /// Starts a session whose calls on the file, its companions and its journal fail as told.
  private func start(_ desk: SavingDesk, failing calls: [String]) throws -> Seat {
    let folder = desk.folder.url.resolvingSymlinksInPath().path
    let paths = ["", "-wal", "-shm"].map { "/" + desk.name + $0 } + ["/" + desk.journalName]
    return try desk.start(
      program: Strace.path,
      before: ["-D", "-f", "-o", "/dev/null"] + calls.flatMap { ["-e", "inject=" + $0] }
        + paths.flatMap { ["-P", folder + $0] } + [Program.path])
  }

  private func enter(_ seat: Seat, _ count: Int) throws {
    for (answer, then) in Self.answers.prefix(count) { try seat.enter(answer, thenAt: then) }
  }

  // MARK: The journal

  /// A journal's writes: the first answer's, the second's and so on.
  @Test(
    arguments: ["pwrite64:error=ENOSPC", "fdatasync:error=EIO", "pwrite64:retval=0"],
    [1, 2, 3])
  func anEntryThatFailedOnceIsThereWithTheNext(_ fault: String, _ number: Int) throws {
    let desk = try SavingDesk("people.csv")
    let seat = try start(desk, failing: ["\(fault):when=\(number)"])
    try enter(seat, 4 - 1)
    #expect(
      seat.rows.count { $0.hasPrefix("the record in progress is not kept:") } == 1, "\(seat.text)")
    #expect(
      seat.rows.contains("the record in progress is kept again") == (number < 3), "\(seat.text)")
    if number < 3 {
      try seat.kill()
      let next = try desk.start()
      #expect(next.text.contains("an earlier session\nname Kim, age 25, gender M\n"))
      #expect(next.rows.last?.hasPrefix("4/4 email: ") == true)
    } else {
      // What is missing is written when it matters most.
      #expect(try seat.quit() == 1)
      #expect(seat.text.contains("it is kept for the next start"))
      let next = try desk.start()
      #expect(next.text.contains("an earlier session\nname Kim, age 25, gender M\n"))
    }
  }

  @Test(arguments: [2, 3, 4]) func aJournalThatCannotBeWrittenAnyMoreSaysSo(_ number: Int) throws {
    let desk = try SavingDesk("people.csv")
    let seat = try start(desk, failing: ["pwrite64:error=ENOSPC:when=\(number)+"])
    try enter(seat, 3)
    if number < 4 {
      try seat.kill()
    } else {
      // The last answer is in no journal, the record neither: a complete one is not handed over unasked.
      try seat.enter(".goto name\r", thenAt: "1/4")
      try seat.enter("Lee\r", thenAt: "2/4")
      try seat.kill()
    }
    let next = try desk.start()
    let said = next.rows.joined(separator: " ")
    #expect(next.hasFound && said.contains("the end of its journal could not be written"))
    #expect(next.saidSaved == 0)
    let kept = ["name Kim", "age 25", "gender M"].prefix(number - 1).joined(separator: ", ")
    #expect(next.rows.contains(kept), "\(next.text)")
    #expect(try desk.records() == nil)
  }

  @Test func whereNotEvenTheMarkCanBeMadeThereIsNoJournal() throws {
    let desk = try SavingDesk("people.csv")
    let seat = try start(
      desk, failing: ["pwrite64:error=EIO:when=2+", "fchmod:error=EIO:when=1+"])
    try enter(seat, 3)
    try seat.kill()
    #expect(!desk.hasJournal)
    #expect(try !desk.start().hasFound)
  }

  @Test(arguments: ["people.csv", "people.db"])
  func aJournalThatFailsKeepsNoRecordFromItsFile(_ name: String) throws {
    // Behind the second answer a database has calls of this kind of its own.
    for number in name.hasSuffix(".db") ? [1, 2] : [1, 2, 5] {
      let desk = try SavingDesk(name)
      let calls =
        name.hasSuffix(".db")
        ? "fdatasync:error=EIO:when=\(number)" : "pwrite64:error=ENOSPC:when=\(number)+"
      let seat = try start(desk, failing: [calls])
      try enter(seat, 4)
      #expect(seat.saidSaved == 1, "\(number): \(seat.text)")
      #expect(try seat.quit() == 0)
      #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
      #expect(!desk.hasJournal)
    }
  }

  // MARK: Journal and file

  private static let both = ["write:error=ENOSPC:when=1+", "pwrite64:error=ENOSPC:when=1+"]

  private func fillInVain(_ seat: Seat) throws {
    try enter(seat, 3)
    try seat.enter("kim@x.org\r", thenAt: "4/4")
    #expect(seat.rows.contains { $0.hasSuffix(": \(Self.full)") })
    #expect(seat.text.contains("the record is not saved"))
    #expect(seat.text.replacingOccurrences(of: "\n", with: " ").contains("give .done again"))
  }

  @Test(arguments: ["people.csv", "people.jsonl", "people.db"])
  func whereNeitherTakesTheAnswersThePromptKeepsThem(_ name: String) throws {
    let desk = try SavingDesk(name)
    let seat = try start(desk, failing: Self.both)
    try fillInVain(seat)
    try seat.enter(Seat.emptyLine + ".done\r", thenAt: "4/4")
    try seat.enter(Seat.emptyLine + ".save elsewhere\r", thenAt: "4/4")
    #expect(seat.rows.contains(".save: elsewhere has the answers of 1 record"))
    #expect(desk.folder.text("elsewhere") == "Kim\n25\nM\nkim@x.org\n")
    #expect(try seat.quit() == 3)
    #expect(seat.saidSaved == 0 && seat.rows.contains("the record is not saved"))
    #expect(try desk.records() ?? [] == [])
  }

  @Test(arguments: ["people.csv", "people.jsonl"]) func withRoomAgainTheRecordIsSaved(
    _ name: String
  ) throws {
    let desk = try SavingDesk(name)
    let seat = try start(desk, failing: ["write:error=ENOSPC:when=1..2", Self.both[1]])
    try fillInVain(seat)
    try seat.enter(Seat.emptyLine + ".done\r", thenAt: "4/4")
    // What is changed meanwhile is what is saved.
    try seat.enter(Seat.emptyLine + ".goto age\r", thenAt: "2/4")
    try seat.enter(Seat.emptyLine + "26\r", thenAt: "3/4")
    try seat.enter(Seat.emptyLine + ".done\r", thenAt: "1/4")
    #expect(seat.saidSaved == 1)
    #expect(try seat.quit() == 0)
    #expect(try desk.records() == ["Kim|26|M|kim@x.org"])
  }

  @Test func whatIsLeftThenIsNotSaidToBeKept() throws {
    let desk = try SavingDesk("people.csv")
    let seat = try start(desk, failing: Self.both)
    try fillInVain(seat)
    try seat.terminal.type(Seat.emptyLine + Seat.end)
    try seat.terminal.wait(for: "once more to leave")
    try seat.terminal.type(Seat.emptyLine + Seat.end)
    #expect(try seat.terminal.waitForEnd().status == 3)
    #expect(!seat.text.contains("it is kept") && !desk.hasJournal)
  }

  @Test func standardOutputThatIsFullKeepsThePromptToo() throws {
    let folder = try TemporaryFolder()
    let seat = Seat(try Terminal([], in: folder.url, redirecting: [1: "/dev/full"]))
    try seat.waitForPrompt()
    try fillInVain(seat)
    #expect(!seat.text.contains("record 1 is complete"))
    try seat.enter(Seat.emptyLine + ".save answers\r", thenAt: "4/4")
    #expect(folder.text("answers") == "Kim\n25\nM\nkim@x.org\n")
    #expect(try seat.quit() == 3)
  }
}
