/// The commands of the model's session.
extension Model {
  /// Each command's name and the most words after it.
  static let commands: [(name: String, words: ClosedRange<Int>)] = [
    ("next", 0...0), ("prev", 0...0), ("clear", 0...1), ("help", 0...1), ("quit", 0...0),
    ("new", 0...0), ("goto", 1...1), ("done", 0...0), ("show", 0...0), ("choices", 0...1),
    ("why", 0...0), ("undo", 0...0), ("save", 1...1),
  ]

  /// The one name that begins with this, or is it.
  static func only(_ names: [String], _ beginning: String) -> String? {
    if names.contains(beginning) { return beginning }
    let found = names.filter { $0.hasPrefix(beginning) }
    return found.count == 1 ? found[0] : nil
  }

  mutating func command(_ words: [String]) {
    let word = words[0].hasPrefix(".") ? String(words[0].dropFirst()) : words[0]
    guard let name = Model.only(Model.commands.map(\.name), word),
      let entry = Model.commands.first(where: { $0.name == name }),
      entry.words.contains(words.count - 1)
    else { return refuse(".") }
    let argument = words.count > 1 ? words[1] : nil
    let fields = form.fields.map(\.name)
    switch name {
    case "next":
      leave()
      if current < fields.count - 1 { current += 1 } else { finish() }
    case "prev":
      // Reading: at the first field it only says so.
      guard current > 0 else { return }
      leave()
      current -= 1
    case "clear" where argument == nil:
      if cells[current].accepted != nil || !cells[current].draft.isEmpty { remember() }
      cells[current] = Cell()
    case "clear":
      guard argument == "all" else { return refuse(".") }
      empty()
    case "new": startOver()
    // A script has its lines already.
    case "save": refuse(".")
    case "goto":
      guard let target = argument.flatMap({ Model.only(fields, $0) }),
        let index = fields.firstIndex(of: target)
      else { return refuse(".") }
      leave()
      current = index
    case "done":
      leave()
      finish()
    case "undo":
      guard let last = undoable.popLast() else { return }
      current = last.field
      cells[current] = last.before[current]
      if last.isWhole { cells = last.before }
    case "help":
      guard let argument else { return }
      let names = Model.commands.map(\.name) + fields
      let wanted = argument.hasPrefix(".") ? String(argument.dropFirst()) : argument
      if Model.only(names, wanted) == nil { refuse(".") }
    case "quit":
      hasQuit = true
      isOver = true
    case "show": shown.append(State(cells: cells, current: current))
    default: break  // `.choices` and `.why` only tell
    }
  }

  /// `.clear all`.
  ///
  /// Reading: it empties all fields, as `clear` does one, and one `.undo` takes it back. An answer that
  /// was dropped so does not finish a record at the script's end.
  mutating func empty() {
    if cells.contains(where: { $0.accepted != nil || !$0.draft.isEmpty }) {
      undoable.append((cells, current, true))
    }
    restart(cells.map { _ in Cell() })
  }

  /// `.new`: a fresh record, start values included.
  ///
  /// Reading: one `.undo` brings back what was dropped.
  mutating func startOver() {
    if isUnfinished { undoable.append((cells, current, true)) }
    restart(form.fields.map { Cell(draft: $0.initial?.text ?? "", accepted: $0.initial) })
  }

  private mutating func restart(_ cells: [Cell]) {
    self.cells = cells
    current = 0
    sentTo = nil
    wasAnswered = false
  }
}
