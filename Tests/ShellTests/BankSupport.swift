import Foundation
import TestSupport
import Testing

/// What the acceptance cases of `Cases/bank-open.json` are played with.
///
/// Each test that begins with a case's id is that case; ``BankCasesTests`` knows them by that.
enum Bank {
  /// Runs the program over lines of redirected input.
  static func fill(
    _ arguments: [String] = [], _ lines: [String], environment: [String: String] = [:],
    in folder: URL? = nil, after preparation: String? = nil
  ) throws -> Outcome {
    try Program.run(
      arguments, input: .redirected(Array(lines.map { $0 + "\n" }.joined().utf8)),
      environment: environment, in: folder, after: preparation)
  }

  /// Runs a shell command in a folder, with the program as `$formsh`.
  static func shell(_ command: String, in folder: TemporaryFolder? = nil) throws -> Outcome {
    try Program.run(
      ["-c", command], environment: ["formsh": Program.path], in: folder?.url,
      program: "/bin/bash")
  }

  /// What SQLite's own shell answers.
  static func query(_ database: String, _ statement: String) throws -> String {
    let outcome = try Program.run(
      ["sqlite3", "-batch", database, statement], program: "/usr/bin/env")
    #expect(outcome.error == "" && outcome.status == 0)
    return outcome.output
  }

  /// The four right answers of the person form.
  static func answers(
    _ name: String = "Tove", _ age: String = "30", _ gender: String = "M",
    _ email: String = "tove@example.org"
  ) -> [String] {
    [name, age, gender, email]
  }

  /// A record of the person form as it is written; the name must need no escape.
  static func person(
    _ name: String = "Tove", _ age: String = "30", _ gender: String = "M",
    _ email: String = "tove@example.org"
  ) -> String {
    #"{"name":"\#(name)","age":\#(age),"gender":"\#(gender)","email":"\#(email)"}"# + "\n"
  }

  /// A folder with a form file `form.json` of these properties.
  static func form(_ properties: String, more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("form.json", #"{"type":"object","properties":{\#(properties)}\#(more)}"#)
    return folder
  }

  /// Waits for what another process does to files; there is nothing else to wait on.
  static func wait(for what: String, until isThere: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(20)
    while try !isThere() {
      if ContinuousClock.now > end { throw SupportError.late(what, seen: "nothing") }
      usleep(2000)
    }
  }

  /// Whether a text has a control character that would reach a terminal, line feeds aside.
  static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }
  }
}

extension Outcome {
  /// The lines of standard error.
  var messages: [String] { error.split(separator: "\n").map(String.init) }

  /// The message of a line about a field, without both; nil when there is none.
  func message(_ line: Int, _ field: String) -> String? {
    let start = "stdin:\(line): \(field): "
    return messages.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }
}

/// The program at a pseudo-terminal, its records going to a file of their own.
final class BankDesk {
  let folder: TemporaryFolder
  let terminal: Terminal

  /// Starts the program and waits for its first prompt.
  init(
    _ arguments: [String] = [], prompt: String = "name: ", columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String: String] = [:], in folder: TemporaryFolder? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    terminal = try Terminal(
      arguments, columns: columns, rows: rows, environment: environment, in: folder.url,
      redirecting: [1: folder.path("records")])
    try terminal.wait(for: prompt)
  }

  /// What was handed over; waits until it is this many lines, which come with the next prompt.
  func records(_ count: Int) throws -> String {
    var text = ""
    try Bank.wait(for: "\(count) records") {
      text = folder.text("records") ?? ""
      return text.utf8.count { $0 == 10 } >= count
    }
    return text
  }

  /// How often the bell rang.
  var bells: Int { terminal.output.count { $0 == 7 } }

  /// Types a text, presses Return and waits for what must come then.
  func answer(_ text: String = "", thenWaitFor next: String) throws {
    try terminal.type(text + "\r", thenWaitFor: next)
  }

  /// Types keys that must ring the bell once.
  func typeRefused(_ keys: String) throws {
    try terminal.type(keys, thenWaitFor: "\u{7}")
  }

  /// Fills the person form from the name on, with Return at the end of what was typed already.
  func finishPerson() throws {
    try answer(thenWaitFor: "age: ")
    try finishFromAge()
  }

  /// Fills the person form from the age on.
  func finishFromAge() throws {
    try answer("30", thenWaitFor: "gender: ")
    try answer("M", thenWaitFor: "email: ")
    try answer("tove@example.org", thenWaitFor: "record 1")
  }
}
