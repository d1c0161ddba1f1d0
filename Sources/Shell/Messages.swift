// Why an answer or a value was refused: a fault of the judge, with what is right here and now, as a sentence.

internal import Forms

/// Makes sentences of faults.
struct Messages: Sendable {
  let form: Form
  let catalogue: any Catalogue
  let subject: Subject

  init(form: Form, catalogue: any Catalogue, of subject: Subject = .answer) {
    self.form = form
    self.catalogue = catalogue
    self.subject = subject
  }

  /// The words for a fault of a field, without the field's name: `250 is not between 1 and 100`.
  func words(_ fault: Fault, field i: Int, _ value: ShownValue, in record: Record) -> String {
    catalogue.words(sentence(fault, field: i, value, in: record))
  }

  /// The sentence for a fault of a field, while the record stands as it does.
  func sentence(
    _ fault: Fault, field i: Int, _ value: ShownValue, in record: Record
  ) -> FaultSentence {
    let field = form.fields[i]
    let now = form.rulesNow(i, in: record)
    var sentence: FaultSentence
    if let own = ownWords(fault, field) {
      sentence = noting(value, .own(own))
    } else {
      sentence = plainSentence(fault, field, value, now)
      if case .broken = fault { sentence = noting(value, sentence) }
    }
    guard subject == .stored, let text = value.text, Messages.isOfSpelling(fault),
      let meant = Nearest.stored(text.span, field, now)
    else { return sentence }
    return .meant(sentence, ShownValue(meant, of: field))
  }

  /// Whether another spelling can be right: letters of another case, a space.
  static func isOfSpelling(_ fault: borrowing Fault) -> Bool {
    switch fault {
    case .broken(.oneOfChoices), .unreadable(.choice), .unreadable(.yesNo): true
    default: false
    }
  }

  /// Whether a stored text is another spelling of a field's value, in a form whose fields are judged by themselves.
  func isMeant(_ text: Span<UInt8>, _ field: Int) -> Bool {
    let field = form.fields[field]
    return Nearest.stored(text, field, RulesNow(of: field, form.rules)) != nil
  }

  /// The sentence for a fault that no field has: the record's own, or that of a member the form does not know.
  ///
  /// `value` is the member's value, or the value that is no record; nil for a record.
  func sentence(alone fault: Fault, _ value: ShownValue?) -> FaultSentence {
    switch fault {
    case .combination("not", _): return .justForbidden(value)
    case .combination("oneOf", let matches) where matches > 1:
      return .severalAlternatives(value, matches)
    case .combination: return .noAlternative(value, [])
    default:
      let none = Field(FieldDeclaration(name: []))
      return plainSentence(
        fault, none, value ?? ShownValue(ofNoField: []), RulesNow(of: none, form.rules))
    }
  }

  /// `x-error`: the form's own words, for the keyword or for the field.
  private func ownWords(_ fault: Fault, _ field: Field) -> ShownText? {
    var own: String?
    for keyword in fault.keywords(of: field) { own = own ?? field.errors[keyword] }
    switch fault {
    // The text of the field as a whole speaks of what is wrong with a value; a check has a text of its own.
    case .missing, .missingBecause, .control, .endlessCharacter, .computed, .check, .checkFailed,
      .broken(.storable):
      break
    default: own = own ?? field.errors[""]
    }
    return own.map { ShownText(ofForm: $0) }
  }

  /// What neither the form's words nor the value as it is shown can tell: an invisible character.
  private func noting(_ value: ShownValue, _ sentence: FaultSentence) -> FaultSentence {
    for scalar in value.text?.string.unicodeScalars ?? .init() {
      if Shown.invisible(scalar.value) != nil, let it = ShownCharacter(scalar.value, of: value) {
        return .invisible(sentence, it)
      }
    }
    return sentence
  }

  private func plainSentence(
    _ fault: Fault, _ field: Field, _ value: ShownValue, _ now: RulesNow
  ) -> FaultSentence {
    switch fault {
    case .missing: return .missing(subject)
    case .missingBecause(let name): return .missingSince(ShownText(name: name), subject)
    case .unreadable(let unreadable): return sentence(unreadable, field, value, now)
    case .broken(let constraint): return sentence(constraint, field, value, now)
    case .control(let scalar): return .control(ShownCharacter(scalar, of: value))
    case .endlessCharacter(let scalars):
      return .endlessCharacter(parts: scalars, most: CharacterLimit.mostScalars)
    case .tooCostly: return .tooCostly
    case .never: return .never
    case .combination("not", _): return .justForbidden(value)
    case .combination("oneOf", let matches) where matches > 1:
      return .severalAlternatives(value, matches)
    case .combination: return .noAlternative(value, alternatives(field, now))
    case .check(let i): return .check(ShownText(ofForm: form.checks[i].message))
    case .checkFailed(let i, let reason):
      // The reason may repeat an operand.
      let check = form.checks[i]
      let isShown = check.assertion.fields.allSatisfy { !form.fields[$0].isSecret }
      return .checkFailed(
        ShownText(ofForm: check.message), reason: isShown ? ShownText(reason: reason) : nil)
    case .computed(let computed):
      return .notComputed(
        value, computed.kind == .absent ? nil : ShownValue(computed.text, of: field))
    case .unknownMember: return .unknownField
    case .memberCount("minProperties", let limit): return .fewerValues(than: limit)
    case .memberCount(_, let limit): return .moreValues(than: limit)
    case .memberName: return .fieldName
    }
  }

  private func sentence(
    _ unreadable: Unreadable, _ field: Field, _ value: ShownValue, _ now: RulesNow
  ) -> FaultSentence {
    switch unreadable {
    case .wholeNumber: .notWholeNumber(value, range(now))
    case .number: .notNumber(value, range(now), hasComma: Messages.hasComma(value))
    case .range: .pastAllNumbers(value)
    case .plusSign: .plusSign(value)
    case .leadingZero: .leadingZero(value)
    case .yesNo: .notYesNo(value, subject)
    case .choice: .notOneOf(value, list(now.choices ?? [], field), subject)
    case .nothing: .notEmpty(value)
    }
  }

  private func sentence(
    _ constraint: Constraint, _ field: Field, _ value: ShownValue, _ now: RulesNow
  ) -> FaultSentence {
    switch constraint {
    case .type(let types): return .notOfType(value, types, subject)
    case .minLength(let n): return .tooShort(value, length(value, n, isOfCodePoints: true))
    case .maxLength(let n): return .tooLong(value, length(value, n, isOfCodePoints: true))
    case .maxCharacters(let n): return .tooLong(value, length(value, n, isOfCodePoints: false))
    case .characters(let allowed): return forbidden(allowed, field, value, now)
    case .pattern(let pattern):
      return .noMatch(
        value, pattern: ShownText(brief: pattern.source),
        inWords: PatternPart.parts(of: pattern.source))
    case .format(let format): return .notOfFormat(value, format)
    case .isPattern: return .notPattern(value)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      return .outside(value, range(constraint, now))
    case .multipleOf(let n): return .notMultiple(value, of: ShownText(n))
    case .oneOfChoices(let choices):
      // The field's own list may have values that are not right now.
      let isOwn = field.choices?.list.count == choices.list.count
      return .notOneOf(value, list(isOwn ? now.choices ?? [] : choices.list, field), subject)
    case .storable(let storage): return .notStorable(value, storage)
    case .constant(let wanted):
      return .notConstant(
        value, ShownText(constant: wanted, of: field, isStored: subject == .stored))
    }
  }

  private func list(_ choices: [Choice], _ field: Field) -> ShownList {
    ShownList(choices, of: field, areStored: subject == .stored, most: ShownList.most)
  }

  /// What is known of a text's length: in code points, where these are not what a person counts, or in characters.
  private func length(_ value: ShownValue, _ limit: Int, isOfCodePoints: Bool) -> ShownLength {
    guard let text = value.text else {
      return ShownLength(count: nil, limit: limit, isOfCodePoints: false)
    }
    let characters = text.string.count
    guard isOfCodePoints else {
      return ShownLength(count: characters, limit: limit, isOfCodePoints: false)
    }
    let points = text.span.codePoints
    return ShownLength(count: points, limit: limit, isOfCodePoints: points != characters)
  }

  private func forbidden(
    _ allowed: AllowedCharacters, _ field: Field, _ value: ShownValue, _ now: RulesNow
  ) -> FaultSentence {
    switch field.kind {
    case .integer: return .notWholeNumber(value, range(now))
    case .number where value.text?.contains(UInt8(ascii: ",")) ?? false: return .decimalComma(value)
    case .number: return .notNumber(value, range(now), hasComma: false)
    default:
      let first = value.text.flatMap { allowed.firstForbidden(in: $0.span) }
      return .forbiddenCharacter(
        first.flatMap { ShownCharacter($0, of: value) }, allowed: ShownText(name: allowed.listed))
    }
  }

  private static func hasComma(_ value: ShownValue) -> Bool {
    guard let text = value.text else { return false }
    return text.count { $0 == UInt8(ascii: ",") } == 1 && !text.contains(UInt8(ascii: "."))
  }

  // MARK: Bounds

  /// The bounds that a person thinks of; those of the machine's own whole numbers are none.
  private func range(_ now: RulesNow) -> NumberRange? { now.range.isOfMachine ? nil : now.range }

  /// Both bounds where this is one of them, else this alone.
  private func range(_ constraint: Constraint, _ now: RulesNow) -> NumberRange {
    let all = now.range
    return all.states(constraint) && !all.isOfMachine ? all : NumberRange([constraint])
  }

  // MARK: Alternatives

  /// What the alternatives are, where the field has one list of them.
  private func alternatives(_ field: Field, _ now: RulesNow) -> [[RuleSentence]] {
    guard now.alternatives.count == 1 else { return [] }
    return now.alternatives[0].map { FieldRules.sentences($0, of: field) }
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

  /// Whether it is all that the machine's own whole numbers can be, which is no rule that a person thinks of.
  var isOfMachine: Bool { least?.value.int == .min && most?.value.int == .max }
}
