package import Foundation
import Glibc

/// A program at a pseudo-terminal of its own: what it sends is bytes, not a screen.
///
/// For signals, terminal modes, hang-ups and byte counts; ``Tmux`` shows screens. The program leads
/// a session, so it cannot be stopped by Ctrl-Z here: that wants a shell around it.
package final class Terminal {
  /// The program's process.
  package let process: pid_t
  /// All that came out so far.
  package private(set) var output: [UInt8] = []
  /// The terminal's modes before the program started.
  package let modesBefore: termios

  private let main: Int32
  private var closed = false
  private var ending: Ending?

  /// Starts formsh, or another program, at a terminal of its own.
  ///
  /// - Parameters:
  ///   - arguments: the command line after the program's name.
  ///   - columns: the width in columns.
  ///   - rows: the height in rows.
  ///   - environment: added to the bare environment and `TERM=xterm-256color`.
  ///   - folder: its working folder.
  ///   - redirecting: files that take the place of the terminal, by descriptor: opened for
  ///     reading for 0, else made, or emptied, and written.
  ///   - modes: changes to the terminal's modes before it starts.
  ///   - program: another executable than formsh.
  /// - Throws: ``SupportError`` when it cannot be started.
  package init(
    _ arguments: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String: String] = [:], in folder: URL? = nil,
    redirecting: [Int32: String] = [:], modes: ((inout termios) -> Void)? = nil,
    program: String = Program.path
  ) throws {
    var main: Int32 = -1
    var side: Int32 = -1
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&main, &side, &name, nil, &size) == 0 else {
      throw SupportError.system("open a pseudo-terminal", errno)
    }
    _ = fcntl(main, F_SETFD, FD_CLOEXEC)
    _ = fcntl(side, F_SETFD, FD_CLOEXEC)
    var kept = termios()
    tcgetattr(side, &kept)
    if let modes {
      modes(&kept)
      tcsetattr(side, TCSANOW, &kept)
      tcgetattr(side, &kept)
    }
    self.main = main
    modesBefore = kept

    var launch = Launch(executable: program, arguments: arguments)
    launch.environment = Program.bareEnvironment
      .merging(["TERM": "xterm-256color"]) { $1 }.merging(environment) { $1 }
    launch.folder = folder?.path
    launch.terminal = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (descriptor, path) in redirecting {
      let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      launch.descriptors[descriptor] = open(path, flags | O_CLOEXEC, 0o644)
    }
    defer { for given in launch.descriptors.values { close(given) } }
    process = try launch.start()
    close(side)  // so that the program's end is seen as the terminal's
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      _ = reap(process, Deadline(.seconds(10)))
    }
    if !closed { close(main) }
  }

  /// What came out so far as text, invalid UTF-8 shown as U+FFFD.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Types bytes as they are.
  package func type(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SupportError.system("type at the terminal", errno) }
      sent += count
    }
  }

  /// Types a text; Return is `\r`, Ctrl-C `\u{3}`, Escape `\u{1b}`.
  package func type(_ text: String) throws { try type(Array(text.utf8)) }

  /// Waits until what came out since `start` satisfies a condition, and returns that part.
  ///
  /// - Parameters:
  ///   - what: named when it does not come.
  ///   - start: an earlier `output.count`.
  ///   - timeout: how long at most.
  ///   - satisfied: asked after every read with all bytes from `start` on.
  /// - Returns: all bytes from `start` on.
  /// - Throws: ``SupportError/late(_:seen:)`` when it does not come, or the program ends without it.
  @discardableResult
  package func wait(
    for what: String, since start: Int = 0, timeout: Duration = .seconds(20),
    until satisfied: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    let deadline = Deadline(timeout)
    while true {
      let part = Array(output.dropFirst(start))
      if satisfied(part) { return part }
      guard !closed, awaitInput(main, deadline), let bytes = readAvailable(main) else {
        throw SupportError.late(what, seen: String(decoding: part, as: UTF8.self).debugDescription)
      }
      output += bytes
    }
  }

  /// Waits until a text has come out since `start`.
  @discardableResult
  package func wait(
    for text: String, since start: Int = 0, timeout: Duration = .seconds(20)
  ) throws -> [UInt8] {
    let sought = Array(text.utf8)
    return try wait(for: text.debugDescription, since: start, timeout: timeout) {
      $0.firstRange(of: sought) != nil
    }
  }

  /// Types a text, then waits for another to come out after it.
  @discardableResult
  package func type(_ text: String, thenWaitFor answer: String) throws -> [UInt8] {
    let start = output.count
    try type(text)
    return try wait(for: answer, since: start)
  }

  /// Takes what has come out by now, and waits for nothing.
  package func takeOutput() {
    while !closed, awaitInput(main, Deadline(.zero)), let bytes = readAvailable(main) {
      output += bytes
    }
  }

  /// Waits until a program under the fault injector has read all that was typed and waits for more.
  ///
  /// All that it showed before has come out then.
  ///
  /// - Parameters:
  ///   - ready: the FIFO that the injector tells it to, open for reading without waiting.
  ///   - typed: how many bytes were typed so far.
  ///   - timeout: how long at most.
  /// - Returns: false when the program ended, or went away from its terminal, before.
  /// - Throws: ``SupportError/late(_:seen:)`` when nothing of this comes.
  package func waitUntilIdle(_ ready: Int32, typed: Int, timeout: Duration = .seconds(20)) throws
    -> Bool
  {
    let deadline = Deadline(timeout)
    var shown: Int?
    while !closed {
      if let shown, output.count >= shown { return true }
      var items = [pollfd(fd: main, events: Int16(POLLIN), revents: 0)]
      if shown == nil { items.append(pollfd(fd: ready, events: Int16(POLLIN), revents: 0)) }
      if poll(&items, nfds_t(items.count), deadline.milliseconds) <= 0, deadline.passed {
        throw SupportError.late("the program to wait", seen: text.debugDescription)
      }
      if items[0].revents != 0 {
        guard let bytes = readAvailable(main) else { return false }
        output += bytes
      } else if items.count > 1, items[1].revents != 0 {
        var counts: (UInt32, UInt32) = (0, 0)
        if read(ready, &counts, 8) == 8, Int(counts.0) >= typed { shown = Int(counts.1) }
      }
    }
    return false
  }

  /// The terminal's modes now.
  package var modes: termios {
    var now = termios()
    tcgetattr(main, &now)
    return now
  }

  /// Whether the terminal's modes are as they were before the program started.
  package var isAsFound: Bool {
    var now = modes
    var before = modesBefore
    return memcmp(&now, &before, MemoryLayout<termios>.size) == 0
  }

  /// Changes the window's size; the program gets SIGWINCH.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// Sends the program a signal.
  package func signal(_ number: Int32) { kill(process, number) }

  /// Takes the terminal away, as a dropped connection does; the program gets SIGHUP.
  package func hangUp() {
    if !closed { close(main) }
    closed = true
  }

  /// Reads on until the program has ended, and says how.
  ///
  /// - Throws: ``SupportError/late(_:seen:)`` when it does not end in time.
  @discardableResult
  package func waitForEnd(timeout: Duration = .seconds(20)) throws -> Ending {
    if let ending { return ending }
    let deadline = Deadline(timeout)
    while !closed, awaitInput(main, deadline), let bytes = readAvailable(main) { output += bytes }
    guard let end = reap(process, deadline) else {
      throw SupportError.late("the program's end", seen: text.debugDescription)
    }
    ending = end
    return end
  }
}
