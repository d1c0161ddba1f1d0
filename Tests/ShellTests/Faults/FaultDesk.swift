import Foundation
import Glibc
import TestSupport

/// A folder in which the program is run under the fault injector.
final class FaultDesk {
  let folder: TemporaryFolder
  /// What is about the run and not looked at by the injector.
  let side: TemporaryFolder
  let format: String
  let file: String
  /// The length to which somebody else cuts a file; behind the first foreign record where not said.
  var shrunkLength: Int?

  /// The program that the injector can be loaded into: the release one is static.
  static let program = Program.helper("formsh")
  private static let injector = Program.helper("libFaultInjector.so")

  /// The program is no endless loop below so many calls; the longest run here makes some thousand.
  private static let mostCalls = 100_000

  /// Makes the folder, its data file `fresh`, with `rows`, or `open`: rows, the last one without its end.
  init(_ format: String, _ start: String) throws {
    folder = try TemporaryFolder()
    side = try TemporaryFolder()
    self.format = format
    file = "people.\(format)"
    if start == "fresh" { return }
    if format == "db" {
      try Data(FaultDesk.database.get()).write(to: folder.url.appendingPathComponent(file))
    } else {
      try folder.write(file, FaultDesk.text(FaultPerson.before, format, isOpen: start == "open"))
    }
  }

  /// A file of records.
  static func text(_ people: [FaultPerson], _ format: String, isOpen: Bool = false) -> String {
    let lines = (FaultPerson.header(format).map { [$0] } ?? []) + people.map { $0.line(format) }
    return lines.joined(separator: "\n") + (isOpen ? "" : "\n")
  }

  /// A database with the foreign records.
  static let database = Result { () throws -> [UInt8] in
    let folder = try TemporaryFolder()
    let lines = FaultPerson.before.flatMap(\.answers).joined(separator: "\n") + "\n"
    _ = try Program.run(
      ["-o", "people.db"], input: .redirected(Array(lines.utf8)), in: folder.url, program: program)
    return folder.bytes("people.db") ?? []
  }

  /// What the program is started with, so that calls fail by these rules.
  func environment(_ rules: [FaultRule], ready: String? = nil) -> [String: String] {
    _ = unlink(side.path("log"))
    // Somebody else cuts the file behind its first record.
    let first = FaultDesk.text(Array(FaultPerson.before.prefix(1)), format).utf8.count
    var variables = [
      "LD_PRELOAD": FaultDesk.injector, "FAULT_FOLDER": realPath(folder.url.path),
      "FAULT_RULES": rules.map(\.description).joined(separator: ";"),
      "FAULT_LOG": side.path("log"), "FAULT_LIMIT": "\(FaultDesk.mostCalls)", "FAULT_CPU": "2",
      "FAULT_SHRINK": "\(shrunkLength ?? first)", "FAULT_CUT": side.path("cut"),
      "FAULT_GROW": FaultPerson.other.line(format) + "\n",
    ]
    if let ready { variables["FAULT_READY"] = ready }
    return variables
  }

  private func realPath(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  /// The injector's log of the last run.
  var log: String { side.text("log") ?? "" }
  /// Whether a rule was used in the last run.
  var wasHit: Bool { log.contains("\n! \n") || log.hasPrefix("! \n") }
  /// Whether the program made so many calls that it would never have ended.
  var wasEndless: Bool { log.contains("endless\n") }

  /// Runs the program without a terminal.
  func run(
    _ arguments: [String], input: Input = .nothing, _ rules: [FaultRule] = [],
    output: String? = nil
  ) throws -> Outcome {
    try Program.run(
      arguments, input: input, environment: environment(rules), in: folder.url, output: output,
      program: FaultDesk.program, timeout: .seconds(30))
  }

  /// What the data file holds; nothing where there is none.
  ///
  /// A database is looked at in a copy, so that its recovery is left to the program.
  func content(of name: String? = nil, _ otherFormat: String? = nil) throws -> FaultContent {
    let name = name ?? file
    let format = otherFormat ?? format
    guard format == "db" else { return FaultContent(folder.text(name) ?? "", format) }
    let copy = try TemporaryFolder()
    for one in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    where one.hasPrefix(name) {
      try FileManager.default.copyItem(atPath: folder.path(one), toPath: copy.path(one))
    }
    guard copy.bytes(name) != nil else { return FaultContent("", format) }
    let outcome = try Program.run(
      ["-batch", copy.path(name), "SELECT * FROM person; PRAGMA integrity_check"],
      program: "/usr/bin/sqlite3")
    if outcome.error.contains("no such table") { return FaultContent("", format) }
    guard outcome.output.hasSuffix("ok\n"), outcome.error == "" else {
      var content = FaultContent("", format)
      content.strange = ["sqlite3: " + outcome.error + outcome.output]
      return content
    }
    return FaultContent(String(outcome.output.dropLast(3)), format)
  }

  /// The records that somebody cut off.
  func cutOff() -> FaultContent {
    guard let cut = side.text("cut") else { return FaultContent("", format) }
    return FaultContent((FaultPerson.header(format).map { $0 + "\n" } ?? "") + cut, format)
  }

  /// The names in the folder.
  func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  /// Cuts off a last line that is not whole, as a person does who was told of it.
  func mend() throws {
    guard format != "db", let bytes = folder.bytes(file), bytes.last != 10 else { return }
    let end = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
    if end == 0 {
      _ = unlink(folder.path(file))
    } else {
      truncate(folder.path(file), end)
    }
  }
}
