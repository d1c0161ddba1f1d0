import Glibc

/// Reads the bytes of the terminal, never more of them than the key that is being decoded needs:
/// what was typed ahead when the session ends belongs to the next program.
struct TerminalInput {
  enum Event: Equatable {
    /// A printable ASCII character came, a whole key; no other key is waiting.
    case plain(UInt8)
    /// A byte was decoded; there may be a key.
    case decoded
    /// Time passed and nothing came.
    case silence
    /// There will be no more input, or the terminal is gone.
    case ended
    /// Signals are waiting in the pipe.
    case signals
  }

  let descriptor: Int32
  var decoder = KeyDecoder()
  /// How many bytes are known to be waiting.
  private var available = 0
  /// How many characters that come alone are still taken without asking what waits behind them.
  ///
  /// Who types by hand is never ahead, and asking costs a system call a key. Who is ahead is found
  /// out at the next question, and then it is asked each time until nothing waits.
  private var trust = 0
  private static let mostTrust = 7

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the terminal is gone: that is a hang-up, whether its signal came yet or not.
  static func isHungUp(_ descriptor: Int32) -> Bool {
    var item = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&item, 1, 0) > 0 && item.revents & Int16(POLLHUP) != 0
  }

  /// Whether nothing is known to wait, so that this is a moment to paint.
  var isQuiet: Bool { available == 0 }

  /// Reads and decodes what comes next, or waits for it.
  ///
  /// It waits as long as the decoder would, or so many milliseconds at most.
  mutating func read(waitingAtMost limit: Int32? = nil) -> Event {
    if available == 0 {
      decoder.pause()
      switch wait(limit ?? decoder.patience ?? -1) {
      case .decoded: break
      case .silence:
        if limit == nil || decoder.patience != nil { decoder.timeOut() }
        return .silence
      case let other: return other
      }
    }
    let hasWaited = available == 0
    var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0)
    let wanted = min(max(1, available), decoder.safeCount, 6)
    let count = Glibc.read(descriptor, &bytes, wanted)
    if count < 0 && (errno == EINTR || errno == EAGAIN) {
      available = 0
      return .silence
    }
    guard count > 0 else { return .ended }
    let isPlain = count == 1 && decoder.takesPlain(bytes.0)
    if isPlain, hasWaited, trust > 0 {
      trust -= 1
      return .plain(bytes.0)
    }
    if hasWaited {
      available = countWaiting()
      trust = available == 0 ? Self.mostTrust : 0
    } else {
      available = max(0, available - count)
    }
    if isPlain { return .plain(bytes.0) }
    withUnsafeBytes(of: bytes) {
      for index in 0..<count {
        decoder.feed($0[index], more: available > 0 || index + 1 < count)
      }
    }
    return .decoded
  }

  private mutating func wait(_ milliseconds: Int32) -> Event {
    var waiting = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Signals.readEnd, events: Int16(POLLIN), revents: 0)
    )
    let ready = withUnsafeMutableBytes(of: &waiting) {
      poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, milliseconds)
    }
    if ready < 0 { return errno == EINTR || errno == EAGAIN ? .signals : .ended }
    if ready == 0 { return .silence }
    if waiting.1.revents != 0 { return .signals }
    return .decoded
  }

  private func countWaiting() -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}
