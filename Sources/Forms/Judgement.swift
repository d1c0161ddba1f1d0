// The one judge of a single value: text to value by the field's kind, value to verdict by its rules.

extension Field {
  /// Judges a typed text; nil when it is right, and then `value` holds what it means.
  ///
  /// When it is refused `value` may have changed: give it one of its own.
  public func judge(_ typed: Span<UInt8>, _ rules: Rules, into value: inout Value) -> Fault? {
    plainly.accepts(typed, into: &value) ? nil : judgeNotPlain(typed, rules, into: &value)
  }

  /// Judges a typed text that is not right beyond doubt, as ``judge(_:_:into:)``.
  public func judgeNotPlain(
    _ typed: Span<UInt8>, _ rules: Rules, into value: inout Value
  ) -> Fault? {
    let isText = kind == .text || kind == .numberOrText
    let text = isText ? typed.extracting(typed.trimmedRange) : typed
    if let control = ControlCharacter.first(in: text) { return .control(control) }
    if let allowed = allowedBeforeReading, let fault = allowed.fault(text, .characters(allowed)) {
      return fault
    }
    if let unreadable = read(text, into: &value) { return .unreadable(unreadable) }
    return judgeRules(value.kind, value.text.span, rules)
  }

  /// Judges a stored value; nil when it is right.
  ///
  /// An absent value is right here: `required` is the record's.
  public func judge(stored value: Value, _ rules: Rules) -> Fault? {
    if value.kind == .absent { return nil }
    if value.kind == plainly.kind, plainly.accepts(value.text.span) { return nil }
    return judgeNotPlain(stored: value, rules)
  }

  /// Judges a stored value that is there and not right beyond doubt, as ``judge(stored:_:)``.
  public func judgeNotPlain(stored value: Value, _ rules: Rules) -> Fault? {
    if let allowed = allowedBeforeReading, value.kind == .text || value.kind == .number,
      let fault = allowed.fault(value.text.span, .characters(allowed))
    {
      return fault
    }
    return judgeRules(value.kind, value.text.span, rules)
  }

  private func judgeRules(_ kind: ValueKind, _ text: Span<UInt8>, _ rules: Rules) -> Fault? {
    var number: Decimal?
    if kind == .number {
      number = Decimal(text)
      guard let number, number.isWithinDouble else { return .unreadable(.range) }
    }
    for constraint in constraints {
      if let fault = constraint.fault(kind, text, number: number) { return fault }
    }
    if let node = declaration.node { return rules.fault(node, kind, text) }
    return nil
  }

  /// Whether a typed text is a mere beginning of a number that counts as no value (`x-unreadable: none`).
  func isBeginningOfNone(_ text: Span<UInt8>) -> Bool {
    guard declaration.beginningIsNone, !text.isEmpty, text.count <= 2 else { return false }
    if let allowed, allowed.firstForbidden(in: text) != nil { return false }
    let hasSign = text[0] == 0x2D || text[0] == 0x2B
    if text.count == 1 { return hasSign || text[0] == 0x2E }
    return hasSign && text[1] == 0x2E
  }
}

/// Control characters: C0, DEL and C1; no typed answer may have one (DESIGN.md, section 4).
public enum ControlCharacter {
  /// The first control character of a valid UTF-8 text; nil when it has none.
  @inlinable
  public static func first(in text: Span<UInt8>) -> UInt32? {
    var i = 0
    let n = text.count
    while i < n {
      let c = text[i]
      if c < 0x20 || c == 0x7F { return UInt32(c) }
      if c == 0xC2, i + 1 < n, text[i + 1] < 0xA0 { return UInt32(text[i + 1]) }
      i += 1
    }
    return nil
  }
}

extension ValueKind {
  /// Whether there is no value: absent or null.
  public var isNothing: Bool { self == .absent || self == .null }
}
