// What a journal holds, and the lines that it is written in.

public import Forms
import JSONText

/// One accepted or refused line, or one move, of a record in progress.
///
/// Fields go by name, so that what still fits a changed form can be found.
public struct JournalEntry: Sendable, Equatable {
  /// What was done.
  public enum Action: Sendable, Equatable {
    /// An answer, as typed; explicit when the line began with the mark of an answer.
    case answer(Bytes, isExplicit: Bool)
    /// A draft that was left in the line by a key that makes a move.
    case draft(Bytes, isExplicit: Bool)
    /// An answer to a `writeOnly` field: it is not kept.
    case withheld
    /// `next`.
    case next
    /// `previous`.
    case previous
    /// The walk went to this field.
    case go(to: Bytes)
    /// `clear`.
    case clear
    /// The whole record was emptied.
    case clearAll
    /// The record was begun anew.
    case startOver
    /// A change was taken back, and the walk went to this field.
    case undo(to: Bytes)
    /// The record was to be finished.
    case finish
  }

  /// The name of the field where it was done.
  public var field: Bytes
  /// What was done.
  public var action: Action

  /// An entry.
  public init(field: Bytes, _ action: Action) {
    self.field = field
    self.action = action
  }

  /// An answer to a field; what was typed at a `writeOnly` one is not kept.
  public init(_ form: Form, answer text: Span<UInt8>, isExplicit: Bool, at field: Int) {
    self.init(
      field: form.fields[field].name,
      form.fields[field].isSecret ? .withheld : .answer(Bytes(text), isExplicit: isExplicit))
  }

  /// A draft that a key left in a field; nil at a `writeOnly` one.
  public init?(_ form: Form, draft text: Span<UInt8>, isExplicit: Bool, at field: Int) {
    if form.fields[field].isSecret { return nil }
    self.init(field: form.fields[field].name, .draft(Bytes(text), isExplicit: isExplicit))
  }

  /// A move that was made at a field; nil when it changed nothing.
  public init?(_ form: Form, _ move: Move, _ outcome: Outcome, at field: Int) {
    let action: Action
    switch move {
    case .next: action = .next
    case .previous: action = .previous
    case .go(let target): action = .go(to: form.fields[target].name)
    case .clear: action = .clear
    case .clearAll: action = .clearAll
    case .startOver: action = .startOver
    case .finish: action = .finish
    case .undo:
      guard case .undone(let target) = outcome else { return nil }
      action = .undo(to: form.fields[target].name)
    }
    self.init(field: form.fields[field].name, action)
  }
}

extension JournalEntry {
  /// The entry as a line of a journal.
  var line: Bytes {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("at")
    writer.string(field.span)
    switch action {
    case .answer(let text, let isExplicit): writer.text("answer", text, isExplicit)
    case .draft(let text, let isExplicit): writer.text("draft", text, isExplicit)
    case .withheld:
      writer.key("answer")
      writer.word(nil)
    case .next: writer.move("next")
    case .previous: writer.move("prev")
    case .go(let target): writer.move("goto", to: target)
    case .clear: writer.move("clear")
    case .clearAll: writer.move("clear all")
    case .startOver: writer.move("new")
    case .undo(let target): writer.move("undo", to: target)
    case .finish: writer.move("done")
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The entry that a line of a journal holds; nil when it holds none.
  init?(_ line: JSONValue) {
    guard let field = line["at"]?.stringBytes else { return nil }
    let target = line["to"]?.stringBytes
    if let answer = line["answer"] {
      if answer.isNull {
        self.init(field: field, .withheld)
      } else if let text = answer.stringBytes {
        self.init(field: field, .answer(text, isExplicit: line["explicit"]?.bool ?? false))
      } else {
        return nil
      }
      return
    }
    if let text = line["draft"]?.stringBytes {
      self.init(field: field, .draft(text, isExplicit: line["explicit"]?.bool ?? false))
      return
    }
    switch (line["move"]?.string, target) {
    case ("next", _): self.init(field: field, .next)
    case ("prev", _): self.init(field: field, .previous)
    case ("goto", let target?): self.init(field: field, .go(to: target))
    case ("clear", _): self.init(field: field, .clear)
    case ("clear all", _): self.init(field: field, .clearAll)
    case ("new", _): self.init(field: field, .startOver)
    case ("undo", let target?): self.init(field: field, .undo(to: target))
    case ("done", _): self.init(field: field, .finish)
    default: return nil
    }
  }
}

extension JSONWriter {
  fileprivate mutating func text(_ name: String, _ text: Bytes, _ isExplicit: Bool) {
    key(name)
    string(text.span)
    guard isExplicit else { return }
    key("explicit")
    word(true)
  }

  fileprivate mutating func move(_ name: String, to target: Bytes? = nil) {
    key("move")
    string(name)
    guard let target else { return }
    key("to")
    string(target.span)
  }
}
