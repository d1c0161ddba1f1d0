// What a session says beside its questions, at a terminal and in a script.

internal import Forms

/// A field's value as a list or a sentence names it.
struct ShownFieldValue: Sendable {
  let field: ShownText
  let value: ShownEntry
}

/// What stands for a field in a list: its value with the unit, or what the form shows for none.
enum ShownEntry: Sendable {
  case value(ShownValue, unit: ShownText?)
  /// A number with its thousands grouped.
  case grouped(ShownValue, unit: ShownText?)
  /// No value yet, but a draft.
  case draft(ShownValue)
  /// No value, and the form's own word for it.
  case nothing(ShownText?)
}

/// Why a record is not finished.
struct Unfinished: Sendable {
  /// Whether it is finished, and only could not be saved.
  var isFinished = false
  /// Fields that must have a value.
  var missing: [ShownText] = []
  /// Fields that are still asked.
  var open: [ShownText] = []
  /// Fields whose draft was refused, and that have another accepted value or need none.
  var refused: [(field: ShownText, fault: FaultSentence)] = []
  /// Whether `next`, and no answer, finishes it there.
  var finishesByNext = false
  /// Whether commands are taken.
  var takesCommands = true
  /// Whether it is kept for the next start.
  var isKept = false
}

/// How far a script came.
struct Reached: Sendable {
  /// Records that have reached their place.
  var records: Int
  /// The line at which the unfinished record begins.
  var unfinishedFrom: Int
}

/// What a session says.
enum SessionSentence: Sendable {
  /// The first words at a terminal: the form's title, and what to do.
  case greeting(ShownText)
  /// What is wrong with a field, or with a member that the form does not know; nil: with the record itself.
  case fault(ShownText?, FaultSentence)
  /// A computed field, and its value.
  case computed(ShownFieldValue)

  case undone(ShownFieldValue)
  case nothingToUndo
  case atFirst
  /// The draft is not the accepted value, which is what the record would be handed over with.
  case draftDiffers(ShownText, draft: ShownValue, accepted: ShownValue?, FaultSentence?)

  /// A record was handed over: its number, and the file, if it has one.
  case kept(record: Int, file: ShownText?)
  /// A record of a script was handed over after refused lines: the first of them, and how many more they were.
  case completedAfterRefused(record: Int, lines: [Int], more: Int)
  /// A field was answered and is not in the record, since it is asked no more.
  case leftOut(record: Int, ShownFieldValue)
  case notFinished(Unfinished)
  case inputEnded(records: Int, wanted: Int)
  case left(records: Int, wanted: Int)
  /// A strict script stopped at a refused line.
  case stopped(Reached)
  /// Too many lines of a script were refused, one after the other.
  case givenUp(afterRefused: Int, Reached)
  /// Nothing can be kept any more; in a script also how many records have reached their place.
  case failed(ShownText, Reached?)
  case inputUnreadable(ShownText, Reached)
  case inputEncoded(TextEncoding)
  /// There are answers that are not saved: said before the program is left.
  case notSavedYet
  case keptForNextStart
  /// A finished record could be kept neither in its file nor in the journal.
  case nowhereKept

  /// Lines that never became a text of the field.
  case lineTooLong(ShownText, bytes: Int, most: Int)
  case nul(ShownText, at: Int)
  /// A byte that is not UTF-8; which it is, where the line may be shown.
  case notUTF8(ShownText, at: Int, byte: UInt8?)
}
