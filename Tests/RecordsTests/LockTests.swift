import Forms
import Foundation
import Glibc
import Records
import TestSupport
import Testing

/// Files that another program has locked: waited for with a word and an end.
@Suite struct LockTests {
  private let folder: TemporaryFolder
  private let ab = form(("a", .text), ("b", .integer), name: "x")
  private let row = record(text("x"), number("7"))

  init() throws { folder = try TemporaryFolder() }

  /// Something that has a file locked until it is let go.
  private final class Holder {
    private let descriptor: Int32
    private let file: RecordFile?

    /// Locks a text file as another program would, or a database by a transaction.
    init(_ path: String, _ form: Form, _ row: Record) throws {
      if path.hasSuffix(".db") {
        descriptor = -1
        let file = try RecordFile.open(path: path, form: form, isGrouping: true)
        try file.append(row)
        self.file = file
      } else {
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        #expect(flock(descriptor, LOCK_EX) == 0)
        file = nil
      }
    }

    func letGo() {
      file?.abandon()
      if descriptor >= 0 { _ = flock(descriptor, LOCK_UN) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  private func made(_ name: String) throws -> String {
    let path = folder.path(name)
    let file = try RecordFile.open(path: path, form: ab)
    try file.append(row)
    try file.close()
    return path
  }

  static let names = ["x.csv", "x.jsonl", "x.db"]

  @Test(arguments: names) func itIsGivenUpAfterTheTimeAndSaid(_ name: String) throws {
    let path = try made(name)
    let patience = Patience(seconds: 1)
    var said: [FilePath] = []
    patience.announce = { said.append($0) }
    let file = try RecordFile.open(path: FilePath(path), form: ab, patience: patience)
    let holder = try Holder(path, ab, row)
    #expect(throws: RecordFileError(path, .locked(seconds: 1))) { try file.append(row) }
    #expect(said == [FilePath(path)])
    #expect(file.savedCount == 0)
    holder.letGo()
    try file.append(row)
    #expect(file.savedCount == 1)
  }

  @Test(arguments: names) func withoutPatienceItIsNotWaitedFor(_ name: String) throws {
    let path = try made(name)
    let patience = Patience(seconds: 0)
    patience.pause = { _ in
      Issue.record("it waits")
      return 0
    }
    let file = try RecordFile.open(path: FilePath(path), form: ab, patience: patience)
    let holder = try Holder(path, ab, row)
    #expect(throws: RecordFileError(path, .locked(seconds: 0))) { try file.append(row) }
    holder.letGo()
  }

  @Test(arguments: names) func aSignalEndsTheWait(_ name: String) throws {
    let path = try made(name)
    let patience = Patience(seconds: 60)
    var pauses = 0
    patience.pause = { _ in
      pauses += 1
      return pauses == 3 ? SIGTERM : 0
    }
    let file = try RecordFile.open(path: FilePath(path), form: ab, patience: patience)
    let holder = try Holder(path, ab, row)
    #expect(throws: RecordFileError(path, .interrupted(SIGTERM))) { try file.append(row) }
    #expect(pauses == 3)
    holder.letGo()
  }

  @Test(arguments: names) func whatIsLetGoMeanwhileTakesTheRecord(_ name: String) throws {
    let path = try made(name)
    let patience = Patience(seconds: 60)
    let file = try RecordFile.open(path: FilePath(path), form: ab, patience: patience)
    let holder = try Holder(path, ab, row)
    var pauses = 0
    patience.pause = { _ in
      pauses += 1
      if pauses == 3 { holder.letGo() }
      return 0
    }
    try file.append(row)
    #expect(file.savedCount == 1 && pauses == 3)
  }

  @Test(arguments: ["x.csv", "x.jsonl"]) func aLockedFileCanBeOpenedToBeLookedAtLater(
    _ name: String
  ) throws {
    let path = try made(name)
    let holder = try Holder(path, ab, row)
    #expect(throws: RecordFileError(path, .locked(seconds: 0))) {
      try RecordFile.open(path: FilePath(path), form: ab, patience: Patience(seconds: 0))
    }
    let file = try RecordFile.open(
      path: FilePath(path), form: ab, patience: Patience(seconds: 60), waitsNow: false)
    #expect(file.isUnseen)
    holder.letGo()
    try file.append(row)
    #expect(file.savedCount == 1)
  }

  @Test func aPipeWithoutReaderIsWaitedFor() throws {
    let pipe = folder.path("pipe.csv")
    mkfifo(pipe, 0o600)
    let patience = Patience(seconds: 60)
    let file = try RecordFile.open(path: FilePath(pipe), form: ab, patience: patience)
    patience.pause = { _ in SIGINT }
    #expect(throws: RecordFileError(pipe, .interrupted(SIGINT))) { try file.append(row) }
    var reading: Int32 = -1
    patience.pause = { _ in
      reading = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      return 0
    }
    try file.append(row)
    defer { close(reading) }
    var bytes = Bytes(repeating: 0, count: 100)
    let count = read(reading, &bytes, 100)
    #expect(Bytes(bytes[..<max(0, count)]).string == "a,b\nx,7\n")
  }

  @Test func aLockedDatabaseIsReadWhenItIsLetGo() throws {
    // In this mode a transaction that writes keeps readers out.
    let path = folder.path("x.db")
    _ = try tool(
      "sqlite3", path, "CREATE TABLE x (a TEXT, b INTEGER); INSERT INTO x VALUES ('x', 7)")
    let shell = try Terminal([path], program: "/usr/bin/sqlite3")
    try shell.wait(for: "sqlite> ")
    try shell.type("BEGIN EXCLUSIVE;\r", thenWaitFor: "sqlite> ")
    // The answer of a statement shows that the one before was carried out.
    try shell.type("SELECT 'lock' || 'ed';\r", thenWaitFor: "locked\r\n")
    #expect(throws: RecordFileError(path, .locked(seconds: 0))) {
      try DatabaseReader(FilePath(path), form: ab, patience: Patience(seconds: 0))
    }
    let patience = Patience(seconds: 60)
    var pauses = 0
    patience.pause = { _ in
      pauses += 1
      if pauses == 1 {
        _ = try? shell.type("COMMIT;\rSELECT 'op' || 'en';\r", thenWaitFor: "open\r\n")
      }
      return 0
    }
    let reader = try DatabaseReader(FilePath(path), form: ab, patience: patience)
    #expect(reader.rowCount == 1 && pauses > 0)
  }
}
