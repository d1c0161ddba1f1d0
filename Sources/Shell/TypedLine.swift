// The line as it is typed at the prompt: what the gate says to it, and what is shown beside it.

internal import Forms
internal import LineInput

/// Judges the line of one question with every key.
///
/// What stays the same while a field is asked for is worked out once; what the gate finds of a text is
/// kept for the live state.
final class TypedLine {
  private let session: Session
  private let field: Field
  private let rules: Rules
  private let takesCommands: Bool
  /// Whether the live state is asked for what the gate let through.
  private let showsState: Bool
  /// The first computed field that the field has a part in.
  private let computed: Int?
  /// `/10`: what stands behind the count of characters; nil where they are not counted.
  private let limit: Bytes?
  /// What is shown of a text without a count.
  private let right = LiveState("✓", style: .good)
  private let open = LiveState("…", style: .quiet)
  private let wrong = LiveState("✗", style: .bad)

  /// The last text that the gate judged, and what it found.
  private var text: Bytes = []
  private var prospect: Prospect?

  /// The line of the session's current field.
  init(_ session: Session, showsState: Bool) {
    self.session = session
    self.showsState = showsState
    field = session.field
    rules = session.form.rules
    takesCommands = !session.options.noCommands
    computed = session.form.computed(from: session.walk.current).first
    limit = field.characterLimit.map { Bytes(text: "/\($0)") }
  }

  /// The gate: the field's own, joined with the words of the commands.
  func gate(_ line: LineText) -> GateAnswer {
    var answerFrom = 0
    if takesCommands {
      if line.utf8.first == UInt8(ascii: "\\") {
        answerFrom = 1
      } else if CommandWords.mayBegin(line) {
        return .allowed
      }
    }
    let text = answerFrom == 0 ? line.utf8 : Bytes(line.utf8[answerFrom...])
    let prospect = field.prospect(text.span, rules, hasTextAfterCursor: line.hasTextAfterCursor)
    guard case .never = prospect else {
      if showsState, !line.hasTextAfterCursor {
        self.text = text
        self.prospect = prospect
      }
      return .allowed
    }
    let rule = session.fieldHelp(session.walk.current).short
    return .refused(rule: session.catalogue.words(.rule(ShownText(field), rule)))
  }

  /// Sets the live state of a line.
  func show(_ line: LineText, _ state: inout LiveState) {
    var text = line.utf8
    if takesCommands, !Line.isPlainAnswer(text.span) {
      switch Line.read(text.span, hasChoice: { field.hasChoice($0) }) {
      case .command(let command, _):
        state = LiveState(session.catalogue.help(command.id), style: .quiet)
        return
      case .wrong:
        state = open
        return
      case .answer(let from, _): text.removeFirst(from)
      }
    }
    if let computed {
      state = computedState(computed, text)
      return
    }
    if text.isEmpty, limit == nil {
      state = .nothing
      return
    }
    let prospect = text.isEmpty ? .may : takeProspect(of: text) ?? field.prospect(text.span, rules)
    if let limit {
      let typed = text.span
      let range = typed.trimmedRange
      let count =
        typed.isPrintableASCII
        ? range.count : String(bytes: typed.extracting(range)).count
      let style: Style = if case .never = prospect { .bad } else { .quiet }
      state.set(count: count, limit, style: style)
      return
    }
    switch prospect {
    case .right: state = right
    case .may: state = open
    case .never: state = wrong
    }
  }

  /// What the gate found of this text; nil when it was asked of another one last.
  ///
  /// The text is not kept any longer, so that the line can grow in its place.
  private func takeProspect(of text: Bytes) -> Prospect? {
    defer {
      self.text = []
      prospect = nil
    }
    return text == self.text ? prospect : nil
  }

  /// `= 100 °C`: the first computed field that the draft changes.
  private func computedState(_ computed: Int, _ text: Bytes) -> LiveState {
    var value = Value.absent
    if !text.isEmpty, field.judge(text.span, rules, into: &value) != nil { value = .absent }
    let record = session.walk.preview(replacing: session.walk.current, with: value)
    return LiveState("= " + session.catalogue.words(session.computedEntry(computed, record)))
  }
}
