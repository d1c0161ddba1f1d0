import Foundation
import TestSupport
import Testing

/// Random form files, record files and journals: a verdict or a reason, never a crash, never a lost byte.
@Suite struct FuzzFileTests {
  @Test(arguments: ["person", "tiles", "temperature", "clinic", "checkout", "conditions"])
  func formFiles(_ name: String) throws {
    let rounds = FuzzSource.rounds(60)
    let usable = try rounds.count { try FuzzFileTests.formFile(name, $0) }
    #expect((5..<rounds.count).contains(usable))
  }

  /// One damaged form file, filled with odd lines; gives whether it could be used.
  static func formFile(_ name: String, _ round: Int) throws -> Bool {
    let text =
      try name == "conditions"
      ? #require(FuzzSessionTests.conditions.schema) : Program.run(["forms", name]).output
    let folder = try TemporaryFolder()
    var source = FuzzSource("form \(name)", round)
    let bytes = source.chance(5) ? source.bytes(300) : source.mutatedForm(text)
    let form = folder.url.appendingPathComponent("form.json")
    try Data(bytes).write(to: form)
    var script: [UInt8] = []
    for _ in 0..<12 {
      script += source.line([
        "1", "M", "oak", "kim@example.org", "2024-02-29", "yes", "AB-1234", "next",
      ])
      script.append(10)
    }
    let outcome = try Program.run(["form.json"], input: .redirected(script), in: folder.url)
    let about: Comment = """
      round \(round) of \(name): \(String(decoding: bytes, as: UTF8.self))
      \(String(decoding: script, as: UTF8.self).debugDescription)
      \(outcome.error)
      """
    #expect([0, 1, 2].map(Ending.exited).contains(outcome.ending), about)
    #expect(!Bank.hasControls(outcome.error), about)
    if outcome.status == 2 {
      #expect(outcome.error.contains("form.json") && outcome.output == "", about)
      return false
    }
    guard !outcome.outputBytes.isEmpty else { return true }
    let check = try Program.run(
      ["check", "form.json", "-", "--from", "jsonl"], input: .redirected(outcome.outputBytes),
      in: folder.url)
    #expect(check.ending == .exited(0), "\(about)\(check.error)")
    return true
  }

  /// A form whose every text rings the bell, and lines that have them all said.
  @Test func textsOfAFormFileAreHarmless() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "form.json",
      #"""
      {"title":"t\u0007","description":"d\u0007","properties":{
      "n\u0007":{"title":"T\u0007","description":"D\u0007","type":"integer","minimum":3,
       "x-unit":"u\u0007","x-placeholder":"p\u0007","x-error":{"minimum":"e\u0007"},"x-none":"o\u0007"},
      "c":{"oneOf":[{"const":"a\u0007","title":"A\u0007"},{"const":"b","title":"B\u009b"}]},
      "p":{"type":"string","pattern":"^a$","x-error":"E\u0007"},
      "z\u0007":{"type":["number","null"],"readOnly":true,"x-calculate":"p + 1",
       "x-none":"z\u0007","x-unit":"\u001b"}},
      "x-check":[{"assert":"c = 'b'","message":"m\u0007","field":"c"}],
      "required":["n\u0007","p"]}
      """#)
    let lines = [
      "1", "x", "", ".show", ".why", "help", ".help n", ".goto c", ".choices", "zz", ".why",
      ".goto p", "b", ".why", ".done", ".goto c", ".choices", ".clear", ".goto nosuch", ".goto n",
      "5", "", "a", ".show", "next", ".goto",
    ]
    let script = try Bank.fill(["form.json"], lines, in: folder.url)
    #expect(!Bank.hasControls(script.error) && script.error.contains(#"e\u{7}"#), "\(script.error)")
    try folder.write(
      "a.jsonl",
      #"{"n\u0007":1,"c":"q","p":"\u0007","x\u0007":1}"# + "\n"
        + #"{"n\u0007":5,"c":"a\u0007","p":"a","z\u0007":3}"# + "\n")
    let check = try Program.run(["check", "form.json", "a.jsonl", "--summary"], in: folder.url)
    #expect(!Bank.hasControls(check.error) && check.error.contains(#"m\u{7}"#), "\(check.error)")
    // At a terminal the bell is the sign of a refused key: none was.
    let desk = try BankDesk(["form.json"], prompt: #"n\u{7} (T\u{7})"#, in: folder)
    try desk.answer("1", thenWaitFor: #"e\u{7}"#)
    try desk.answer("\u{15}.why", thenWaitFor: "3 or above")
    #expect(desk.bells == 0)
  }

  /// Right files of the person form, one a format.
  private static let goodFiles = Result { () throws -> [String: [UInt8]] in
    let folder = try TemporaryFolder()
    let lines = Bank.answers("Kim", "30", "F") + Bank.answers("a,\"b\"", "1", "M", "a@b.cc")
    var files = ["lines": Array((lines.joined(separator: "\n") + "\n").utf8)]
    for format in ["jsonl", "csv", "tsv", "db"] {
      let outcome = try Bank.fill(["-o", "a.\(format)"], lines, in: folder.url)
      #expect(outcome.status == 0)
      files[format] = folder.bytes("a.\(format)")
    }
    return files
  }

  private static func damaged(_ good: [UInt8], _ source: inout FuzzSource) -> [UInt8] {
    source.chance(10)
      ? source.bytes(source.number(0..<400)) : source.mutated(good, times: source.number(1..<6))
  }

  @Test(arguments: ["jsonl", "csv", "tsv", "db", "lines"])
  func recordFiles(_ format: String) throws {
    for round in FuzzSource.rounds(60) { try FuzzFileTests.recordFile(format, round) }
  }

  /// A damaged file through `check`.
  static func recordFile(_ format: String, _ round: Int) throws {
    let good = try #require(try goodFiles.get()[format])
    let folder = try TemporaryFolder()
    var source = FuzzSource("check \(format)", round)
    let bytes = damaged(good, &source)
    try Data(bytes).write(to: folder.url.appendingPathComponent("a.\(format)"))
    let outcome = try Program.run(
      ["check", "person", "a.\(format)", "--from", format, "-f", "json"], in: folder.url)
    let about: Comment =
      "round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription): \(outcome.error)"
    #expect([0, 1, 3].map(Ending.exited).contains(outcome.ending), about)
    #expect(!Bank.hasControls(outcome.error) && !outcome.error.isEmpty, about)
    #expect(folder.bytes("a.\(format)") == bytes, about)
    let check = try Program.run(
      ["check", "person", "-", "--from", "jsonl"], input: .redirected(outcome.outputBytes))
    #expect(check.ending == .exited(0), "\(about): \(check.error)")
  }

  @Test(arguments: ["jsonl", "csv", "tsv", "db"])
  func existingFiles(_ format: String) throws {
    let refused = try FuzzSource.rounds(60).count { try FuzzFileTests.existingFile(format, $0) }
    #expect(refused > 5)
  }

  /// A record is appended to a damaged file; gives whether that was refused.
  static func existingFile(_ format: String, _ round: Int) throws -> Bool {
    let good = try #require(try goodFiles.get()[format])
    let folder = try TemporaryFolder()
    var source = FuzzSource("append \(format)", round)
    let before = damaged(good, &source)
    let file = "a.\(format)"
    try Data(before).write(to: folder.url.appendingPathComponent(file))
    let outcome = try Bank.fill(["-o", file], Bank.answers(), in: folder.url)
    let about: Comment =
      "round \(round): \(String(decoding: before, as: UTF8.self).debugDescription): \(outcome.error)"
    let after = try #require(folder.bytes(file), about)
    #expect(outcome.output == "" && !Bank.hasControls(outcome.error), about)
    if outcome.ending == .exited(0) {
      #expect(outcome.error == "", about)
      // A database keeps its rows where it likes; a text goes on where it ended.
      #expect(format == "db" || after.starts(with: before) && after.count > before.count, about)
      return false
    }
    #expect(outcome.ending == .exited(3) && outcome.error.contains(file), about)
    #expect(after == before, about)
    return true
  }

  @Test func journals() throws {
    for round in FuzzSource.rounds(40) { try FuzzFileTests.journal(round) }
  }

  private static let goodJournal = Result { () throws -> [UInt8] in
    let folder = try TemporaryFolder()
    let start = try BankDesk(["-o", "a.csv"], in: folder)
    try start.answer("Kim", thenWaitFor: "age: ")
    try start.answer("30", thenWaitFor: "gender: ")
    start.terminal.hangUp()
    try start.terminal.waitForEnd()
    return try #require(folder.bytes(".a.csv.formsh-journal"))
  }

  /// A session that finds a damaged journal, now and then one that never ends.
  static func journal(_ round: Int) throws {
    let good = try goodJournal.get()
    let folder = try TemporaryFolder()
    let data = "name,age,gender,email\nLee,2,M,l@example.org"
    var source = FuzzSource("journal", round)
    try folder.write("a.csv", data)
    var bytes = damaged(good, &source)
    if source.chance(3), let line = good.split(separator: 10).last {
      bytes = good
      for _ in 0..<source.number(1_000..<100_000) { bytes += line + [10] }
    }
    let journal = folder.url.appendingPathComponent(".a.csv.formsh-journal")
    try Data(bytes).write(to: journal)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: journal.path)
    let about: Comment =
      "round \(round): \(String(decoding: bytes.prefix(2000), as: UTF8.self).debugDescription)"
    let terminal = try Terminal(["-o", "a.csv"], in: folder.url)
    // A prompt, or a reason why there is none; then the line goes down.
    try terminal.wait(for: "a prompt", until: { $0.firstRange(of: Array("/4 ".utf8)) != nil })
    terminal.hangUp()
    // The signal, or the end of input that comes with it.
    let ending = try terminal.waitForEnd()
    #expect([0, 1, 129].contains(ending.status), about)
    #expect(folder.text("a.csv") == data, about)
  }
}
