import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// Appending to text files: DESIGN.md, section 8.
struct AppendTests {
  private let folder: TemporaryFolder
  private let ab = form(("a", .text), ("b", .integer))
  private let row = record(text("x,y"), number("7"))

  init() throws { folder = try TemporaryFolder() }

  /// Appends a record to a file of this content, and gives what it is then.
  private func appended(
    _ content: String?, to name: String, _ form: Form? = nil, _ record: Record? = nil
  ) throws -> String? {
    let path = folder.path(name)
    if let content { try folder.write(name, content) }
    let file = try RecordFile.open(path: path, form: form ?? ab)
    try file.append(record ?? row)
    #expect(file.savedCount == 1)
    try file.close()
    return folder.text(name)
  }

  @Test(arguments: [
    ("new.csv", "a,b\n\"x,y\",7\n"), ("new.tsv", "a\tb\nx,y\t7\n"),
    ("new.jsonl", "{\"a\":\"x,y\",\"b\":7}\n"), ("new.txt", "{\"a\":\"x,y\",\"b\":7}\n"),
    ("new.CSV", "a,b\n\"x,y\",7\n"),
  ])
  func aNewFileIsInTheFormatOfItsEnding(_ name: String, _ content: String) throws {
    #expect(try appended(nil, to: name) == content)
  }

  @Test func anotherEndingTakesTheGivenFormat() throws {
    let path = folder.path("x.txt")
    let file = try RecordFile.open(path: path, form: ab, format: .sh)
    try file.append(row)
    #expect(folder.text("x.txt") == "a='x,y'\nb='7'\n")
  }

  @Test func theFileIsMadeWithTheFirstRecord() throws {
    let file = try RecordFile.open(path: folder.path("x.csv"), form: ab)
    #expect(folder.bytes("x.csv") == nil)
    try file.append(row)
    try file.append(row)
    #expect(folder.text("x.csv") == "a,b\n\"x,y\",7\n\"x,y\",7\n")
  }

  /// The content before, and what is appended to it.
  @Test(
    arguments: [
      ("x.csv", "", "a,b\n\"x,y\",7\n"),
      ("x.csv", "a,b\n1,2\n", "\"x,y\",7\n"),
      ("x.csv", "a,b\n1,2", "\n\"x,y\",7\n"),
      ("x.csv", "a,b", "\n\"x,y\",7\n"),
      ("x.csv", "b,a\n2,1\n", "7,\"x,y\"\n"),
      ("x.csv", "\"b\",\"a\"\n2,\"1\n\"\n", "7,\"x,y\"\n"),
      ("x.csv", "a,b\r\n1,2\r\n", "\"x,y\",7\r\n"),
      ("x.csv", "a,b\r\n1,2", "\r\n\"x,y\",7\r\n"),
      ("x.csv", "a,b\r\n1,2\r", "\n\"x,y\",7\r\n"),
      ("x.csv", "a,b\r1,2\r", "\"x,y\",7\r"),
      ("x.csv", "a,b\r1,2", "\r\"x,y\",7\r"),
      ("x.csv", "\u{FEFF}a,b\n1,2\n", "\"x,y\",7\n"),
      ("x.csv", "\u{FEFF}b,a\r\n", "7,\"x,y\"\r\n"),
      ("x.csv", "\u{FEFF}", "a,b\n\"x,y\",7\n"),
      ("x.csv", "a,b\n\"1\n\n", nil),
      ("x.csv", "a,b\n\"1\n2\",\"3\"", "\n\"x,y\",7\n"),
      ("x.csv", "a,b\n\"5\"\" nail\",3", "\n\"x,y\",7\n"),
      ("x.csv", "a,b\n5\" nail,3\n", "\"x,y\",7\n"),
      ("x.tsv", "b\ta\n2\t1\n", "7\tx,y\n"),
      ("x.jsonl", "{\"z\":1}\n", "{\"a\":\"x,y\",\"b\":7}\n"),
      ("x.jsonl", "{\"z\":1}", "\n{\"a\":\"x,y\",\"b\":7}\n"),
      ("x.jsonl", "{\"z\":1}\r\n", "{\"a\":\"x,y\",\"b\":7}\r\n"),
      ("x.jsonl", "{\"z\":1}\r\n{}", "\r\n{\"a\":\"x,y\",\"b\":7}\r\n"),
      ("x.jsonl", "\u{FEFF}{\"z\":1}\n", "{\"a\":\"x,y\",\"b\":7}\n"),
      ("x.jsonl", "\u{FEFF}", "{\"a\":\"x,y\",\"b\":7}\n"),
    ] as [(String, String, String?)])
  func anExistingFileIsGoneOnWithInItsOwnWay(
    _ name: String, _ content: String, _ added: String?
  ) throws {
    guard let added else {
      #expect(throws: RecordFileError.self) { try appended(content, to: name) }
      #expect(folder.text(name) == content)
      return
    }
    #expect(try appended(content, to: name) == content + added)
  }

  @Test func whereAFormHasOneColumnAnEmptyLineIsARecord() throws {
    let form = form(("a", .text))
    #expect(try appended("a\n\n\n", to: "x.csv", form, record(.absent)) == "a\n\n\n\n")
    #expect(try appended("a\nx", to: "y.csv", form, record(.absent)) == "a\nx\n\n")
  }

  /// A torn last line, and the line that it is.
  @Test(arguments: [
    ("x.csv", "a,b\n1,2\n3", 3), ("x.csv", "a,b\n1,2\n\"3\n\n4", 3),
    ("x.csv", "a,b\n\"1\n2\",3\n\"", 4),
    ("x.csv", "a,b\n1,2,3", 2), ("x.csv", "a,b\r\n1,2\r\n3", 3), ("x.csv", "a,b\r1,2\r3", 3),
    ("x.csv", "a,b\n\"1\"2,3", 2), ("x.jsonl", "{}\n{}\n{\"a\":1", 3), ("x.jsonl", "{\"a\"", 1),
    ("x.jsonl", "{}\n12", 2), ("x.jsonl", "{}\n{}x", 2),
  ])
  func aTornLastLineIsRefusedWithItsPlace(_ name: String, _ content: String, _ line: Int) throws {
    let path = try folder.write(name, content)
    #expect(throws: RecordFileError(path, .torn(line: line))) {
      try RecordFile.open(path: path, form: ab)
    }
    #expect(folder.text(name) == content)
  }

  @Test func theLineOfATearIsRightInAFileOfManyBlocks() throws {
    let lines = (0..<200_000).map { "\"\($0)\r\n\",\($0)\r\n" }.joined()
    let path = try folder.write("x.csv", "a,b\r\n" + lines + "1")
    #expect(throws: RecordFileError(path, .torn(line: 400_002))) {
      try RecordFile.open(path: path, form: ab)
    }
    let json = try folder.write("x.jsonl", String(repeating: "{\"a\":1}\n", count: 300_000) + "{")
    #expect(throws: RecordFileError(json, .torn(line: 300_001))) {
      try RecordFile.open(path: json, form: ab)
    }
  }

  @Test func otherColumnsAreRefusedByName() throws {
    let path = try folder.write("x.csv", "a,c,a\n1,2,3\n")
    #expect(
      throws: RecordFileError(
        path, .columns(TableHeader(["a", "c", "a"].map { Bytes($0.utf8) }, ab)))
    ) { try RecordFile.open(path: path, form: ab) }
    #expect(folder.text("x.csv") == "a,c,a\n1,2,3\n")
  }

  @Test func whatOthersAppendMeanwhileIsRespected() throws {
    let path = try folder.write("x.csv", "b,a\n")
    let file = try RecordFile.open(path: path, form: ab)
    try file.append(row)
    let other = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try other.seekToEnd()
    try other.write(contentsOf: Data("1,2".utf8))
    try file.append(row)
    #expect(folder.text("x.csv") == "b,a\n7,\"x,y\"\n1,2\n7,\"x,y\"\n")
    try other.seekToEnd()
    try other.write(contentsOf: Data("\"torn\n".utf8))
    #expect(throws: RecordFileError(path, .torn(line: 5))) { try file.append(row) }
    #expect(file.savedCount == 2)
    #expect(folder.text("x.csv") == "b,a\n7,\"x,y\"\n1,2\n7,\"x,y\"\n\"torn\n")
  }

  @Test func aFileThatTookThePlaceOfTheOpenOneIsAppendedTo() throws {
    let path = try folder.write("x.csv", "a,b\n1,2\n")
    let file = try RecordFile.open(path: path, form: ab)
    try file.append(row)
    rename(try folder.write("new", "b,a\r\n"), path)
    try file.append(row)
    #expect(folder.text("x.csv") == "b,a\r\n7,\"x,y\"\r\n")
    // Emptied and shortened by others.
    truncate(path, 0)
    try file.append(row)
    #expect(folder.text("x.csv") == "a,b\n\"x,y\",7\n")
  }

  @Test func aFileThatIsGoneIsAnError() throws {
    let path = try folder.write("x.csv", "a,b\n1,2\n")
    let file = try RecordFile.open(path: path, form: ab)
    try file.append(row)
    unlink(path)
    #expect(throws: RecordFileError(path, .vanished)) { try file.append(row) }
    #expect(file.savedCount == 1)
    #expect(folder.bytes("x.csv") == nil)
  }

  @Test func groupedRecordsCountWhenTheyAreOnTheDisk() throws {
    let path = folder.path("x.csv")
    let file = try RecordFile.open(path: path, form: ab, isGrouping: true)
    for _ in 0..<3 { try file.append(row) }
    #expect(file.savedCount == 0)
    #expect(file.waitingCount == 3)
    #expect(folder.bytes("x.csv") == nil)
    try file.flush()
    #expect(file.savedCount == 3)
    #expect(file.waitingCount == 0)
    for _ in 0..<200_000 { try file.append(row) }
    #expect(file.savedCount > 3)
    try file.close()
    #expect(file.savedCount == 200_003)
    #expect(folder.text("x.csv")?.utf8.count == 4 + 200_003 * 8)
  }

  @Test func encodedRecordsAreAppendedAsTheyAre() throws {
    let path = try folder.write("x.csv", "b,a\r\n")
    let file = try RecordFile.open(path: path, form: ab, isGrouping: true)
    var encoder = try #require(file.encoder)
    var bytes: Bytes = []
    encoder.write(row, into: &bytes)
    encoder.write(row, into: &bytes)
    try file.append(encoded: bytes, ends: [bytes.count / 2, bytes.count])
    try file.close()
    #expect(file.savedCount == 2)
    #expect(folder.text("x.csv") == "b,a\r\n7,\"x,y\"\r\n7,\"x,y\"\r\n")
  }

  @Test func aSymbolicLinkIsFollowed() throws {
    let path = try folder.write("x.csv", "a,b\n")
    symlink("x.csv", folder.path("link.csv"))
    let file = try RecordFile.open(path: folder.path("link.csv"), form: ab)
    try file.append(row)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b\n\"x,y\",7\n")
    symlink("nothing.csv", folder.path("open.csv"))
    try RecordFile.open(path: folder.path("open.csv"), form: ab).append(row)
    #expect(folder.text("nothing.csv") == "a,b\n\"x,y\",7\n")
  }

  // MARK: What is no file, or none that can be written

  @Test func devicesAndPipesTakeRecords() throws {
    let file = try RecordFile.open(path: "/dev/null", form: ab, format: .csv)
    try file.append(row)
    try file.append(row)
    #expect(file.savedCount == 2)
    let pipe = folder.path("pipe.csv")
    mkfifo(pipe, 0o600)
    let reading = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let piped = try RecordFile.open(path: pipe, form: ab)
    try piped.append(row)
    try piped.append(row)
    var bytes = Bytes(repeating: 0, count: 100)
    let count = read(reading, &bytes, 100)
    #expect(Bytes(bytes[..<max(0, count)]).string == "a,b\n\"x,y\",7\n\"x,y\",7\n")
  }

  @Test func aFullDeviceIsAnError() throws {
    let file = try RecordFile.open(path: "/dev/full", form: ab)
    #expect(throws: RecordFileError("/dev/full", .system(ENOSPC))) { try file.append(row) }
    #expect(file.savedCount == 0)
  }

  @Test func aFolderAndAMissingFolderAreErrors() throws {
    let path = folder.url.path
    #expect(throws: RecordFileError(path, .system(EISDIR))) {
      try RecordFile.open(path: path, form: ab)
    }
    let missing = folder.path("no/x.csv")
    #expect(throws: RecordFileError(missing, .system(ENOENT))) {
      try RecordFile.open(path: missing, form: ab)
    }
  }

  // MARK: Limits

  private func probe(_ words: String..., under limit: String) throws -> TestSupport.Outcome {
    try Program.run(words, in: folder.url, after: limit, program: probePath)
  }

  @Test(arguments: ["x.jsonl", "x.csv"])
  func atASizeLimitTheEarlierRecordsStayWholeAndAreCounted(_ name: String) throws {
    // 2 KiB: some forty records fit.
    let outcome = try probe("append", name, "w", "100", under: "ulimit -f 4")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("system(\(EFBIG))"))
    let saved = outcome.output.split(separator: "\n").filter { $0.hasPrefix("saved") }.count
    let content = try #require(folder.text(name))
    #expect(content.hasSuffix("\n"))
    let form = probeForm
    let read = try read(
      folder.path(name), name == "x.csv" ? .csv : .json, form
    ).records
    #expect(saved > 10 && saved < 100)
    #expect(read.count == saved)
    #expect(read.allSatisfy { $0.fault == nil })
  }

  @Test(arguments: ["x.jsonl", "x.csv"])
  func ofAGroupThatDoesNotFitTheRecordsThatDoAreKept(_ name: String) throws {
    let outcome = try probe("append", name, "w", "100", "group", under: "ulimit -f 4")
    #expect(outcome.status == 3)
    let read = try read(
      folder.path(name), name == "x.csv" ? .csv : .json, probeForm
    ).records
    #expect(read.count > 10 && read.count < 100)
    #expect(read.allSatisfy { $0.fault == nil })
    #expect(folder.text(name)?.hasSuffix("\n") == true)
  }

  @Test func aNewFileThatGetsNoRecordDoesNotStay() throws {
    let outcome = try probe("append", "x.csv", "w", "1", under: "ulimit -f 0")
    #expect(outcome.status == 3)
    #expect(folder.bytes("x.csv") == nil)
    try folder.write("own.csv", "")
    _ = try probe("append", "own.csv", "w", "1", under: "ulimit -f 0")
    #expect(folder.bytes("own.csv") == [])
  }

  // MARK: Many at once

  @Test(arguments: ["all.jsonl", "all.csv", "all.tsv", "all.db"])
  func twentyProcessesLoseAndMixNothing(_ name: String) throws {
    let path = folder.path(name)
    let script = """
      for i in $(seq 20); do "$0" append "$1" "w$i" 50 > "out$i" & done; wait; cat out*
      """
    let outcome = try Program.run(
      ["-c", script, probePath, path], in: folder.url, program: "/bin/sh", timeout: .seconds(120))
    #expect(outcome.output.split(separator: "\n").count { $0 == "saved 50" } == 40)
    let names = try namesAndAges(path)
    #expect(names.count == 1000)
    let wanted = (1...20).flatMap { i in (1...50).map { "w\(i)-\($0) \($0)" } }
    #expect(Set(names) == Set(wanted))
  }

  /// Writers that are killed: what is there are whole records, those that were said to be saved among them.
  @Test(arguments: ["all.jsonl", "all.csv", "all.db"])
  func killedWritersLeaveWholeRecords(_ name: String) throws {
    let path = folder.path(name)
    let script = """
      for i in $(seq 8); do "$0" append "$1" "w$i" 5000 > "out$i" & eval "p$i=$!"; done
      for i in $(seq 8); do
        while [ "$(wc -l < "out$i")" -lt $((i * 7)) ]; do :; done
        eval "kill -9 \\$p$i"
      done
      wait; cat out*
      """
    let outcome = try Program.run(
      ["-c", script, probePath, path], in: folder.url, program: "/bin/bash",
      timeout: .seconds(120))
    let names = try namesAndAges(path)
    #expect(Set(names).count == names.count)
    for i in 1...8 {
      let said = (folder.text("out\(i)") ?? "").split(separator: "\n").count {
        $0.hasPrefix("saved")
      }
      let kept = names.count { $0.hasPrefix("w\(i)-") }
      #expect(said >= i * 7)
      // One that came to its end before it was killed has said its last word twice.
      #expect(kept == min(said, 5000) || kept == said + 1, "\(outcome.error)")
    }
  }
}

/// The probe's path, beside the tests.
let probePath = Program.helper("RecordsProbe")

/// The form of the probe.
let probeForm = form(("name", .text), ("age", .integer), ("note", .text), name: "person", digest: 7)

/// The name and the age of each record in a file; every record must be whole.
func namesAndAges(_ path: String) throws -> [String] {
  func joined(_ values: [Value]) -> String { "\(values[0].text.string) \(values[1].text.string)" }
  if case .database = FileFormat(path: FilePath(path), otherwise: .json) {
    let reader = try DatabaseReader(FilePath(path), form: probeForm)
    var record = Record(fieldCount: 3)
    var names: [String] = []
    while case .record = try reader.next(into: &record) { names.append(joined(record.values)) }
    #expect(names.count == reader.rowCount)
    return names
  }
  let format: SourceFormat =
    path.hasSuffix(".jsonl") ? .json : path.hasSuffix(".tsv") ? .tsv : .csv
  let records = try read(path, format, probeForm).records
  #expect(records.allSatisfy { $0.fault == nil })
  return records.filter { $0.fault == nil }.map { joined($0.values) }
}
