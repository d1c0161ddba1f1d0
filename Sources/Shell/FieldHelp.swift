// Help about a field: what is right in it here and now, and an example that passes.

internal import Forms

/// What a field takes, in words.
struct FieldHelp {
  let form: Form
  let field: Field
  let catalogue: any Catalogue
  private let now: RulesNow
  private let isRequired: Bool

  /// Help about a field while a record stands as it does, which may require a value of it.
  init(
    _ form: Form, _ field: Int, in record: Record, isRequired: Bool, _ catalogue: any Catalogue
  ) {
    self.form = form
    self.field = form.fields[field]
    self.catalogue = catalogue
    self.isRequired = isRequired
    now = form.rulesNow(field, in: record)
  }

  /// The field's name and title, its rules, an example.
  var lines: [String] {
    var said: [HelpSentence] = []
    let title = field.title.flatMap { $0 == field.shownName ? nil : ShownText(brief: $0) }
    said.append(.field(ShownText(field), title: title, rules))
    if let about = field.about { said.append(.about(ShownText(ofForm: about))) }
    if let example { said.append(.example(example)) }
    return said.map { catalogue.words($0) }
  }

  /// The rule in one short line: `1 to 100`.
  var short: RuleSentence { rules.first ?? .anyText }

  /// The rules, the most telling first.
  var rules: [RuleSentence] {
    if field.calculation != nil { return [.computed] }
    var out: [RuleSentence] = []
    let alternatives = now.alternatives.map { list in
      list.map { FieldRules.sentences($0, of: field) }
    }.filter { list in list.allSatisfy { !$0.isEmpty } }
    let exact = FieldRules.exact(now.constraints, of: field)
    let range = now.range.isOfMachine || now.range.isOpen ? nil : now.range
    switch field.kind {
    case .integer:
      if let range = now.wholeNumbers {
        out.append(.wholeNumbers(range))
      } else if range != nil || alternatives.isEmpty {
        out.append(.wholeNumber(range))
      }
    case .number, .numberOrText:
      if range != nil || alternatives.isEmpty { out.append(.number(range)) }
    case .yesNo: if exact.isEmpty { out.append(.yesNo) }
    case .choice:
      out.append(.oneOf(ShownList(now.choices ?? [], of: field, areStored: false, most: 6)))
    case .nothing: out.append(.noValue)
    case .text: break
    }
    out += alternatives.map { .either($0) }
    out += FieldRules.lengths(now.constraints) + exact
    for constraint in now.constraints {
      if let rule = FieldRules.sentence(constraint, of: field) { out.append(rule) }
    }
    for set in now.excluded {
      let rules = FieldRules.sentences(set, of: field)
      if !rules.isEmpty { out.append(.not(rules)) }
    }
    if out.isEmpty { out.append(.anyText) }
    if field.isPlain { out.append(.plainly) }
    if let value = field.defaultValue { out.append(.emptyLine(ShownValue(value, of: field))) }
    out.append(isRequired ? .required : .optional)
    return out
  }

  // MARK: Example

  /// An answer that passes.
  private var example: ShownText? {
    var value = Value.absent
    let candidates = field.examples.map { field.text(of: $0) } + invented
    for candidate in candidates where !candidate.isEmpty && candidate.count <= Shown.mostCharacters
    {
      if field.judge(candidate.span, form.rules, into: &value) == nil, now.admits(value) {
        return ShownText(example: candidate)
      }
    }
    return nil
  }

  private var invented: [Bytes] {
    var out: [Bytes] = []
    if let list = now.choices { out += list.prefix(3).map { $0.value.text } }
    if let range = now.wholeNumbers {
      out.append(Bytes(text: "\((range.lowerBound + range.upperBound) / 2)"))
    }
    for constraint in now.constraints {
      switch constraint {
      case .format(let format): out.append(Bytes(text: format.example))
      case .constant(let value): out.append(field.text(of: value))
      case .oneOfChoices(let choices):
        out += choices.list.prefix(3).map { field.text(of: $0.value) }
      default: break
      }
    }
    for text in ["Kim", "kim@example.org", "1", "10", "yes", "0.5", "a", "2024-02-29"] {
      out.append(Bytes(text: text))
    }
    // A bound is an example for want of a better one: it may be the least number that a program can count with.
    for bound in [now.range.least, now.range.most] {
      if let bound { out.append(Bytes(text: bound.value.description)) }
    }
    return out
  }
}

extension NumberRange {
  /// Whether there is no bound.
  fileprivate var isOpen: Bool { least == nil && most == nil }
}

/// Constraints as rules in words.
enum FieldRules {
  /// How long a text must be: of several bounds the one that is reached first.
  static func lengths(_ constraints: [Constraint]) -> [RuleSentence] {
    var least = 0
    var most = Int.max
    for constraint in constraints {
      switch constraint {
      case .minLength(let n): least = max(least, n)
      case .maxCharacters(let n), .maxLength(let n): most = min(most, n)
      default: break
      }
    }
    return (least > 0 ? [.atLeast(least)] : []) + (most < .max ? [.atMost(most)] : [])
  }

  /// The one value that is right, where there is but one.
  static func exact(_ constraints: [Constraint], of field: Field) -> [RuleSentence] {
    for constraint in constraints {
      switch constraint {
      case .constant(let value): return [.exactly(constant(value, field), title: nil)]
      case .oneOfChoices(let choices) where field.kind == .yesNo && choices.list.count == 1:
        return [.exactly(constant(choices.list[0].value, field), title: nil)]
      default: break
      }
    }
    return []
  }

  /// What a field's constraint adds to what its kind, its bounds and lengths say; nil where it adds nothing.
  static func sentence(_ constraint: Constraint, of field: Field) -> RuleSentence? {
    switch constraint {
    case .characters(let allowed) where field.kind == .text:
      return .onlyCharacters(ShownText(name: allowed.listed))
    case .pattern(let pattern):
      if let own = field.errors["pattern"] ?? field.errors[""] {
        return .own(ShownText(ofForm: own))
      }
      return .pattern(
        ShownText(brief: pattern.source), inWords: PatternPart.parts(of: pattern.source))
    case .format(let format): return .format(format)
    case .isPattern: return .isPattern
    case .multipleOf(let n): return .multiple(of: ShownText(n))
    case .oneOfChoices(let choices) where field.kind != .choice && field.kind != .yesNo:
      return .oneOf(ShownList(choices.list, of: field, areStored: false, most: 6))
    default: return nil
    }
  }

  /// The rules of one of several alternatives; empty where they cannot be said.
  static func sentences(_ set: RuleSet, of field: Field) -> [RuleSentence] {
    var out = lengths(set.constraints)
    let range = NumberRange(set.constraints)
    var types: TypeSet?
    for constraint in set.constraints {
      switch constraint {
      case .type(let stated): types = stated
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: break
      case .constant(let value):
        let title = set.title.map { ShownText(brief: $0) }
        out.append(.exactly(constant(value, field), title: title))
      case .oneOfChoices(let choices):
        out.append(.oneOf(ShownList(choices.list, of: field, areStored: false, most: 6)))
      default:
        if let rule = sentence(constraint, of: field) { out.append(rule) }
      }
    }
    if range.least != nil || range.most != nil {
      let isWhole = types == .integer || field.kind == .integer
      if isWhole, let picker = range.wholeNumbers {
        out.insert(.wholeNumbers(picker), at: 0)
      } else {
        out.insert(.bounds(range), at: 0)
      }
    } else if out.isEmpty, let types {
      out.append(.ofType(types))
    }
    return out
  }

  private static func constant(_ value: Value, _ field: Field) -> ShownText {
    ShownText(constant: value, of: field, isStored: false)
  }
}
