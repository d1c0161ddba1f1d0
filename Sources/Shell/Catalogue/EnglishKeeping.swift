// The record in progress that is kept for the next start, in English.

extension English {
  private var incompleteJournal: String {
    "the end of its journal could not be written: "
      + "what was entered last may be missing, or the record saved already"
  }

  func words(_ said: KeepingSentence) -> String {
    switch said {
    case .notKept(let reason): return "the record in progress is not kept: \(reason)"
    case .keptAgain: return "the record in progress is kept again"
    case .savedInFull:
      return "the last record of an earlier session was saved in full; a new one begins"
    case .found(let isFormChanged, let isIncomplete, let isCutOff):
      return "found the record in progress of an earlier session"
        + (isFormChanged ? "; the form has changed, what still fits is taken over" : "")
        + (isIncomplete ? "; " + incompleteJournal : "")
        + (isCutOff ? "; what was written of it to the file was cut off" : "")
    case .nothingLeft:
      return "of the record of an earlier session nothing is left; " + incompleteJournal
    case .values(let values):
      return values.map { "\($0.field) \(words($0.value))" }.joined(separator: ", ")
    case .answerAgain(let fields):
      return "to be answered again, since it was not kept: \(names(fields))"
    case .notInForm(let fields): return "not in the form any more: \(names(fields))"
    case .goingOn(let field): return "going on at \(field)"
    case .waiting(let what): return "\(what)"
    case .locked(let path):
      return "\(path): another program has it locked; "
        + "it is looked at when the first record is saved"
    case .stranger(let path): return "\(path): is no journal of yours, and is left alone"
    }
  }
}
