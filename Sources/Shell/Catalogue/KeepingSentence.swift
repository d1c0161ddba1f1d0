// What is said of the record in progress that is kept for the next start.

/// What the journal has to say.
enum KeepingSentence: Sendable {
  case notKept(ShownText)
  case keptAgain
  /// A record of an earlier session was saved before that session said so.
  case savedInFull
  /// A record in progress was found.
  case found(isFormChanged: Bool, isIncomplete: Bool, isCutOff: Bool)
  /// A record in progress was begun, and its journal could not be written.
  case nothingLeft
  /// What it holds.
  case values([ShownFieldValue])
  /// Fields whose answers are not kept.
  case answerAgain([ShownText])
  case notInForm([ShownText])
  case goingOn(ShownText)
  /// A file beside the data file that is another's.
  case stranger(path: ShownText)
  /// What is waited for.
  case waiting(ShownText)
  /// The data file was locked at the start.
  case locked(path: ShownText)
}
