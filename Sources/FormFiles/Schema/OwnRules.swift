// Default, start value and null of a field, held against its own rules.

import Forms
import JSONText

/// Settles what needs the field's rules to be complete.
enum OwnRules {
  /// Refuses a default or start value that the field itself refuses; sets what a field without value is written as.
  ///
  /// The examples of a trusted form are right: judging them would compile its patterns.
  static func settle(
    _ draft: inout FieldDraft, _ rules: Rules, _ document: SchemaDocument, isTrusted: Bool
  ) throws(SchemaFault) {
    guard
      draft.mayBeNull || draft.defaultValue != nil || draft.initial != nil || draft.examples != nil
    else { return }
    let field = Field(draft.declaration)
    let isNullRight = draft.mayBeNull && field.judge(stored: Value(.null), rules) == nil
    draft.declaration.admitsNull = isNullRight
    for keyword in [Keyword.default, .initial] {
      guard let json = keyword == .default ? draft.defaultValue : draft.initial else { continue }
      let value = Value(json: json)
      if value.kind == .null, isNullRight { continue }
      if let fault = refusal(value, field, rules) {
        throw SchemaFault(
          at: json.offset, .breaksOwnRule(keyword: keyword.rawValue, rule: fault),
          field: draft.declaration.name)
      }
      if keyword == .default {
        draft.declaration.defaultValue = value
      } else {
        draft.declaration.initial = value
      }
    }
    for example in draft.examples?.elements.map(Array.init) ?? [] {
      let value = Value(json: example)
      if [.null, .list, .object].contains(value.kind) { continue }
      let fault = isTrusted ? nil : field.judge(stored: value, rules)
      try document.count(costOf: fault, at: example)
      if fault == nil { draft.declaration.examples.append(value) }
    }
  }

  /// The keyword that a value breaks; an empty text where no keyword says it.
  private static func refusal(_ value: Value, _ field: Field, _ rules: Rules) -> String?? {
    if [.null, .list, .object].contains(value.kind) { return .some("type") }
    guard let fault = field.judge(stored: value, rules) else { return nil }
    return .some(fault.keyword)
  }
}
