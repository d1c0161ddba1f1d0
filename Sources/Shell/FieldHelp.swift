// Help about a field: its rules in words, and an example that passes.

internal import Forms

/// What a field takes, in words.
struct FieldHelp {
  let form: Form
  let field: Field
  /// Whether a value is required as a record stands; nil where there is none.
  var isRequired: Bool?

  /// The field's name and title, its rules, an example.
  var lines: [String] {
    var out: [String] = []
    var head = field.shownName
    if let title = field.title, title != head { head += " (\(Shown.brief(Bytes(text: title))))" }
    out.append(head + ": " + rules.joined(separator: "; "))
    if let about = field.about { out.append(Shown.harmless(Bytes(text: about))) }
    if let example { out.append("for example: \(example)") }
    return out
  }

  /// The rule in one short line: `1 to 100`.
  var short: String { rules.first ?? "any text" }

  /// The rules in words, the most telling first.
  var rules: [String] {
    var out: [String] = []
    if field.calculation != nil { return ["computed, not asked"] }
    switch field.kind {
    case .integer:
      if let range = field.wholeNumbers {
        out.append("\(range.lowerBound) to \(range.upperBound)")
      } else {
        out.append("a whole number" + bounds)
      }
    case .number, .numberOrText: out.append("a number" + bounds)
    case .yesNo: out.append("yes or no")
    case .choice: out.append(choices)
    case .nothing: out.append("no value")
    case .text: break
    }
    for constraint in field.constraints { if let words = words(constraint) { out.append(words) } }
    if out.isEmpty { out.append("any text") }
    if field.isPlain { out.append("no plus sign, no leading zero") }
    if let value = field.defaultValue {
      out.append("an empty line stands for \(Shown.brief(field.text(of: value)))")
    }
    out.append(isRequired ?? field.isRequired ? "required" : "optional")
    return out
  }

  private var bounds: String {
    Messages(form: form).rangeInWords(field).map { ", " + $0 } ?? ""
  }

  private var choices: String {
    guard let list = field.choices?.list else { return "one of the choices" }
    let few = list.prefix(6).filter { $0.value.kind != .null }.map { Shown.brief($0.value.text) }
    if list.count > 6 {
      return "one of \(list.count) choices: " + few.joined(separator: ", ") + " …"
    }
    if few.count < 2 { return few.first ?? "no value" }
    return few.dropLast().joined(separator: ", ") + " or " + few[few.count - 1]
  }

  private func words(_ constraint: Constraint) -> String? {
    switch constraint {
    case .maxCharacters(let n): "at most \(n) characters"
    case .maxLength(let n): "at most \(n) code points"
    case .minLength(let n): "at least \(n) code points"
    case .characters(let allowed) where field.kind == .text:
      "only the characters \(Shown.brief(allowed.listed))"
    case .pattern(let pattern):
      (field.errors["pattern"] ?? field.errors[""]).map { Shown.harmless(text: $0) }
        ?? "matches \(Shown.brief(Bytes(text: pattern.source)))"
    case .format(let format): format.phrase
    case .isPattern: "a pattern of ECMA-262"
    case .multipleOf(let n): "a multiple of \(n.description)"
    case .constant(let value): "exactly \(Shown.brief(value.text))"
    case .oneOfChoices(let choices) where field.kind == .yesNo && choices.list.count == 1:
      "exactly \(Shown.brief(field.text(of: choices.list[0].value)))"
    default: nil
    }
  }

  /// An answer that passes.
  var example: String? {
    var value = Value.absent
    let candidates = field.examples.map { field.text(of: $0) } + invented
    for candidate in candidates where !candidate.isEmpty {
      if field.judge(candidate.span, form.rules, into: &value) == nil {
        return Shown.brief(candidate)
      }
    }
    return nil
  }

  private var invented: [Bytes] {
    var out: [Bytes] = []
    if let list = field.choices?.list { out += list.prefix(3).map { $0.value.text } }
    if let range = field.wholeNumbers {
      out.append(Bytes(text: "\((range.lowerBound + range.upperBound) / 2)"))
    }
    for constraint in field.constraints {
      if case .format(let format) = constraint { out.append(Bytes(text: format.example)) }
    }
    for text in ["Kim", "kim@example.org", "1", "10", "yes", "0.5", "a", "2024-02-29"] {
      out.append(Bytes(text: text))
    }
    // A bound is an example for want of a better one: it may be the least number that a program can count with.
    if let least = field.range.least { out.append(Bytes(text: least.value.description)) }
    return out
  }
}
