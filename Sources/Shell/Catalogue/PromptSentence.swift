// What stands before the line at the prompt, and what is said of it while it is typed.

internal import Forms

/// What a field is called in its question.
struct QuestionLabel: Sendable {
  let name: ShownText
  /// The title, where it says more than the name.
  let title: ShownText?

  init(_ field: Field) {
    name = ShownText(field)
    let title = field.title.map { ShownText(ofForm: $0) }
    self.title = title?.description.lowercased() == name.description.lowercased() ? nil : title
  }
}

/// A question in words, for those who see nothing painted.
struct PlainQuestion: Sendable {
  /// What an empty line would do.
  enum EmptyLine: Sendable {
    case standsFor(ShownValue)
    case removesTheValue
    case isRefused
  }

  let label: QuestionLabel
  let rule: RuleSentence
  /// A draft that was refused.
  let refused: ShownValue?
  /// The accepted value; nil where there is none.
  let accepted: ShownEntry?
  let emptyLine: EmptyLine
  let placeholder: ShownText?
}

/// What is said before and about the line that is typed.
enum PromptSentence: Sendable {
  /// The question, with its number and how many there are, unless it is the only one.
  case question(
    number: Int, count: Int, QuestionLabel, emptyLine: ShownValue?, unit: ShownText?)
  case plainQuestion(PlainQuestion)
  /// The rule that a refused key breaks.
  case rule(ShownText, RuleSentence)
  /// What can be done, for somebody whose keys are refused one after the other.
  case waysOut(hasList: Bool, takesCommands: Bool)
}

extension English {
  func words(_ said: PromptSentence) -> String {
    switch said {
    case .question(let number, let count, let name, let value, let unit):
      return (count > 1 ? "\(number)/\(count) " : "") + label(name)
        + (value.map { " [\($0)]" } ?? "") + (unit.map { " (\($0))" } ?? "") + ": "
    case .plainQuestion(let question): return words(question)
    case .rule(let field, let rule): return "\(field): \(words(rule))"
    case .waysOut(_, false): return "Ctrl-D on an empty line leaves"
    case .waysOut(let hasList, true):
      return (hasList ? "Tab lists what is right; " : ".why says the rule; ")
        + "Ctrl-U empties the line; prev goes back, quit leaves"
    }
  }

  private func label(_ label: QuestionLabel) -> String {
    label.title.map { "\(label.name) (\($0))" } ?? "\(label.name)"
  }

  private func words(_ question: PlainQuestion) -> String {
    var notes: [String] = []
    if let refused = question.refused {
      notes.append(refused.isHidden ? "refused" : "refused \(refused)")
    }
    if let accepted = question.accepted {
      var now = "now \(words(accepted)); next keeps it"
      if case .value(let value, _) = accepted, value.isHidden {
        now = "has an answer; next keeps it"
      }
      switch question.emptyLine {
      case .standsFor(let value): now += ", an empty line stands for \(value)"
      case .removesTheValue: now += ", an empty line removes it"
      case .isRefused: break
      }
      notes.append(now)
    } else if case .standsFor(let value) = question.emptyLine {
      notes.append("an empty line stands for \(value)")
    } else if let placeholder = question.placeholder {
      notes.append("\(placeholder)")
    }
    return "\(label(question.label)), \(words(question.rule))"
      + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))") + ": "
  }
}
