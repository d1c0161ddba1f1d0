import Glibc

/// The modes of a terminal, in room of their own.
///
/// On the heap, and larger than the compiler takes them to be: a variable of `termios` was seen to get three bytes
/// less than the C library writes to it.
@safe final class TerminalModes {
  private let room: UnsafeMutablePointer<termios>

  /// Reads the modes of a terminal; nil where a descriptor is none.
  init?(of descriptor: Int32) {
    unsafe room = .allocate(capacity: 2)
    unsafe room.initialize(repeating: termios(), count: 2)
    guard unsafe tcgetattr(descriptor, room) == 0 else { return nil }
  }

  /// Gives them to a terminal, once what was written is out; no input is dropped.
  func apply(to descriptor: Int32) { _ = unsafe tcsetattr(descriptor, TCSADRAIN, room) }

  /// Gives them to a terminal, but typed text is not shown on it.
  func applyWithoutEcho(to descriptor: Int32) {
    unsafe room[1] = room[0]
    unsafe room[1].c_lflag &= ~tcflag_t(ECHO)
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, room + 1)
  }

  /// Copies them to where a signal handler finds them.
  func copy(to other: UnsafeMutablePointer<termios>) { unsafe other.update(from: room, count: 1) }

  deinit { unsafe room.deallocate() }
}
