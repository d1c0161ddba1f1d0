// The answers that are right beyond doubt: most lines of a script. What is not plain goes to the rules themselves.

/// What a field's rules say of plain answers, worked out once a form, so that most lines are judged without a detour.
///
/// It only ever accepts, and only what the rules it was made from accept; every refusal is the rules' own.
final class PlainAnswers: Sendable {
  /// All but the pattern.
  let rule: PlainRule
  /// Looked at without counting references where `rule` has a pattern.
  private let pattern: any Pattern

  /// What is plain under a field's constraints; nothing where one of them needs more than a look.
  init(
    _ declaration: FieldDeclaration, _ constraints: [Constraint], range: NumberRange,
    allowed: AllowedCharacters?
  ) {
    var found = Findings()
    if declaration.node == nil {
      switch declaration.kind {
      case .text where allowed == nil: found.takeText(constraints)
      case .integer, .number:
        let digits = "0123456789".utf8Span.span
        if allowed?.firstForbidden(in: digits) == nil { found.takeWhole(constraints, range) }
      case .choice where allowed == nil: found.takeCodes(constraints, declaration.choices)
      default: break
      }
    }
    rule = found.rule
    pattern = found.pattern ?? NoPattern()
  }

  private init(_ rule: PlainRule, _ pattern: any Pattern) {
    self.rule = rule
    self.pattern = pattern
  }

  /// The same for one thread at a time, where a pattern matches at less cost.
  func forOneThread() -> PlainAnswers {
    rule.hasPattern ? PlainAnswers(rule, pattern.forOneThread()) : self
  }

  /// Whether a typed text is right beyond doubt; then `value` holds what it means.
  @inline(__always)
  func accepts(_ text: Span<UInt8>, into value: inout Value) -> Bool {
    guard accepts(text) else { return false }
    value.kind = kind
    value.text.set(text)
    return true
  }

  /// What an accepted text means: a number or a text, spelled as it is.
  @inline(__always)
  var kind: ValueKind { rule.kind }

  /// Whether a text, typed or stored as the kind that it means, is right beyond doubt.
  @inline(__always)
  func accepts(_ text: Span<UInt8>) -> Bool {
    rule.accepts(text) && (!rule.hasPattern || matches(text))
  }

  /// Whether the pattern, which the rule has, matches.
  @inline(__always)
  func matches(_ text: Span<UInt8>) -> Bool { pattern.match(text) == .matches }

  /// What is gathered from the constraints.
  private struct Findings {
    var rule = PlainRule()
    var pattern: (any Pattern)?

    mutating func takeText(_ constraints: [Constraint]) {
      for constraint in constraints {
        switch constraint {
        case .type(let types) where types.contains(.string): break
        case .maxCharacters(let n), .maxLength(let n): rule.most = min(rule.most, n)
        case .pattern(let p) where pattern == nil:
          pattern = p
          rule.hasPattern = true
        default: return
        }
      }
      rule.shape = .text
    }

    mutating func takeWhole(_ constraints: [Constraint], _ range: NumberRange) {
      for constraint in constraints {
        switch constraint {
        case .type(let types) where types.contains(.integer) || types.contains(.number): break
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: break
        default: return
        }
      }
      let greatest = 999_999_999_999_999_999
      let lower = range.least ?? (Decimal(0), true)
      let upper = range.most ?? (Decimal(greatest), true)
      guard let low = lower.value.int, let high = upper.value.int else { return }
      // Plain are 18 digits; clamped first, so that a bound at an end of Int can be stepped over.
      func near(_ bound: Int) -> Int { max(min(bound, greatest + 1), -1) }
      rule.least = max(near(low) + (lower.isIncluded ? 0 : 1), 0)
      rule.most = min(near(high) - (upper.isIncluded ? 0 : 1), greatest)
      if rule.least <= rule.most { rule.shape = .whole }
    }

    mutating func takeCodes(_ constraints: [Constraint], _ choices: Choices?) {
      guard let choices, choices.list.count <= rule.codes.count else { return }
      for constraint in constraints {
        switch constraint {
        case .type(let types) where types.contains(.string): break
        case .oneOfChoices(let same) where same === choices: break
        default: return
        }
      }
      for choice in choices.list {
        let text = choice.value.text
        let isPlain = choice.value.kind == .text && !text.isEmpty && text.count <= 8
        if !isPlain || ControlCharacter.first(in: text.span) != nil { return }
      }
      for (i, choice) in choices.list.enumerated() {
        rule.codes[i] = choice.value.text.span.word(filler: 0)
      }
      rule.codeCount = choices.list.count
      rule.shape = .codes
    }
  }
}

/// Stands where there is no pattern.
private final class NoPattern: Pattern {
  let source = ""
  func match(_ text: Span<UInt8>) -> PatternResult { .matches }
}
