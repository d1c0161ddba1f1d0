// The answers that are right beyond doubt: most lines of a script. What is not plain goes to the rules themselves.

/// What a field's rules say of plain answers, worked out once a form, so that most lines are judged without a detour.
///
/// It only ever accepts, and only what the rules it was made from accept; every refusal is the rules' own.
struct PlainAnswers: Sendable {
  private enum Shape: Sendable {
    /// Nothing is plain here.
    case none
    /// Printable ASCII of at most so many bytes, that matches the pattern if there is one.
    case text(most: Int, pattern: (any Pattern)?)
    /// Digits without leading zero, in a range.
    case whole(ClosedRange<Int>)
    /// One of a few codes of text.
    case codes([Bytes])
  }

  private let shape: Shape

  /// What is plain under a field's constraints; nothing where one of them needs more than a look.
  init(
    _ declaration: FieldDeclaration, _ constraints: [Constraint], range: NumberRange,
    allowed: AllowedCharacters?
  ) {
    guard declaration.node == nil else {
      shape = .none
      return
    }
    switch declaration.kind {
    case .text where allowed == nil: shape = PlainAnswers.text(constraints)
    case .integer, .number:
      let digits = "0123456789".utf8Span.span
      shape =
        allowed?.firstForbidden(in: digits) == nil ? PlainAnswers.whole(constraints, range) : .none
    case .choice where allowed == nil:
      shape = PlainAnswers.codes(constraints, declaration.choices)
    default: shape = .none
    }
  }

  private static func text(_ constraints: [Constraint]) -> Shape {
    var most = Int.max
    var pattern: (any Pattern)?
    for constraint in constraints {
      switch constraint {
      case .type(let types) where types.contains(.string): break
      case .maxCharacters(let n), .maxLength(let n): most = min(most, n)
      case .pattern(let p) where pattern == nil: pattern = p
      default: return .none
      }
    }
    return .text(most: most, pattern: pattern)
  }

  private static func whole(_ constraints: [Constraint], _ range: NumberRange) -> Shape {
    for constraint in constraints {
      switch constraint {
      case .type(let types) where types.contains(.integer) || types.contains(.number): break
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: break
      default: return .none
      }
    }
    let most = 999_999_999_999_999_999
    guard let low = range.least.map({ $0.value.int }) ?? 0,
      let high = range.most.map({ $0.value.int }) ?? most
    else { return .none }
    // Plain are 18 digits; clamped first, so that a bound at an end of Int can be stepped over.
    func near(_ bound: Int) -> Int { max(min(bound, most + 1), -1) }
    let from = near(low) + (range.least?.isIncluded == false ? 1 : 0)
    let to = near(high) - (range.most?.isIncluded == false ? 1 : 0)
    return max(from, 0) <= min(to, most) ? .whole(max(from, 0)...min(to, most)) : .none
  }

  private static func codes(_ constraints: [Constraint], _ choices: Choices?) -> Shape {
    guard let choices, choices.list.count <= 8 else { return .none }
    for constraint in constraints {
      switch constraint {
      case .type(let types) where types.contains(.string): break
      case .oneOfChoices(let same) where same === choices: break
      default: return .none
      }
    }
    let arePlain = choices.list.allSatisfy {
      $0.value.kind == .text && ControlCharacter.first(in: $0.value.text.span) == nil
    }
    guard arePlain else { return .none }
    return .codes(choices.list.map { $0.value.text })
  }

  /// Whether a typed text is right beyond doubt; then `value` holds what it means.
  @inline(__always)
  func accepts(_ text: Span<UInt8>, into value: inout Value) -> Bool {
    switch shape {
    case .none: return false
    case .text(let most, let pattern):
      let n = text.count
      guard n > 0, n <= most, text[0] != 0x20, text[n - 1] != 0x20 else { return false }
      for i in 0..<n where text[i] &- 0x20 > 0x5E { return false }
      if let pattern, pattern.match(text) != .matches { return false }
      value.kind = .text
      value.text.set(text)
      return true
    case .whole(let range):
      let n = text.count
      guard n > 0, n <= 18, text[0] != 0x30 || n == 1 else { return false }
      var number = 0
      for i in 0..<n {
        let digit = text[i] &- 0x30
        if digit > 9 { return false }
        number = number &* 10 &+ Int(digit)
      }
      guard number >= range.lowerBound, number <= range.upperBound else { return false }
      value.kind = .number
      value.text.set(text)
      return true
    case .codes(let codes):
      for code in codes where code.equals(text) {
        value.kind = .text
        value.text.set(text)
        return true
      }
      return false
    }
  }
}
