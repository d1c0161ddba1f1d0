// Help, in English.

extension English {
  func words(_ said: HelpSentence) -> String {
    switch said {
    case .field(let name, let title, let rules):
      return "\(name)" + (title.map { " (\($0))" } ?? "") + ": " + words(rules)
    case .about(let text): return "\(text)"
    case .example(let text): return "for example: \(text)"
    case .howToAnswer:
      return "Type an answer and press Return. An empty line means no value, or the default."
    case .commandsFollow: return "These lines are commands; after the dot a beginning is enough:"
    case .answersThatLookLikeCommands:
      return "A line that begins with \\ is an answer, whatever it says: \\next, \\.show."
    case .fields(let fields, let areMore):
      return "Fields: " + names(fields) + (areMore ? " … (.show lists all)" : "") + "."
    }
  }
}
