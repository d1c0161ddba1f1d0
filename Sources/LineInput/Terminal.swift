import CEditline
import Glibc

/// The terminal that standard input is, and a descriptor that paints on it.
final class Terminal {
  /// A window is taken to be no larger, in either direction; no screen is.
  static let largestWindow = 4096
  /// A larger window is no place for the editor: libedit keeps room for all of it.
  static let mostCells = 1_000_000

  /// Where keys come from.
  let input: Int32 = 0
  /// Where the row is painted: the very terminal that keys come from.
  let output: Int32
  /// Whether escape sequences may be used.
  let hasEscapes: Bool
  private let ownsOutput: Bool
  private let foundModes: TerminalModes
  private(set) var columns = 80
  private(set) var rows = 24

  /// Opens the terminal; nil when standard input is none, or nothing can be painted on it.
  ///
  /// - Parameter type: what `TERM` says; empty, `dumb` and unknown types get no escape sequences.
  init?(type: String) {
    guard let modes = TerminalModes(of: input), let (output, ownsOutput) = Self.findOutput() else {
      return nil
    }
    foundModes = modes
    self.output = output
    self.ownsOutput = ownsOutput
    hasEscapes = Self.understandsEscapes(type)
    _ = measure()
  }

  /// Standard error or standard output if they are the terminal of standard input, else that
  /// terminal opened once more.
  private static func findOutput() -> (Int32, Bool)? {
    guard let device = device(of: 0) else { return nil }
    for descriptor: Int32 in [2, 1] {
      if isatty(descriptor) == 1, Self.device(of: descriptor) == device,
        fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
      {
        return (descriptor, false)
      }
    }
    for path in [name(of: 0), "/dev/tty"] {
      guard let path else { continue }
      let opened = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard opened >= 0 else { continue }
      if opened > 2 { return (opened, true) }
      // A standard descriptor was closed: do not take its place.
      let high = fcntl(opened, F_DUPFD_CLOEXEC, 3)
      _ = close(opened)
      if high >= 0 { return (high, true) }
    }
    return nil
  }

  private static func device(of descriptor: Int32) -> dev_t? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_rdev : nil
  }

  private static func name(of descriptor: Int32) -> String? {
    unsafe ttyname(descriptor).map { unsafe String(cString: $0) }
  }

  /// Whether a type of terminal speaks the few sequences of ECMA-48 that the painter uses.
  static func understandsEscapes(_ type: String) -> Bool {
    // No description of a terminal has so long a name.
    if type.isEmpty || type == "dumb" || type == "emacs" || type.utf8.count > 256 { return false }
    let families = [
      "xterm", "screen", "tmux", "linux", "vt100", "vt102", "vt2", "vt3", "vt4", "rxvt", "konsole",
      "gnome", "vte", "alacritty", "foot", "kitty", "wezterm", "st-", "ansi", "cygwin", "putty",
    ]
    if families.contains(where: { type.hasPrefix($0) }) { return true }
    guard unsafe tgetent(nil, type) == 1 else { return false }
    return has(capability: "ce", "\u{1b}[K") && has(capability: "sc", "\u{1b}7")
  }

  private static func has(capability name: String, _ sequence: String) -> Bool {
    // Without a place for it the string is not copied, however long it is.
    guard let value = unsafe tgetstr(name, nil) else { return false }
    return unsafe String(cString: value).contains(sequence)
  }

  /// Asks for the window's size, and tells whether it changed.
  ///
  /// A window of no size counts as 80 columns by 24 rows.
  func measure() -> Bool {
    let size = windowSize(of: output) ?? (0, 0)
    let newColumns = size.columns > 0 ? min(size.columns, Self.largestWindow) : 80
    let newRows = size.rows > 0 ? min(size.rows, Self.largestWindow) : 24
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
    HeldTerminal.hold(foundModes, input: input, output: output, restoring: restoring)
  }

  /// Gives the terminal back as it was found.
  func release() { HeldTerminal.restore() }

  /// Shows nothing of what is typed, until `release`; the modes are otherwise those it was found in.
  func hideTyping() {
    hold(colours: false, escapes: false)
    foundModes.applyWithoutEcho(to: input)
  }

  /// Writes all bytes; a terminal that is gone swallows them.
  func write(_ bytes: [UInt8]) { writeAll(bytes.span, to: output) }

  /// Writes all bytes; a terminal that is gone swallows them.
  func write(_ bytes: Span<UInt8>) { writeAll(bytes, to: output) }

  deinit {
    if ownsOutput { _ = close(output) }
  }
}
