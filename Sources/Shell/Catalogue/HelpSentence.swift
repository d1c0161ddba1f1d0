// Help about a field and at the prompt.

/// What help says beside the commands and the rules.
enum HelpSentence: Sendable {
  /// A field's name, its title where it says more, and its rules.
  case field(ShownText, title: ShownText?, [RuleSentence])
  /// What the form says of a field.
  case about(ShownText)
  /// An answer that passes.
  case example(ShownText)

  case howToAnswer
  case commandsFollow
  case answersThatLookLikeCommands
  /// The fields that are asked; whether they are more.
  case fields([ShownText], areMore: Bool)
}
