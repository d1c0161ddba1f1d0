import Foundation
import Glibc
import TestSupport

/// A person at the terminal, under the fault injector: each line is typed when the program waits for it.
final class FaultSitting {
  let desk: FaultDesk
  let terminal: Terminal
  private let ready: Int32
  private var typed = 0
  /// Whether the program has ended, or left its terminal.
  private(set) var isOver = false

  init(_ desk: FaultDesk, _ rules: [FaultRule], _ more: [String] = []) throws {
    self.desk = desk
    let fifo = desk.side.path("ready")
    _ = unlink(fifo)
    guard mkfifo(fifo, 0o600) == 0 else { throw SupportError.system("make a FIFO", errno) }
    ready = open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    terminal = try Terminal(
      ["-o", desk.file] + more, columns: 200, environment: desk.environment(rules, ready: fifo),
      in: desk.folder.url, program: FaultDesk.program)
    try settle()
  }

  deinit { close(ready) }

  private func settle() throws {
    isOver = try !terminal.waitUntilIdle(ready, typed: typed)
  }

  /// Types keys and waits until the program has seen to them; gives what it showed meanwhile.
  @discardableResult
  func type(_ keys: String) throws -> String {
    guard !isOver else { return "" }
    let start = terminal.output.count
    typed += keys.utf8.count
    // Who has gone in between reads no keys: that shows at the next look.
    try? terminal.type(keys)
    try settle()
    return Seat.rows(Array(terminal.output.dropFirst(start))).joined(separator: "\n")
  }

  /// Leaves; gives how the program ended, nil where it would not.
  func leave() throws -> Ending? {
    for _ in 0..<6 where !isOver { try type(Seat.emptyLine + "quit\r") }
    guard isOver else {
      terminal.hangUp()
      _ = try terminal.waitForEnd()
      return nil
    }
    return try terminal.waitForEnd()
  }

  var text: String { Seat.rows(terminal.output).joined(separator: "\n") }

  /// How many records were said to be saved.
  var said: Int {
    Seat.rows(terminal.output).count { $0.hasPrefix("record ") && $0.contains(" is saved to ") }
  }

  /// The accepted values that a table of `.show` has, by field; nil for none.
  static func values(_ table: String) -> [String?]? {
    let rows = table.split(separator: "\n")
    var values: [String?] = []
    for field in ["name", "age", "gender", "email"] {
      guard
        let row = rows.last(where: {
          ($0.hasPrefix("> ") || $0.hasPrefix("  ")) && $0.dropFirst(2).hasPrefix(field + " ")
        })
      else { return nil }
      var rest = row.dropFirst(2 + field.count).drop { $0 == " " }
      for mark in ["  draft: ", "  ("] {
        if let end = rest.range(of: mark) { rest = rest[..<end.lowerBound] }
      }
      while rest.last == " " { rest.removeLast() }
      values.append(rest == "empty" ? nil : String(rest))
    }
    return values
  }
}
