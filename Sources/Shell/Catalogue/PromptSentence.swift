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
