// A field that is declared in several places under conditions: asked once, by a kind that all of them can be answered in.

import Forms

/// Joins the declarations of one field; which of them holds is judged with the whole record.
enum FieldUnion {
  /// What stands first counts for titles and the like; choices are put together.
  static func union(_ drafts: [FieldDraft]) -> FieldDraft {
    var out = drafts[0]
    for other in drafts.dropFirst() {
      let kind = kind(out.declaration.kind, other.declaration.kind)
      if kind == .choice, let a = out.declaration.choices, let b = other.declaration.choices {
        let more = b.list.filter { new in !a.list.contains { $0.value == new.value } }
        let keywords = a.keywords + b.keywords.filter { !a.keywords.contains($0) }
        out.declaration.choices = Choices(a.list + more, keywords: keywords)
      } else {
        out.declaration.choices = nil
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
