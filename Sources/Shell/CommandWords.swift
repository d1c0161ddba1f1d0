// Commands while they are typed: what may become one, and how it completes.

internal import Forms
internal import LineInput

/// The words of the commands as the gate and the completion see them.
enum CommandWords {
  /// Whether a line, as it stands, may come to be a command.
  static func mayBegin(_ line: LineText) -> Bool {
    let typed = line.cursor
    guard typed > 0 else { return !line.hasTextAfterCursor }
    let first = line.utf8[0]
    if first != UInt8(ascii: "."), typed > 5 || !Command.firstLetters[Int(first)] { return false }
    let text = line.utf8[..<typed]
    if first == UInt8(ascii: ".") {
      let word = text.dropFirst().prefix { ($0 | 0x20) &- 0x61 < 26 }
      let end = 1 + word.count
      let name = String(decoding: word, as: UTF8.self)
      let found = Command.named(name)
      if end == text.count { return !found.isEmpty }
      return text[end] == 0x20 && !word.isEmpty && found.contains { $0.argument != .none }
    }
    return Command.table.contains { $0.isBare && $0.name.utf8.starts(with: text) }
  }

  /// The ways to complete a line that begins with a dot: commands, and field names behind one that takes them.
  static func completions(_ before: String, _ session: Session) -> [Completion] {
    let parts = before.dropFirst().split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts.first ?? "")
    let found = Command.named(word)
    guard parts.count > 1 else {
      return Command.table.filter { $0.name.hasPrefix(word) }
        .map { Completion(".\($0.name)", shown: ".\($0.name)") }
    }
    guard found.count == 1 else { return [] }
    let argument = String(parts[1])
    let head = ".\(word) "
    switch found[0].id {
    case .go, .help:
      return session.walk.askedFields.map { session.form.fields[$0].shownName }
        .filter { $0.hasPrefix(argument) }.map { Completion(head + $0, shown: $0) }
    case .clear: return "all".hasPrefix(argument) ? [Completion(head + "all", shown: "all")] : []
    default: return []
    }
  }
}
