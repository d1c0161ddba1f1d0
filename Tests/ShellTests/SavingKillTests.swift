import Foundation
import TestSupport
import Testing

/// A session that is killed, and the one that goes on: nothing typed is lost, nothing is saved twice.
@Suite struct SavingKillTests {
  /// Two records of the person form, line by line, key by key, and where the walk stands afterwards.
  static let session: [(keys: [String], then: String)] = [
    (keys("Kim\r"), "2/4 age: "),
    (keys("25\r"), "3/4 gender: "),
    (keys("\r"), "3/4 gender: "),  // refused: it is required
    (keys("prev\r"), "2/4 age: 25"),
    ([Seat.emptyLine, "3", "1", Seat.prevKey], "1/4 name: Kim"),
    ([Seat.emptyLine] + keys(".undo\r"), "2/4 age: 25"),
    ([Seat.nextKey], "3/4 gender: "),
    (keys("F\r"), "4/4 email: "),
    (keys("k@\r"), "4/4 email: k@"),  // refused
    (["x", Seat.prevKey], "3/4 gender: F"),
    ([Seat.emptyLine] + keys("clear\r"), "3/4 gender: "),
    (keys("M\r"), "4/4 email: k@x"),
    ([Seat.emptyLine] + keys("kim@x.org\r"), "1/4 name: "),
    (keys("Lee\r"), "2/4 age: "),
    (keys(".g e\r"), "4/4 email: "),
    (keys("l@x.org\r"), "2/4 age: "),  // sent back: it is missing
    (keys("7\r"), "3/4 gender: "),
    (["M", Seat.interrupt], "3/4 gender: "),
    (keys("M\r"), "1/4 name: "),
  ]
  static let records = ["Kim|25|M|kim@x.org", "Lee|7|M|l@x.org"]
  /// The line that saves the first record.
  static let firstSave = 12

  private static func keys(_ text: String) -> [String] { text.map { String($0) } }

  /// What `.show` says before each line, and at the end, of a session that nothing disturbs.
  private static let undisturbed = Result { () throws -> [[String]] in
    let desk = try SavingDesk("people.csv")
    let seat = try desk.start()
    var shown = [try seat.show()]
    for line in session {
      try seat.enter(line.keys.joined(), thenAt: line.then)
      shown.append(try seat.show())
    }
    #expect(try seat.quit() == 0)
    #expect(try desk.records() == records)
    #expect(!desk.hasJournal)
    return shown
  }

  /// Whether a table shows an answer or a draft, so that there is something to find.
  private func isTouched(_ table: [String]) -> Bool {
    table.dropLast().contains { !$0.contains(" empty") || $0.contains("draft: ") }
  }

  private func savedBefore(_ line: Int) -> Int {
    line <= Self.firstSave ? 0 : line < Self.session.count ? 1 : 2
  }

  @Test func theSessionIsWhatItIsMeantToBe() throws {
    let shown = try Self.undisturbed.get()
    #expect(shown[4].contains { $0.hasPrefix("> age") && $0.contains("25") })
    #expect(shown[5].contains { $0.hasPrefix("  age") && $0.contains("31") })
    #expect(shown[6].contains { $0.hasPrefix("> age") && $0.contains("25") })
    #expect(shown[10].contains { $0.hasPrefix("  email") && $0.contains("draft: k@x") })
    #expect(shown[11].contains { $0.hasPrefix("> gender") && $0.contains("empty") })
    #expect(shown[13] == shown[0] && shown[19] == shown[0])
    #expect(Self.session.reduce(0) { $0 + $1.keys.count } * 3 >= 200)
  }

  /// Killed after every key: each next session says what it found and stands where the last one stood.
  @Test(arguments: ["people.csv", "people.jsonl", "people.db"])
  func killedAfterEveryKey(_ name: String) throws {
    let shown = try Self.undisturbed.get()
    let desk = try SavingDesk(name)
    var kills = 0
    for (number, line) in Self.session.enumerated() {
      for count in 1...line.keys.count {
        let place = "line \(number), \(count) keys"
        let seat = try desk.start()
        #expect(seat.hasFound == isTouched(shown[number]), "\(place): \(seat.text)")
        #expect(try seat.show() == shown[number], "\(place)")
        let start = seat.terminal.output.count
        if count == line.keys.count {
          try seat.enter(line.keys.joined(), thenAt: line.then)
        } else {
          try seat.terminal.type(line.keys.prefix(count).joined())
          try seat.terminal.wait(for: "an echo, \(place)", since: start) { !$0.isEmpty }
        }
        try seat.kill()
        kills += 1
        let isSave = count == line.keys.count && savedBefore(number + 1) > savedBefore(number)
        #expect(seat.saidSaved == (isSave ? 1 : 0), "\(place)")
        if count == line.keys.count {
          let saved = savedBefore(number + 1)
          #expect(try desk.records() ?? [] == Array(Self.records.prefix(saved)), "\(place)")
        }
      }
    }
    let seat = try desk.start()
    #expect(!seat.hasFound)
    #expect(try seat.quit() == 0)
    #expect(kills >= 70)
    #expect(try desk.records() == Self.records)
    #expect(!desk.hasJournal)
  }

  /// Killed while it does what the last key of a line asks for; the next session goes on to the end.
  @Test(arguments: ["people.csv", "people.jsonl", "people.db"])
  func killedAtWork(_ name: String) throws {
    let shown = try Self.undisturbed.get()
    for number in Self.session.indices {
      let desk = try SavingDesk(name)
      let first = try desk.start()
      for line in Self.session.prefix(number) {
        try first.enter(line.keys.joined(), thenAt: line.then)
      }
      let line = Self.session[number]
      let start = first.terminal.output.count
      if line.keys.count > 1 {
        try first.terminal.type(line.keys.dropLast().joined())
        try first.terminal.wait(for: "an echo", since: start) { !$0.isEmpty }
      }
      let last = first.terminal.output.count
      try first.terminal.type(line.keys[line.keys.count - 1])
      try first.terminal.wait(for: "anything", since: last) { !$0.isEmpty }
      try first.kill()
      let said = first.saidSaved

      let second = try desk.start()
      let kept = try desk.records()?.count ?? 0
      let state = try second.show()
      let isDone = state == shown[number + 1] && kept == savedBefore(number + 1)
      #expect(
        isDone || state == shown[number] && kept == savedBefore(number),
        "line \(number): \(kept) records, \(second.text)")
      #expect(kept == said || kept == said + 1, "line \(number)")
      for line in Self.session[(isDone ? number + 1 : number)...] {
        try second.enter(line.keys.joined(), thenAt: line.then)
      }
      #expect(try second.quit() == 0)
      #expect(try desk.records() == Self.records, "line \(number)")
      #expect(!desk.hasJournal)
    }
  }
}
