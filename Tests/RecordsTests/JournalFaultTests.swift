import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// Journals that lack something, were changed by others, or have no bounds.
extension JournalTests {
  private var journal: String { folder.path(".people.csv.formsh-journal") }
  private static let head = "{\"journal\":1,\"form\":\"person\",\"digest\":\"5\"}\n"

  private func entry(_ field: String, _ answer: String) -> JournalEntry {
    JournalEntry(field: Bytes(text: field), .answer(Bytes(text: answer), isExplicit: false))
  }

  private func line(_ field: String, _ answer: String) -> String {
    "{\"at\":\"\(field)\",\"answer\":\"\(answer)\"}"
  }

  /// Writes a journal as its owner, who alone may read it.
  private func set(_ content: String, mode: mode_t = 0o600) throws {
    try folder.write(".people.csv.formsh-journal", content)
    #expect(chmod(journal, mode) == 0)
  }

  @Test func aLineOfAllEntriesStandsForThoseBefore() throws {
    try set(
      Self.head + line("name", "Lee") + "\n" + line("age", "1") + "\n"
        + "{\"anew\":[\(line("name", "Kim")),\(line("age", "30"))]}\n" + line("note", "x") + "\n")
    let found = try #require(try open().found)
    #expect(found.entries == [entry("name", "Kim"), entry("age", "30"), entry("note", "x")])
    #expect(!found.isIncomplete)
  }

  @Test func aTornLineOfAllEntriesLeavesThoseBefore() throws {
    let whole = "{\"anew\":[\(line("name", "Kim")),\(line("age", "30"))]}\n"
    for length in 0..<whole.utf8.count {
      try set(Self.head + line("name", "Lee") + "\n" + String(whole.prefix(length)))
      let (journal, found) = try open()
      #expect(found?.entries == [entry("name", "Lee")], "\(length)")
      try journal.append(entry("age", "2"))
      #expect(try folderEntries(journal) == [entry("name", "Lee"), entry("age", "2")])
      try journal.clear()
    }
  }

  /// What another session would find, were this one gone.
  private func folderEntries(_ journal: Journal) throws -> [JournalEntry]? {
    let copy = try TemporaryFolder()
    let content = folder.text(".people.csv.formsh-journal") ?? ""
    try copy.write(".people.csv.formsh-journal", content)
    #expect(chmod(copy.path(".people.csv.formsh-journal"), 0o600) == 0)
    return try Journal.open(for: copy.path("people.csv"), form: form).found?.entries
  }

  @Test func aMarkedJournalSaysThatItIsIncompleteUntilItIsWrittenTo() throws {
    try set(Self.head + line("name", "Kim") + "\n", mode: 0o700)
    do {
      let (journal, found) = try open()
      #expect(found?.isIncomplete == true)
      #expect(journal.isKept)
    }
    // Nothing was written to it: it is said again.
    do {
      let (journal, found) = try open()
      #expect(found?.isIncomplete == true)
      try journal.append(entry("age", "30"))
    }
    let found = try #require(try open().found)
    #expect(!found.isIncomplete)
    #expect(found.entries == [entry("name", "Kim"), entry("age", "30")])
  }

  @Test func aHugeJournalIsLeftAloneUnread() throws {
    try set(Self.head + line("name", "Kim") + "\n")
    #expect(truncate(journal, 8 << 30) == 0)
    let start = ContinuousClock.now
    let (journal, found) = try open()
    #expect(found == nil)
    #expect(
      journal.strangers.map { $0.bytes.string }.map { $0.hasSuffix("formsh-journal") } == [true])
    try journal.append(entry("name", "Lee"))
    #expect(journal.pathText?.hasSuffix("-2") == true)
    #expect(ContinuousClock.now - start < .seconds(20), "it was read")
  }

  @Test func aJournalIsNotWrittenBeyondWhatIsRead() throws {
    let long = String(repeating: "x", count: 60_000)
    var written = 0
    let (journal, _) = try open()
    var refusal: RecordFileError.Reason?
    while refusal == nil, written < 200 {
      do throws(RecordFileError) {
        try journal.append(entry("name", long))
        written += 1
      } catch {
        refusal = error.reason
      }
    }
    // 4 MiB are 4,194,304 bytes; an entry has 60,000 and 25 or so.
    #expect(refusal == .system(EFBIG) && written == 69)
    #expect(!journal.isKept)
    #expect(try folderEntries(journal)?.count == written)
    try journal.clear()
    try journal.append(entry("name", "Kim"))
    #expect(journal.isKept)
  }

  @Test func anAnswerLongerThanALineIsADraftOnly() throws {
    let long = String(repeating: "1", count: 65_537)
    try set(Self.head + line("name", "Kim") + "\n" + line("name", long) + "\n")
    let found = try #require(try open().found)
    let walk = Walk(form: form, isInteractive: true)
    _ = found.replay(into: walk)
    #expect(walk.accepted.values[0] == text("Kim"))
    #expect(walk.draft(0).count == 65_537)
  }

  @Test func manyUnknownFieldsAreNamedOnce() throws {
    let lines = (0..<30_000).map { line("f\($0 % 10_000)", "x") + "\n" }.joined()
    try set(Self.head + lines)
    let found = try #require(try open().found)
    #expect(found.entries.count == 30_000)
    #expect(found.replay(into: Walk(form: form, isInteractive: true)).dropped.count == 10_000)
  }

  /// What a note that nobody here wrote would cut off or lose.
  @Test(arguments: [
    "{\"append\":{\"device\":D,\"inode\":I,\"length\":-5,\"bytes\":\"name\"}}",
    "{\"append\":{\"device\":D,\"inode\":I,\"length\":0,\"bytes\":\"N\\n\"}}",
    "{\"append\":{\"device\":D,\"inode\":I,\"length\":9223372036854775807,\"bytes\":\"x\\n\"}}",
    "{\"append\":{\"device\":D,\"inode\":I,\"length\":0,\"bytes\":\"CONTENTmore\\nmore\\n\"}}",
    "{\"append\":{\"device\":D,\"inode\":I,\"length\":22,\"bytes\":\"CONTENTmore\"}}",
    "{\"append\":{}}", "{\"append\":7}", "{\"append\":{\"row\":1,\"record\":{}}}",
  ])
  func aNoteOfAnotherHandCutsNothingOff(_ note: String) throws {
    let content = "name,age,pin,note\nLee,1,2,3\nLee,4,5,6\n"
    try folder.write("people.csv", content)
    var status = stat()
    #expect(stat(folder.path("people.csv"), &status) == 0)
    let quoted = content.replacingOccurrences(of: "\n", with: "\\n")
    let nothing = String(repeating: "\\u0000", count: content.utf8.count + 1)
    let line = note.replacingOccurrences(of: "D", with: "\(Int(bitPattern: UInt(status.st_dev)))")
      .replacingOccurrences(of: "I,", with: "\(status.st_ino),")
      .replacingOccurrences(of: "CONTENT", with: quoted)
      .replacingOccurrences(of: "\"N", with: "\"" + nothing)
    let plain = JournalTests.form(["name", "age", "pine", "note"])
    for form in [form, plain] {
      try set(Self.head + self.line("name", "Kim") + "\n" + line + "\n")
      let found = try open(form).found
      #expect(found?.entries == [entry("name", "Kim")], "\(note)")
      #expect(folder.text("people.csv") == content, "\(note)")
      unlink(journal)
    }
  }
}
