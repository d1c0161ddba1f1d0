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

  // MARK: Killed at each system call

  private static let hasStrace = access("/usr/bin/strace", X_OK) == 0

  /// A session that is killed at the n-th of a system call, for each of them, then one that goes on.
  @Test(.enabled(if: JournalTests.hasStrace), arguments: ["k.jsonl", "k.csv", "k.db"])
  func killedAtAnySystemCallNothingIsLostOrDoubled(_ name: String) throws {
    let calls = [
      "write", "pwrite64", "fsync", "fdatasync", "flock", "unlink", "ftruncate", "fcntl",
    ]
    var kills = 0
    for call in calls {
      var number = 1
      while try isKilled(at: number, of: call, name) {
        kills += 1
        number += 1
      }
    }
    #expect(kills > 20)
  }

  /// False when the session was not killed, since it makes fewer such calls.
  private func isKilled(at number: Int, of call: String, _ name: String) throws -> Bool {
    let path = folder.path(name)
    for old in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      unlink(folder.path(old))
    }
    let killed = try Program.run(
      [
        "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):signal=KILL:when=\(number)", probePath, "session", path, "w", "2",
      ], input: "1\n", program: "/usr/bin/strace")
    let said = killed.output.split(separator: "\n").count { $0.hasPrefix("saved") }
    if killed.status == 0 { return false }
    let kept = access(path, F_OK) == 0 ? (try? namesAndAges(path)) ?? [] : []
    let place = "at \(call) \(number)"
    #expect(kept.count == said || kept.count == said + 1, "\(place)")
    let resumed = try Program.run(
      ["session", path, "w", "2"], input: "\(kept.count + 1)\n", program: probePath)
    #expect(resumed.status == 0, "\(place): \(resumed.output)")
    #expect(try namesAndAges(path) == ["w-1 1", "w-2 2"], "\(place)")
    #expect(access(folder.path(".\(name).formsh-journal"), F_OK) != 0, "\(place)")
    return true
  }
}
