// May this draft still become right? The question of a keystroke, answered from the rules that judge lines.

/// What can become of an unfinished text.
public enum Prospect: Sendable {
  /// It is a right answer as it stands.
  case right
  /// More typing can make it a right answer.
  case may
  /// No right answer begins with it; the fault names the rule.
  case never(Fault)
}

extension Field {
  /// What can become of a text, typed so far.
  ///
  /// With text after the cursor only characters, length, separators and the upper bound are judged, since what
  /// is typed next goes in between. It never says `never` of a text that, or whose continuation, the line accepts.
  public func prospect(
    _ text: Span<UInt8>, _ rules: Rules, hasTextAfterCursor: Bool = false
  ) -> Prospect {
    if text.isEmpty { return .may }
    if plainly.accepts(text) { return .right }
    var value = Value.absent
    let fault = judge(text, rules, into: &value)
    if fault == nil { return .right }
    if isBeginningOfNone(text) { return .right }
    if let never = hopeless(text, inside: hasTextAfterCursor) { return .never(never) }
    return .may
  }

  /// The reason why no continuation can be right; nil when one may be.
  private func hopeless(_ typed: Span<UInt8>, inside: Bool) -> Fault? {
    let isText = kind == .text || kind == .numberOrText
    let text = isText ? typed.extracting(typed.trimmedRange) : typed
    if let control = ControlCharacter.first(in: text) { return .control(control) }
    if let allowed, let fault = allowed.fault(text, .characters(allowed)) { return fault }
    switch kind {
    case .text:
      return hopelessText(text, inside: inside)
    case .numberOrText: return nil
    case .integer, .number: return hopelessNumber(text, inside: inside)
    case .yesNo:
      if inside { return text.count > 5 ? .unreadable(.yesNo) : nil }
      return YesNo.mayBegin(text) ? nil : .unreadable(.yesNo)
    case .choice:
      guard let choices = declaration.choices else { return nil }
      if inside {
        return String(bytes: text).count > choices.longest ? .unreadable(.choice) : nil
      }
      return choices.mayBegin(with: text) || isNumberOfChoice(text) ? nil : .unreadable(.choice)
    case .nothing: return .unreadable(.nothing)
    }
  }

  /// A number may be typed in another spelling than the choice's: 1.0 for 1.
  private func isNumberOfChoice(_ text: Span<UInt8>) -> Bool {
    guard let choices = declaration.choices,
      choices.list.contains(where: { $0.value.kind == .number })
    else { return false }
    return NumberBeginning(text) != nil
  }

  private func hopelessText(_ text: Span<UInt8>, inside: Bool) -> Fault? {
    for constraint in constraints {
      switch constraint {
      case .maxCharacters, .maxLength:
        // A count never falls by adding at the end, and in between it is judged as it stands.
        if let fault = constraint.fault(.text, text, number: nil) { return fault }
      case .format(let format) where !inside:
        if !format.mayBegin(text) { return .broken(constraint) }
      case .oneOfChoices(let choices) where !inside:
        if !choices.mayBegin(with: text) { return .broken(constraint) }
      default: break
      }
    }
    return nil
  }
}
