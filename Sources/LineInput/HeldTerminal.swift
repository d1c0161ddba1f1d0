import Glibc
import Synchronization

/// A terminal whose modes are not as they were found, and what gives them back, from anywhere: a signal handler too.
enum HeldTerminal {
  private struct Held {
    var modes = termios()
    /// Room behind the modes: see `TerminalModes`.
    var spare = termios()
    var input: Int32 = -1
    var output: Int32 = -1
    var words: StaticString = ""
  }

  /// Made once, never moved; written only while `isHeld` says that no handler looks at it.
  nonisolated(unsafe) private static let held: UnsafeMutablePointer<Held> = {
    let room = UnsafeMutablePointer<Held>.allocate(capacity: 1)
    unsafe room.initialize(to: Held())
    return unsafe room
  }()
  private static let isHeld = Atomic(false)

  /// Notes that a terminal is about to be changed, its modes as they were found, and what undoes what is sent to it.
  static func hold(
    _ modes: TerminalModes, input: Int32, output: Int32, restoring words: StaticString
  ) {
    guard !isHeld.load(ordering: .acquiring) else { return }
    unsafe modes.copy(to: &held.pointee.modes)
    unsafe held.pointee.input = input
    unsafe held.pointee.output = output
    unsafe held.pointee.words = words
    isHeld.store(true, ordering: .releasing)
  }

  /// Gives the terminal back as it was found, if it is held.
  ///
  /// Waits until what was written is out, and drops no input: it belongs to the next program.
  static func restore() {
    guard isHeld.load(ordering: .acquiring) else { return }
    sayWords()
    _ = unsafe tcsetattr(held.pointee.input, TCSADRAIN, &held.pointee.modes)
    // Only now: a signal that comes before finds it still held, and does it once more.
    isHeld.store(false, ordering: .releasing)
  }

  /// The same from a signal handler, as often as one comes: it waits for nothing.
  ///
  /// A terminal that another program has meanwhile is that program's, and left alone.
  static func restoreAtOnce() {
    guard isHeld.load(ordering: .acquiring) else { return }
    let input = unsafe held.pointee.input
    let group = tcgetpgrp(input)
    if group > 0, group != getpgrp() { return }
    var item = unsafe pollfd(fd: held.pointee.output, events: Int16(POLLOUT), revents: 0)
    if unsafe poll(&item, 1, 0) > 0, item.revents & Int16(POLLOUT) != 0 { sayWords() }
    _ = unsafe tcsetattr(input, TCSANOW, &held.pointee.modes)
  }

  private static func sayWords() {
    let words = unsafe held.pointee.words
    _ = unsafe write(held.pointee.output, words.utf8Start, words.utf8CodeUnitCount)
  }
}
