import Foundation
import TestSupport

/// What the program said, in the model's terms.
struct ModelComparison {
  var differences: [String] = []

  /// Runs a session both ways and compares all that can be seen.
  init(_ session: ModelSession) throws {
    try compare(session, script: session.script)
    if session.options.hasCommands { try compare(session, script: session.showingScript) }
    if !differences.isEmpty {
      let lines = session.lines.enumerated().map { index, line in
        "  \(index + 1): \(String(decoding: line.prefix(60), as: UTF8.self).debugDescription)"
          + (line.count > 60 ? " … \(line.count) bytes" : "")
      }
      differences.insert(
        "formsh \(([session.form.name] + session.options.arguments).joined(separator: " "))"
          + (session.lineEnd.count > 1 ? ", CRLF" : "") + (session.hasMark ? ", BOM" : "")
          + (session.endsOpen ? ", no last newline" : "") + "\n" + lines.joined(separator: "\n"),
        at: 0)
    }
  }

  private mutating func compare(_ session: ModelSession, script: [UInt8]) throws {
    let model = Model(session.form, session.options, script: script)
    let outcome = try Program.run(
      [session.form.name] + session.options.arguments, input: .redirected(script))
    expect("records", model.records, lines(outcome.output))
    expect("status", model.status, Int(outcome.status))

    let fields = session.form.fields.map(\.name)
    var said: [Model.Message] = []
    var mended: [Model.Mended] = []
    var missing: [String]?
    var shown: [String] = []
    for text in lines(outcome.error) {
      guard let (line, rest) = numbered(text) else {
        if text.hasPrefix("> ") || text.hasPrefix("  "), fields.contains(word(text.dropFirst(2))) {
          shown.append(text)
        }
        continue
      }
      if rest.hasPrefix("record "), let after = rest.range(of: " was completed after refused line")
      {
        let number = Int(rest[..<after.lowerBound].dropFirst(7)) ?? 0
        var words = rest[after.upperBound...]
        var more = 0
        if words.hasSuffix(" more"), let and = words.range(of: " and ") {
          more = Int(words[and.upperBound...].dropLast(5)) ?? 0
          words = words[..<and.lowerBound]
        }
        // What is only counted stands as zeros.
        let refused =
          words.split { !$0.isNumber }.compactMap { Int($0) } + Array(repeating: 0, count: more)
        mended.append(Model.Mended(line: line, record: number, refused: refused))
      } else if rest.hasPrefix("the record is not finished") {
        let names = rest.split(separator: ": ").last?.replacingOccurrences(of: " missing", with: "")
        missing = names?.components(separatedBy: ", ").filter(fields.contains)
      } else if fields.contains(word(rest[...])) {
        said.append(Model.Message(line: line, name: word(rest[...])))
      } else if rest.hasPrefix("."), !ModelComparison.isNotice(rest) {
        said.append(Model.Message(line: line, name: "."))
      }
    }
    expect("messages", model.messages, said)
    // A long list of refused lines is cut: ten are named, the others counted.
    let cut = model.mended.map { one in
      var one = one
      for index in one.refused.indices.dropFirst(10) { one.refused[index] = 0 }
      return one
    }
    expect("mended", cut, mended)
    if !model.hasStopped { expect("missing", model.missing, missing) }
    let expected = model.shown.flatMap { ModelComparison.lines(of: $0, session.form) }
    if expected.count != shown.count { expect("lines of .show", expected.count, shown.count) }
    for (index, pair) in zip(expected, shown).enumerated()
    where !ModelComparison.isMatch(pair.0, pair.1) {
      let line = index / fields.count + 1
      differences.append("  .show \(line): expected \(pair.0), came \(pair.1)")
      break
    }
  }

  private mutating func expect<Value: Equatable>(_ what: String, _ model: Value, _ program: Value) {
    if model != program {
      differences.append("  \(what)\n    model:   \(model)\n    program: \(program)")
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private func word(_ text: Substring) -> String {
    String(text.prefix { $0 != ":" && $0 != " " })
  }

  private func numbered(_ text: String) -> (line: Int, rest: String)? {
    guard text.hasPrefix("stdin:"), let end = text.range(of: ": "),
      let line = Int(text[..<end.lowerBound].dropFirst(6))
    else { return nil }
    return (line, String(text[end.upperBound...]))
  }

  /// Whether words about a command tell something, and refuse nothing.
  private static func isNotice(_ text: String) -> Bool {
    text.hasPrefix(".new: ") && text.contains("drop") || text.hasPrefix(".undo: there is nothing")
      || (text.hasPrefix(".undo: ") && (text.hasSuffix(" again")))
      || text.hasSuffix("this is the first field")
      || text.hasPrefix(".choices: ")
  }

  /// What `.show` tells of a state, a line a field, without the words of the message.
  static func lines(of state: Model.State, _ form: ModelForm) -> [(text: String, hasMessage: Bool)]
  {
    let fields = form.fields.map(\.name)
    let width = fields.map(\.count).max() ?? 0
    return zip(fields, state.cells).enumerated().map { index, pair in
      let (name, cell) = pair
      let padding = String(repeating: " ", count: width - name.count)
      var text = (index == state.current ? "> " : "  ") + name + padding + "  "
      text +=
        cell.accepted.map {
          $0.text.isEmpty ? "\"\"" : printable($0.text) + form.fields[index].unit
        }
        ?? "empty"
      if !cell.draft.isEmpty && cell.draft != cell.accepted?.text {
        text += "  draft: " + escaped(cell.draft)
      }
      return (text, cell.hasMessage)
    }
  }

  private static func isMatch(_ expected: (text: String, hasMessage: Bool), _ came: String) -> Bool
  {
    // A refused empty line or empty text is a draft too; whether it is written out is no matter here.
    var came = came
    for empty in ["  draft: \\  (", "  draft:   ("] where !expected.text.contains("  draft: ") {
      came = came.replacingOccurrences(of: empty, with: "  (")
    }
    // How wide the column of the values is is no matter either.
    let mark = expected.text.contains("  draft: ") ? "draft: " : "("
    if let gap = came.range(of: "  " + mark) {
      let before = came[..<gap.lowerBound].reversed().drop { $0 == " " }.reversed()
      came = String(before) + came[gap.lowerBound...]
    }
    // A long draft is cut.
    if let cut = came.range(of: "…"), expected.text.hasPrefix(came[..<cut.lowerBound]) {
      return true
    }
    guard expected.hasMessage else { return came == expected.text }
    return came.hasPrefix(expected.text + "  (") && came.hasSuffix(")")
  }

  /// A draft as a line would give it.
  private static func escaped(_ draft: String) -> String {
    let isCommand =
      ["next", "prev", "clear", "help", "quit"].contains { $0 == draft }
      || Model.command(draft) != nil
    return (draft.hasPrefix("\\") || isCommand ? "\\" : "") + printable(draft)
  }

  /// A text with what would disturb a line told by its number.
  private static func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if [.control, .lineSeparator].contains(scalar.properties.generalCategory) {
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
