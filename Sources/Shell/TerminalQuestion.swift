// One field as a question at the prompt: what may be typed, what is shown beside it, what completes it.

internal import Forms
internal import LineInput

/// Makes the prompt's questions from the session's current field.
struct TerminalQuestion {
  let session: Session
  let isPlain: Bool
  let showsState: Bool

  /// What is right in the field as the record stands.
  private let now: RulesNow

  init(session: Session, isPlain: Bool, showsState: Bool) {
    self.session = session
    self.isPlain = isPlain
    self.showsState = showsState
    now = session.form.rulesNow(session.walk.current, in: session.walk.recordNow)
  }

  private var field: Field { session.field }
  private var form: Form { session.form }

  /// The question of the current field; `isDropped`: the line was dropped, so it opens empty.
  func make(isDropped: Bool) -> Question {
    let field = field
    let i = session.walk.current
    let draft = ShownValue(isDropped || isPlain ? [] : session.lineDraft(i), of: field)
    let typed = TypedLine(session, showsState: showsState)
    return Question(
      prompt: session.catalogue.words(isPlain ? plainPrompt : prompt),
      draft: draft.text?.string ?? "",
      placeholder: field.placeholder.map { Shown.harmless(text: $0) } ?? "",
      isSecret: field.isSecret,
      historyKey: field.isSecret || hasPicker ? nil : field.shownName,
      hint: session.catalogue.words(
        .waysOut(hasList: hasPicker, takesCommands: !session.options.noCommands)),
      gate: typed.gate,
      liveState: showsState ? typed.show : nil,
      complete: { self.complete($0, $1) },
      turn: hasPicker ? { self.turn($0, $1) } : nil)
  }

  // MARK: Prompt

  /// `2/4 age: `, with the default where an empty line stands for one.
  private var prompt: PromptSentence {
    let (number, count) = session.walk.position
    return .question(
      number: number, count: count, QuestionLabel(field),
      emptyLine: field.defaultValue.map { ShownValue($0, of: field) },
      unit: field.unit.map { ShownText(ofForm: $0) })
  }

  /// What a sighted person sees, in words: `age, 1 to 100 (now 30; next keeps it, an empty line removes it): `.
  private var plainPrompt: PromptSentence {
    let i = session.walk.current
    let isRefused = session.walk.draftDiffers(i) && !session.walk.draft(i).isEmpty
    let isAccepted = session.walk.accepted.values[i].kind != .absent
    let emptyLine: PlainQuestion.EmptyLine =
      if let value = field.defaultValue {
        .standsFor(ShownValue(value, of: field))
      } else if session.walk.isRequired(i) {
        .isRefused
      } else {
        .removesTheValue
      }
    return .plainQuestion(
      PlainQuestion(
        label: QuestionLabel(field), rule: session.fieldHelp(i).short,
        refused: isRefused ? ShownValue(session.lineDraft(i), of: field) : nil,
        accepted: isAccepted ? session.acceptedEntry(i) : nil, emptyLine: emptyLine,
        placeholder: field.placeholder.map { ShownText(ofForm: $0) }))
  }

  // MARK: Pickers

  private var hasPicker: Bool {
    now.choices != nil || now.wholeNumbers != nil || field.kind == .yesNo
  }

  /// How many values the picker has.
  private var pickerCount: Int {
    if let range = now.wholeNumbers { return range.count }
    return now.choices?.count ?? 2
  }

  private func pickerText(_ i: Int) -> Bytes {
    if let range = now.wholeNumbers { return Bytes(text: String(range.lowerBound + i)) }
    if let choices = now.choices { return choices[i].value.text }
    return Bytes(text: i == 0 ? "yes" : "no")
  }

  private func pickerIndex(_ text: Bytes) -> Int? {
    if let choices = field.choices { return choices.index(typed: text.span).flatMap(place(of:)) }
    if let range = now.wholeNumbers {
      guard let n = Int(text.string), range.contains(n) else { return nil }
      return n - range.lowerBound
    }
    return text == Bytes(text: "yes") ? 0 : text == Bytes(text: "no") ? 1 : nil
  }

  /// Where one of the field's choices stands among those that are right now; nil when it is not.
  private func place(of choice: Int) -> Int? {
    guard let all = field.choices?.list, let right = now.choices else { return nil }
    if all.count == right.count { return choice }
    return right.firstIndex { $0.value == all[choice].value }
  }

  private func turn(_ text: String, _ turn: Turn) -> String? {
    let count = pickerCount
    guard count > 0 else { return nil }
    let bytes = Bytes(text: text)
    if bytes.isEmpty { return pickerText(turn == .on ? 0 : count - 1).string }
    guard let i = pickerIndex(bytes) else {
      return matching(text, limit: 1).first.map { pickerText($0).string }
    }
    return pickerText((i + (turn == .on ? 1 : count - 1)) % count).string
  }

  private func matching(_ text: String, limit: Int = .max) -> [Int] {
    if let choices = field.choices {
      let isCut = choices.list.count != now.choices?.count
      return choices.matching(prefix: text.utf8Span.span, limit: isCut ? .max : limit)
        .filter { choices.list[$0].value.kind != .null }.compactMap(place(of:))
    }
    return (0..<pickerCount).filter { pickerText($0).string.hasPrefix(text) }
  }

  // MARK: Completion

  private func complete(_ before: String, _ range: Range<Int>) -> Completions {
    if !session.options.noCommands, before.hasPrefix(".") {
      return Completions(CommandWords.completions(before, session), in: range)
    }
    guard hasPicker else { return .none }
    let found = matching(before)
    let items = range.clamped(to: 0..<found.count).map { completion(found[$0]) }
    return Completions(items: items, total: found.count, common: common(found, before))
  }

  private func completion(_ i: Int) -> Completion {
    let text = pickerText(i).string
    guard let choices = field.choices, let right = now.choices else { return Completion(text) }
    return Completion(
      text, shown: session.shownChoice(right[i], codeWidth: session.codeWidth(choices)))
  }

  /// The longest beginning that all share; the search ends where it is no longer than what is typed.
  private func common(_ found: [Int], _ before: String) -> String {
    guard let first = found.first else { return before }
    var common = pickerText(first).string
    for i in found.dropFirst() {
      common = common.commonPrefix(with: pickerText(i).string)
      if common.count <= before.count { return before }
    }
    return common.hasPrefix(before) ? common : before
  }
}

extension String {
  /// The longest beginning in whole characters that both share.
  fileprivate func commonPrefix(with other: String) -> String {
    var out = ""
    for (a, b) in zip(self, other) {
      guard a == b else { break }
      out.append(a)
    }
    return out
  }
}
