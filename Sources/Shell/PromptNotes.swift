// What a person is told of the prompt before it asks, in words.

internal import LineInput

extension PromptNote {
  /// The note in one line.
  var words: String {
    switch self {
    case .editrc(let path, let fault): Shown.harmless(text: path) + fault.words
    case .hugeWindow(let columns, let rows):
      "the window of \(columns) columns and \(rows) rows is too large to edit in: lines are plain"
    }
  }
}

extension EditrcFault {
  /// What follows the path of the file.
  fileprivate var words: String {
    switch self {
    case .unreadable(let error): ": " + Descriptor.words(error) + ": no key of it is bound"
    case .noFile: ": it is not a file: no key of it is bound"
    case .tooLarge(let limit): ": it has more than \(limit) bytes: no key of it is bound"
    case .openQuote(let line): ":\(line): left out: a quote is opened and not closed"
    case .longWord(let line, let limit): ":\(line): left out: a word has more than \(limit) bytes"
    case .noText(let line): ":\(line): left out: it is not text"
    case .endlessMacro(let key):
      ": left out: the macro of \(Shown.harmless(text: key)) calls itself, or is too long"
    case .program(let line): ":\(line): left out: the program before the colon is not a name"
    }
  }
}
