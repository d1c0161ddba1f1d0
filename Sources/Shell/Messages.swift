// The words for people: every fault and outcome becomes a sentence here and nowhere else.

internal import Forms

/// Says in words why an answer or a value was refused.
struct Messages {
  let form: Form
  /// Whether stored records are spoken of, not answers at a prompt.
  var speaksOfRecords = false

  /// The sentence for a fault of a field, without the field's name: `250 is not between 1 and 100`.
  func words(_ fault: Fault, field i: Int, text: Bytes) -> String {
    let field = form.fields[i]
    if let own = ownWords(fault, field) { return own + note(fault, field, text) }
    return sentence(fault, field, text)
  }

  /// `x-error`: the form's own words, for the keyword or for the field.
  private func ownWords(_ fault: Fault, _ field: Field) -> String? {
    var own: String?
    for keyword in fault.keywords(of: field) { own = own ?? field.errors[keyword] }
    switch fault {
    // The text of the field as a whole speaks of what is wrong with a value; a check has a text of its own.
    case .missing, .missingBecause, .control, .endlessCharacter, .computed, .check, .checkFailed:
      break
    default: own = own ?? field.errors[""]
    }
    return own.map { Shown.harmless(text: $0) }
  }

  /// What the form's own words cannot know: an invisible character in the text.
  private func note(_ fault: Fault, _ field: Field, _ text: Bytes) -> String {
    guard !field.isSecret else { return "" }
    for scalar in text.string.unicodeScalars {
      if let name = Shown.invisible(scalar.value) {
        return "; it has an invisible character, \(Shown.codePoint(scalar.value)) (\(name))"
      }
    }
    return ""
  }

  private func sentence(_ fault: Fault, _ field: Field, _ text: Bytes) -> String {
    let value = field.isSecret ? "the answer" : text.isEmpty ? "\"\"" : Shown.brief(text)
    switch fault {
    case .missing:
      return speaksOfRecords
        ? "a value is required" : "an answer is required; next leaves it for later"
    case .missingBecause(let name):
      let wanted = speaksOfRecords ? "a value" : "an answer"
      return "\(wanted) is required, since \(Shown.brief(name)) has one"
    case .unreadable(let unreadable): return words(unreadable, field, value)
    case .broken(let constraint):
      return words(constraint, field, value, text) + note(fault, field, text)
    case .control(let scalar):
      return "a control character (\(Shown.codePoint(scalar))) is not allowed"
    case .endlessCharacter(let scalars):
      return "one character has \(scalars) parts; at most \(CharacterLimit.mostScalars) are allowed"
    case .tooCostly: return "the pattern is too costly to judge this text"
    case .never: return "the form allows no value here"
    case .combination(let keyword, let matches):
      return combination(keyword, matches, value)
    case .check(let i): return Shown.harmless(text: form.checks[i].message)
    case .checkFailed(let i, let reason):
      return "\(Shown.harmless(text: form.checks[i].message)) (\(Shown.harmless(text: reason)))"
    case .computed(let computed):
      return
        "\(value) is not the computed \(computed.kind == .absent ? "no value" : Shown.brief(computed.text))"
    case .unknownMember: return "the form allows no such field"
    case .memberCount("minProperties", let limit): return "fewer than \(limit) values"
    case .memberCount(_, let limit): return "more than \(limit) values"
    case .memberName: return "the form allows no field of this name"
    }
  }

  /// The sentence for a fault that no field has: the record's own, or that of a member the form does not know.
  ///
  /// `text` is the member's value, or the value that is no record; empty for a record.
  func words(alone fault: Fault, text: Bytes) -> String {
    if case .combination(let keyword, let matches) = fault, text.isEmpty {
      return combination(keyword, matches, "the record")
    }
    if case .memberCount = fault {
      return "the record has " + sentence(fault, Field(FieldDeclaration(name: [])), text)
    }
    return sentence(fault, Field(FieldDeclaration(name: [])), text)
  }

  /// The sentence for a fault of a record that is filled in, which is no field's own.
  func words(ofRecord fault: RecordFault) -> String {
    (fault.member.map { Shown.brief($0) + ": " } ?? "") + words(alone: fault.fault, text: [])
  }

  private func combination(_ keyword: String, _ matches: Int, _ value: String) -> String {
    switch keyword {
    case "not": "\(value) is just what the form forbids"
    case "oneOf" where matches > 1: "\(value) meets \(matches) of the alternatives, not one"
    default: "\(value) meets none of the alternatives"
    }
  }

  private func words(_ unreadable: Unreadable, _ field: Field, _ value: String) -> String {
    switch unreadable {
    case .wholeNumber: "\(value) is not a whole number" + rangeWords(field, before: " ")
    case .number: "\(value) is not a number" + rangeWords(field, before: " ")
    case .range: "\(value) is past the range of numbers"
    case .plusSign: "\(value) has a plus sign; write it without"
    case .leadingZero: "\(value) has a leading zero; write it without"
    case .yesNo: "\(value) is not \(typeWords(.boolean))"
    case .choice: "\(value) is not \(choiceWords(field.choices, field))"
    case .nothing: "\(value) is not empty; this field takes no value"
    }
  }

  private func words(
    _ constraint: Constraint, _ field: Field, _ value: String, _ text: Bytes
  ) -> String {
    switch constraint {
    case .type(let types): return "\(value) is not \(typeWords(types))"
    case .minLength(let n): return "\(text.span.codePoints) of at least \(n) code points"
    case .maxLength(let n):
      return "\(text.span.codePoints) of \(n) code points: \(value) is too long"
    case .maxCharacters(let n):
      return "\(text.string.count) of \(n) characters: \(value) is too long"
    case .characters(let allowed):
      return forbidden(allowed, field, value, text)
    case .pattern(let pattern):
      return "\(value) does not match \(Shown.brief(Bytes(text: pattern.source)))"
    case .format(let format): return "\(value) is not \(format.phrase)"
    case .isPattern: return "\(value) is not a pattern of ECMA-262"
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      return "\(value) is not \(bounds(constraint, field))"
    case .multipleOf(let n): return "\(value) is not a multiple of \(n.description)"
    case .oneOfChoices(let choices): return "\(value) is not \(choiceWords(choices, field))"
    case .constant(let wanted): return "\(value) is not \(Shown.brief(wanted.text))"
    }
  }

  private func forbidden(
    _ allowed: AllowedCharacters, _ field: Field, _ value: String, _ text: Bytes
  ) -> String {
    switch field.kind {
    case .integer: return words(.wholeNumber, field, value)
    case .number where text.contains(UInt8(ascii: ",")):
      return "\(value) is not a number: the decimal separator is the point"
    case .number: return words(.number, field, value)
    default:
      guard let scalar = allowed.firstForbidden(in: text.span) else {
        return "\(value) is not allowed"
      }
      let shown = Shown.brief(Bytes(text: String(Character(Unicode.Scalar(scalar) ?? " "))))
      return "\(shown) is not one of the characters \(Shown.brief(allowed.listed))"
    }
  }

  /// `between 1 and 100`, or the one bound that there is.
  private func bounds(_ constraint: Constraint, _ field: Field) -> String {
    if let words = rangeInWords(field), field.range.states(constraint) { return words }
    switch constraint {
    case .minimum(let n): return "\(n.description) or above"
    case .maximum(let n): return "\(n.description) or below"
    case .exclusiveMinimum(let n): return "above \(n.description)"
    case .exclusiveMaximum(let n): return "below \(n.description)"
    default: return ""
    }
  }

  /// The range in words; nil when the field has none.
  func rangeInWords(_ field: Field) -> String? {
    let least = field.range.least
    let most = field.range.most
    // The bounds of the machine's own whole numbers are no rule that a person thinks of.
    if least?.value.int == .min, most?.value.int == .max { return nil }
    if let least, let most, least.isIncluded, most.isIncluded {
      return "between \(least.value.description) and \(most.value.description)"
    }
    var parts: [String] = []
    if let least {
      let n = least.value.description
      parts.append(least.isIncluded ? "\(n) or above" : "above \(n)")
    }
    if let most {
      let n = most.value.description
      parts.append(most.isIncluded ? "\(n) or below" : "below \(n)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  private func rangeWords(_ field: Field, before: String) -> String {
    rangeInWords(field).map { before + $0 } ?? ""
  }

  /// `one of M, F`, cut after a few.
  private func choiceWords(_ choices: Choices?, _ field: Field) -> String {
    guard let choices else { return "one of the choices" }
    let list = choices.list.filter { $0.value.kind != .null }
    // What is asked with yes or no is told so, in files by the value itself.
    let few = list.prefix(8).map {
      Shown.brief(speaksOfRecords ? $0.value.text : field.text(of: $0.value))
    }
    let command = speaksOfRecords ? "" : ": .choices"
    let more = list.count > few.count ? " … (\(list.count) in all\(command))" : ""
    if few.count == 1 { return few[0] }
    return "one of " + few.joined(separator: ", ") + more
  }

  private func typeWords(_ types: TypeSet) -> String {
    let names: [(TypeSet, String)] = [
      (.integer, "a whole number"), (.number, "a number"), (.string, "a text"),
      (.boolean, speaksOfRecords ? "true or false" : "yes or no"), (.null, "no value"),
      (.array, "a list"), (.object, "an object"),
    ]
    return names.filter { types.contains($0.0) }.map { $0.1 }.joined(separator: " or ")
  }

  /// The names of fields, for a list in a sentence.
  func names(_ fields: [Int]) -> String {
    fields.map { form.fields[$0].shownName }.joined(separator: ", ")
  }
}

extension NumberRange {
  /// Whether this constraint is one of the two bounds.
  func states(_ constraint: Constraint) -> Bool {
    switch constraint {
    case .minimum(let n): least.map { $0.value == n && $0.isIncluded } ?? false
    case .exclusiveMinimum(let n): least.map { $0.value == n && !$0.isIncluded } ?? false
    case .maximum(let n): most.map { $0.value == n && $0.isIncluded } ?? false
    case .exclusiveMaximum(let n): most.map { $0.value == n && !$0.isIncluded } ?? false
    default: false
    }
  }
}

extension CommandError {
  /// The sentence for a wrong command, as it stands behind `stdin:1: `.
  var words: String {
    switch self {
    case .unknown(let name): ".\(name): no such command; help lists them"
    case .ambiguous(let name, let all):
      ".\(name): could be \(all.map { "." + $0 }.joined(separator: ", "))"
    case .needsArgument(let name, let argument): ".\(name): say which \(argument)"
    case .tooMuch(let name): ".\(name): too much behind it"
    case .wrongArgument(let name, let argument):
      ".\(name): \(Shown.brief(Array(argument.utf8))) is nothing it takes"
    }
  }
}
