import Glibc

/// The few words that the prompt says on its own, to be replaced by those of the program.
public struct PromptWords: Sendable {
  /// Said when a pasted line holds a control character, or bytes that are no UTF-8.
  public var controlRefused = "control characters cannot be typed into a line"
  /// Said when the rest of a paste is dropped after a refused line of it.
  public var pasteDropped: @Sendable (_ lines: Int) -> String = {
    "the rest of the paste is dropped: \($0) \($0 == 1 ? "line" : "lines")"
  }
  /// Said when a paste is longer than any answer.
  public var pasteTooLong = "the paste is too long; nothing of it was taken"
  /// Said in plain mode when a line has more bytes than this and the terminal may have cut it.
  public var lineTooLong: @Sendable (_ most: Int) -> String = {
    "the line is not taken: a terminal gives \($0) bytes of one at most, and drops the rest"
  }
  /// Said in plain mode when a line is no UTF-8.
  public var invalidLine = "the line is not valid UTF-8; type it again"

  /// The words in English.
  public init() {}
}

/// Why there can be no prompt.
public enum PromptFailure: Error, Sendable, Equatable {
  /// Standard input is no terminal, or nothing can be shown on it.
  case noTerminal
  /// libedit or the system gave no resources.
  case noResources
}

/// What the person is to be told of a prompt before it asks.
public enum PromptNote: Sendable, Equatable {
  /// A part of `.editrc`, or all of it, is not used.
  case editrc(path: String, EditrcFault)
  /// The window is too large to be painted on: lines are as the terminal gives them.
  case hugeWindow(columns: Int, rows: Int)
}

/// Asks a person at the terminal of standard input, one line at a time.
///
/// Keys are read, judged and painted between `ask` and its reply only; the terminal keeps the
/// prompt's modes until `close`, so that what is typed ahead waits for the next question. There
/// can be one prompt at a time, because signals and the terminal belong to the process.
public final class Prompt {
  /// How the terminal is used.
  public enum Mode: Sendable {
    /// Every key is judged and painted as it is typed.
    case full
    /// Lines as the terminal gives them: for screen readers and logs. Nothing is painted again.
    case plain
  }

  /// What the options of a prompt are.
  public struct Options: Sendable {
    /// How the terminal is used.
    public var mode = Mode.full
    /// Whether colours may be used; they are not on terminals that have no escape sequences.
    public var colours = true
    /// Whether the person's `.editrc` is read.
    public var readsEditrc = true
    /// The name under which `.editrc` may have lines for this program alone.
    public var program = "formsh"
    /// What the prompt says on its own.
    public var words = PromptWords()
    /// Whether every key goes through libedit and every paint is one from scratch: what the short
    /// ways are compared with in tests.
    package var paintsWhole = false

    /// A full prompt with colours.
    public init() {}
  }

  /// What the person is to be told before the first question.
  public let notes: [PromptNote]
  /// Whether lines are as the terminal gives them, because it was asked for or nothing else is possible.
  public var isPlain: Bool { editor == nil }

  private let terminal: Terminal
  private let editor: Editor?
  private let plain: PlainPrompt?
  private var isClosed = false

  /// Takes the terminal of standard input; nothing is changed on it before the first question.
  ///
  /// `TERM` decides whether escape sequences are used. The handlers of the signals that end or stop
  /// a program are installed until `close`.
  public init(_ options: Options = Options()) throws(PromptFailure) {
    guard let terminal = Terminal(type: environment("TERM") ?? "") else { throw .noTerminal }
    self.terminal = terminal
    var mode = options.mode
    var notes: [PromptNote] = []
    // libedit keeps room for all of the window.
    if mode == .full, let size = windowSize(of: terminal.input),
      size.columns * size.rows > Terminal.mostCells
    {
      mode = .plain
      notes.append(.hugeWindow(columns: size.columns, rows: size.rows))
    }
    guard Signals.install(stopping: mode == .full) else { throw .noResources }
    useUTF8()
    switch mode {
    case .plain:
      editor = nil
      plain = PlainPrompt(terminal: terminal, words: options.words)
    case .full:
      plain = nil
      let editrc = options.readsEditrc ? Editrc.read() : .none
      notes += editrc.faults.map { .editrc(path: editrc.path ?? "", $0) }
      editor = Editor(
        program: options.program, terminal: terminal, colours: options.colours,
        editrc: editrc, words: options.words)
      let macros = editor?.bindings.endlessMacros ?? []
      notes += macros.map { .editrc(path: editrc.path ?? "", .endlessMacro(key: $0)) }
      editor?.paintsWhole = options.paintsWhole
      if editor == nil {
        Signals.uninstall()
        throw .noResources
      }
    }
    self.notes = notes
  }

  /// The width of the terminal, in columns.
  public var columns: Int { terminal.columns }

  /// Whether keys are judged as they are typed and live states can be shown.
  public var showsLiveState: Bool { editor != nil && terminal.hasEscapes }

  /// Asks one question and waits for its end.
  public func ask(_ question: Question) -> Reply {
    if let editor { return editor.ask(question) }
    return plain?.ask(question) ?? .endOfInput
  }

  /// Puts a message on the terminal, on rows of its own; controls in it are made harmless, line
  /// feeds begin another row.
  public func say(_ text: String, style: Style = .none) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let editor {
        editor.painter.say(HarmlessText(String(line)), style: style)
      } else {
        terminal.write(HarmlessText(String(line)).bytes + [0x0a])
      }
    }
    editor?.flush()
  }

  /// Remembers an answer, so that Up recalls it in questions with this history key.
  ///
  /// Nothing is ever written to a file.
  public func remember(_ answer: String, for historyKey: String) {
    editor?.recalls[historyKey, default: Recall()].remember(answer)
  }

  /// Drops the lines of a paste that have not answered a question yet, and counts them.
  ///
  /// To be called when a pasted line was refused: the lines after it were meant for other
  /// questions.
  public func dropPaste() -> Int { editor?.dropKeys() ?? 0 }

  /// Waits so many milliseconds between two questions, or until a signal that ends the program comes.
  ///
  /// Returns that signal's number, else 0. It is not given to the next question.
  public func pause(milliseconds: Int32) -> Int32 {
    switch awaitInput(Signals.readEnd, or: -1, milliseconds: milliseconds) {
    case .input, .interrupted: break
    case .other, .silence, .failed: return 0
    }
    for number in Signals.take() {
      switch number {
      case SIGTSTP: Signals.stop()
      case SIGWINCH, SIGCONT: break
      default: return number
      }
    }
    return 0
  }

  /// Gives the terminal back as it was found, and the signals their former actions.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    editor?.leaveTerminal()
    // Who asked last may hold the prompt.
    editor?.question = Question(prompt: "")
    terminal.release()
    Signals.uninstall()
  }

  deinit { close() }
}
