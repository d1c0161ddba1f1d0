// Answers from redirected input: the same lines, the same session, no prompt and no echo.

internal import Forms
internal import JSONText
internal import LineInput

/// Reads a script to its end, or to where the session leaves it.
struct Script: ~Copyable {
  let session: Session
  var reader: ScriptReader
  let errors: ErrorOutput

  /// After so many refused lines in a row none that follows will be right, and there may be no end of them.
  static let mostRefusedInRow = 1_000

  /// Why no more lines are read, beside the end of the input and what the session says.
  private enum Stop {
    case unreadable(Int32)
    case encoded(TextEncoding)
    case givenUp
  }

  /// The exit status.
  mutating func run() -> Int32 {
    let session = session
    let errors = errors
    session.place = { [unowned session] in
      session.line > 0 ? "stdin:\(session.line): " : "stdin: "
    }
    reader.beforeWait = {
      let isKept = session.flush()
      errors.flush()
      return isKept
    }
    var step = Step.more
    var stop: Stop?
    var refusedInRow = 0
    reading: while step == .more {
      let next = reader.next()
      session.line = reader.number
      // Most lines are answers, and right.
      if case .line = next, let plain = reader.withLine({ session.submitPlainly($0) }) {
        step = plain
        refusedInRow = 0
        continue
      }
      let refused = session.refusedCount
      switch next {
      case .line:
        if reader.number == 1,
          let encoding = reader.withLine(andBehind: 64, { TextEncoding(of: $0) })
        {
          stop = .encoded(encoding)
          break reading
        }
        step = reader.withLine { Script.judge($0, session) }
      case .tooLong(let bytes): step = session.refuseLine(tooLong: bytes)
      case .end:
        step = session.failure == nil ? session.endOfScript() : .failed
        break reading
      case .failed(let error):
        stop = .unreadable(error)
        break reading
      }
      // A record that is handed over takes the count of its refused lines with it.
      refusedInRow = session.refusedCount > refused ? refusedInRow + 1 : 0
      if refusedInRow == Script.mostRefusedInRow, step == .more {
        stop = .givenUp
        break
      }
    }
    return end(step, stop)
  }

  private static func judge(_ line: Span<UInt8>, _ session: Session) -> Step {
    if !line.isPrintableASCII, let fault = firstBadByte(line, session.field) {
      return session.refuseLine(fault)
    }
    return session.submit(line)
  }

  /// How many records have reached their place, and where the one in progress begins.
  private var reached: Reached {
    Reached(records: session.keeper.kept, unfinishedFrom: session.firstLine)
  }

  /// What is said of a byte that no text has; nil when there is none.
  private static func firstBadByte(_ line: Span<UInt8>, _ field: Field) -> SessionSentence? {
    let name = ShownText(field)
    for i in 0..<line.count where line[i] == 0 { return .nul(name, at: i + 1) }
    guard let at = firstInvalidUTF8(in: line) else { return nil }
    let isShown = !ShownValue([], of: field).isHidden
    return .notUTF8(name, at: at + 1, byte: isShown ? line[at] : nil)
  }

  private mutating func end(_ step: Step, _ stop: Stop?) -> Int32 {
    let session = session
    if step != .failed { _ = session.flush() }
    reader.leaveRest()
    defer { errors.flush() }
    switch session.failure {
    case .brokenPipe: return ExitStatus.brokenPipe
    case .interrupted(let signal): return 128 + signal
    case .failed(let reason):
      session.say(.failed(ShownText(reason: reason), reached))
      return ExitStatus.file
    case nil: break
    }
    if let stop { return end(stop) }
    switch step {
    case .quit: _ = session.reportUnfinished()
    case .stopped: session.say(.stopped(reached))
    default: break
    }
    if step == .quit, let wanted = session.options.count, session.count < wanted {
      session.say(.left(records: session.count, wanted: wanted))
      return ExitStatus.refused
    }
    return session.hasRefused ? ExitStatus.refused : ExitStatus.good
  }

  private func end(_ stop: Stop) -> Int32 {
    switch stop {
    case .unreadable(let error):
      _ = session.reportUnfinished()
      session.say(.inputUnreadable(ShownText(reason: Descriptor.words(error)), reached))
      return ExitStatus.file
    case .encoded(let encoding):
      session.line = 0  // it is the whole input
      session.say(.inputEncoded(encoding))
      return ExitStatus.refused
    case .givenUp:
      session.say(.givenUp(afterRefused: Script.mostRefusedInRow, reached))
      return ExitStatus.refused
    }
  }
}
