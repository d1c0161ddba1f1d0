// Filling at a terminal: the prompt asks, the session answers, until one of them ends it.

internal import Forms
internal import LineInput
internal import Records

/// A person at the prompt.
final class Terminal {
  private let session: Session
  private let prompt: Prompt
  private let isPlain: Bool
  private var hasWarned = false

  init(session: Session, prompt: Prompt, isPlain: Bool) {
    self.session = session
    self.prompt = prompt
    self.isPlain = isPlain
  }

  /// Asks until the session ends; gives the exit status.
  func run(takingUp found: Recovered?) -> Int32 {
    greet()
    if let found {
      let step = session.takeUp(found)
      if step != .more { return leave(step) }
    }
    var isDropped = false
    while true {
      guard session.flush() else { return leave(.failed) }
      let question = TerminalQuestion(
        session: session, isPlain: isPlain, showsState: prompt.showsLiveState
      ).make(isDropped: isDropped)
      isDropped = false
      let step: Step
      switch prompt.ask(question) {
      case .line(let text, let isPasted):
        step = submit(text, isPasted: isPasted)
      case .previous(let text):
        step = leaveField(text, .previous)
      case .next(let text):
        step = leaveField(text, .next)
      case .interrupted(let lineWasEmpty):
        if lineWasEmpty { return end(ExitStatus.interrupted) }
        isDropped = true
        step = .more
      case .endOfInput:
        step = .quit
      case .signal(let number):
        return end(128 + number)
      }
      if step == .quit, session.walk.isTouched, !hasWarned {
        hasWarned = true
        // The line opens empty, so that the same key, or word, can be given once more.
        isDropped = true
        session.say(.notSavedYet)
        continue
      }
      if step == .more {
        hasWarned = false
      } else {
        return leave(step)
      }
    }
  }

  private func greet() {
    session.say(.greeting(ShownText(ofForm: session.form.title ?? session.form.name)))
  }

  private func submit(_ text: String, isPasted: Bool) -> Step {
    let i = session.walk.current
    if text.utf8.count > ScriptReader.longestLine {
      return session.refuseLine(tooLong: text.utf8.count)
    }
    let step = session.submit(text.utf8Span.span, isAnswer: isPasted)
    let field = session.form.fields[i]
    let typed = ShownValue(Bytes(text: text), of: field)
    if let shown = typed.text, session.walk.fault(i) == nil, !shown.isEmpty {
      prompt.remember(shown.string, for: field.shownName)
    }
    if session.walk.fault(session.walk.current) != nil, isPasted { _ = prompt.dropPaste() }
    return step
  }

  /// Leaving by a key: the line is the draft, and the move judges it.
  private func leaveField(_ text: String, _ move: Move) -> Step {
    let i = session.walk.current
    var bytes = Bytes(text: text)
    let isExplicit = !session.options.noCommands && bytes.first == UInt8(ascii: "\\")
    if isExplicit { bytes.removeFirst() }
    if !session.field.isSecret || !bytes.isEmpty {
      session.leave(bytes.span, isExplicit: isExplicit)
    }
    let step = session.move(move)
    if session.walk.current != i, !bytes.isEmpty { session.sayFault(i) }
    return step
  }

  /// Something else than the person's word ends the session.
  private func end(_ status: Int32) -> Int32 {
    if !session.reportUnfinished() { session.keeping?.clear() }
    prompt.close()
    return status
  }

  private func leave(_ step: Step) -> Int32 {
    _ = session.flush()
    switch session.failure {
    case .brokenPipe:
      prompt.close()
      return ExitStatus.brokenPipe
    case .interrupted(let signal): return end(128 + signal)
    case .failed(let reason) where step == .failed:
      session.say(.failed(ShownText(reason: reason), nil))
      if session.keeping?.isKept() == true { session.say(.keptForNextStart) }
      prompt.close()
      return ExitStatus.file
    case .failed where session.walk.isTouched:
      _ = session.reportUnfinished()
      prompt.close()
      return ExitStatus.file
    case .failed, nil: break
    }
    let isUnfinished = session.reportUnfinished()
    if !isUnfinished { session.keeping?.clear() }
    var isShort = false
    if let wanted = session.options.count, session.count < wanted {
      isShort = true
      session.say(.left(records: session.count, wanted: wanted))
    }
    prompt.close()
    return isUnfinished || isShort ? ExitStatus.refused : ExitStatus.good
  }
}
