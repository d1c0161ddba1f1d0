import Glibc

/// Lines as the terminal's own driver gives them: it echoes and edits, nothing is painted again.
final class PlainPrompt {
  private let terminal: Terminal
  private let words: PromptWords
  private var pending: [UInt8] = []
  private var wasInterrupted = false

  init(terminal: Terminal, words: PromptWords) {
    self.terminal = terminal
    self.words = words
  }

  func ask(_ question: Question) -> Reply {
    if question.isSecret { echo(false) }
    show(question)
    defer { if question.isSecret { echo(true) } }
    while true {
      switch readLine(question) {
      case .line(let bytes):
        wasInterrupted = false
        if question.isSecret { terminal.write([0x0a]) }
        if let text = String(validating: bytes, as: UTF8.self) {
          return .line(text, isPasted: false)
        }
        terminal.write(HarmlessText(words.invalidLine).bytes + [0x0a])
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
    case ended, interrupted
    case signal(Int32)
  }

  private func readLine(_ question: Question) -> Read {
    while true {
      if let end = pending.firstIndex(of: 0x0a) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return .line(line)
      }
      var waiting = (
        pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Signals.readEnd, events: Int16(POLLIN), revents: 0)
      )
      let ready = withUnsafeMutableBytes(of: &waiting) {
        poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, -1)
      }
      if ready < 0 && errno != EINTR { return .ended }
      if let ended = takeSignals(question) { return ended }
      if ready <= 0 || waiting.0.revents == 0 { continue }
      // The driver gives one line at most, so that the next one is left to the next program.
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(terminal.input, &buffer, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      if count <= 0 {
        return TerminalInput.isHungUp(terminal.input) ? .signal(SIGHUP) : .ended
      }
      pending.append(contentsOf: buffer[..<count])
    }
  }

  private func takeSignals(_ question: Question) -> Read? {
    for number in Signals.take() {
      switch number {
      case SIGINT:
        pending = []
        return .interrupted
      case SIGTERM, SIGHUP, SIGQUIT: return .signal(number)
      case SIGCONT:
        // The driver dropped what was typed when it stopped us.
        if question.isSecret { echo(false) }
        show(question)
      default: break
      }
    }
    return nil
  }

  private func show(_ question: Question) {
    terminal.write(HarmlessText(question.prompt).bytes)
  }

  private func echo(_ isOn: Bool) {
    if isOn {
      terminal.release()
      return
    }
    terminal.hold(colours: false, escapes: false)
    var modes = terminal.modesAsFound
    modes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal.input, TCSADRAIN, &modes)
  }
}
