// The prompt, in English.

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
