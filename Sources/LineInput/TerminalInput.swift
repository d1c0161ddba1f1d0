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
  /// What was read last; its room is used again with every key.
  private var bytes: [UInt8] = []
  /// How many bytes are known to be waiting.
  private var available = 0
  /// How many characters that come alone are still taken without asking what waits behind them.
  ///
  /// Who types by hand is never ahead, and asking costs a system call a key. Who is ahead is found
  /// out at the next question, and then it is asked each time until nothing waits.
  private var trust = 0
  private static let mostTrust = 7

  init(descriptor: Int32) { self.descriptor = descriptor }

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
    bytes.removeAll(keepingCapacity: true)
    let wanted = min(max(1, available), decoder.safeCount, 6)
    let (count, error) = readOnce(descriptor, most: wanted, into: &bytes)
    if error == EINTR || error == EAGAIN {
      available = 0
      return .silence
    }
    guard count > 0 else { return .ended }
    let isPlain = count == 1 && decoder.takesPlain(bytes[0])
    if isPlain, hasWaited, trust > 0 {
      trust -= 1
      return .plain(bytes[0])
    }
    if hasWaited {
      available = countWaiting(descriptor)
      trust = available == 0 ? Self.mostTrust : 0
    } else {
      available = max(0, available - count)
    }
    if isPlain { return .plain(bytes[0]) }
    for index in 0..<count {
      decoder.feed(bytes[index], more: available > 0 || index + 1 < count)
    }
    return .decoded
  }

  private mutating func wait(_ milliseconds: Int32) -> Event {
    switch awaitInput(descriptor, or: Signals.readEnd, milliseconds: milliseconds) {
    case .input: .decoded
    case .other, .interrupted: .signals
    case .silence: .silence
    case .failed: .ended
    }
  }
}
