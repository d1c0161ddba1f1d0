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
    say(
      .dropped(
        dropped.map { i in
          guard walk.accepted.values[i].kind == .absent else { return fieldValue(i) }
          return ShownFieldValue(field: ShownText(form.fields[i]), value: .draft(shownDraft(i)))
        }))
    return move(.startOver)
  }

  private func go(to name: String) -> Step {
    let command = Command.with(.go)
    let shown = ShownValue(Bytes(text: name), of: field)
    let all = fields(beginning: name)
    let asked = all.filter { walk.isAsked($0) }
    if asked.count == 1 { return move(.go(asked[0])) }
    if asked.count > 1 { return wrong(.severalFields(command, shown, shownNames(asked))) }
    if let i = all.first { return wrong(.notAsked(command, ShownText(form.fields[i]))) }
    return wrong(.noField(command, shown, shownNames(walk.askedFields)))
  }

  /// The fields that a name, or its unique beginning, can mean, spelled as it is or as it is shown.
  private func fields(beginning name: String) -> [Int] {
    let found = form.indices(beginning: name.utf8Span.span)
    return found.isEmpty
      ? form.fields.indices.filter { form.fields[$0].shownName.hasPrefix(name) } : found
  }

  /// Says why a command cannot be carried out.
  func wrong(_ said: CommandSentence) -> Step {
    say(said, .fault)
    return refusedCommand()
  }

  // MARK: Showing

  /// A field with its accepted value.
  func fieldValue(_ i: Int) -> ShownFieldValue {
    ShownFieldValue(field: ShownText(form.fields[i]), value: acceptedEntry(i))
  }

  /// An accepted value with its unit, or what the form shows for none.
  func acceptedEntry(_ i: Int) -> ShownEntry { entry(walk.accepted.values[i], i) }

  /// A computed value with its unit, thousands grouped, or what the form shows for none.
  func computedEntry(_ i: Int, _ record: Record) -> ShownEntry {
    let value = record.values[i]
    if value.kind.isNothing { return entry(.absent, i) }
    let entry = entry(value, i)
    guard value.kind == .number, case .value(let shown, let unit) = entry else { return entry }
    return .grouped(shown, unit: unit)
  }

  private func entry(_ value: Value, _ i: Int) -> ShownEntry {
    let field = form.fields[i]
    if value.kind == .absent { return .nothing(field.none.map { ShownText(ofForm: $0) }) }
    return .value(ShownValue(value, of: field), unit: field.unit.map { ShownText(ofForm: $0) })
  }

  private func show() {
    let record = walk.preview(replacing: nil, with: .absent)
    var rows: [(cells: [String], tone: Tone)] = []
    for (i, field) in form.fields.enumerated() {
      guard walk.isInRecord(i) else { continue }
      let mark = i == walk.current ? "> " : "  "
      let isComputed = field.calculation != nil
      let value = catalogue.words(isComputed ? computedEntry(i, record) : acceptedEntry(i))
      var note = ""
      if !isComputed, walk.draftDiffers(i) {
        note = "draft: " + ShownValue(lineDraft(i), of: field).draft
      }
      let fault = faultSentence(i).map { catalogue.words($0) }
      if let fault { note += (note.isEmpty ? "" : "  ") + "(\(fault))" }
      let isNothing = isComputed ? record.values[i].kind.isNothing : !hasValue(i)
      let tone: Tone = fault != nil ? .fault : isNothing ? .quiet : .plain
      rows.append(([mark + field.shownName, value, note], tone))
    }
    for (line, row) in zip(Columns.table(rows.map { $0.cells }), rows) { voice.say(line, row.tone) }
  }

  private func hasValue(_ i: Int) -> Bool { walk.accepted.values[i].kind != .absent }

  /// A draft as it stands in the line: with `\` where it would read as a command.
  func lineDraft(_ i: Int) -> Bytes {
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
    let now = form.rulesNow(walk.current, in: walk.recordNow)
    let list: [String]
    if let range = now.wholeNumbers {
      list = range.lazy.map { String($0) }.filter { $0.hasPrefix(beginning) }
    } else if let choices = field.choices {
      let found = choices.matching(prefix: beginning.utf8Span.span).map { choices.list[$0] }
        .lazy.filter { now.admits($0.value) }.prefix(1000)
      let width = codeWidth(choices)
      list = found.map { shownChoice($0, codeWidth: width) }
    } else if field.kind == .yesNo {
      list = ["yes", "no"].filter { $0.hasPrefix(beginning) }
    } else {
      say(.noChoices(ShownText(field)))
      return
    }
    voice.say(
      list.isEmpty
        ? catalogue.words(.nothingBegins(ShownValue(Bytes(text: beginning), of: field)))
        : Columns.lines(list, width: voice.columns))
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
    if let wrong = advice(i) {
      voice.say(catalogue.words(.draftIsWrong(wrong)), .fault)
    } else if !walk.draft(i).isEmpty {
      voice.say(catalogue.words(.draftIsRight))
    }
  }

  /// What is right in a field as the record stands.
  func fieldHelp(_ i: Int) -> FieldHelp {
    FieldHelp(
      form, i, in: walk.recordNow, isRequired: walk.isRequired(i), messages.catalogue)
  }

  private func help(_ topic: String) -> Step {
    if topic.isEmpty {
      voice.say(HelpText.overview(form, catalogue))
      return .more
    }
    let word = topic.hasPrefix(".") ? String(topic.dropFirst()) : topic
    let fields = fields(beginning: topic)
    let commands = Command.named(word)
    let exactCommand = commands.count == 1 && commands[0].name == word
    if fields.count == 1, !exactCommand || form.fields[fields[0]].shownName == topic {
      voice.say(fieldHelp(fields[0]).lines.joined(separator: "\n"))
      return .more
    }
    if commands.count == 1 {
      voice.say(HelpText.line(commands[0], catalogue))
      return .more
    }
    let shown = ShownValue(Bytes(text: topic), of: field)
    if commands.count + fields.count > 1 {
      return wrong(.helpCouldBe(shown, commands, shownNames(fields)))
    }
    return wrong(.noHelp(shown))
  }
}
