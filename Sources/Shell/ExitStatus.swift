// How the program ends, in one number.

internal import Glibc

/// The exit statuses (DESIGN.md, section 2); one over 128 is the end by a signal, as a shell says it.
enum ExitStatus {
  static let good: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
  static let interrupted: Int32 = 130
  static let brokenPipe: Int32 = 141
  static let terminated: Int32 = 143

  /// Ends the program by the signal that a status stands for; other statuses do nothing.
  ///
  /// Whoever started it sees no other end then: a loop of a shell stops at Ctrl-C.
  static func raiseSignal(of status: Int32) {
    guard status > 128 else { return }
    signal(status - 128, SIG_DFL)
    raise(status - 128)
  }
}
