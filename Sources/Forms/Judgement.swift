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

extension Form {
  /// Every fault of a stored record, in the form's order: fields, `required`, the rules of the whole, computed values, checks.
  public func faults(stored record: Record) -> [RecordFault] {
    var out: [RecordFault] = []
    // Under a condition a field's own rules hold only while it is asked: then the whole record's rules state them too.
    for (i, field) in fields.enumerated() where field.conditions.isEmpty {
      if let fault = field.judge(stored: record.values[i], rules) {
        out.append(RecordFault(field: i, fault))
      } else if field.isRequired, record.values[i].kind == .absent {
        out.append(RecordFault(field: i, .missing))
      }
    }
    let whole = wholeFaults(record, nullIsMissing: false)
    // The whole's rules say a field's own fault again; a check says another.
    for fault in whole where fault.isCheck || !out.contains(where: { $0.isAt(fault.field) }) {
      out.append(fault)
    }
    for i in computed where !record.values[i].kind.isNothing {
      let value = computedValue(i, record)
      if value != record.values[i] { out.append(RecordFault(field: i, .computed(value))) }
    }
    return out.count < 2 ? out : inOrder(out)
  }

  func inOrder(_ faults: [RecordFault]) -> [RecordFault] {
    let places = faults.enumerated().sorted {
      ($0.element.field ?? .max, $0.offset) < ($1.element.field ?? .max, $1.offset)
    }
    return places.map { $0.element }
  }

  /// The faults that only the record as a whole shows.
  func wholeFaults(_ record: Record, nullIsMissing: Bool) -> [RecordFault] {
    var out: [RecordFault] = []
    if let root = rules.root {
      out += rules.faults(root, record, names: names, nullIsMissing: nullIsMissing)
    }
    for (i, check) in checks.enumerated() {
      switch check.assertion.evaluate(record) {
      case .null: break
      case .number(let n):
        if n.isZero { out.append(RecordFault(field: check.field, .check(i))) }
      case .text(let text):
        if !Form.isTrue(text) { out.append(RecordFault(field: check.field, .check(i))) }
      case .failed(let reason):
        out.append(RecordFault(field: check.field, .checkFailed(i, reason)))
      }
    }
    return out
  }

  /// SQLite's truth of a text: the number that it begins with, behind white space, is not zero.
  private static func isTrue(_ text: Bytes) -> Bool {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    var hasPoint = false
    for c in rest {
      if (0x31...0x39).contains(c) { return true }
      if c == 0x2E, !hasPoint { hasPoint = true } else if c != 0x30 { return false }
    }
    return false
  }

  /// The value of a computed field over a record; absent when the expression gives NULL.
  public func computedValue(_ field: Int, _ record: Record) -> Value {
    guard let calculation = fields[field].calculation else { return .absent }
    switch calculation.evaluate(record) {
    case .null, .failed: return .absent
    case .text(let text): return Value(.text, text)
    case .number(let number):
      // SQL's truth values are numbers.
      if fields[field].kind == .yesNo {
        return Value(.boolean, Bytes((number.isZero ? "false" : "true").utf8))
      }
      let rounded = fields[field].fractionDigits.map { number.rounded(fractionDigits: $0) }
      let text = Bytes((rounded ?? number).description.utf8)
      return Value(fields[field].kind == .text ? .text : .number, text)
    }
  }
}

extension ValueKind {
  /// Whether there is no value: absent or null.
  public var isNothing: Bool { self == .absent || self == .null }
}
