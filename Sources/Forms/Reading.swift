// Text to value: how what a person types, or what stands in a cell, is read by the field's kind.

extension Field {
  /// Reads a typed text as the field's kind of value; nil when it was read into `value`.
  ///
  /// Numbers and choices are read exactly as typed; text has lost its outer spaces and tabs already.
  func read(_ text: Span<UInt8>, into value: inout Value) -> Unreadable? {
    switch kind {
    case .text:
      value.kind = .text
      value.text.set(text)
      return nil
    case .integer, .number:
      return readNumber(text, into: &value)
    case .numberOrText:
      guard readNumber(text, into: &value) != nil else { return nil }
      value.kind = .text
      value.text.set(text)
      return nil
    case .yesNo:
      guard let isYes = YesNo.read(text) else { return .yesNo }
      value.kind = .boolean
      value.text = Bytes((isYes ? "true" : "false").utf8)
      return nil
    case .choice:
      guard let choices = declaration.choices, let i = choices.index(typed: text) else {
        return .choice
      }
      value.kind = choices.list[i].value.kind
      value.text = choices.list[i].value.text
      return nil
    case .nothing:
      return .nothing
    }
  }

  /// Why a text is no value of the field's kind; nil when it can be read.
  public func unreadable(_ text: Span<UInt8>) -> Unreadable? {
    var value = Value.absent
    return read(text, into: &value)
  }

  /// Typed, a whole number has no exponent; a stored one is what its value is.
  private func readNumber(
    _ text: Span<UInt8>, into value: inout Value, isStored: Bool = false
  ) -> Unreadable? {
    let noNumber: Unreadable = kind == .integer ? .wholeNumber : .number
    guard let shape = NumberShape(text) else { return noNumber }
    if kind == .integer, shape.hasExponent, !isStored { return .wholeNumber }
    if isPlain {
      if shape.hasPlus { return .plusSign }
      if shape.hasLeadingZero { return .leadingZero }
    }
    if shape.isShortInteger {
      value.kind = .number
      value.text.set(text)
      return nil
    }
    guard let number = Decimal(text) else { return .range }
    if kind == .integer, !number.isWhole { return .wholeNumber }
    if !number.isWithinDouble { return .range }
    value.kind = .number
    value.text.removeAll(keepingCapacity: true)
    shape.appendJSON(of: text, isZero: number.isZero, to: &value.text)
    return nil
  }

  /// The value that stands in a cell of a table; text that cannot be read stays text, for the judge to name.
  ///
  /// An empty cell that is not quoted is no value.
  public func cell(_ text: Span<UInt8>, isQuoted: Bool, into value: inout Value) {
    if text.isEmpty, !isQuoted {
      value.kind = .absent
      value.text.removeAll(keepingCapacity: true)
      return
    }
    switch kind {
    case .choice:
      if let choices = declaration.choices, let i = choices.index(coded: text) {
        value.kind = choices.list[i].value.kind
        value.text.set(text)
        return
      }
    case .yesNo:
      let isYes = text.equals("true".utf8Span.span)
      if isYes || text.equals("false".utf8Span.span) {
        value.kind = .boolean
        value.text.set(text)
        return
      }
    case .integer, .number, .numberOrText:
      if readNumber(text, into: &value, isStored: true) == nil { return }
    case .text, .nothing: break
    }
    value.kind = .text
    value.text.set(text)
  }

  /// The text that, typed, gives this value: what stands in the line when an accepted value is opened again.
  public func text(of value: Value) -> Bytes {
    switch value.kind {
    case .absent, .null: []
    case .boolean where kind == .yesNo:
      value.text.first == UInt8(ascii: "t") ? Bytes("yes".utf8) : Bytes("no".utf8)
    default: value.text
    }
  }
}

/// The words that mean yes and no.
enum YesNo {
  static let words: [(word: Bytes, isYes: Bool)] = [
    ("y", true), ("n", false), ("yes", true), ("no", false), ("true", true), ("false", false),
  ].map { (Bytes($0.0.utf8), $0.1) }

  static func read(_ text: Span<UInt8>) -> Bool? {
    for (word, isYes) in words where word.equals(text) { return isYes }
    return nil
  }

  static func mayBegin(_ text: Span<UInt8>) -> Bool {
    words.contains { $0.word.span.begins(with: text) }
  }
}

/// How a number is written: sign, digits, one point, an exponent; at least one digit before the exponent.
struct NumberShape {
  private(set) var hasPlus = false
  private(set) var hasMinus = false
  private(set) var hasExponent = false
  private(set) var hasPoint = false
  private var whole = 0..<0
  private var fraction = 0..<0
  private let count: Int

  /// Nil when the text is no number.
  init?(_ text: Span<UInt8>) {
    var i = 0
    let n = text.count
    count = n
    if i < n, text[i] == 0x2B || text[i] == 0x2D {
      hasPlus = text[i] == 0x2B
      hasMinus = !hasPlus
      i += 1
    }
    let start = i
    while i < n, text[i] &- 0x30 <= 9 { i += 1 }
    whole = start..<i
    if i < n, text[i] == 0x2E {
      hasPoint = true
      i += 1
      let start = i
      while i < n, text[i] &- 0x30 <= 9 { i += 1 }
      fraction = start..<i
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if i < n, text[i] | 0x20 == 0x65 {
      hasExponent = true
      i += 1
      if i < n, text[i] == 0x2B || text[i] == 0x2D { i += 1 }
      guard i < n else { return nil }
      while i < n, text[i] &- 0x30 <= 9 { i += 1 }
      guard text[n - 1] &- 0x30 <= 9 else { return nil }
    }
    guard i == n else { return nil }
    let first = whole.isEmpty ? 0 : text[whole.lowerBound]
    hasLeadingZero = whole.count > 1 && first == 0x30
    isShortInteger =
      !hasPlus && !hasMinus && !hasPoint && !hasExponent && whole.count <= 18 && !hasLeadingZero
  }

  /// Whether a zero stands before other digits of the whole part.
  private(set) var hasLeadingZero = false
  /// Whether it is a JSON number already that any kind of number can hold.
  private(set) var isShortInteger = false

  /// Appends it as JSON writes numbers: no plus sign, no leading zeros, a digit on both sides of a point, no -0.
  func appendJSON(of text: Span<UInt8>, isZero: Bool, to out: inout Bytes) {
    if hasMinus, !isZero { out.append(0x2D) }
    var from = whole.lowerBound
    while from + 1 < whole.upperBound, text[from] == 0x30 { from += 1 }
    if whole.isEmpty { out.append(0x30) }
    out.put(text.extracting(from..<max(from, whole.upperBound)))
    if !fraction.isEmpty {
      out.append(0x2E)
      out.put(text.extracting(fraction))
    }
    let end = hasPoint ? fraction.upperBound : whole.upperBound
    if hasExponent { out.put(text.extracting(end..<count)) }
  }
}
