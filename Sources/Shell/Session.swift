// What a line does: the one session of keyboard and script. A line comes in, the walk moves, words and records go out.

internal import Forms
internal import LineInput

/// What follows from a line.
enum Step: Equatable {
  /// The next line is wanted.
  case more
  /// `quit`.
  case quit
  /// As many records as were asked for are handed over.
  case enough
  /// A refused line ends a strict script.
  case stopped
  /// Records cannot be kept.
  case failed
}

/// Fills records of a form from lines, whoever types them.
final class Session {
  let form: Form
  let options: Options
  let messages: Messages
  let voice: any Voice
  let keeper: any RecordKeeper
  let walk: Walk
  /// Where the line stands, for messages: `stdin:3: ` in a script, empty at a terminal.
  var place: () -> String
  /// Records handed over.
  private(set) var count = 0
  /// Whether any line was refused.
  private(set) var hasRefused = false
  /// For how many refused lines of a script a nearest right answer was looked for.
  var mendingCount = 0
  /// The lines refused since the record began; a few of them.
  private(set) var refusedLines: [Int] = []
  /// How many they are in all.
  private(set) var refusedCount = 0
  /// The line at which the record in progress begins.
  private(set) var firstLine = 1
  /// The number of the line that is judged; 0 at a terminal.
  var line = 0
  /// Where the record in progress is kept; nil in a script, and without a file.
  var keeping: Keeping?
  /// The lines that give the records of this session again; nil in a script.
  var answers: SessionAnswers?
  /// Why the finished record, or what was flushed, could not be kept; nil again when it is.
  private(set) var failure: KeepError?

  /// Whether the first refused line ends the script.
  let isStrict: Bool

  init(
    form: Form, options: Options, voice: any Voice, keeper: any RecordKeeper, isInteractive: Bool
  ) {
    self.form = form
    self.options = options
    self.voice = voice
    self.keeper = keeper
    messages = Messages(form: form, catalogue: voice.catalogue)
    walk = Walk(form: form, isInteractive: isInteractive)
    isStrict = !isInteractive && (options.strict ?? (options.output != nil))
    place = { "" }
  }

  /// The field that the next answer answers.
  var field: Field { form.fields[walk.current] }

  /// Takes a line that is an answer, and right, beyond doubt; nil for all others, whose bytes may be anything.
  func submitPlainly(_ text: Span<UInt8>) -> Step? {
    guard Line.isPlainAnswer(text), let outcome = walk.answerPlainly(text) else { return nil }
    if case .accepted = outcome { return .more }
    return follow(outcome)
  }

  /// Reads a line: an answer or a command.
  ///
  /// Its text must be valid UTF-8 without NUL.
  func submit(_ text: Span<UInt8>, isAnswer: Bool = false) -> Step {
    if isAnswer || options.noCommands { return answer(text, isExplicit: false) }
    let field = field
    switch Line.read(text, hasChoice: { field.hasChoice($0) }) {
    case .answer(let from, let isExplicit):
      return answer(from == 0 ? text : text.extracting(from..<text.count), isExplicit: isExplicit)
    case .command(let command, let argument): return run(command, argument)
    case .wrong(let error): return wrong(sentence(error))
    }
  }

  /// Why a line that has the form of a command is none; at a field that is not shown nothing of it is.
  private func sentence(_ error: CommandError) -> CommandSentence {
    func shown(_ text: String) -> ShownValue { ShownValue(Bytes(text: text), of: field) }
    switch error {
    case .unknown(let word): return .unknown(shown(word))
    case .ambiguous(let word, let commands): return .ambiguous(shown(word), commands)
    case .needsArgument(let command): return .needsArgument(command)
    case .takesNoArgument(let command): return .takesNoArgument(command)
    case .wrongArgument(let command, let argument):
      return .wrongArgument(command, shown(argument))
    }
  }

  private func answer(_ text: Span<UInt8>, isExplicit: Bool) -> Step {
    let at = walk.current
    let outcome = walk.answer(text, isExplicit: isExplicit)
    keeping?.note(answer: text, isExplicit: isExplicit, at: at)
    if walk.isInteractive, outcome != .refused { sayComputed(from: at) }
    return follow(outcome)
  }

  /// Makes a move, and says what came of it.
  func move(_ move: Move) -> Step {
    let at = walk.current
    let outcome = walk.apply(move)
    keeping?.note(move, outcome, at: at)
    return follow(outcome)
  }

  /// Takes the text of the line as the draft, as a key that makes a move leaves it.
  func leave(_ text: Span<UInt8>, isExplicit: Bool) {
    walk.setDraft(text, isExplicit: isExplicit)
    keeping?.note(draft: text, isExplicit: isExplicit, at: walk.current)
  }

  /// A line that never reached the walk: too long, or not UTF-8; it changes nothing.
  func refuseLine(_ reason: SessionSentence) -> Step {
    say(reason, .fault)
    return refused()
  }

  /// A line of more bytes than any may have; it changes nothing.
  func refuseLine(tooLong bytes: Int) -> Step {
    refuseLine(.lineTooLong(ShownText(field), bytes: bytes, most: ScriptReader.longestLine))
  }

  /// Says what came of an answer or a move, and hands over a finished record.
  func follow(_ outcome: Outcome) -> Step {
    switch outcome {
    case .accepted, .moved, .cleared: return .more
    case .undone(let i):
      say(.undone(fieldValue(i)))
      return .more
    case .refused:
      sayFault(walk.current)
      return refused()
    case .atFirst:
      say(.atFirst)
      return .more
    case .nothingToUndo:
      say(.nothingToUndo)
      return .more
    case .nextToMend:
      sayFault(walk.current)
      return .more
    case .notAsked(let i):
      return wrong(.notAskedAnyMore(Command.with(.go), ShownText(form.fields[i])))
    case .incomplete:
      sayIncomplete()
      return refused()
    case .draftDiffers:
      sayDifference()
      return .more
    case .finished: return handOver()
    }
  }

  // MARK: Records

  private func handOver() -> Step {
    do {
      let keeper = keeper
      let answers = answers
      let isInteractive = walk.isInteractive
      try walk.withFinished { (record: inout Record) throws(KeepError) in
        try keeper.keep(record)
        // What is said to a person of a record is true when it is said.
        if isInteractive { try keeper.flush() }
        answers?.note(record)
      }
    } catch {
      failure = error
      return stay(after: error)
    }
    failure = nil
    count += 1
    sayLeftOut()
    if line > 0 {
      if refusedCount > 0 {
        let more = refusedCount - refusedLines.count
        say(.completedAfterRefused(record: count, lines: refusedLines, more: more))
      }
    } else {
      say(.kept(record: count, file: keeper.savedTo))
    }
    refusedLines = []
    refusedCount = 0
    firstLine = line + 1
    walk.startNext()
    return count == options.count ? .enough : .more
  }

  /// Names what was answered and is not in the record, since it is asked no more.
  private func sayLeftOut() {
    for i in walk.leftOut { say(.leftOut(record: count, fieldValue(i))) }
  }

  /// What follows when a finished record could not be kept: a person whose answers are nowhere else keeps the prompt.
  private func stay(after error: KeepError) -> Step {
    guard walk.isInteractive, case .failed(let reason) = error, keeping?.isKept() != true else {
      return .failed
    }
    say(.failed(ShownText(reason: reason), nil), .fault)
    say(.nowhereKept, .fault)
    return .more
  }

  /// Brings the records to their place; false when that failed.
  func flush() -> Bool {
    do {
      try keeper.flush()
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// A command that could not be carried out as it stands counts as a refused line.
  func refusedCommand() -> Step { refused() }

  private func refused() -> Step {
    hasRefused = true
    refusedCount += 1
    if refusedLines.count < 10 { refusedLines.append(line) }
    return isStrict ? .stopped : .more
  }

  /// Ends the input of a script: what can be finished is, what is unfinished is named.
  func endOfScript() -> Step {
    if let outcome = walk.endOfScript() {
      let step = follow(outcome)
      if step != .more { return step }
    }
    _ = reportUnfinished()
    if let wanted = options.count, count < wanted {
      say(.inputEnded(records: count, wanted: wanted))
      hasRefused = true
    }
    return .more
  }

  /// Names a record in progress that is not handed over; false when there is none.
  func reportUnfinished() -> Bool {
    guard walk.isTouched else { return false }
    say(.notFinished(unfinished))
    hasRefused = true
    return true
  }

  /// Why the record in progress is not finished.
  private var unfinished: Unfinished {
    let asked = walk.askedFields
    var out = Unfinished(isFinished: failure != nil)
    out.missing = shownNames(walk.missing)
    out.refused = asked.filter { walk.draftDiffers($0) }.compactMap { i in
      faultSentence(i).map { (ShownText(form.fields[i]), $0) }
    }
    out.open = shownNames(walk.unanswered)
    out.takesCommands = !options.noCommands
    out.finishesByNext =
      out.takesCommands && form.finishesByNext && asked.last == walk.current
    out.isKept = keeping?.isKept() == true
    return out
  }

  // MARK: Words

  /// The language that is spoken.
  var catalogue: any Catalogue { messages.catalogue }

  /// Says a line with its place.
  func say(_ said: SessionSentence, _ tone: Tone = .plain) { say(catalogue.words(said), tone) }

  /// Says a line with its place.
  func say(_ said: CommandSentence, _ tone: Tone = .plain) { say(catalogue.words(said), tone) }

  /// Says a line with its place.
  func say(_ said: KeepingSentence) { say(catalogue.words(said), .plain) }

  private func say(_ text: String, _ tone: Tone) { voice.say(place() + text, tone) }

  /// The names of fields, for a list in a sentence.
  func shownNames(_ fields: [Int]) -> [ShownText] { fields.map { ShownText(form.fields[$0]) } }
}

extension Field {
  /// Whether a word is the code or title of one of the field's choices.
  func hasChoice(_ word: String) -> Bool {
    guard let choices = self.choices else { return false }
    return choices.list.contains {
      ($0.value.kind == .text && $0.value.text.elementsEqual(word.utf8))
        || ($0.title?.elementsEqual(word.utf8) ?? false)
    }
  }
}
