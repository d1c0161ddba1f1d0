import Foundation
import Glibc
import TestSupport
import Testing

/// The ways a session at a file can end, other than by SIGKILL: what is said, what is kept.
@Suite struct SavingEndTests {
  /// A way to leave: what is done, and the status that follows.
  struct Way: CustomTestStringConvertible {
    let testDescription: String
    /// Whether the program can still speak to the person.
    var canSpeak = true
    /// The status where a record is left unfinished, and where none is.
    let unfinished: Int32
    let finished: Int32
    let leave: @Sendable (Seat, _ warns: Bool) throws -> Void
  }

  /// The same key, or word, once more where it was only warned of.
  private static func twice(_ keys: String) -> @Sendable (Seat, Bool) throws -> Void {
    { seat, warns in
      try seat.terminal.type(keys)
      if warns {
        try seat.terminal.wait(for: "once more to leave")
        try seat.waitForPrompt()
        try seat.terminal.type(keys)
      }
    }
  }

  static let ways = [
    Way(testDescription: "quit", unfinished: 1, finished: 0, leave: twice("quit\r")),
    Way(testDescription: "Ctrl-D", unfinished: 1, finished: 0, leave: twice(Seat.end)),
    Way(testDescription: "Ctrl-C", unfinished: 130, finished: 130) { seat, _ in
      try seat.terminal.type("1", thenWaitFor: "1")
      try seat.enter(Seat.interrupt, thenAt: seat.rows.last.map { String($0.prefix(4)) } ?? "")
      try seat.terminal.type(Seat.interrupt)
    },
    Way(testDescription: "SIGTERM", unfinished: 143, finished: 143) { seat, _ in
      seat.terminal.signal(SIGTERM)
    },
    Way(testDescription: "SIGHUP", unfinished: 129, finished: 129) { seat, _ in
      seat.terminal.signal(SIGHUP)
    },
    Way(testDescription: "hang-up", canSpeak: false, unfinished: 129, finished: 129) { seat, _ in
      seat.terminal.hangUp()
    },
  ]

  @Test(arguments: ways) func anUnfinishedRecordIsKeptAndSaidToBe(_ way: Way) throws {
    let desk = try SavingDesk("people.csv")
    let seat = try desk.start()
    try seat.enter("Kim\r", thenAt: "2/4 age: ")
    let start = seat.terminal.output.count
    try way.leave(seat, true)
    #expect(try seat.terminal.waitForEnd().status == way.unfinished)
    if way.canSpeak {
      let words = Seat.rows(Array(seat.terminal.output.dropFirst(start))).joined(separator: " ")
      #expect(words.contains("not finished: age, gender, email missing; it is kept"))
      #expect(seat.terminal.isAsFound)
    }
    #expect(desk.hasJournal)
    let next = try desk.start()
    #expect(next.hasFound && next.text.contains("\nname Kim\n"))
    #expect(next.rows.last?.hasPrefix("2/4 age: ") == true)
    for (answer, then) in [("25\r", "3/4"), ("M\r", "4/4"), ("kim@x.org\r", "1/4")] {
      try next.enter(answer, thenAt: then)
    }
    #expect(next.saidSaved == 1)
    #expect(!desk.hasJournal)
    #expect(try next.quit() == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test(arguments: ways) func whatWasEmptiedLeavesNoJournal(_ way: Way) throws {
    let desk = try SavingDesk("people.csv")
    let seat = try desk.start()
    try seat.enter("Kim\r", thenAt: "2/4 age: ")
    try seat.enter(".clear all\r", thenAt: "1/4 name: ")
    try way.leave(seat, false)
    #expect(try seat.terminal.waitForEnd().status == way.finished)
    #expect(!seat.text.contains("kept"))
    #expect(!way.canSpeak || seat.terminal.isAsFound)
    #expect(!desk.hasJournal)
    #expect(try desk.records() == nil)
  }

  @Test(arguments: ways) func afterASaveThereIsNothingToKeep(_ way: Way) throws {
    let desk = try SavingDesk("people.db")
    let seat = try desk.start()
    for (answer, then) in [
      ("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4"), ("kim@x.org\r", "1/4"),
    ] {
      try seat.enter(answer, thenAt: then)
    }
    #expect(!desk.hasJournal)
    try way.leave(seat, false)
    #expect(try seat.terminal.waitForEnd().status == way.finished)
    // All of it is in the one file: whoever copies it copies the record.
    let files = try FileManager.default.contentsOfDirectory(atPath: desk.folder.url.path)
    #expect(files == ["people.db"])
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }

  @Test func anAnswerAfterTheWarningTakesItBack() throws {
    let desk = try SavingDesk("people.csv")
    let seat = try desk.start()
    try seat.enter("Kim\r", thenAt: "2/4 age: ")
    for answer in ["25\r", "M\r"] {
      let start = seat.terminal.output.count
      try seat.terminal.type(Seat.end)
      try seat.terminal.wait(for: "once more to leave", since: start)
      try seat.enter(answer, thenAt: answer == "M\r" ? "4/4" : "3/4")
    }
    try seat.kill()
    #expect(try desk.start().text.contains("\nname Kim, age 25, gender M\n"))
  }

  @Test func whereNothingCanBeKeptNothingIsSaidToBe() throws {
    let seat = Seat(try Terminal(["-o", "/dev/null"]))
    try seat.waitForPrompt()
    try seat.enter("Kim\r", thenAt: "2/4 age: ")
    #expect(try seat.quit() == 1)
    #expect(seat.text.contains("not finished: age, gender, email missing\n"))
  }

  @Test func itIsSaidOnceThatNothingCanBeKept() throws {
    // The names of all journals are taken.
    let desk = try SavingDesk("people.csv")
    for number in 1...99 {
      try desk.folder.write(desk.journalName + (number == 1 ? "" : "-\(number)"), "mine\n")
    }
    let seat = try desk.start()
    for (answer, then) in [
      ("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4"), ("kim@x.org\r", "1/4"),
    ] {
      try seat.enter(answer, thenAt: then)
    }
    let words = "the record in progress is not kept:"
    #expect(seat.rows.count { $0.hasPrefix(words) } == 1)
    // The record is saved all the same.
    #expect(seat.saidSaved == 1)
    #expect(try seat.quit() == 0)
    #expect(try desk.records() == ["Kim|25|M|kim@x.org"])
  }
}
