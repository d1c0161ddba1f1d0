// A wrong turn: an answer that was refused, and that people type when they want something else.

internal import Forms

/// Finds the command that somebody wanted who typed a word of another program.
enum WrongTurn {
  /// What is wanted, the command for it, and the words that people type for it.
  private static let turns: [(wish: String, command: String, words: Set<String>)] = [
    (
      "to leave", "quit",
      ["quit", "exit", "q", "q!", "x", "wq", "qa", "bye", "leave", "stop", "cancel", "abort"]
    ),
    (
      "to go back", "prev",
      ["prev", "back", "b", "previous", "up", "return", "p", "before"]
    ),
    ("to go on", "next", ["next", "skip", "forward", "continue", "pass", "n"]),
    (
      "for the commands", "help",
      ["help", "?", "h", "menu", "man", "commands", "usage", "info", "??"]
    ),
    ("to take the last change back", ".undo", ["undo", "u", "revert", "oops"]),
    (
      "to see the record", ".show",
      ["show", "status", "print", "record", "fields", "l", "ls", "view"]
    ),
    ("to see what is right here", ".choices", ["list", "choices", "options", "values"]),
    ("for the rule of this field", ".why", ["why", "rule", "rules", "explain"]),
    ("to finish the record", ".done", ["done", "finish", "submit", "end", "w", "ok", "send"]),
    ("to empty the field", "clear", ["clear", "delete", "del", "erase", "reset"]),
    ("to start the record over", ".new", ["new", "restart"]),
    ("to go to a field", ".goto FIELD", ["goto", "go", "jump", "cd"]),
    ("to write the answers of this session to a file", ".save FILE", ["save"]),
  ]

  /// What follows a refusal: `to leave: quit`; nil when the text is no known wrong turn.
  ///
  /// A field without a list of choices is shown the record where `list` was typed.
  static func hint(_ text: Bytes, _ field: Field) -> String? {
    guard text.count <= 16, text.allSatisfy({ $0 < 0x7F }), !field.isSecret else { return nil }
    var word = String(text.string.trimmingSpaces).lowercased()
    if let first = word.first, ":/!.-".contains(first) { word.removeFirst() }
    if word.hasPrefix("-") { word.removeFirst() }
    if word.hasSuffix("()") { word.removeLast(2) }
    if word.hasSuffix(";") { word.removeLast() }
    let first = word.prefix { $0 != " " }
    let isGoing = first == "goto" || first == "go" || first == "cd" || first == "save"
    guard let turn = turns.first(where: { $0.words.contains(isGoing ? String(first) : word) })
    else { return nil }
    if turn.command == ".choices", !field.hasList { return "to see the record: .show" }
    return turn.wish + ": " + turn.command
  }
}

extension Field {
  /// Whether `.choices` has something to list.
  var hasList: Bool { self.choices != nil || wholeNumbers != nil || declaration.kind == .yesNo }
}
