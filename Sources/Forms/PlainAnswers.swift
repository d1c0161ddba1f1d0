// The answers that are right beyond doubt: most lines of a script. What is not plain goes to the rules themselves.

/// What a field's rules say of plain answers, worked out once a form, so that most lines are judged without a detour.
///
/// It only ever accepts, and only what the rules it was made from accept; every refusal is the rules' own.
final class PlainAnswers: Sendable {
  private let shape: Shape
  private let least: Int
  private let most: Int
  /// Whether a text must match `pattern`; a pattern that is always there is looked at without counting references.
  private let hasPattern: Bool
  private let pattern: any Pattern
  /// The codes one behind the other, and where each ends.
  private let codes: Bytes
  private let ends: [Int]

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
    shape = found.shape
    least = found.least
    most = found.most
    hasPattern = found.pattern != nil
    pattern = found.pattern ?? NoPattern()
    codes = found.codes
    ends = found.ends
  }

  private enum Shape: Sendable {
    /// Nothing is plain here.
    case none
    /// Printable ASCII of at most so many bytes, that matches the pattern if there is one.
    case text
    /// Digits without leading zero, in a range.
    case whole
    /// One of a few codes of text.
    case codes
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
  var kind: ValueKind { shape == .none ? .absent : shape == .whole ? .number : .text }

  /// Whether a text, typed or stored as the kind that it means, is right beyond doubt.
  @inline(__always)
  func accepts(_ text: Span<UInt8>) -> Bool {
    let n = text.count
    guard n > 0 else { return false }
    switch shape {
    case .none: return false
    case .text:
      guard n <= most, text[0] != 0x20, text[n - 1] != 0x20 else { return false }
      guard text.isPrintableASCII else { return false }
      if hasPattern, pattern.match(text) != .matches { return false }
    case .whole:
      guard n <= 18, text[0] != 0x30 || n == 1 else { return false }
      var number = 0
      for i in 0..<n {
        let digit = text[i] &- 0x30
        if digit > 9 { return false }
        number = number &* 10 &+ Int(digit)
      }
      guard number >= least, number <= most else { return false }
    case .codes:
      guard isCode(text) else { return false }
    }
    return true
  }

  private func isCode(_ text: Span<UInt8>) -> Bool {
    var from = 0
    for i in ends.indices {
      let end = ends[i]
      if end - from == text.count {
        var k = 0
        while k < text.count, codes[from + k] == text[k] { k += 1 }
        if k == text.count { return true }
      }
      from = end
    }
    return false
  }

  /// What is gathered from the constraints.
  private struct Findings {
    var shape = Shape.none
    var most = Int.max
    var least = 0
    var pattern: (any Pattern)?
    var codes: Bytes = []
    var ends: [Int] = []

    mutating func takeText(_ constraints: [Constraint]) {
      for constraint in constraints {
        switch constraint {
        case .type(let types) where types.contains(.string): break
        case .maxCharacters(let n), .maxLength(let n): most = min(most, n)
        case .pattern(let p) where pattern == nil: pattern = p
        default: return
        }
      }
      shape = .text
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
      least = max(near(low) + (lower.isIncluded ? 0 : 1), 0)
      most = min(near(high) - (upper.isIncluded ? 0 : 1), greatest)
      if least <= most { shape = .whole }
    }

    mutating func takeCodes(_ constraints: [Constraint], _ choices: Choices?) {
      guard let choices, choices.list.count <= 8 else { return }
      for constraint in constraints {
        switch constraint {
        case .type(let types) where types.contains(.string): break
        case .oneOfChoices(let same) where same === choices: break
        default: return
        }
      }
      for choice in choices.list {
        let text = choice.value.text
        let isPlain = choice.value.kind == .text && !text.isEmpty
        if !isPlain || ControlCharacter.first(in: text.span) != nil { return }
      }
      for choice in choices.list {
        codes += choice.value.text
        ends.append(codes.count)
      }
      shape = .codes
    }
  }
}

/// Stands where there is no pattern.
private final class NoPattern: Pattern {
  let source = ""
  func match(_ text: Span<UInt8>) -> PatternResult { .matches }
}
