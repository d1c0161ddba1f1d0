// The commands: one table feeds parsing, completion, help and the manual.

internal import Forms

/// A command's own work; what it is called stands in the table.
enum CommandID: Sendable, Equatable {
  case next, previous, clear, help, quit, new, go, done, show, choices, why, undo, save
}

/// One command of the shell; what it does is said by the catalogue.
struct Command: Sendable {
  /// What its argument is to it.
  enum Argument: Sendable {
    case none, optional, needed
  }

  var id: CommandID
  var name: String
  var argument = Argument.none
  /// Whether the argument may hold spaces.
  var takesRest = false
  /// Whether it works as a bare word too, without the dot.
  var isBare = false

  /// The commands, in the order of help.
  static let table: [Command] = [
    Command(id: .next, name: "next", isBare: true),
    Command(id: .previous, name: "prev", isBare: true),
    Command(id: .clear, name: "clear", argument: .optional, isBare: true),
    Command(id: .help, name: "help", argument: .optional, takesRest: true, isBare: true),
    Command(id: .quit, name: "quit", isBare: true),
    Command(id: .new, name: "new"),
    Command(id: .go, name: "goto", argument: .needed, takesRest: true),
    Command(id: .done, name: "done"),
    Command(id: .show, name: "show"),
    Command(id: .choices, name: "choices", argument: .optional, takesRest: true),
    Command(id: .why, name: "why"),
    Command(id: .undo, name: "undo"),
    Command(id: .save, name: "save", argument: .needed, takesRest: true),
  ]

  /// The letters that the bare words begin with.
  static let firstLetters: [Bool] = {
    var letters = [Bool](repeating: false, count: 256)
    for command in table where command.isBare {
      if let first = command.name.utf8.first { letters[Int(first)] = true }
    }
    return letters
  }()

  /// The command that does this.
  static func with(_ id: CommandID) -> Command { table.first { $0.id == id } ?? table[0] }

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
enum CommandError {
  /// No command is called so.
  case unknown(String)
  /// Several commands begin so.
  case ambiguous(String, [Command])
  case needsArgument(Command)
  case takesNoArgument(Command)
  case wrongArgument(Command, String)
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
    if found.count > 1 { return .wrong(.ambiguous(word, found)) }
    if argument.isEmpty {
      if command.argument == .needed { return .wrong(.needsArgument(command)) }
      return .command(command, "")
    }
    if command.argument == .none { return .wrong(.takesNoArgument(command)) }
    let isKnown = command.id != .clear || argument == "all"
    if !isKnown || (!command.takesRest && argument.contains(" ")) {
      return .wrong(.wrongArgument(command, argument))
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
