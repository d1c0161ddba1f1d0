import Foundation
import Glibc
import TestSupport
import Testing

/// A data file that another program keeps locked.
@Suite struct SavingLockTests {
  private static let answers = "Kim\n25\nM\nkim@x.org\n"
  private static let waiting = "people.csv: another program has it locked; waiting for it"

  /// Another program's lock on the file of a desk.
  private final class Lock {
    private let descriptor: Int32

    init(_ desk: SavingDesk) throws {
      try desk.folder.write(desk.name, "name,age,gender,email\n")
      descriptor = open(desk.folder.path(desk.name), O_RDWR | O_CLOEXEC)
      #expect(flock(descriptor, LOCK_EX) == 0)
    }

    func letGo() { _ = flock(descriptor, LOCK_UN) }
    deinit { close(descriptor) }
  }

  private func fill(_ seat: Seat) throws {
    for (answer, then) in [("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4")] {
      try seat.enter(answer, thenAt: then)
    }
    try seat.terminal.type("kim@x.org\r")
  }

  @Test func aScriptSaysThatItWaitsAndGivesUp() throws {
    let desk = try SavingDesk("people.csv")
    let lock = try Lock(desk)
    let outcome = try desk.script(Self.answers, ["--wait", "1"])
    #expect(
      outcome.error
        == "formsh: \(Self.waiting)\n"
        + "formsh: people.csv: another program has it locked; given up after 1 second\n")
    #expect(outcome.status == 3)
    let atOnce = try desk.script(Self.answers, ["--wait", "0"])
    #expect(atOnce.error == "formsh: people.csv: another program has it locked\n")
    #expect(atOnce.status == 3)
    lock.letGo()
    #expect(try desk.script(Self.answers, ["--wait", "0"]).status == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test func aCheckWaitsForItsOutput() throws {
    let desk = try SavingDesk("people.csv")
    try desk.folder.write("in.csv", "name,age,gender,email\nKim,25,M,kim@x.org\n")
    let lock = try Lock(desk)
    let outcome = try Program.run(
      ["check", "person", "in.csv", "-o", desk.name, "--wait", "1"], in: desk.folder.url)
    #expect(outcome.error.hasPrefix("formsh: \(Self.waiting)\n"))
    #expect(outcome.status == 3)
    lock.letGo()
  }

  @Test func atATerminalTheQuestionsBeginMeanwhile() throws {
    let desk = try SavingDesk("people.csv")
    let lock = try Lock(desk)
    let seat = try desk.start()
    #expect(
      seat.text.replacingOccurrences(of: "\n", with: " ")
        .contains("it is looked at when the first record is saved"))
    try fill(seat)
    try seat.terminal.wait(for: "waiting for it")
    lock.letGo()
    try seat.terminal.wait(for: "is saved to")
    #expect(try seat.quit() == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func aSignalEndsTheWaitAtOnce(_ signal: Int32) throws
  {
    let desk = try SavingDesk("people.csv")
    let lock = try Lock(desk)
    let seat = try desk.start(["--wait", "3600"])
    try fill(seat)
    try seat.terminal.wait(for: "waiting for it")
    seat.terminal.signal(signal)
    #expect(try seat.terminal.waitForEnd().status == 128 + signal)
    #expect(seat.text.contains("it is kept for the next start"))
    #expect(desk.hasJournal && seat.terminal.isAsFound)
    lock.letGo()
    let next = try desk.start()
    #expect(next.hasFound && next.saidSaved == 1)
    #expect(try next.quit() == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test func atATerminalItIsGivenUpAndKept() throws {
    let desk = try SavingDesk("people.csv")
    let lock = try Lock(desk)
    let seat = try desk.start(["--wait", "1"])
    try fill(seat)
    #expect(try seat.terminal.waitForEnd() == .exited(3))
    #expect(seat.text.contains("given up after 1 second"))
    #expect(seat.rows.contains { $0.hasPrefix("the record is kept for the next start") })
    lock.letGo()
  }
}
