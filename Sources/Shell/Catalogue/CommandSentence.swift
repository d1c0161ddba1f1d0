// What commands answer, and why a line that has the form of one is none.

internal import Forms

/// What a command says.
enum CommandSentence: Sendable {
  /// No command is called so; what was typed is not shown at a field that is not.
  case unknown(ShownValue)
  /// Several commands begin so.
  case ambiguous(ShownValue, [Command])
  case needsArgument(Command)
  case takesNoArgument(Command)
  case wrongArgument(Command, ShownValue)

  /// No field is called so; these there are.
  case noField(Command, ShownValue, [ShownText])
  /// Several fields begin so.
  case severalFields(Command, ShownValue, [ShownText])
  case notAsked(Command, ShownText)
  /// What leaving the field accepted has ended the question.
  case notAskedAnyMore(Command, ShownText)

  /// What `.new` dropped.
  case dropped([ShownFieldValue])
  case noChoices(ShownText)
  case nothingBegins(ShownValue)
  /// What `.why` says of the draft.
  case draftIsRight
  case draftIsWrong(FaultSentence)

  case helpCouldBe(ShownValue, [Command], [ShownText])
  case noHelp(ShownValue)

  case saveInScript
  case nothingToSave
  /// The only record has no lines that give it.
  case recordWithoutLines
  case cannotSave(path: ShownText, reason: ShownText?)
  case saved(path: ShownText, records: Int)
  case savedWithoutHidden([ShownText])
  case savedWithoutUnwritable(Int)
  case savedWithoutLate(Int)
}
