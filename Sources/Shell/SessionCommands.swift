// What each command does beside moving the walk: what is shown and explained.

internal import Forms
internal import LineInput

extension Session {
  /// Carries out a command.
  func run(_ command: Command, _ argument: String) -> Step {
    switch command.id {
    case .next: return move(.next)
    case .previous: return move(.previous)
    case .clear: return move(argument.isEmpty ? .clear : .clearAll)
    case .new: return startOver()
    case .done: return move(.finish)
    case .undo: return move(.undo)
    case .save: return saveAnswers(to: argument)
    case .go: return go(to: argument)
    case .show: show()
    case .choices: listChoices(argument)
    case .why: explain()
    case .help: return help(argument)
    case .quit: return .quit
    }
    return .more
  }

  private func startOver() -> Step {
    let dropped = form.fields.indices.filter { walk.isChanged($0) }
    let words = dropped.map { "\(form.fields[$0].shownName) \(shownValue($0))" }
    say(
      words.isEmpty
        ? ".new: there was nothing to drop" : ".new: dropped " + words.joined(separator: ", "))
    return move(.startOver)
  }

  private func go(to name: String) -> Step {
    switch askedField(name) {
    case .found(let i): return move(.go(i))
    case .wrong(let words):
      return wrong(".goto: " + words)
    }
  }

  /// Says why a command cannot be carried out.
  func wrong(_ words: String) -> Step {
    say(words, .fault)
    return refusedCommand()
  }

  private enum Found {
    case found(Int)
    case wrong(String)
  }

  private func askedField(_ name: String) -> Found {
    let shown = Shown.brief(Bytes(text: name))
    let all = form.indices(beginning: name.utf8Span.span)
    let asked = all.filter { walk.isAsked($0) }
    if asked.count == 1 { return .found(asked[0]) }
    if asked.count > 1 { return .wrong("\(shown) could be \(messages.names(asked))") }
    if let i = all.first { return .wrong("\(form.fields[i].shownName) is not asked") }
    return .wrong("no field is called \(shown); the fields are \(messages.names(walk.askedFields))")
  }

  // MARK: Showing

  /// An accepted value, or the draft, as it may be shown.
  func shownValue(_ i: Int) -> String {
    let field = form.fields[i]
    let value = walk.accepted.values[i]
    if value.kind == .absent { return field.none.map { Shown.harmless(text: $0) } ?? "empty" }
    if field.isSecret { return "(hidden)" }
    if value.kind == .text, value.text.isEmpty { return "\"\"" }
    return Shown.brief(field.text(of: value))
      + (field.unit.map { " " + Shown.harmless(text: $0) } ?? "")
  }

  private func show() {
    let record = walk.preview(replacing: nil, with: .absent)
    var rows: [(cells: [String], tone: Tone)] = []
    for (i, field) in form.fields.enumerated() {
      guard walk.isInRecord(i) else { continue }
      let mark = i == walk.current ? "> " : "  "
      let isComputed = field.calculation != nil
      let value = isComputed ? computedWords(i, record) : shownValue(i)
      var note = ""
      if !isComputed, walk.draftDiffers(i) {
        note = "draft: " + (field.isSecret ? "(hidden)" : Shown.brief(shownDraft(i)))
      }
      let fault = faultWords(i)
      if let fault { note += (note.isEmpty ? "" : "  ") + "(\(fault))" }
      let isNothing = isComputed ? record.values[i].kind.isNothing : !hasValue(i)
      let tone: Tone = fault != nil ? .fault : isNothing ? .quiet : .plain
      rows.append(([mark + field.shownName, value, note], tone))
    }
    for (line, row) in zip(Columns.table(rows.map { $0.cells }), rows) { voice.say(line, row.tone) }
  }

  private func hasValue(_ i: Int) -> Bool { walk.accepted.values[i].kind != .absent }

  /// A computed value with its unit, thousands grouped, or what the form shows for none.
  func computedWords(_ i: Int, _ record: Record) -> String {
    let field = form.fields[i]
    let value = record.values[i]
    if value.kind.isNothing { return field.none.map { Shown.harmless(text: $0) } ?? "empty" }
    let text =
      value.kind == .number ? Grouped.thousands(value.text.string) : Shown.brief(value.text)
    return text + (field.unit.map { " " + Shown.harmless(text: $0) } ?? "")
  }

  /// A draft as it stands in the line: with `\` where it would read as a command.
  func shownDraft(_ i: Int) -> Bytes {
    let draft = walk.draft(i)
    if walk.isDraftEmptyText(i) { return [UInt8(ascii: "\\")] }
    if options.noCommands || draft.isEmpty { return draft }
    let field = form.fields[i]
    if case .answer(let from, _) = Line.read(draft.span, hasChoice: { field.hasChoice($0) }),
      from == 0
    {
      return draft
    }
    return [UInt8(ascii: "\\")] + draft
  }

  private func listChoices(_ beginning: String) {
    if let range = field.wholeNumbers {
      let all = range.lazy.map { String($0) }.filter { $0.hasPrefix(beginning) }
      let list = Array(all)
      voice.say(list.isEmpty ? nothingBegins(beginning) : Columns.lines(list, width: voice.columns))
    } else if let choices = field.choices {
      let found = choices.matching(prefix: beginning.utf8Span.span, limit: 1000)
      let width = codeWidth(choices)
      let list = found.map { shownChoice(choices.list[$0], codeWidth: width) }
      voice.say(list.isEmpty ? nothingBegins(beginning) : Columns.lines(list, width: voice.columns))
    } else if (field.kind == .yesNo) {
      let list = ["yes", "no"].filter { $0.hasPrefix(beginning) }
      voice.say(list.isEmpty ? nothingBegins(beginning) : Columns.lines(list, width: voice.columns))
    } else {
      say(".choices: \(field.shownName) has no list of choices; .why says what it takes")
    }
  }

  private func nothingBegins(_ text: String) -> String {
    "nothing begins with \(Shown.brief(Bytes(text: text)))"
  }

  /// `M  Male`, the titles of a list one under the other.
  func shownChoice(_ choice: Choice, codeWidth: Int) -> String {
    let code = choice.value.kind == .null ? "(empty)" : Shown.brief(choice.value.text)
    guard let title = choice.title else { return code }
    let gap = max(0, codeWidth - DisplayWidth.of(code)) + 2
    return code + String(repeating: " ", count: gap) + Shown.brief(title)
  }

  /// The columns of the widest code; 0 where a list is too long to be looked through, or has no titles.
  func codeWidth(_ choices: Choices) -> Int {
    guard choices.list.count <= 100, choices.list.contains(where: { $0.title != nil }) else {
      return 0
    }
    return choices.list.map { DisplayWidth.of(Shown.brief($0.value.text)) }.max() ?? 0
  }

  private func explain() {
    let i = walk.current
    voice.say(fieldHelp(i).lines.joined(separator: "\n"))
    if let words = advice(i) {
      voice.say("now: " + words, .fault)
    } else if !walk.draft(i).isEmpty {
      voice.say("now: right")
    }
  }

  /// Help about a field as the record stands.
  private func fieldHelp(_ i: Int) -> FieldHelp {
    var help = FieldHelp(form: form, field: form.fields[i])
    help.isRequired = walk.isRequired(i)
    return help
  }

  private func help(_ topic: String) -> Step {
    if topic.isEmpty {
      voice.say(HelpText.overview(form))
      return .more
    }
    let word = topic.hasPrefix(".") ? String(topic.dropFirst()) : topic
    let fields = form.indices(beginning: topic.utf8Span.span)
    let commands = Command.named(word)
    let exactCommand = commands.count == 1 && commands[0].name == word
    if fields.count == 1, !exactCommand || form.fields[fields[0]].shownName == topic {
      voice.say(fieldHelp(fields[0]).lines.joined(separator: "\n"))
      return .more
    }
    if commands.count == 1 {
      voice.say(HelpText.line(commands[0]))
      return .more
    }
    if commands.count + fields.count > 1 {
      let all = commands.map { "." + $0.name } + fields.map { form.fields[$0].shownName }
      return wrong(
        ".help: \(Shown.brief(Bytes(text: topic))) could be \(all.joined(separator: ", "))")
    }
    return wrong(".help: nothing is called \(Shown.brief(Bytes(text: topic)))")
  }
}
