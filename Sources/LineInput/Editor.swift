import Glibc

/// libedit's line editor, with its screen output thrown away: it keeps the line, its key maps,
/// counts, kills and undo, and we judge and paint what it does.
///
/// Keys are decoded by us and handed to libedit one at a time; what a command did to the line is
/// looked at when the next key is really to be read, so that a macro or a repeated change is judged
/// as a whole.
final class Editor {
  /// How a question ended, as seen by a command.
  enum Ending: Equatable {
    case submit(isPasted: Bool)
    case previous, next, interrupt, endOfInput
    case signal(Int32)
  }

  let libedit: Libedit
  let terminal: Terminal
  let words: PromptWords
  let bindings: KeyBindings
  private let isVi: Bool

  var input: TerminalInput
  var painter: Painter
  var clusters = Clusters()
  var question = Question(prompt: "")
  /// The line as it was last judged right, or begun with.
  var accepted: [Unit] = []
  var acceptedCursor = 0
  var ending: Ending?
  var recalls: [String: Recall] = [:]

  /// Codes still to be handed to libedit.
  private var codes: [Unit] = []
  /// A command ran since the line was last looked at.
  private var isUnsettled = false
  /// The last code was a command of vi that takes the next character as it is.
  private var takesCharacter = false
  /// Whether vi's command map was in force when it was last asked for.
  var isCommandMode = false
  private var awaitsMode = false
  private var cursorMayBePastEnd = false
  /// What the paste command is to insert.
  var pending: [Unit] = []
  var isPasting = false
  /// Whether the Return that is being handled came from a bracketed paste.
  var isPastedEnd = false
  /// The whole line came from a bracketed paste.
  var isAllPasted = false
  var caseChange: CaseChange?
  var ruleWasSaid = false
  /// How many edits were refused since one was let through.
  var refusedInRow = 0
  var hintWasSaid = false
  var listing: ShownListing?
  /// The text of the accepted line, once somebody has asked for it.
  var acceptedText: [UInt8] = []
  private var isTextKnown = false
  /// The live state, and whether it is that of the accepted line.
  var live = LiveState.nothing
  var isLiveKnown = false
  var promptText = HarmlessText.empty
  var firstShown = 0
  private var needsTerminal = true
  private var isUnbuffered = false
  /// Whether everything goes the long way: what the short ones are compared with.
  var paintsWhole = false

  // What typing on knows; see there.
  /// How many units of the accepted line libedit has not been told of.
  var untold = 0
  /// How many units were added since the row was painted; nil when more than that happened.
  var added: Int?
  /// The code that libedit took since it was last called, if it took one and no more.
  private var onlyCode: Unit?
  private var codesTaken = 0

  /// Makes an editor; nil when libedit cannot be had.
  ///
  /// `program` is the name under which `.editrc` may have lines for this program alone.
  init?(
    program: String, terminal: Terminal, colours: Bool, editrc: Editrc, words: PromptWords
  ) {
    self.terminal = terminal
    self.words = words
    guard
      let libedit = Libedit(program: program, input: terminal.input, output: terminal.output)
    else { return nil }
    self.libedit = libedit
    input = TerminalInput(descriptor: terminal.input)
    painter = Painter(abilities: Abilities(escapes: terminal.hasEscapes, colours: colours))
    Self.addCommands(to: libedit)
    let before = editrc.lines.isEmpty ? "" : libedit.keyTable()
    for line in editrc.lines { libedit.obey(line) }
    libedit.useOwnModes()
    isVi = libedit.isVi
    input.decoder.isVi = isVi
    var bindings = KeyBindings(libedit)
    input.decoder.boundSequences = bindings.bindAll(isVi: isVi, before: before)
    self.bindings = bindings
    libedit.serve(self)
  }

  // MARK: A question

  func ask(_ question: Question) -> Reply {
    begin(question)
    while true {
      if let onlyCode { typeOn(after: onlyCode) }
      tell()
      codesTaken = 0
      onlyCode = nil
      libedit.step()
      isUnsettled = true
      guard let ended = ending else { continue }
      switch ended {
      case .submit, .previous, .next:
        settleIfNeeded()
        // A macro may bring text that is refused and a Return in one.
        if ending == nil { continue }
      case .interrupt, .endOfInput, .signal: break
      }
      return finish(ended)
    }
  }

  private func begin(_ question: Question) {
    self.question = question
    _ = terminal.measure()
    if needsTerminal { enterTerminal() }
    if clusters.count > 20_000 {
      forgetKills()
      clusters = Clusters()
    }
    ending = nil
    ruleWasSaid = false
    refusedInRow = 0
    hintWasSaid = false
    isAllPasted = false
    listing = nil
    live = .nothing
    promptText = HarmlessText(question.prompt)
    firstShown = 0
    caseChange = nil
    onlyCode = nil
    run(Code.reset)
    overwrite(clusters.units(of: scalars(of: question.draft)))
    let drafted = line().units
    accept(drafted, cursor: drafted.count)
    isUnsettled = false
    if let key = question.historyKey { recalls[key]?.restart() }
  }

  private func finish(_ ended: Ending) -> Reply {
    findText()
    let text = String(decoding: acceptedText, as: UTF8.self)
    if input.isQuiet || question.isSecret { paint() }
    painter.finish(
      prompt: promptText, text: question.isSecret ? [] : accepted,
      mark: ended == .interrupt ? "^C" : "", clusters: clusters)
    flush()
    if question.isSecret { forgetKills() }
    switch ended {
    case .submit(let isPasted): return .line(text, isPasted: isPasted || isAllPasted)
    case .previous: return .previous(text)
    case .next: return .next(text)
    case .interrupt:
      _ = dropKeys()
      return .interrupted(lineWasEmpty: accepted.isEmpty)
    case .endOfInput: return .endOfInput
    case .signal(let number): return .signal(number)
    }
  }

  /// Empties the kill buffer and what vi's `.` would repeat.
  private func forgetKills() {
    run(Code.reset)
    if isVi {
      // A change of its own is what `.` would repeat now.
      libedit.insert([0x20])
      libedit.delete(1)
    }
    // Between mark and cursor of an empty line there is nothing to keep.
    run(Code.copyRegion)
  }

  /// Runs the command of one code at once.
  private func run(_ code: Unit) {
    libedit.push(code)
    libedit.step()
  }

  // MARK: The line

  /// The line as libedit has it.
  func line() -> (units: [Unit], cursor: Int) { libedit.line() }

  /// Replaces the line; libedit's undo and kill buffer stay as they are.
  func overwrite(_ units: [Unit], cursor: Int? = nil) {
    libedit.overwrite(units, cursor: cursor ?? units.count)
    untold = 0
  }

  /// Takes a line as judged right; its text too if that is known.
  func accept(_ units: [Unit], cursor: Int, text: [UInt8]? = nil) {
    accepted = units
    acceptedCursor = cursor
    if let text { acceptedText = text }
    isTextKnown = text != nil
    isLiveKnown = false
    added = nil
  }

  /// Sees to it that the text of the accepted line is known.
  func findText() {
    if isTextKnown { return }
    acceptedText = clusters.text(accepted)
    isTextKnown = true
  }

  // MARK: Codes for libedit

  /// The next code for libedit, nil when the question is to end at once.
  func nextCode() -> Unit? {
    if isUnsettled && !awaitsMode {
      settleIfNeeded()
      if cursorMayBePastEnd { return probeMode() }
    }
    if awaitsMode {
      awaitsMode = false
      if cursorMayBePastEnd {
        cursorMayBePastEnd = false
        if isCommandMode, acceptedCursor == accepted.count, acceptedCursor > 0 {
          acceptedCursor -= 1
          overwrite(accepted, cursor: acceptedCursor)
        }
      } else if isCommandMode, let code = codes.first, code >= 0x100 {
        codes[0] = Code.nothing
      }
    } else if isVi, let code = codes.first, code >= 0x100, !takesCharacter {
      return probeMode()
    }
    while codes.isEmpty {
      guard ending == nil, let key = nextKey() else { return nil }
      take(key)
      if isVi, let code = codes.first, code >= 0x100, !takesCharacter {
        return probeMode()
      }
    }
    let code = codes.removeFirst()
    codesTaken += 1
    onlyCode = codesTaken == 1 ? code : nil
    takesCharacter = isVi && !takesCharacter && [0x66, 0x46, 0x74, 0x54].contains(code)
    return code
  }

  /// Asks libedit which of vi's maps is in force; a scalar past the maps would be inserted in both.
  private func probeMode() -> Unit {
    awaitsMode = true
    return Code.modeProbe
  }

  /// Whether codes wait for libedit.
  var hasCodes: Bool { !codes.isEmpty }

  func push(_ codes: Unit...) { self.codes.append(contentsOf: codes) }

  /// Drops what is decoded or queued; the lines of a paste among it are counted.
  func dropKeys() -> Int {
    codes.removeAll()
    return input.decoder.dropKeys()
  }

  func settleIfNeeded() {
    guard isUnsettled else { return }
    isUnsettled = false
    cursorMayBePastEnd = settle() && isVi
  }

  // MARK: Keys

  func nextKey() -> Key? {
    while true {
      if let key = input.decoder.next() { return key }
      if input.isQuiet { paint() }
      switch input.read() {
      case .plain(let byte): return .scalar(Scalar(byte))
      case .decoded, .silence: break
      case .ended:
        ending = isHungUp(input.descriptor) ? .signal(SIGHUP) : .endOfInput
      case .signals: for signal in Signals.take() { handle(signal: signal) }
      }
      if ending != nil { return nil }
    }
  }

  // MARK: The terminal

  func enterTerminal() {
    needsTerminal = false
    terminal.hold(colours: painter.abilities.colours)
    if !isUnbuffered {
      isUnbuffered = true
      libedit.stepByCommands()
    }
    libedit.prepareTerminal(false)
    libedit.prepareTerminal(true)
    if terminal.hasEscapes {
      painter.put("\u{1b}[?2004h")
      flush()
    }
  }

  /// Gives the terminal back as it was found; the next question takes it again.
  func leaveTerminal() {
    guard !needsTerminal else { return }
    needsTerminal = true
    libedit.prepareTerminal(false)
    terminal.release()
  }
}
