// The commands: one table feeds parsing, completion, help and the manual.

internal import Forms

/// A command's own work; what it is called stands in the table.
enum CommandID: Sendable, Equatable {
  case next, previous, clear, help, quit, new, go, done, show, choices, why, undo, save
}

/// One command of the shell.
struct Command: Sendable {
  var id: CommandID
  var name: String
  /// What its argument is called in help; nil: it takes none.
  var argument: String?
  /// Whether the argument must be there.
  var needsArgument = false
  /// Whether the argument may hold spaces.
  var takesRest = false
  /// Whether it works as a bare word too, without the dot.
  var isBare = false
  var help: String

  /// The commands, in the order of help.
  static let table: [Command] = [
    Command(
      id: .next, name: "next", isBare: true,
      help: "go on, judging the draft; from the last: finish"),
    Command(
      id: .previous, name: "prev", isBare: true, help: "go back, judging the draft"),
    Command(
      id: .clear, name: "clear", argument: "all", isBare: true,
      help: "empty the field, or the whole record"),
    Command(
      id: .help, name: "help", argument: "NAME", isBare: true,
      help: "say this, or what a command or field is about"),
    Command(id: .quit, name: "quit", isBare: true, help: "leave; says what was not saved"),
    Command(id: .new, name: "new", help: "drop the record in progress and start over"),
    Command(
      id: .go, name: "goto", argument: "FIELD", needsArgument: true, takesRest: true,
      help: "go to a field, judging the draft"),
    Command(id: .done, name: "done", help: "finish the record from anywhere"),
    Command(id: .show, name: "show", help: "show every field of the record"),
    Command(
      id: .choices, name: "choices", argument: "TEXT", takesRest: true,
      help: "list what is right here, or begins with TEXT"),
    Command(id: .why, name: "why", help: "say the field's rules and what is wrong"),
    Command(id: .undo, name: "undo", help: "take back the last accepted change or clear"),
    Command(
      id: .save, name: "save", argument: "FILE", needsArgument: true, takesRest: true,
      help: "write this session's answers as lines to FILE"),
  ]

  /// The letters that the bare words begin with.
  static let firstLetters: [Bool] = {
    var letters = [Bool](repeating: false, count: 256)
    for command in table where command.isBare {
      if let first = command.name.utf8.first { letters[Int(first)] = true }
    }
    return letters
  }()

  /// The commands whose name is this word or begins with it; an exact name is the only one.
  static func named(_ word: String) -> [Command] {
    if let exact = table.first(where: { $0.name == word }) { return [exact] }
    return table.filter { $0.name.hasPrefix(word) }
  }
}

/// A line, understood.
enum Line {
  /// An answer: its bytes begin at this place; `isExplicit` after the mark `\`.
  case answer(from: Int, isExplicit: Bool)
  /// A command with its argument.
  case command(Command, String)
  /// A line that has the form of a command and is none.
  case wrong(CommandError)
}

/// Why a line that has the form of a command is none.
enum CommandError: Equatable {
  case unknown(String)
  case ambiguous(String, [String])
  case needsArgument(String, String)
  case tooMuch(String)
  case wrongArgument(String, String)
}

extension Line {
  /// Whether a line is an answer beyond doubt, told by its length and first byte.
  @inline(__always)
  static func isPlainAnswer(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return true }
    let first = text[0]
    if first == UInt8(ascii: "\\") || first == UInt8(ascii: ".") { return false }
    return text.count != 4 && text.count != 5 || !Command.firstLetters[Int(first)]
  }

  /// Reads a line as DESIGN.md, section 4, says, in its order.
  ///
  /// `hasChoice` tells whether the field has a word among its choices: then that word is an answer.
  static func read(
    _ text: Span<UInt8>, hasChoice: (String) -> Bool
  ) -> Line {
    guard text.count > 0 else { return .answer(from: 0, isExplicit: false) }
    let first = text[0]
    if first == UInt8(ascii: "\\") { return .answer(from: 1, isExplicit: true) }
    if first == UInt8(ascii: ".") {
      var i = 1
      while i < text.count, (text[i] | 0x20) &- 0x61 < 26 { i += 1 }
      if i > 1, i == text.count || text[i] == 0x20 { return dotted(text, wordEnd: i) }
      return .answer(from: 0, isExplicit: false)
    }
    // Cheapest first: the bare words have four or five letters.
    if !isPlainAnswer(text) {
      let word = String(bytes: text)
      if let command = Command.table.first(where: { $0.isBare && $0.name == word }),
        !hasChoice(word)
      {
        return .command(command, "")
      }
    }
    return .answer(from: 0, isExplicit: false)
  }

  private static func dotted(_ text: Span<UInt8>, wordEnd: Int) -> Line {
    let word = String(bytes: text.extracting(1..<wordEnd))
    let rest = String(bytes: text.extracting(wordEnd..<text.count))
    let argument = String(rest.trimmingSpaces)
    let found = Command.named(word)
    guard let command = found.first else { return .wrong(.unknown(word)) }
    if found.count > 1 { return .wrong(.ambiguous(word, found.map { $0.name })) }
    if argument.isEmpty {
      if command.needsArgument {
        return .wrong(.needsArgument(command.name, command.argument ?? ""))
      }
      return .command(command, "")
    }
    guard command.argument != nil else { return .wrong(.tooMuch(command.name)) }
    if !command.takesRest, argument.contains(" ") { return .wrong(.tooMuch(command.name)) }
    if command.id == .clear, argument != "all" {
      return .wrong(.wrongArgument(command.name, argument))
    }
    return .command(command, argument)
  }
}

extension StringProtocol {
  /// The text without its outer spaces.
  var trimmingSpaces: SubSequence {
    let head = drop { $0 == " " }
    guard let last = head.lastIndex(where: { $0 != " " }) else { return head.prefix(0) }
    return head[...last]
  }
}
