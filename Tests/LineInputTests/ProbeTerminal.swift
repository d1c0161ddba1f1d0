import Foundation
import TestSupport

/// The probe at a pseudo-terminal, question by question.
final class ProbeTerminal {
  /// The executable that asks the questions.
  static let path: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("prompt-probe").path
  }()

  let terminal: Terminal
  private var read = 0

  /// Starts the probe and waits until its first question stands there.
  convenience init(
    _ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String: String] = [:], redirecting: [Int32: String] = [:],
    modes: ((inout termios) -> Void)? = nil, firstShows: String = "> "
  ) throws {
    try self.init(
      arguments: arguments, columns: columns, rows: rows, environment: environment,
      redirecting: redirecting, modes: modes, firstShows: firstShows)
  }

  /// Starts the probe and waits until its first question stands there.
  init(
    arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String: String] = [:], redirecting: [Int32: String] = [:],
    modes: ((inout termios) -> Void)? = nil, firstShows: String = "> "
  ) throws {
    terminal = try Terminal(
      arguments, columns: columns, rows: rows, environment: environment, redirecting: redirecting,
      modes: modes, program: Self.path)
    try terminal.wait(for: firstShows)
    read = terminal.output.count
  }

  /// Types a text and returns what comes out until a part of it is there.
  @discardableResult
  func type(_ text: String, until part: String) throws -> String {
    String(decoding: try terminal.type(text, thenWaitFor: part), as: UTF8.self)
  }

  /// Types a text.
  func type(_ text: String) throws { try terminal.type(text) }

  /// Waits for the next reply of the probe, such as `line abc`.
  func reply() throws -> String {
    var found = ""
    var length = 0
    try terminal.wait(for: "a reply", since: read) { bytes in
      guard let start = bytes.firstRange(of: Array("\n=".utf8)),
        let end = bytes[start.upperBound...].firstIndex(of: 0x0d)
      else { return false }
      found = String(decoding: bytes[start.upperBound..<end], as: UTF8.self)
      length = end
      return true
    }
    read += length
    return found
  }

  /// Types a text and returns the reply to it.
  func reply(to text: String) throws -> String {
    try type(text)
    return try reply()
  }

  /// What the probe said of the prompt before its first question.
  var notes: [String] {
    terminal.text.split(separator: "\r\n").filter { $0.hasPrefix("=note ") }
      .map { String($0.dropFirst()) }
  }

  /// How often the bell rang.
  var bells: Int { terminal.output.count { $0 == 7 } }

  /// The screen that everything so far gives.
  func screen(columns: Int = 80, rows: Int = 24) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    screen.feed(terminal.output)
    return screen
  }

  /// Waits until the screen is exactly these rows.
  func wait(rows: [String], columns: Int = 80, height: Int = 24) throws {
    try terminal.wait(for: "the screen \(rows)") { _ in
      screen(columns: columns, rows: height).lines == rows
    }
  }
}
