// The words for what is wrong with a file of records.

internal import Forms
internal import JSONText
internal import Records

extension RecordFileError {
  /// `people.csv: no space left on device`, in one line.
  var words: String { Shown.harmless(path) + ": " + reason.words }
}

extension Patience {
  /// What is said while a file is waited for.
  static func words(_ path: FilePath) -> String {
    Shown.harmless(path) + ": another program has it locked; waiting for it"
  }
}

extension RecordFileError.Reason {
  var words: String {
    switch self {
    case .system(let error): return Descriptor.words(error)
    case .unsteady: return "it gives less than its size says, or changes all the time"
    case .locked(let seconds):
      return "another program has it locked"
        + (seconds > 0 ? "; given up after \(seconds) \(seconds == 1 ? "second" : "seconds")" : "")
    case .interrupted: return "interrupted while another program had it locked"
    case .vanished: return "the file is not there any more"
    case .torn(let line):
      return "line \(line), the last one, is no whole record; mend it or remove it"
    case .columns(let header):
      return "its columns are not the form's: " + header.wordsForAppending
    case .unfit(let fault): return fault.words(nil)
    case .recordTooLong(let line, let limit):
      return "the record that begins in line \(line) is longer than \(limit) bytes"
    case .database(_, let message): return "the database says: " + Shown.brief(Bytes(text: message))
    case .columnType(let column, let type, let wanted):
      let held = Shown.brief(Bytes(text: type))
      return "its column \(Shown.brief(column)) holds \(held), not \(wanted)"
    case .noTable(let name):
      return "it has no table called \(Shown.brief(Bytes(text: name)))"
    case .closedFolder(let error):
      return "no file can be made beside it, as a database needs: " + Descriptor.words(error)
    case .unfaithful(let what): return what.words
    case .inexact(let field, let value, let type):
      return
        "\(Shown.brief(field)): a column of \(type) cannot hold \(value.map { Shown.quoted($0) } ?? "the value") exactly"
    case .journalsInUse(let count): return "\(count) sessions are at it already"
    }
  }
}

extension RecordFileError.Unfaithful {
  /// What the table did, in one line.
  var words: String {
    switch self {
    case .ignored: "the record is not kept: a trigger of the table ignores it"
    case .changed: "the record is not kept as it is: a trigger of the table changes or removes it"
    case .others: "the record is not kept: triggers of the table add or remove other rows with it"
    case .endless: "the record is not kept: a trigger of the table does not come to an end"
    }
  }
}

extension SourceFault {
  /// What is wrong with the text of a record, in one line.
  var words: String {
    switch self {
    case .cellCount(let found, let expected):
      return English().count(found, "cell") + ", not \(expected)"
    case .openQuote: return "a quote is opened and not closed"
    case .textAfterQuote: return "text follows a closing quote"
    case .invalidUTF8(let byte, let column):
      return "column \(column): the byte \(Shown.byte(byte)) is not UTF-8"
    case .json(let fault): return "column \(fault.offset + 1): \(fault.message)"
    case .lineCount(let found, let expected):
      return English().count(found, "line") + ", not \(expected)"
    }
  }
}
