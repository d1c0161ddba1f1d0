import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// What becomes of the record in progress, and of the data file, when a session ends anywhere.
extension JournalTests {
  // MARK: A crash at any point

  private struct Crash {
    /// The data file before the record, and with it.
    var before: Bytes
    var after: Bytes
    /// The journal right before it was removed; where its last line, the note, begins.
    var journal: Bytes
    var note: Int
  }

  private func set(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    // In place: the note is bound to the file.
    let descriptor = Glibc.open(folder.path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let all = Bytes(bytes)
    #expect(write(descriptor, all, all.count) == all.count)
  }

  private func crash(_ name: String, before: String?, _ form: Form) throws -> Crash {
    let path = folder.path(name)
    if let before { try folder.write(name, before) }
    let (journal, found) = try Journal.open(for: path, form: form)
    #expect(found == nil)
    let file = try RecordFile.open(path: path, form: form)
    let walk = Walk(form: form, isInteractive: true)
    for text in ["Kim, \"K\"", "30", "1234", "end"].prefix(form.fields.count) {
      try answer(text, walk, journal)
    }
    let journalPath = try #require(journal.pathText)
    let watch = try FileHandle(forReadingFrom: URL(fileURLWithPath: journalPath))
    try file.append(walk.finished, journal: journal)
    let bytes = Bytes(try watch.readToEnd() ?? Data())
    let note = try #require(bytes.dropLast().lastIndex(of: 0x0A)) + 1
    let after = try #require(folder.bytes(name))
    return Crash(before: Bytes((before ?? "").utf8), after: after, journal: bytes, note: note)
  }

  @Test(
    arguments: [
      ("a.csv", "name,age,pin,note\nLee,1,2,3\n"), ("a.csv", "name,age,pin,note\nLee,1,2,3"),
      ("a.csv", nil),
      ("a.csv", "\u{FEFF}age,name,note,pin\r\n"), ("a.jsonl", "{}\n"), ("a.jsonl", "{}"),
      ("a.jsonl", nil),
      ("a.tsv", nil),
    ] as [(String, String?)])
  func atEveryLengthOfJournalAndDataTheRecordIsThereOnce(
    _ name: String, _ before: String?
  ) throws {
    let crash = try crash(name, before: before, form)
    let path = folder.path(name)
    let journalName = ".\(name).formsh-journal"
    let record = crash.after.dropFirst(crash.before.count)

    // The journal is cut anywhere before the note is whole: nothing of the record was written yet.
    for length in 0..<crash.journal.count {
      try set(journalName, crash.journal[..<length])
      try set(name, crash.before)
      let (journal, found) = try Journal.open(for: path, form: form)
      let lines = crash.journal[..<length].count { $0 == 0x0A }
      #expect(found?.entries.count ?? 0 == max(0, min(lines, 5) - 1))
      #expect(found?.state ?? .unfinished == .unfinished)
      #expect(folder.bytes(name) == crash.before)
      // What is entered after a torn line is found again.
      if found != nil {
        try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
      }
      try journal.clear()
    }
    // The note is whole: the data file may be cut anywhere.
    for length in 0...record.count {
      try set(journalName, crash.journal)
      try set(name, crash.before + record.prefix(length))
      let (journal, found) = try Journal.open(for: path, form: form)
      let recovered = try #require(found)
      if length == record.count {
        #expect(recovered.state == .saved)
        #expect(recovered.entries.isEmpty)
        #expect(folder.bytes(name) == crash.after)
        #expect(folder.bytes(journalName) == nil)
        continue
      }
      #expect(recovered.state == (length == 0 ? .unfinished : .cutOff), "\(length) bytes")
      #expect(folder.bytes(name) == crash.before)
      let walk = Walk(form: form, isInteractive: true)
      let replay = recovered.replay(into: walk)
      #expect(replay.withheld == [2])
      _ = walk.apply(.go(2))
      try answer("1234", walk, journal)
      // Saved now, it is there once.
      try RecordFile.open(path: path, form: form).append(walk.finished, journal: journal)
      #expect(folder.bytes(name) == crash.after)
      #expect(folder.bytes(journalName) == nil)
    }
  }

  @Test(arguments: ["a.csv", "a.jsonl"])
  func whatOthersAppendedSinceIsTold(_ name: String) throws {
    let form = JournalTests.form(["name", "age", "x", "note"])
    let start = name == "a.csv" ? "name,age,x,note\n" : "{\"name\":\"Lee\"}\n"
    let crash = try crash(name, before: start, form)
    let path = folder.path(name)
    let journalName = ".\(name).formsh-journal"
    let other = Bytes((name == "a.csv" ? "Lee,1,2,3\n" : "{\"name\":\"Lee\"}\n").utf8)
    func state(_ content: Bytes) throws -> Recovered.State? {
      try set(journalName, crash.journal)
      try set(name, content)
      let (journal, found) = try Journal.open(for: path, form: form)
      #expect(folder.bytes(name) == content)
      try journal.clear()
      return found?.state
    }
    #expect(try state(crash.before + other) == .unfinished)
    #expect(try state(crash.before + other + other) == .unfinished)
    #expect(try state(crash.after + other) == .saved)
    #expect(try state([]) == .unfinished)

    // In a file that took the place of the old one the record is sought everywhere.
    let record = crash.after.dropFirst(crash.before.count)
    for (content, wanted) in [
      (crash.before + other + record, Recovered.State.saved), (crash.before + other, .unfinished),
      (crash.before + record.dropLast(3), .unfinished),
      (crash.before + [0x78] + record, .unfinished),
    ] {
      try folder.write("new", content.string)
      rename(folder.path("new"), path)
      try set(journalName, crash.journal)
      #expect(try Journal.open(for: path, form: form).found?.state == wanted)
      unlink(folder.path(journalName))
    }
    unlink(path)
    try set(journalName, crash.journal)
    #expect(try Journal.open(for: path, form: form).found?.state == .unfinished)
  }

  @Test func inADatabaseARowIsThereOrNot() throws {
    let path = folder.path("a.db")
    let journalName = ".a.db.formsh-journal"
    _ = try tool("sqlite3", path, "CREATE TABLE t (x)")
    let crash = try crash("a.db", before: nil, form)
    func state(_ sql: String) throws -> Recovered.State? {
      try set(journalName, crash.journal)
      let outcome = try tool("sqlite3", path, sql)
      #expect(outcome.status == 0, "\(outcome.error)")
      let (journal, found) = try Journal.open(for: path, form: form)
      try journal.clear()
      return found?.state
    }
    #expect(!crash.journal.string.contains("1234"))
    #expect(try state("") == .saved)
    #expect(try state("UPDATE person SET name = 'Lee'") == .unfinished)
    #expect(try state("DELETE FROM person") == .unfinished)
    #expect(try state("DROP TABLE person") == .unfinished)
  }
}
