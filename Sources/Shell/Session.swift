// What a line does: the one session of keyboard and script. A line comes in, the walk moves, words and records go out.

internal import Forms

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
  private var mendingCount = 0
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
  /// Why keeping failed.
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
    messages = Messages(form: form)
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
    case .wrong(let error):
      say(error.words, .fault)
      return refused()
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
  func refuseLine(_ reason: String) -> Step {
    say(field.shownName + ": " + reason, .fault)
    return refused()
  }

  /// Says what came of an answer or a move, and hands over a finished record.
  func follow(_ outcome: Outcome) -> Step {
    switch outcome {
    case .accepted, .moved, .cleared: return .more
    case .undone(let i):
      say(".undo: \(form.fields[i].shownName) is \(shownValue(i)) again")
      return .more
    case .refused:
      sayFault(walk.current)
      return refused()
    case .atFirst:
      say("prev: this is the first field")
      return .more
    case .nothingToUndo:
      say(".undo: there is nothing to take back")
      return .more
    case .nextToMend:
      sayFault(walk.current)
      return .more
    case .notAsked(let i):
      return wrong(".goto: \(form.fields[i].shownName) is not asked any more")
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
      try walk.withFinished { (record: inout Record) throws(KeepError) in
        try keeper.keep(record)
        answers?.note(record)
      }
    } catch {
      failure = error
      return .failed
    }
    count += 1
    sayLeftOut()
    if line > 0 {
      if refusedCount > 0 {
        say("record \(count) was completed after refused \(refusedWords)")
      }
    } else {
      say("record \(count) \(keeper.saved)")
    }
    refusedLines = []
    refusedCount = 0
    firstLine = line + 1
    walk.startNext()
    return count == options.count ? .enough : .more
  }

  /// Names what was answered and is not in the record, since it is asked no more.
  private func sayLeftOut() {
    for i in walk.leftOut {
      let field = form.fields[i]
      say(
        "record \(count) leaves out \(field.shownName) (\(shownValue(i))): it is not asked any more"
      )
    }
  }

  private var refusedWords: String {
    let lines = refusedLines.map { String($0) }.joined(separator: ", ")
    let hidden = refusedCount - refusedLines.count
    let more = hidden > 0 ? " and \(hidden) more" : ""
    return (refusedCount == 1 ? "line " : "lines ") + lines + more
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
      say("the input ended after \(count) of \(wanted) records")
      hasRefused = true
    }
    return .more
  }

  /// Names a record in progress that is not handed over; false when there is none.
  func reportUnfinished() -> Bool {
    guard walk.isTouched else { return false }
    say(
      "the record is not finished: " + unfinishedWords
        + (keeping?.isKept != true ? "" : "; it is kept for the next start with this form and file")
    )
    hasRefused = true
    return true
  }

  /// What a record in progress lacks; where it lacks nothing, what is still to be said of it.
  private var unfinishedWords: String {
    let missing = walk.missing
    if !missing.isEmpty { return messages.names(missing) + " missing" }
    let open = walk.unanswered
    if !open.isEmpty {
      return messages.names(open) + (open.count == 1 ? " is" : " are") + " still asked"
    }
    return "next at \(field.shownName) finishes it"
  }

  // MARK: Words

  /// Says a line with its place.
  func say(_ text: String, _ tone: Tone = .plain) { voice.say(place() + text, tone) }

  /// Says the message of a field's draft, with whose fault it is: the field's, another one's, or the record's.
  func sayFault(_ i: Int) {
    guard let words = advice(i) else { return }
    say(owner(i) + words, .fault)
  }

  /// The message of a field's draft with a way out: the command behind a wrong turn, or the nearest right answer.
  func advice(_ i: Int) -> String? {
    guard let refusal = walk.refusal(i) else { return nil }
    let words = words(refusal, at: i)
    // A draft that is wrong only with the rest of the record is not a slip.
    guard refusal.isOwn else { return words }
    let field = form.fields[i]
    let draft = walk.draft(i)
    if !options.noCommands, let hint = WrongTurn.hint(draft, field) { return words + "; " + hint }
    if line > 0 {
      if mendingCount == Nearest.mostInScript { return words }
      mendingCount += 1
    }
    guard
      let nearest = Nearest(form: form, field: field).answer(to: draft, refusal.fault.fault)
    else { return words }
    return words + "; did you mean \(Shown.brief(nearest))?"
  }

  /// The message of a field's draft in words, with the name of another field that is at fault; nil when it has none.
  func faultWords(_ i: Int) -> String? {
    walk.refusal(i).map { (isOfOther($0, i) ? owner(i) : "") + words($0, at: i) }
  }

  private func isOfOther(_ refusal: Refusal, _ i: Int) -> Bool {
    if case .check = refusal.fault.fault { return false }
    return refusal.fault.field.map { $0 != i } ?? false
  }

  /// The name before the message of a field's draft: `age: `; empty where the record is at fault.
  private func owner(_ i: Int) -> String {
    guard let refusal = walk.refusal(i) else { return "" }
    if refusal.fault.field == nil { return "" }
    let owner = isOfOther(refusal, i) ? refusal.fault.field ?? i : i
    return form.fields[owner].shownName + ": "
  }

  private func words(_ refusal: Refusal, at i: Int) -> String {
    guard let field = refusal.fault.field else { return messages.words(ofRecord: refusal.fault) }
    let text = field == i ? walk.draft(i) : refusal.text
    return messages.words(refusal.fault.fault, field: field, text: text)
  }

  private func sayIncomplete() {
    if let field = walk.sentTo { sayFault(field) }
    let record = walk.recordFaults.isEmpty ? nil : walk.finished
    for fault in walk.recordFaults {
      guard let field = fault.field else {
        say(messages.words(ofRecord: fault), .fault)
        continue
      }
      let text = record?.values[field].text ?? []
      say(
        form.fields[field].shownName + ": "
          + messages.words(fault.fault, field: field, text: text), .fault)
    }
  }

  /// Says the computed values that an answer has a part in: in words what stood at the right edge.
  private func sayComputed(from field: Int) {
    let computed = form.computed(from: field)
    if computed.isEmpty { return }
    let record = walk.preview(replacing: nil, with: .absent)
    for i in computed { say("\(form.fields[i].shownName): \(computedWords(i, record))") }
  }

  private func sayDifference() {
    let i = walk.current
    let draft = field.isSecret ? "the draft" : "the draft " + Shown.brief(walk.draft(i))
    let isNothing = walk.accepted.values[i].kind.isNothing
    let value =
      isNothing
      ? "no value"
      : field.isSecret ? "the accepted value" : Shown.brief(field.text(of: walk.accepted.values[i]))
    let what = isNothing ? "is not accepted" : "is not the accepted \(value)"
    let why = faultWords(i).map { " (\($0))" } ?? ""
    say(field.shownName + ": \(draft) \(what)\(why); .done hands over \(value)")
  }
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
