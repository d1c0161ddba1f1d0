import Foundation
import Glibc
import TestSupport
import Testing

/// The whole program, killed at each system call by which a record gets into its file.
@Suite struct SavingSystemCallTests {
  static let strace = "/usr/bin/strace"
  /// Whether strace is there and may trace: a container may forbid it.
  static let canTrace: Bool = {
    guard access(strace, X_OK) == 0 else { return false }
    let outcome = try? Program.run(["-o", "/dev/null", "/bin/true"], program: strace)
    return outcome?.status == 0
  }()

  /// The calls that change something, or that others wait for.
  private static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "flock", "unlink", "mmap",
  ]

  /// What strace is told beside what to trace: only the file, its companions, its journal and the folder.
  private func paths(_ desk: SavingDesk) -> [String] {
    let folder = desk.folder.url.resolvingSymlinksInPath().path
    return ["", "/" + desk.name, "/\(desk.name)-wal", "/\(desk.name)-shm", "/" + desk.journalName]
      .flatMap { ["-P", folder + $0] }
  }

  /// All lines of a record but for the last, and then the last one; the program may be killed any time.
  private func fill(_ seat: Seat) throws {
    for (answer, then) in [("Kim\r", "2/4"), ("25\r", "3/4"), ("M\r", "4/4")] {
      try seat.enter(answer, thenAt: then)
    }
    try seat.terminal.type("kim@x.org\r")
  }

  /// How often each call was made before the last line of the record, and within its save.
  private func counts(_ name: String) throws -> [(call: String, numbers: ClosedRange<Int>)] {
    let desk = try SavingDesk(name)
    let log = try TemporaryFolder()
    let list = Self.calls.joined(separator: ",")
    let seat = try desk.start(
      program: Self.strace,
      before: ["-o", log.path("log"), "-e", "trace=" + list] + paths(desk) + [Program.path])
    try fill(seat)
    try seat.waitForRow("1/4 name: ")
    try seat.terminal.wait(for: "is saved to")
    // What follows, the program's end, is no part of the save.
    let lines = (log.text("log") ?? "").split(separator: "\n").map { String($0) }
    #expect(try seat.quit() == 0)
    let last = try #require(lines.lastIndex { $0.contains(#"\"at\":\"email\""#) })
    return Self.calls.compactMap { call in
      let all = lines.indices.filter { lines[$0].hasPrefix(call + "(") }
      let before = all.count { $0 <= last }
      return all.count > before ? (call, before + 1...all.count) : nil
    }
  }

  @Test(
    .enabled(if: SavingSystemCallTests.canTrace, "strace is not there, or may not trace"),
    arguments: ["people.jsonl", "people.csv", "people.db"])
  func killedWithinASaveTheRecordIsThereOnce(_ name: String) throws {
    var (kills, again, whole) = (0, 0, 0)
    for (call, numbers) in try counts(name) {
      for number in numbers {
        let place = "\(name): \(call) \(number)"
        let desk = try SavingDesk(name)
        let seat = try desk.start(
          program: Self.strace,
          before: ["-o", "/dev/null", "-e", "trace=" + call]
            + ["-e", "inject=\(call):signal=KILL:when=\(number)"] + paths(desk) + [Program.path])
        try fill(seat)
        #expect(try seat.terminal.waitForEnd() == .killed(SIGKILL), "\(place)")
        kills += 1
        // The word comes after all of it.
        #expect(seat.saidSaved == 0, "\(place)")
        let hadJournal = desk.hasJournal
        let next = try desk.start()
        let wasWhole = next.rows.contains { $0.hasPrefix("the last record of an earlier session") }
        #expect(hadJournal == (next.hasFound != wasWhole), "\(place): \(next.text)")
        #expect(next.saidSaved == (next.hasFound ? 1 : 0), "\(place): \(next.text)")
        again += next.hasFound ? 1 : 0
        whole += wasWhole ? 1 : 0
        #expect(try next.quit() == 0, "\(place)")
        #expect(try desk.records() == ["Kim|25|M|kim@x.org"], "\(place)")
        let files = try FileManager.default.contentsOfDirectory(atPath: desk.folder.url.path)
        #expect(files == [name], "\(place)")
      }
    }
    #expect(kills >= (name.hasSuffix(".db") ? 30 : 10))
    #expect(again >= 3 && whole >= 3)
  }
}
