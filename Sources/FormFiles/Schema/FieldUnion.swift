// A field that is declared in several places under conditions: asked once, by a kind that all of them can be answered in.

import Forms

/// Joins the declarations of one field; which of them holds is judged with the whole record.
enum FieldUnion {
  /// What stands first counts for titles and the like; choices are put together.
  static func union(_ drafts: [FieldDraft]) -> FieldDraft {
    var out = drafts[0]
    var joined = JoinedChoices(out.declaration.choices)
    for other in drafts.dropFirst() {
      let kind = kind(out.declaration.kind, other.declaration.kind)
      if kind != .choice {
        joined = JoinedChoices(nil)
      } else if let choices = other.declaration.choices {
        joined.take(choices)
      }
      out.declaration.kind = kind
      out.declaration.isPlain = out.declaration.isPlain && other.declaration.isPlain
      out.mayBeNull = out.mayBeNull && other.mayBeNull
      out.isWhole = out.isWhole && other.isWhole
      out.declaration.title = out.declaration.title ?? other.declaration.title
      out.declaration.about = out.declaration.about ?? other.declaration.about
      out.declaration.isSecret = out.declaration.isSecret || other.declaration.isSecret
      out.declaration.isReadOnly = out.declaration.isReadOnly && other.declaration.isReadOnly
    }
    out.declaration.choices = joined.choices
    if drafts.count > 1 {
      // A default of one branch may be wrong in another.
      out.defaultValue = nil
      out.initial = nil
    }
    return out
  }

  private static func kind(_ a: FieldKind, _ b: FieldKind) -> FieldKind {
    if a == b { return a }
    let both = [a, b]
    if both.contains(.nothing) { return a == .nothing ? b : a }
    if both.allSatisfy({ $0 == .integer || $0 == .number }) { return .number }
    let areNumbers: Set<FieldKind> = [.integer, .number, .numberOrText]
    return both.contains { areNumbers.contains($0) || $0 == .choice } ? .numberOrText : .text
  }
}

/// The values of several pickers, each once.
private struct JoinedChoices {
  private var first: Choices?
  private var list: [Choice] = []
  private var keys: Set<Bytes> = []
  private var keywords: [String] = []
  private var taken: Set<ObjectIdentifier> = []

  init(_ first: Choices?) { self.first = first }

  /// Takes another picker's values.
  mutating func take(_ other: Choices) {
    let first = first ?? other
    self.first = first
    for choices in taken.isEmpty ? [first, other] : [other]
    where taken.insert(ObjectIdentifier(choices)).inserted {
      list += choices.list.filter { keys.insert($0.key).inserted }
      keywords += choices.keywords.filter { !keywords.contains($0) }
    }
  }

  var choices: Choices? { taken.count > 1 ? Choices(list, keywords: keywords) : first }
}
