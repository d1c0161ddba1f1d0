import Foundation
import TestSupport
import Testing

/// A folder with one file of records, and the sessions that people have at it.
struct SavingDesk {
  let folder: TemporaryFolder
  /// The name of the file of records.
  let name: String
  /// The form, as on the command line.
  var form: [String] = []

  init(_ name: String) throws {
    folder = try TemporaryFolder()
    self.name = name
  }

  /// The name of the first session's journal.
  var journalName: String { ".\(name).formsh-journal" }
  var hasJournal: Bool { access(folder.path(journalName), F_OK) == 0 }
  var journal: String { folder.text(journalName) ?? "" }

  /// Starts a session and waits for its first prompt.
  func start(
    _ arguments: [String] = [], program: String = Program.path, before: [String] = []
  ) throws -> Seat {
    let all = before + form + ["-o", name] + arguments
    let seat = Seat(try Terminal(all, in: folder.url, program: program))
    try seat.waitForPrompt()
    return seat
  }

  /// Runs a script at the file.
  func script(_ lines: String, _ arguments: [String] = [], after preparation: String? = nil) throws
    -> Outcome
  {
    try Program.run(
      form + ["-o", name] + arguments, input: .redirected(Array(lines.utf8)), in: folder.url,
      after: preparation)
  }

  /// The records in the file, one a line, with `|` between the values; nil when there is no file.
  func records() throws -> [String]? {
    guard access(folder.path(name), F_OK) == 0 else { return nil }
    if name.hasSuffix(".db") {
      let outcome = try Program.run(
        [folder.path(name), "SELECT * FROM person"], program: "/usr/bin/sqlite3")
      if outcome.error.contains("no such table") { return [] }
      #expect(outcome.error == "")
      return outcome.output.split(separator: "\n").map { String($0) }
    }
    let text = folder.text(name) ?? ""
    #expect(text.isEmpty || text.hasSuffix("\n"), "a torn line is left: \(text)")
    let lines = text.split(whereSeparator: \.isNewline).map { String($0) }
    if name.hasSuffix(".jsonl") {
      return try lines.map { line in
        let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return ["name", "age", "gender", "email"].map { "\(members?[$0] ?? "")" }
          .joined(separator: "|")
      }
    }
    #expect(lines.first == "name,age,gender,email")
    return lines.dropFirst().map { $0.replacingOccurrences(of: ",", with: "|") }
  }
}

/// A person's place at the terminal: keys go in, rows without the terminal's sequences come out.
final class Seat {
  static let prevKey = "\u{1b}[Z"
  static let nextKey = "\u{1b}[6~"
  static let emptyLine = "\u{15}"
  static let interrupt = "\u{3}"
  static let end = "\u{4}"

  let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// All rows that came out, the last one being the one in work.
  var rows: [String] { Seat.rows(terminal.output) }
  var text: String { rows.joined(separator: "\n") }
  /// How many records were said to be saved.
  var saidSaved: Int { rows.count { $0.hasPrefix("record ") && $0.contains(" is saved to ") } }
  /// Whether a record in progress was said to be found.
  var hasFound: Bool {
    rows.contains { $0.hasPrefix("found the record in progress of an earlier session") }
  }

  /// The text that bytes put on a screen, by rows.
  static func rows(_ bytes: [UInt8]) -> [String] {
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      switch bytes[i] {
      case 0x1B where i + 1 < bytes.count && bytes[i + 1] == 0x5B:
        i += 2
        while i < bytes.count, !(0x40...0x7E).contains(bytes[i]) { i += 1 }
      case 0x1B: i += 1
      case 0x0D, 0x07: break
      case let byte: out.append(byte)
      }
      i += 1
    }
    return String(decoding: out, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Waits until the last row begins with some text, after a new row was begun; gives the rows since.
  @discardableResult
  func waitForRow(_ beginning: String, since start: Int = 0, isNew: Bool = true) throws -> [String]
  {
    try Seat.rows(
      terminal.wait(for: "a row that begins with \(beginning)", since: start) {
        let rows = Seat.rows($0)
        return (!isNew || rows.count > 1) && rows[rows.count - 1].hasPrefix(beginning)
      })
  }

  /// Waits for a prompt of the form in a fresh row.
  func waitForPrompt() throws {
    try terminal.wait(for: "a prompt") {
      // What switches the wrapping on again ends the painting of a prompt.
      let rows = Seat.rows($0)
      return rows.count > 2 && Seat.isPrompt(rows[rows.count - 1])
        && $0.suffix(5).elementsEqual("\u{1b}[?7h".utf8)
    }
  }

  private static func isPrompt(_ row: String) -> Bool {
    let place = row.prefix { $0 != " " }.split(separator: "/")
    return place.count == 2 && place.allSatisfy { Int($0) != nil } && row.contains(": ")
  }

  /// Types a line with its last key, and waits until a prompt stands in a new row; gives the rows since.
  @discardableResult
  func enter(_ keys: String, thenAt prompt: String) throws -> [String] {
    let start = terminal.output.count
    if keys.count > 1, keys.hasSuffix(Seat.interrupt) {
      // The terminal throws away what is typed ahead of an interrupt.
      try terminal.type(String(keys.dropLast()))
      try terminal.wait(for: "an echo", since: start) { !$0.isEmpty }
      try terminal.type(Seat.interrupt)
    } else {
      try terminal.type(keys)
    }
    return try waitForRow(prompt, since: start)
  }

  /// The table of `.show` and the prompt with its draft below it.
  func show() throws -> [String] {
    let start = terminal.output.count
    try terminal.type(Seat.emptyLine + ".show\r")
    let part = try terminal.wait(for: "the table", since: start) {
      let rows = Seat.rows($0)
      return rows.count > 2 && Seat.isPrompt(rows[rows.count - 1])
        && $0.suffix(5).elementsEqual("\u{1b}[?7h".utf8)
    }
    return Array(Seat.rows(part).dropFirst())
  }

  /// Kills the program as nothing else does: it can do nothing more.
  func kill() throws {
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForEnd() == .killed(SIGKILL))
  }

  /// Leaves with `quit`, once more where the record is not saved; gives the status.
  @discardableResult
  func quit() throws -> Int32 {
    let start = terminal.output.count
    try terminal.type(Seat.emptyLine + "quit\r")
    let warning = "once more to leave"
    try terminal.wait(for: "the end or a warning", since: start) {
      let bytes = $0
      return bytes.suffix(3).elementsEqual("\u{1b}[m".utf8)
        && bytes.firstRange(of: Array("\u{1b}[?2004l".utf8)) != nil
        || bytes.firstRange(of: Array(warning.utf8)) != nil
    }
    if Seat.rows(Array(terminal.output.dropFirst(start))).contains(where: { $0.contains(warning) })
    {
      try terminal.type("quit\r")
    }
    return try terminal.waitForEnd().status
  }
}
