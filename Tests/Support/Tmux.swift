package import Foundation
import Glibc

/// A program in a real terminal emulator, tmux, with a server of its own: what it shows is a screen.
package final class Tmux {
  /// What a person sees.
  package struct Screen: Equatable, Sendable, CustomStringConvertible {
    /// The rows from the top, without the blanks at their ends, empty rows at the end left out.
    package let rows: [String]
    /// The cursor's column, counted from 0.
    package let column: Int
    /// The cursor's row, counted from 0.
    package let row: Int

    /// A screen to compare with.
    package init(rows: [String], column: Int, row: Int) {
      self.rows = rows
      self.column = column
      self.row = row
    }

    /// The rows as text, then the cursor.
    package var description: String {
      rows.joined(separator: "\n") + "\n(cursor at column \(column), row \(row))"
    }
  }

  private let folder: TemporaryFolder
  private let socket: String

  /// Starts formsh, or a shell command, in a window of this size.
  ///
  /// - Parameters:
  ///   - arguments: the command line after formsh.
  ///   - columns: the width in columns.
  ///   - rows: the height in rows.
  ///   - environment: added to the bare environment; `TERM` is `tmux-256color`.
  ///   - working: the working folder.
  ///   - command: a shell command in place of formsh and its arguments.
  /// - Throws: ``SupportError`` when tmux does not start it.
  package init(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], in working: URL? = nil, command: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    socket = folder.path("socket")
    // The screen stays when the program has ended, with nothing added; a lone Escape is passed on.
    let settings = try folder.write(
      "settings",
      """
      set -g status off
      set -g remain-on-exit on
      set -g remain-on-exit-format ''
      set -g default-terminal tmux-256color
      set -g escape-time 0
      set -g default-shell /bin/sh
      set -g history-limit 5000

      """)
    let words = ([Program.path] + arguments).map(Tmux.quoted).joined(separator: " ")
    let variables = Program.bareEnvironment.merging(["TERM": "tmux-256color"]) { $1 }
      .merging(environment) { $1 }
      .map { Tmux.quoted("\($0.key)=\($0.value)") }.joined(separator: " ")
    try tmux(
      ["-f", settings, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
        + (working.map { ["-c", $0.path] } ?? [])
        + ["exec env -i \(variables) \(command.map { "/bin/sh -c \(Tmux.quoted($0))" } ?? words)"])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// A word as a POSIX shell reads it back.
  package static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// Types a text as it stands.
  package func type(_ text: String) throws {
    // A semicolon at the end of an argument would end tmux's command.
    try send(["-l", "--", text.hasSuffix(";") ? text.dropLast() + "\\;" : text])
  }

  /// Presses keys by tmux's names, such as `Enter`, `BSpace`, `C-a`, `BTab`, `PPage`.
  package func press(_ keys: String...) throws { try send(keys) }

  /// Sends bytes as a terminal would.
  package func send(bytes: [UInt8]) throws {
    try send(["-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes a text, bracketed where the program has asked for that.
  package func paste(_ text: String) throws {
    let file = try folder.write("paste", text)
    try tmux(["load-buffer", file, ";", "paste-buffer", "-p", "-r"])
  }

  /// Changes the window's size.
  package func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Keeps every byte that the program sends from now on, until ``stopRecording()``.
  package func startRecording() throws {
    for name in ["bytes", "bytes-end"] { _ = unlink(folder.path(name)) }
    let bytes = Tmux.quoted(folder.path("bytes"))
    let end = Tmux.quoted(folder.path("bytes-end"))
    try tmux(["pipe-pane", "-O", "cat > \(bytes); : > \(end)"])
  }

  /// Ends what ``startRecording()`` began and returns the bytes.
  ///
  /// What the program is to have sent is waited for on the screen first.
  package func stopRecording() throws -> [UInt8] {
    try tmux(["pipe-pane"])
    let deadline = Deadline(.seconds(20))
    while folder.bytes("bytes-end") == nil {
      if deadline.passed { throw SupportError.late("the end of the recording", seen: "nothing") }
      poll(nil, 0, 5)  // another process writes it
    }
    return folder.bytes("bytes") ?? []
  }

  /// The whole screen as it is now.
  package func screen() throws -> Screen {
    let text = try tmux([
      "display-message", "-p", "#{cursor_x} #{cursor_y}", ";", "capture-pane", "-p",
    ])
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let cursor = rows.removeFirst().split(separator: " ").compactMap { Int($0) }
    rows = rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
    while rows.last == "" { rows.removeLast() }
    return Screen(rows: rows, column: cursor.first ?? -1, row: cursor.last ?? -1)
  }

  /// How the program ended; nil while it runs.
  package func ending() throws -> Ending? {
    let format = "#{pid},#{pane_dead},#{pane_dead_status},#{pane_dead_signal}"
    let fields =
      try tmux(["display-message", "-p", format])
      .split(whereSeparator: \.isNewline).first?
      .split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) } ?? []
    guard fields.count == 4, fields[1] == 1 else { return nil }
    if let status = fields[2] { return .exited(status) }
    if let signal = fields[3] { return .killed(signal) }
    // The pane is at its end but the child not reaped: tmux now and then misses the signal.
    if let server = fields[0], server > 1 { kill(server, SIGCHLD) }
    return nil
  }

  /// Waits until the screen satisfies a condition, and returns it.
  ///
  /// - Throws: ``SupportError/late(_:seen:)`` with the last screen when it does not in time.
  @discardableResult
  package func wait(
    for what: String, timeout: Duration = .seconds(20), until satisfied: (Screen) -> Bool
  ) throws -> Screen {
    let deadline = Deadline(timeout)
    while true {
      let now = try screen()
      if satisfied(now) { return now }
      if deadline.passed { throw SupportError.late(what, seen: "\n\(now)") }
      poll(nil, 0, 5)  // tmux has no event for a changed screen
    }
  }

  /// Waits until the screen is exactly these rows, the cursor exactly there.
  @discardableResult
  package func wait(
    rows: [String], column: Int, row: Int, timeout: Duration = .seconds(20)
  ) throws -> Screen {
    let wanted = Screen(rows: rows, column: column, row: row)
    return try wait(for: "the screen\n\(wanted)", timeout: timeout) { $0 == wanted }
  }

  /// Waits until some row holds a text.
  @discardableResult
  package func wait(for text: String, timeout: Duration = .seconds(20)) throws -> Screen {
    try wait(for: text.debugDescription, timeout: timeout) { screen in
      screen.rows.contains { $0.contains(text) }
    }
  }

  /// Waits until the program has ended, and says how.
  @discardableResult
  package func waitForEnd(timeout: Duration = .seconds(20)) throws -> Ending {
    let deadline = Deadline(timeout)
    while true {
      if let ending = try ending() { return ending }
      if deadline.passed { throw SupportError.late("the program's end", seen: "\n\(try screen())") }
      poll(nil, 0, 5)
    }
  }

  private func send(_ words: [String]) throws { try tmux(["send-keys"] + words) }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    let outcome = try Program.run(
      ["tmux", "-u", "-S", socket] + words,
      environment: ["LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "TERM": "xterm-256color"],
      program: "/usr/bin/env")
    guard outcome.status == 0 else {
      throw SupportError.tool("tmux \(words.joined(separator: " "))", outcome.error)
    }
    return outcome.output
  }
}
