/// The text of a line and where its cursor is.
public struct LineText: Sendable, Equatable {
  /// The text as UTF-8; always well formed.
  public let utf8: [UInt8]
  /// How many bytes of the text stand before the cursor.
  public let cursor: Int

  /// Makes a line of text with the cursor at a byte offset, at the end when none is given.
  public init(utf8: [UInt8], cursor: Int? = nil) {
    self.utf8 = utf8
    self.cursor = cursor ?? utf8.count
  }

  /// The text as a string.
  public var text: String { String(decoding: utf8, as: UTF8.self) }
  /// Whether something stands after the cursor, so that the end of the text may yet be typed over.
  public var hasTextAfterCursor: Bool { cursor < utf8.count }
}

/// What the gate says to an edit that would give the text it was shown.
public enum GateAnswer: Sendable, Equatable {
  case allowed
  /// The edit does not happen; the rule, one short line such as `age: 1 to 100`, is said once a
  /// question. An empty rule says nothing.
  case refused(rule: String)
}

/// One way to complete a text.
public struct Completion: Sendable, Equatable {
  /// What replaces the text before the cursor; begins with that text.
  public var insert: String
  /// What a listing shows, such as `M  Male`.
  public var shown: String

  /// Makes a completion; shown as it is inserted unless told otherwise.
  public init(_ insert: String, shown: String? = nil) {
    self.insert = insert
    self.shown = shown ?? insert
  }
}

/// A part of the ways to complete a text, and what is known of all of them.
public struct Completions: Sendable, Equatable {
  /// The completions of the range that was asked for, in order.
  public var items: [Completion]
  /// How many there are in all.
  public var total: Int
  /// The longest beginning that all of them share, also those outside the range.
  public var common: String

  /// Makes a part of a longer list.
  public init(items: [Completion], total: Int, common: String) {
    self.items = items
    self.total = total
    self.common = common
  }

  /// Makes the part of a whole list that lies in a range.
  public init(_ all: [Completion], in range: Range<Int>) {
    let range = range.clamped(to: 0..<all.count)
    items = Array(all[range])
    total = all.count
    common = all.first.map { $0.insert } ?? ""
    for completion in all.dropFirst() {
      common = sharedBeginning(common, completion.insert)
    }
  }

  /// No way to complete the text.
  public static let none = Completions(items: [], total: 0, common: "")
}

/// Which way a picker is turned.
public enum Turn: Sendable, Equatable {
  /// To the value before; wraps to the last.
  case back
  /// To the value after; wraps to the first.
  case on
}

/// One line to ask for, with all that the prompt needs to know of it.
///
/// The closures are called while the person types, once an edit each, and must be quick.
public struct Question {
  /// What stands before the line.
  public var prompt: String
  /// What stands in the line at first, the cursor at its end.
  ///
  /// It need not pass the gate.
  public var draft: String
  /// Painted quietly while the line is empty; never part of an answer.
  public var placeholder: String
  /// Nothing typed is painted, and nothing of it can be recalled or yanked later.
  public var isSecret: Bool
  /// Up and Down recall what was remembered under this key (`Prompt.remember`), if nothing turns.
  public var historyKey: String?
  /// Said once a question, at the second edit in a row that is refused; empty for nothing.
  public var hint: String
  /// Asked before an edit happens, with the text that would result.
  ///
  /// Edits that only remove text are not asked about.
  public var gate: (LineText) -> GateAnswer
  /// Sets what to show at the right edge; not called where nothing can be shown there.
  public var liveState: ((LineText, inout LiveState) -> Void)?
  /// The completions of the text before the cursor that lie in a range of the whole list.
  ///
  /// The range covers one page of a listing; only the common beginning and the number of
  /// completions need the whole list.
  public var complete: ((_ before: String, _ range: Range<Int>) -> Completions)?
  /// The value beside the text in the picker, nil where the text belongs to none.
  public var turn: ((_ text: String, _ turn: Turn) -> String?)?

  /// Makes a question that lets everything through.
  public init(
    prompt: String, draft: String = "", placeholder: String = "", isSecret: Bool = false,
    historyKey: String? = nil, hint: String = "",
    gate: @escaping (LineText) -> GateAnswer = { _ in .allowed },
    liveState: ((LineText, inout LiveState) -> Void)? = nil,
    complete: ((_ before: String, _ range: Range<Int>) -> Completions)? = nil,
    turn: ((_ text: String, _ turn: Turn) -> String?)? = nil
  ) {
    self.prompt = prompt
    self.draft = draft
    self.placeholder = placeholder
    self.isSecret = isSecret
    self.historyKey = historyKey
    self.hint = hint
    self.gate = gate
    self.liveState = liveState
    self.complete = complete
    self.turn = turn
  }
}

/// How a question ended.
public enum Reply: Sendable, Equatable {
  /// Return; pasted if all of the text, or its line end, came from a bracketed paste.
  case line(String, isPasted: Bool)
  /// Shift-Tab or PageUp, with the line as it stood.
  case previous(String)
  /// PageDown, with the line as it stood.
  case next(String)
  /// Ctrl-C; the line is dropped. In plain mode the terminal does not say whether a line was begun:
  /// there the second Ctrl-C in a row counts as one on an empty line.
  case interrupted(lineWasEmpty: Bool)
  /// Ctrl-D on an empty line, or there will be no more input; a line in progress is dropped.
  case endOfInput
  /// TERM, HUP or QUIT came in; the program should end.
  case signal(Int32)
}

/// The longest beginning, in whole characters, that two texts share.
private func sharedBeginning(_ one: String, _ other: String) -> String {
  var end = one.startIndex
  var otherEnd = other.startIndex
  while end < one.endIndex, otherEnd < other.endIndex,
    one[end].unicodeScalars.elementsEqual(other[otherEnd].unicodeScalars)
  {
    one.formIndex(after: &end)
    other.formIndex(after: &otherEnd)
  }
  return String(one[..<end])
}
