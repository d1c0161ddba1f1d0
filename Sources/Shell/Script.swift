// Answers from redirected input: the same lines, the same session, no prompt and no echo.

internal import Forms
internal import JSONText
internal import LineInput

/// Reads a script to its end, or to where the session leaves it.
struct Script {
  let session: Session
  let reader: ScriptReader
  let errors: ErrorOutput

  /// The exit status.
  func run() -> Int32 {
    let session = session
    let reader = reader
    session.place = { session.line > 0 ? "stdin:\(session.line): " : "stdin: " }
    reader.beforeWait = {
      let isKept = session.flush()
      errors.flush()
      return isKept
    }
    var step = Step.more
    var hasFailedToRead: Int32?
    reading: while step == .more {
      switch reader.next() {
      case .line:
        session.line = reader.number
        step = judge()
      case .tooLong(let bytes):
        session.line = reader.number
        step = session.refuseLine(
          .lineTooLong(ShownText(session.field), bytes: bytes, most: ScriptReader.longestLine))
      case .end:
        step = session.failure == nil ? session.endOfScript() : .failed
        break reading
      case .failed(let error):
        hasFailedToRead = error
        break reading
      }
    }
    return end(step, hasFailedToRead)
  }

  private func judge() -> Step {
    let bytes = reader.line
    let line = bytes.span
    if let step = session.submitPlainly(line) { return step }
    if !line.isPrintableASCII, let fault = firstBadByte(line) { return session.refuseLine(fault) }
    return session.submit(line)
  }

  /// What is said of a byte that no text has; nil when there is none.
  private func firstBadByte(_ line: Span<UInt8>) -> SessionSentence? {
    let field = ShownText(session.field)
    for i in 0..<line.count where line[i] == 0 { return .nul(field, at: i + 1) }
    guard let at = firstInvalidUTF8(in: line) else { return nil }
    let isShown = !ShownValue([], of: session.field).isHidden
    return .notUTF8(field, at: at + 1, byte: isShown ? line[at] : nil)
  }

  private func end(_ step: Step, _ readError: Int32?) -> Int32 {
    let session = session
    if step != .failed { _ = session.flush() }
    reader.leaveRest()
    switch session.failure {
    case .brokenPipe:
      errors.flush()
      return ExitStatus.brokenPipe
    case .failed(let reason):
      let saved = session.options.output == nil ? nil : session.keeper.kept
      session.say(.failed(ShownText(reason: reason), saved: saved))
      errors.flush()
      return ExitStatus.file
    case nil: break
    }
    switch step {
    case .quit: _ = session.reportUnfinished()
    case .stopped:
      session.say(.stopped(saved: session.keeper.kept, unfinishedFrom: session.firstLine))
    default: break
    }
    if step == .quit, let wanted = session.options.count, session.count < wanted {
      session.say(.left(records: session.count, wanted: wanted))
      errors.flush()
      return ExitStatus.refused
    }
    if let readError {
      session.say(.inputUnreadable(ShownText(reason: Descriptor.words(readError))))
      errors.flush()
      return ExitStatus.file
    }
    errors.flush()
    return session.hasRefused ? ExitStatus.refused : ExitStatus.good
  }
}
