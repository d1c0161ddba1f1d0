// The words for what is wrong with a file of records.

internal import Forms
internal import JSONText
internal import Records

extension RecordFileError {
  /// `people.csv: no space left on device`, in one line.
  var words: String { Shown.harmless(path) + ": " + reason.words }
}

extension RecordFileError.Reason {
  var words: String {
    switch self {
    case .system(let error): return Descriptor.words(error)
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
      return "it has something else than a table called \(Shown.brief(Bytes(text: name)))"
    case .inexact(let field, let value, let type):
      return
        "\(Shown.brief(field)): a column of \(type) cannot hold \(value.map { Shown.quoted($0) } ?? "the value") exactly"
    case .journalsInUse(let count): return "\(count) sessions are at it already"
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
