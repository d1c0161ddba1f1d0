import Glibc
import LineInput

/// One question of the probe: `prompt=age> |gate=age|draft=30`, parts separated by `|`.
///
/// Parts: `prompt`, `draft`, `placeholder`, `key` (history), `secret`, `gate` and `live` (see
/// `Gates`), `choices=M:M  Male,F:F  Female` (Tab), `many=100000` (that many numbered choices),
/// `turn=1...100` or `turn=M,F` (Up and Down), `accept=30,31` (other lines are asked for again).
struct QuestionScript {
  var question: Question
  var accepted: [String]?

  init(_ script: String) {
    var parts: [String: String] = [:]
    for part in script.split(separator: "|") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parts[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
    }
    question = Question(prompt: parts["prompt"] ?? "> ")
    question.draft = parts["draft"] ?? ""
    question.placeholder = parts["placeholder"] ?? ""
    question.isSecret = parts["secret"] != nil
    question.historyKey = parts["key"]
    question.gate = Gates.gate(parts["gate"] ?? "any")
    question.liveState = parts["live"].flatMap(Gates.liveState)
    accepted = parts["accept"]?.split(separator: ",").map(String.init)
    if let choices = parts["choices"] {
      let all = choices.split(separator: ",").map { choice in
        let pair = choice.split(separator: ":", maxSplits: 1).map(String.init)
        return Completion(pair[0], shown: pair.last)
      }
      question.complete = { before, range in
        Completions(all.filter { $0.insert.hasPrefix(before) }, in: range)
      }
    }
    if let many = parts["many"].flatMap({ Int($0) }) {
      question.complete = { before, range in
        guard "choice".hasPrefix(before) else { return .none }
        let items = range.clamped(to: 0..<many).map { Completion("choice\($0)") }
        return Completions(items: items, total: many, common: "choice")
      }
    }
    if let turn = parts["turn"] { question.turn = Self.picker(turn) }
  }

  private static func picker(_ spec: String) -> (String, Turn) -> String? {
    var values = spec.split(separator: ",").map(String.init)
    let bounds = spec.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int($0) }
    if bounds.count == 2 { values = (bounds[0]...bounds[1]).map { String($0) } }
    return { text, turn in
      if text.isEmpty { return turn == .on ? values.first : values.last }
      guard let index = values.firstIndex(of: text) else { return nil }
      return values[(index + (turn == .on ? 1 : values.count - 1)) % values.count]
    }
  }
}

/// Rules for the probe's questions.
enum Gates {
  static func gate(_ name: String) -> (LineText) -> GateAnswer {
    switch name {
    case "name": return rule("name: at most 10 characters") { $0.count <= 10 }
    case "age":
      return rule("age: 1 to 100") { text in
        text.isEmpty
          || (text.utf8.allSatisfy { 48...57 ~= $0 } && (1...100).contains(Int(text) ?? 0)
            && text.utf8.first != 48)
      }
    case "decimal":
      return rule("a number with one point") { text in
        text.utf8.allSatisfy { 48...57 ~= $0 || $0 == 46 || $0 == 45 }
          && text.utf8.count { $0 == 46 } <= 1
      }
    case "lower": return rule("no capital letters") { !$0.utf8.contains { 65...90 ~= $0 } }
    case "noab": return rule("no b before a") { !$0.contains("ba") }
    case "silent": return rule("") { $0.utf8.count <= 3 }
    default: return { _ in .allowed }
    }
  }

  private static func rule(_ words: String, _ holds: @escaping (String) -> Bool)
    -> (LineText) -> GateAnswer
  {
    { holds($0.text) ? .allowed : .refused(rule: words) }
  }

  static func liveState(_ name: String) -> ((LineText, inout LiveState) -> Void)? {
    switch name {
    case "count":
      return { line, live in
        let count = line.text.count
        live = LiveState("\(count)/10", style: count == 0 ? .quiet : count > 5 ? .bad : .good)
      }
    case "stair": return { $1 = LiveState("[\($0.text.count / 50)x]", style: .good) }
    default: return nil
    }
  }
}

/// Runs the questions and prints the replies.
struct Probe {
  private var options = Prompt.Options()
  private var questions: [QuestionScript] = []
  private var repeats = false
  private var crash: Int32?

  init(arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--plain": options.mode = .plain
      case "--no-colour": options.colours = false
      case "--editrc": options.readsEditrc = true
      case "--no-editrc": options.readsEditrc = false
      case "--whole": options.paintsWhole = true
      case "--repeat": repeats = true
      default:
        if argument.hasPrefix("--crash=") {
          crash = Int32(argument.dropFirst("--crash=".count))
        } else {
          questions.append(QuestionScript(argument))
        }
      }
    }
  }

  func run() -> Int32 {
    let prompt: Prompt
    do throws(PromptFailure) {
      prompt = try Prompt(options)
    } catch {
      print("no prompt: \(error)")
      return 2
    }
    defer { prompt.close() }
    for note in prompt.notes { say("note \(note)") }
    repeat {
      for script in questions {
        if let status = ask(script, prompt) { return status }
      }
    } while repeats
    return 0
  }

  /// Asks one question until it is answered; a status when the probe is to end.
  private func ask(_ script: QuestionScript, _ prompt: Prompt) -> Int32? {
    var question = script.question
    while true {
      switch prompt.ask(question) {
      case .line(let text, let isPasted):
        say((isPasted ? "pasted " : "line ") + text)
        if text == "crash", let crash { raise(crash) }
        if let accepted = script.accepted, !accepted.contains(text) {
          let dropped = prompt.dropPaste()
          prompt.say("refused: \(text)" + (dropped > 0 ? ", \(dropped) dropped" : ""))
          question.draft = text
          continue
        }
        if let key = question.historyKey, !question.isSecret { prompt.remember(text, for: key) }
        return nil
      case .previous(let text):
        say("previous " + text)
        return nil
      case .next(let text):
        say("next " + text)
        return nil
      case .interrupted(let wasEmpty):
        say("interrupted \(wasEmpty)")
        if wasEmpty { return 130 }
        question.draft = ""
      case .endOfInput:
        say("end")
        return 0
      case .signal(let number):
        say("signal \(number)")
        prompt.close()
        return 128 + number
      }
    }
  }

  /// Prints to standard output at once, controls by their number.
  private func say(_ text: String) {
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) {
        line += "<\(String(scalar.value, radix: 16))>"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    print("=" + line)
    fflush(nil)
  }
}
