import Foundation
import Glibc
import TestSupport
import Testing

/// Journals that are not what the next session would like them to be.
@Suite struct SavingJournalTests {
  private func form(_ properties: String, required: String = "") -> String {
    #"{"type":"object","title":"Things","properties":{\#(properties)},"required":[\#(required)]}"#
  }

  private func desk(_ properties: String, required: String = "") throws -> SavingDesk {
    var desk = try SavingDesk("things.jsonl")
    desk.form = ["things.json"]
    try desk.folder.write("things.json", form(properties, required: required))
    return desk
  }

  // MARK: Another form

  @Test func aChangedFormIsSaidAndTakesWhatFits() throws {
    let desk = try desk(#""a":{},"b":{},"c":{"type":"integer"},"d":{}"#)
    let seat = try desk.start()
    for (answer, then) in [("one\r", "2/4"), ("two\r", "3/4"), ("250\r", "4/4")] {
      try seat.enter(answer, thenAt: then)
    }
    try seat.kill()
    try desk.folder.write(
      "things.json",
      form(#""a":{},"new":{"default":"x"},"c":{"type":"integer","maximum":100},"d":{}"#))
    let next = try desk.start()
    #expect(next.text.contains("an earlier session; the form has changed"))
    #expect(next.text.contains("\na one, new x\n"))
    #expect(next.text.contains("\nnot in the form any more: b\n"))
    // The number is too high now: it is a draft with its message, and nothing was lost of it.
    #expect(
      try next.show().contains {
        $0.split(separator: " ").prefix(5) == [">", "c", "empty", "draft:", "250"]
          || $0.split(separator: " ").prefix(4) == ["c", "empty", "draft:", "250"]
      })
    try next.kill()
    // It is the new form's record now: nothing has changed since.
    try desk.folder.write("answers", "")
    let last = try desk.start()
    #expect(last.hasFound)
    try last.enter(Seat.emptyLine + ".goto c\r", thenAt: "3/4 c: 250")
    try last.enter(Seat.emptyLine + "99\r", thenAt: "4/4")
    try last.enter("end\r", thenAt: "1/4")
    #expect(last.saidSaved == 1)
    #expect(try last.quit() == 0)
    let line = desk.folder.text("things.jsonl") ?? ""
    #expect(line.hasPrefix(#"{"a":"one","#) && line.contains(#""c":99,"d":"end"}"#))
    #expect(!line.contains("two") && line.filter(\.isNewline).count == 1)
  }

  @Test func aRecordThatIsCompleteOnlyByTheChangedFormIsNotSavedUnasked() throws {
    let desk = try desk(#""a":{},"b":{},"c":{}"#)
    let seat = try desk.start()
    try seat.enter("one\r", thenAt: "2/3")
    try seat.enter("two\r", thenAt: "3/3")
    try seat.kill()
    try desk.folder.write("things.json", form(#""a":{},"b":{}"#))
    let next = try desk.start()
    #expect(next.hasFound && next.saidSaved == 0)
    #expect(desk.folder.text("things.jsonl") == nil)
    try next.enter(Seat.emptyLine + ".done\r", thenAt: "1/2")
    #expect(try next.quit() == 0)
    #expect(desk.folder.text("things.jsonl") == "{\"a\":\"one\",\"b\":\"two\"}\n")
  }

  @Test func anotherFormAtTheSameFileHasAJournalOfItsOwn() throws {
    var desk = try desk(#""a":{},"b":{}"#)
    let seat = try desk.start()
    try seat.enter("one\r", thenAt: "2/2")
    try seat.kill()
    let kept = desk.journal
    desk.form = ["person"]
    let other = try desk.start()
    #expect(!other.hasFound)
    try other.enter("Kim\r", thenAt: "2/4")
    try other.kill()
    #expect(desk.journal == kept)
    #expect(try desk.start().text.contains("\nname Kim\n"))
    desk.form = ["things.json"]
    let back = try desk.start()
    #expect(back.text.contains("\na one\n") && !back.text.contains("changed"))
  }

  // MARK: Journals that are none

  /// What stands at the journal's place; nil where it cannot be made here.
  enum Stranger: String, CaseIterable {
    case garbage, words, binary, laterVersion, empty
    case link, linkToOwn, hardLink, folder, pipe, othersMayWrite, somebodyElses
  }

  private static let entered = """
    {"journal":1,"form":"person","digest":"7d701dc65703c1f1"}
    {"at":"name","answer":"Eve"}

    """

  /// Puts it there; false where it cannot be made here.
  private func put(_ stranger: Stranger, _ desk: SavingDesk) throws -> Bool {
    let path = desk.folder.path(desk.journalName)
    let target = desk.folder.path("target")
    switch stranger {
    case .garbage: try desk.folder.write(desk.journalName, "{\"at\":\"name\",\"answer\":\"Eve\"}\n")
    case .words: try desk.folder.write(desk.journalName, "not a journal")
    case .binary: try Data((0...255).map { UInt8($0) }).write(to: URL(fileURLWithPath: path))
    case .laterVersion:
      try desk.folder.write(
        desk.journalName, Self.entered.replacingOccurrences(of: "l\":1", with: "l\":2"))
    case .empty: try desk.folder.write(desk.journalName, "")
    case .link, .linkToOwn, .hardLink:
      try desk.folder.write("target", stranger == .link ? "precious\n" : Self.entered)
      #expect((stranger == .hardLink ? link(target, path) : symlink(target, path)) == 0)
    case .folder: #expect(mkdir(path, 0o700) == 0)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .othersMayWrite, .somebodyElses:
      try desk.folder.write(desk.journalName, Self.entered)
      if stranger == .othersMayWrite { return chmod(path, 0o666) == 0 }
      return chmod(path, 0o644) == 0 && chown(path, 65534, 65534) == 0
    }
    return true
  }

  @Test(arguments: Stranger.allCases) func whatIsNoJournalIsLeftAloneAndSaid(_ stranger: Stranger)
    throws
  {
    let desk = try SavingDesk("people.csv")
    guard try put(stranger, desk) else { return }
    let before = desk.folder.text(desk.journalName)
    let seat = try desk.start()
    #expect(!seat.hasFound && !seat.text.contains("Eve"))
    let words = "\(desk.journalName): is no journal of yours, and is left alone"
    // An empty one is what a crash can leave: it is taken away without a word.
    let isSaid = seat.rows.joined(separator: " ").contains(words)
    #expect(isSaid == (stranger != .empty), "\(seat.text)")
    try seat.enter("Kim\r", thenAt: "2/4")
    try seat.kill()
    if stranger != .empty { #expect(desk.folder.text(desk.journalName) == before) }
    if stranger == .link { #expect(desk.folder.text("target") == "precious\n") }
    // The session's own journal is found behind it.
    let next = try desk.start()
    #expect(next.text.contains("\nname Kim\n"))
    #expect(try next.quit() == 1)
  }

  @Test func aTornLastLineIsIgnored() throws {
    let desk = try SavingDesk("people.csv")
    let seat = try desk.start()
    try seat.enter("Kim\r", thenAt: "2/4")
    try seat.kill()
    for torn in ["{", "{\"at\":\"age\",\"answer\":\"25\"}", "\0\0\0\0"] {
      let whole = desk.journal
      let handle = try FileHandle(
        forWritingTo: desk.folder.url.appendingPathComponent(desk.journalName))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(torn.utf8))
      try handle.close()
      let next = try desk.start()
      #expect(next.text.contains("\nname Kim\ngoing on at age\n"))
      try next.kill()
      #expect(desk.journal == whole)
    }
  }

  // MARK: Two sessions

  @Test func twoSessionsAtOneFileKeepApart() throws {
    let desk = try SavingDesk("people.jsonl")
    let one = try desk.start()
    try one.enter("Kim\r", thenAt: "2/4")
    let two = try desk.start()
    #expect(!two.hasFound)
    try two.enter("Lee\r", thenAt: "2/4")
    #expect(desk.journal.contains("Kim") && !desk.journal.contains("Lee"))
    try two.kill()
    // The first lives still: only what the second left is taken up.
    let three = try desk.start()
    #expect(three.text.contains("\nname Lee\n"))
    try one.kill()
    let four = try desk.start()
    #expect(four.text.contains("\nname Kim\n"))
    for seat in [three, four] {
      try seat.enter("25\r", thenAt: "3/4")
      try seat.enter("M\r", thenAt: "4/4")
      try seat.enter("k@x.org\r", thenAt: "1/4")
      #expect(try seat.quit() == 0)
    }
    #expect(try desk.records() == ["Lee|25|M|k@x.org", "Kim|25|M|k@x.org"])
    let files = try FileManager.default.contentsOfDirectory(atPath: desk.folder.url.path)
    #expect(files == ["people.jsonl"])
  }

  // MARK: Secrets

  @Test func aSecretStandsNowhereAndIsAskedAgain() throws {
    let secret = "Xyzzy4711"
    let desk = try desk(
      #""a":{},"pin":{"writeOnly":true,"minLength":4},"c":{}"#, required: #""pin""#)
    func isAnywhere() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: desk.folder.url.path)
        .contains { desk.folder.text($0)?.contains(secret) == true }
    }
    let seat = try desk.start()
    try seat.enter("one\r", thenAt: "2/3")
    try seat.enter("no\r", thenAt: "2/3")  // too short
    try seat.enter(secret + Seat.nextKey, thenAt: "3/3")
    try seat.enter(Seat.prevKey, thenAt: "2/3")
    try seat.enter(secret + "\r", thenAt: "3/3")
    #expect(try !isAnywhere() && !seat.text.contains(secret))
    try seat.kill()
    #expect(try !isAnywhere())
    let next = try desk.start()
    #expect(next.text.contains("\nto be answered again, since it was not kept: pin\n"))
    #expect(!next.text.contains(secret))
    #expect(next.rows.last?.hasPrefix("3/3 c: ") == true)
    // Without it the record is not finished.
    try next.enter("end\r", thenAt: "2/3 pin: ")
    try next.enter(secret + "\r", thenAt: "1/3")
    #expect(next.saidSaved == 1 && !next.text.contains(secret))
    #expect(try next.quit() == 0)
    #expect(
      desk.folder.text("things.jsonl") == "{\"a\":\"one\",\"pin\":\"\(secret)\",\"c\":\"end\"}\n")
  }
}
