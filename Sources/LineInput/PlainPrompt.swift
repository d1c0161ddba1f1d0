import Glibc

/// Lines as the terminal's own driver gives them: it echoes and edits, nothing is painted again.
final class PlainPrompt {
  /// The driver keeps so many bytes of a line, its end among them, and drops what is typed beyond that: a line of
  /// this length may be the beginning of a longer one.
  private static let longestLine = 4096
  /// A longer line is no answer, and what comes before its end is not kept.
  private static let mostPending = 1 << 17

  private let terminal: Terminal
  private let words: PromptWords
  private var pending: [UInt8] = []
  private var isCut = false
  private var wasInterrupted = false

  init(terminal: Terminal, words: PromptWords) {
    self.terminal = terminal
    self.words = words
  }

  func ask(_ question: Question) -> Reply {
    if question.isSecret { terminal.hideTyping() }
    show(question)
    defer { if question.isSecret { terminal.release() } }
    while true {
      switch readLine(question) {
      case .line(let bytes):
        wasInterrupted = false
        if question.isSecret { terminal.write([0x0a]) }
        if let text = String(validating: bytes, as: UTF8.self) {
          return .line(text, isPasted: false)
        }
        say(words.invalidLine)
        show(question)
      case .cutLine:
        wasInterrupted = false
        say((question.isSecret ? "\n" : "") + words.lineTooLong(Self.longestLine - 2))
        show(question)
      case .ended:
        terminal.write([0x0a])
        return .endOfInput
      case .interrupted:
        terminal.write([0x0a])
        defer { wasInterrupted = true }
        return .interrupted(lineWasEmpty: wasInterrupted)
      case .signal(let number):
        terminal.write([0x0a])
        return .signal(number)
      }
    }
  }

  private enum Read {
    case line([UInt8])
    /// A line of which the driver dropped a part, or may have.
    case cutLine
    case ended, interrupted
    case signal(Int32)
  }

  private func readLine(_ question: Question) -> Read {
    while true {
      if let end = pending.firstIndex(of: 0x0a) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        defer { isCut = false }
        return isCut ? .cutLine : .line(line)
      }
      switch awaitInput(terminal.input, or: Signals.readEnd, milliseconds: -1) {
      case .failed: return .ended
      case .silence: continue
      case .other, .interrupted:
        if let ended = takeSignals(question) { return ended }
        continue
      case .input: break
      }
      if pending.count > Self.mostPending {
        isCut = true
        pending.removeAll()
      }
      // The driver gives one line at most, so that the next one is left to the next program.
      let (count, error) = readOnce(terminal.input, most: Self.longestLine, into: &pending)
      if error == EINTR || error == EAGAIN { continue }
      if count == 0 { return isHungUp(terminal.input) ? .signal(SIGHUP) : .ended }
      if count >= Self.longestLine { isCut = true }
    }
  }

  private func takeSignals(_ question: Question) -> Read? {
    for number in Signals.take() {
      switch number {
      case SIGINT:
        pending = []
        isCut = false
        return .interrupted
      case SIGTERM, SIGHUP, SIGQUIT: return .signal(number)
      case SIGCONT:
        // The driver dropped what was typed when it stopped us.
        if question.isSecret { terminal.hideTyping() }
        show(question)
      default: break
      }
    }
    return nil
  }

  private func show(_ question: Question) {
    terminal.write(HarmlessText(question.prompt).bytes)
  }

  private func say(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      terminal.write(HarmlessText(String(line)).bytes + [0x0a])
    }
  }
}
