import CEditline
import Glibc

/// The terminal that standard input is, and a descriptor that paints on it.
final class Terminal {
  /// Where keys come from.
  let input: Int32 = 0
  /// Where the row is painted: the very terminal that keys come from.
  let output: Int32
  /// Whether escape sequences may be used.
  let hasEscapes: Bool
  private let ownsOutput: Bool
  private let foundModes: termios
  private(set) var columns = 80
  private(set) var rows = 24

  /// Opens the terminal; nil when standard input is none, or nothing can be painted on it.
  ///
  /// - Parameter type: what `TERM` says; empty, `dumb` and unknown types get no escape sequences.
  init?(type: String) {
    var modes = termios()
    guard tcgetattr(input, &modes) == 0 else { return nil }
    foundModes = modes
    if let open = Self.findOutput() {
      (output, ownsOutput) = open
    } else {
      return nil
    }
    hasEscapes = Self.understandsEscapes(type)
    _ = measure()
  }

  /// Standard error or standard output if they are the terminal of standard input, else that
  /// terminal opened once more.
  private static func findOutput() -> (Int32, Bool)? {
    var inputStatus = stat()
    guard fstat(0, &inputStatus) == 0 else { return nil }
    for descriptor: Int32 in [2, 1] {
      var status = stat()
      if isatty(descriptor) == 1, fstat(descriptor, &status) == 0,
        status.st_rdev == inputStatus.st_rdev,
        fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
      {
        return (descriptor, false)
      }
    }
    for path in [ttyname(0).map { String(cString: $0) }, "/dev/tty"] {
      guard let path else { continue }
      let opened = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard opened >= 0 else { continue }
      if opened > 2 { return (opened, true) }
      // A standard descriptor was closed: do not take its place.
      let high = fcntl(opened, F_DUPFD_CLOEXEC, 3)
      _ = Glibc.close(opened)
      if high >= 0 { return (high, true) }
    }
    return nil
  }

  /// Whether a type of terminal speaks the few sequences of ECMA-48 that the painter uses.
  static func understandsEscapes(_ type: String) -> Bool {
    if type.isEmpty || type == "dumb" || type == "emacs" { return false }
    let families = [
      "xterm", "screen", "tmux", "linux", "vt100", "vt102", "vt2", "vt3", "vt4", "rxvt", "konsole",
      "gnome", "vte", "alacritty", "foot", "kitty", "wezterm", "st-", "ansi", "cygwin", "putty",
    ]
    if families.contains(where: { type.hasPrefix($0) }) { return true }
    guard tgetent(nil, type) == 1 else { return false }
    return has(capability: "ce", "\u{1b}[K") && has(capability: "sc", "\u{1b}7")
  }

  private static func has(capability name: String, _ sequence: String) -> Bool {
    guard let value = tgetstr(name, nil) else { return false }
    return String(cString: value).contains(sequence)
  }

  /// Asks for the window's size, and tells whether it changed.
  ///
  /// A window of no size counts as 80 columns by 24 rows.
  func measure() -> Bool {
    var size = winsize()
    let known = ioctl(output, UInt(TIOCGWINSZ), &size) == 0
    let newColumns = known && size.ws_col > 0 ? Int(size.ws_col) : 80
    let newRows = known && size.ws_row > 0 ? Int(size.ws_row) : 24
    defer {
      columns = newColumns
      rows = newRows
    }
    return newColumns != columns || newRows != rows
  }

  /// Notes that modes are being changed, so that whatever ends the program gives them back.
  func hold(colours: Bool, escapes: Bool = true) {
    let restoring: StaticString =
      if !hasEscapes || !escapes {
        ""
      } else if colours {
        "\u{1b}[?2004l\u{1b}[?7h\u{1b}[m"
      } else {
        "\u{1b}[?2004l\u{1b}[?7h"
      }
    holdTerminal(modes: foundModes, input: input, output: output, restoring: restoring)
  }

  /// Gives the terminal back as it was found.
  func release() { restoreTerminalNow() }

  /// The modes the terminal was found in.
  var modesAsFound: termios { foundModes }

  /// Writes all bytes; a terminal that is gone swallows them.
  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes(write) }

  /// Writes all bytes; a terminal that is gone swallows them.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(output, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count > 0 {
        done += count
      } else if count < 0 && errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, 1000)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  deinit {
    if ownsOutput { _ = Glibc.close(output) }
  }
}
