// Every word that the program says is a case with its arguments; a catalogue makes a language's words of it.

/// A language that the program speaks.
///
/// Each requirement is one kind of thing to say. A new case of one, or a new requirement, keeps a catalogue from
/// being compiled until it has words for it. No two sentences are put together outside: what belongs in one
/// sentence is one case.
protocol Catalogue: Sendable {
  /// What is wrong with an answer, a value or a record, without the name before it.
  func words(_ said: FaultSentence) -> String
  /// A rule of a field.
  func words(_ said: RuleSentence) -> String
  /// The rules of a field, in one line.
  func words(_ said: [RuleSentence]) -> String
  /// What a session says.
  func words(_ said: SessionSentence) -> String
  /// What a command says.
  func words(_ said: CommandSentence) -> String
  /// What is said of a record that is kept for the next start.
  func words(_ said: KeepingSentence) -> String
  /// What stands before the line at the prompt, or is said of it.
  func words(_ said: PromptSentence) -> String
  /// What stands for a field in a list.
  func words(_ said: ShownEntry) -> String
  /// What help says of a field, and at the prompt.
  func words(_ said: HelpSentence) -> String
  /// What a command does, for help.
  func help(_ command: CommandID) -> String
  /// What a command's argument is called in help; nil where it takes none.
  func argument(of command: CommandID) -> String?
}
