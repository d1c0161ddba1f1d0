// A wrong turn: an answer that was refused, and that people type when they want something else.

internal import Forms

/// What somebody wants who typed a word of another program.
enum WrongTurn: Sendable {
  case leave, goBack, goOn, commands, takeBack, record, choices, rule, finish, empty, startOver
  case goTo, save

  /// The words that people type for each.
  private static let words: [(turn: WrongTurn, words: Set<String>)] = [
    (
      .leave,
      ["quit", "exit", "q", "q!", "x", "wq", "qa", "bye", "leave", "stop", "cancel", "abort"]
    ),
    (.goBack, ["prev", "back", "b", "previous", "up", "return", "p", "before"]),
    (.goOn, ["next", "skip", "forward", "continue", "pass", "n"]),
    (.commands, ["help", "?", "h", "menu", "man", "commands", "usage", "info", "??"]),
    (.takeBack, ["undo", "u", "revert", "oops"]),
    (.record, ["show", "status", "print", "record", "fields", "l", "ls", "view"]),
    (.choices, ["list", "choices", "options", "values"]),
    (.rule, ["why", "rule", "rules", "explain"]),
    (.finish, ["done", "finish", "submit", "end", "w", "ok", "send"]),
    (.empty, ["clear", "delete", "del", "erase", "reset"]),
    (.startOver, ["new", "restart"]),
    (.goTo, ["goto", "go", "jump", "cd"]),
    (.save, ["save"]),
  ]

  /// What a refused text was typed for; nil when it is no known wrong turn, or what is typed is not shown.
  ///
  /// A single letter that a right answer can begin with is the beginning of one. A field without a list of choices
  /// is shown the record where `list` was typed.
  init?(_ draft: ShownValue, _ field: Field, _ rules: Rules) {
    guard let text = draft.text, text.count <= 16, text.allSatisfy({ $0 < 0x7F }) else {
      return nil
    }
    var word = String(text.string.trimmingSpaces).lowercased()
    if word.count == 1, word.first?.isLetter ?? false {
      for letter in [word, word.uppercased()] {
        guard case .never = field.prospect(letter.utf8Span.span, rules) else { return nil }
      }
    }
    if let first = word.first, ":/!.-".contains(first) { word.removeFirst() }
    if word.hasPrefix("-") { word.removeFirst() }
    if word.hasSuffix("()") { word.removeLast(2) }
    if word.hasSuffix(";") { word.removeLast() }
    let first = String(word.prefix { $0 != " " })
    let isGoing = first == "goto" || first == "go" || first == "cd" || first == "save"
    let found = WrongTurn.words.first { $0.words.contains(isGoing ? first : word) }
    guard let turn = found?.turn else { return nil }
    self = turn == .choices && !field.hasList ? .record : turn
  }
}

extension Field {
  /// Whether `.choices` has something to list.
  var hasList: Bool { self.choices != nil || wholeNumbers != nil || declaration.kind == .yesNo }
}
