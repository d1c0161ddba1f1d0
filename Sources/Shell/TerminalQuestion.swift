// One field as a question at the prompt: what may be typed, what is shown beside it, what completes it.

internal import Forms
internal import LineInput

/// Makes the prompt's questions from the session's current field.
struct TerminalQuestion {
  let session: Session
  let isPlain: Bool
  let showsState: Bool

  private var field: Field { session.field }
  private var form: Form { session.form }

  /// The question of the current field; `isDropped`: the line was dropped, so it opens empty.
  func make(isDropped: Bool) -> Question {
    let field = field
    let i = session.walk.current
    let draft = ShownValue(isDropped || isPlain ? [] : session.lineDraft(i), of: field)
    let typed = TypedLine(session, showsState: showsState)
    return Question(
      prompt: isPlain ? plainPrompt : prompt, draft: draft.text?.string ?? "",
      placeholder: field.placeholder.map { Shown.harmless(text: $0) } ?? "",
      isSecret: field.isSecret,
      historyKey: field.isSecret || hasPicker ? nil : field.shownName,
      hint: hint,
      gate: typed.gate,
      liveState: showsState ? typed.show : nil,
      complete: { self.complete($0, $1) },
      turn: hasPicker ? { self.turn($0, $1) } : nil)
  }

  // MARK: Prompt

  /// `2/4 age: `, with the default where an empty line stands for one.
  private var prompt: String {
    let (number, count) = session.walk.position
    let value = field.defaultValue.map { " [\(ShownValue($0, of: field))]" } ?? ""
    let place = count > 1 ? "\(number)/\(count) " : ""
    return place + label + value + unit + ": "
  }

  /// The name, which commands and messages use, and the title where it says more.
  private var label: String {
    let name = Shown.harmless(field.name)
    guard let title = field.title, title.lowercased() != name.lowercased() else { return name }
    return "\(name) (\(Shown.harmless(Bytes(text: title))))"
  }

  private var unit: String { field.unit.map { " (\(Shown.harmless(Bytes(text: $0))))" } ?? "" }

  /// What a sighted person sees, in words: `age, 1 to 100 (now 30; next keeps it, an empty line removes it): `.
  private var plainPrompt: String {
    let i = session.walk.current
    var notes: [String] = []
    if session.walk.draftDiffers(i), !session.walk.draft(i).isEmpty {
      let draft = ShownValue(session.lineDraft(i), of: field)
      notes.append(draft.isHidden ? "refused" : "refused \(draft)")
    }
    if session.walk.accepted.values[i].kind != .absent {
      var now =
        field.isSecret
        ? "has an answer; next keeps it"
        : "now \(session.catalogue.words(session.acceptedEntry(i))); next keeps it"
      if let value = field.defaultValue {
        now += ", an empty line stands for \(ShownValue(value, of: field))"
      } else if !session.walk.isRequired(i) {
        now += ", an empty line removes it"
      }
      notes.append(now)
    } else if let value = field.defaultValue {
      notes.append("an empty line stands for \(ShownValue(value, of: field))")
    } else if let placeholder = field.placeholder {
      notes.append(Shown.harmless(Bytes(text: placeholder)))
    }
    let rule = session.fieldHelp(i).short
    return label + (rule.isEmpty ? "" : ", " + rule)
      + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")") + ": "
  }

  /// What is said to somebody whose keys are refused one after the other.
  private var hint: String {
    if session.options.noCommands { return "Ctrl-D on an empty line leaves" }
    return (hasPicker ? "Tab lists what is right; " : ".why says the rule; ")
      + "Ctrl-U empties the line; prev goes back, quit leaves"
  }

  // MARK: Pickers

  private var hasPicker: Bool { field.hasList }

  /// How many values the picker has.
  private var pickerCount: Int {
    if let range = field.wholeNumbers { return range.count }
    return field.choices?.list.count ?? 2
  }

  private func pickerText(_ i: Int) -> Bytes {
    if let range = field.wholeNumbers { return Bytes(text: String(range.lowerBound + i)) }
    if let choices = field.choices { return choices.list[i].value.text }
    return Bytes(text: i == 0 ? "yes" : "no")
  }

  private func pickerIndex(_ text: Bytes) -> Int? {
    if let choices = field.choices { return choices.index(typed: text.span) }
    if let range = field.wholeNumbers {
      guard let n = Int(text.string), range.contains(n) else { return nil }
      return n - range.lowerBound
    }
    return text == Bytes(text: "yes") ? 0 : text == Bytes(text: "no") ? 1 : nil
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
      return choices.matching(prefix: text.utf8Span.span, limit: limit)
        .filter { choices.list[$0].value.kind != .null }
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
    guard let choices = field.choices else { return Completion(text) }
    return Completion(
      text, shown: session.shownChoice(choices.list[i], codeWidth: session.codeWidth(choices)))
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
