import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// The record in progress: DESIGN.md, section 8.
struct JournalTests {
  let folder: TemporaryFolder
  let form: Form

  init() throws {
    folder = try TemporaryFolder()
    form = JournalTests.form()
  }

  /// A form of a name, an age and a secret.
  static func form(
    _ names: [String] = ["name", "age", "pin", "note"], name: String = "person", digest: UInt64 = 5
  ) -> Form {
    Form(
      name: name, title: nil, about: nil,
      fields: names.map { name in
        var declaration = FieldDeclaration(name: Bytes(name.utf8))
        if name == "age" { declaration.kind = .integer }
        declaration.isSecret = name == "pin"
        return Field(declaration)
      },
      rules: Rules(nodes: [], root: nil), digest: digest)
  }

  private var path: String { folder.path("people.csv") }
  private let journalName = ".people.csv.formsh-journal"

  func open(_ form: Form? = nil) throws -> (journal: Journal, found: Recovered?) {
    try Journal.open(for: path, form: form ?? self.form)
  }

  /// Answers at a walk and its journal, as a session does.
  func answer(_ text: String, _ walk: Walk, _ journal: Journal) throws {
    let bytes = Bytes(text.utf8)
    let entry = JournalEntry(walk.form, answer: bytes.span, isExplicit: false, at: walk.current)
    _ = walk.answer(bytes.span)
    try journal.append(entry)
  }

  func move(_ move: Move, _ walk: Walk, _ journal: Journal) throws {
    let field = walk.current
    let outcome = walk.apply(move)
    if let entry = JournalEntry(walk.form, move, outcome, at: field) { try journal.append(entry) }
  }

  private func expectSame(_ walk: Walk, _ other: Walk, but secrets: Set<Int> = []) {
    #expect(walk.current == other.current)
    for i in walk.form.fields.indices where !secrets.contains(i) {
      #expect(walk.accepted.values[i] == other.accepted.values[i], "field \(i)")
      #expect(walk.draft(i) == other.draft(i), "field \(i)")
      #expect((walk.fault(i) == nil) == (other.fault(i) == nil), "field \(i)")
    }
  }

  // MARK: Taking up

  @Test func withoutEntriesThereIsNoJournal() throws {
    let (journal, found) = try open()
    #expect(found == nil)
    #expect(folder.bytes(journalName) == nil)
    try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
    #expect(folder.bytes(journalName) != nil)
    #expect(
      journal.pathText
        == folder.url.resolvingSymlinksInPath().appendingPathComponent(journalName).path)
    try journal.clear()
    #expect(folder.bytes(journalName) == nil)
    try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
    #expect(folder.bytes(journalName) != nil)
  }

  @Test func itsOwnerAloneMayReadIt() throws {
    let before = umask(0)
    defer { umask(before) }
    let (journal, _) = try open()
    try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
    var status = stat()
    #expect(stat(folder.path(journalName), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func whatWasTypedComesBackAtTheSameFieldWithTheSameDrafts() throws {
    let walk = Walk(form: form, isInteractive: true)
    do {
      let (journal, _) = try open()
      try answer("Kim \"K\"\u{1F600}", walk, journal)
      try answer("thirty", walk, journal)
      try answer("30", walk, journal)
      try move(.previous, walk, journal)
      try answer("31", walk, journal)
      try move(.undo, walk, journal)
      try answer("x", walk, journal)
      try move(.go(3), walk, journal)
      try answer("", walk, journal)
      try move(.go(0), walk, journal)
      try move(.clear, walk, journal)
      try answer("Lee", walk, journal)
    }
    let (_, found) = try open()
    let recovered = try #require(found)
    #expect(recovered.state == .unfinished)
    #expect(!recovered.isFormChanged)
    let again = Walk(form: form, isInteractive: true)
    let replay = recovered.replay(into: again)
    #expect(replay.dropped.isEmpty)
    expectSame(again, walk)
  }

  /// Every sequence of four steps comes back as it was.
  @Test func everySequenceOfFourStepsComesBack() throws {
    enum Step: CaseIterable { case right, wrong, next, previous, clear, undo, all, go, draft }
    let form = JournalTests.form(["name", "age", "note"])
    let steps = Step.allCases
    for number in 0..<(steps.count * steps.count * steps.count * steps.count) {
      var rest = number
      let walk = Walk(form: form, isInteractive: true)
      var entries: [JournalEntry] = []
      for _ in 0..<4 {
        let field = walk.current
        func take(_ text: String) {
          let bytes = Bytes(text.utf8)
          entries.append(
            JournalEntry(form, answer: bytes.span, isExplicit: false, at: walk.current))
          _ = walk.answer(bytes.span)
        }
        func take(_ move: Move) {
          let outcome = walk.apply(move)
          if let entry = JournalEntry(form, move, outcome, at: field) { entries.append(entry) }
        }
        switch steps[rest % steps.count] {
        case .right: take("\(rest % 7)")
        case .wrong: take("x\u{1}")
        case .next: take(.next)
        case .previous: take(.previous)
        case .clear: take(.clear)
        case .undo: take(.undo)
        case .all: take(.clearAll)
        case .go: take(.go(2))
        case .draft:
          let text = Bytes("4x".utf8)
          if let entry = JournalEntry(form, draft: text.span, isExplicit: false, at: field) {
            entries.append(entry)
          }
          walk.setDraft(text.span, isExplicit: false)
        }
        rest /= steps.count
      }
      // A journal is written for a few of them: what it gives back are the entries.
      var recovered: Recovered?
      if number % 97 == 0 {
        do {
          let (journal, _) = try open(form)
          for entry in entries { try journal.append(entry) }
        }
        let (journal, found) = try open(form)
        #expect(found?.entries ?? [] == entries)
        recovered = found
        try journal.clear()
      } else {
        recovered = Recovered(entries: entries)
      }
      let again = Walk(form: form, isInteractive: true)
      _ = recovered?.replay(into: again)
      expectSame(again, walk)
    }
  }

  @Test func aSecondSessionGetsAJournalOfItsOwn() throws {
    let (first, _) = try open()
    try first.append(
      JournalEntry(field: Bytes("name".utf8), .answer(Bytes("A".utf8), isExplicit: false)))
    let (second, found) = try open()
    #expect(found == nil)
    try second.append(
      JournalEntry(field: Bytes("name".utf8), .answer(Bytes("B".utf8), isExplicit: false)))
    #expect(second.pathText == (first.pathText ?? "") + "-2")
    #expect(folder.text(journalName + "-2")?.contains("\"B\"") == true)
    #expect(folder.text(journalName)?.contains("\"A\"") == true)
  }

  @Test func linksAreNotFollowedAndOthersJournalsLeftAlone() throws {
    let target = try folder.write("target", "precious")
    symlink(target, folder.path(journalName))
    do {
      let (journal, _) = try open()
      try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
      #expect(journal.pathText?.hasSuffix("-2") == true)
    }
    #expect(folder.text("target") == "precious")
    unlink(folder.path(journalName))
    link(folder.path(journalName + "-2"), folder.path("hard"))
    #expect(try open().found == nil)
    unlink(folder.path("hard"))
    #expect(try open().found != nil)
    if geteuid() == 0 {
      chown(folder.path(journalName + "-2"), 12345, 12345)
      #expect(try open().found == nil)
    }
  }

  @Test func aDataFileBehindALinkHasOneJournal() throws {
    try folder.write("people.csv", "")
    symlink("people.csv", folder.path("link.csv"))
    do {
      let (journal, _) = try Journal.open(for: folder.path("link.csv"), form: form)
      try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
    }
    #expect(try open().found != nil)
  }

  @Test func aDataFileThatIsNoneHasNoJournal() throws {
    let (journal, found) = try Journal.open(for: "/dev/null", form: form)
    #expect(found == nil)
    #expect(journal.path == nil)
    try journal.append(JournalEntry(field: Bytes("name".utf8), .next))
    try journal.clear()
  }

  @Test func aChangedFormSaysSoAndTakesWhatFits() throws {
    do {
      let walk = Walk(form: form, isInteractive: true)
      let (journal, _) = try open()
      try answer("Kim", walk, journal)
      try answer("30", walk, journal)
      try move(.go(3), walk, journal)
      try answer("hello", walk, journal)
    }
    let other = JournalTests.form(name: "other", digest: 6)
    #expect(try open(other).found == nil)
    let changed = JournalTests.form(["note", "email", "name"], digest: 6)
    let (_, found) = try open(changed)
    let recovered = try #require(found)
    #expect(recovered.isFormChanged)
    let walk = Walk(form: changed, isInteractive: true)
    let replay = recovered.replay(into: walk)
    #expect(replay.dropped == [Bytes("age".utf8)])
    #expect(walk.accepted.values == [text("hello"), .absent, text("Kim")])
  }

  @Test func secretsAreInNoJournal() throws {
    let secret = "s3cr,\"et"
    let walk = Walk(form: form, isInteractive: true)
    let file = try RecordFile.open(path: path, form: form)
    let (journal, _) = try open()
    try answer("Kim", walk, journal)
    try answer("30", walk, journal)
    let watch = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path(journalName)))
    try answer(secret, walk, journal)
    #expect(folder.text(journalName)?.contains("s3cr") == false)
    try answer("end", walk, journal)
    try file.append(walk.finished, journal: journal)
    let seen = try String(decoding: watch.readToEnd() ?? Data(), as: UTF8.self)
    #expect(seen.contains("\"append\""))
    #expect(!seen.contains("s3cr") && !seen.contains("et\""))
    #expect(folder.text("people.csv") == "name,age,pin,note\nKim,30,\"s3cr,\"\"et\",end\n")
    #expect(folder.bytes(journalName) == nil)
  }

  @Test func aWithheldAnswerIsAskedAgain() throws {
    do {
      let walk = Walk(form: form, isInteractive: true)
      let (journal, _) = try open()
      for text in ["Kim", "30", "1234"] { try answer(text, walk, journal) }
      try move(.previous, walk, journal)
      try answer("5678", walk, journal)
      try move(.undo, walk, journal)
      try move(.go(1), walk, journal)
    }
    let walk = Walk(form: form, isInteractive: true)
    let replay = try #require(try open().found).replay(into: walk)
    #expect(replay.withheld == [2])
    #expect(walk.current == 1)
    #expect(walk.accepted.values == [text("Kim"), number("30"), .absent, .absent])
  }
}
