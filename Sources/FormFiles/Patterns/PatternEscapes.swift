/// Classes, escapes and names within a pattern.
extension PatternParser {
  // MARK: - Classes

  /// `[…]`, from its opening bracket.
  mutating func characterClass() throws(PatternFault) -> PatternSet {
    let opening = place
    place += 1
    let negated = take("^")
    var items: [PatternSet.Item] = []
    while !take("]") {
      let offset = place
      let first = try classAtom(opening)
      guard next == "-", let after = peek(1), after != "]" else {
        items.append(first)
        continue
      }
      place += 1
      let second = try classAtom(opening)
      guard case .range(let low, _) = first, case .range(let high, _) = second else {
        // Annex B: with a whole class at one end it is no range, and the hyphen one of the characters.
        items += [first, .range(low: 45, high: 45), second]
        continue
      }
      guard low <= high else { throw fault(.outOfOrder, at: offset) }
      items.append(.range(low: low, high: high))
    }
    return PatternSet(items: items, negated: negated)
  }

  private mutating func classAtom(_ opening: Int) throws(PatternFault) -> PatternSet.Item {
    guard let scalar = next else { throw fault(.unfinished, at: opening) }
    if scalar == "[", peek(1) == ":" { posixPlace = place }
    guard scalar == "\\" else {
      place += 1
      return .range(low: scalar.value, high: scalar.value)
    }
    switch peek(1) {
    case "b":
      place += 2
      return .range(low: 8, high: 8)
    case let digit? where ("1"..."9").contains(digit): throw fault(.octal)
    default: break
    }
    if let item = try classEscape() { return item }
    let value = try characterEscape()
    return .range(low: value, high: value)
  }

  // MARK: - Escapes

  /// `\…` outside a class, but for `\b` and `\B`.
  mutating func atomEscape() throws(PatternFault) -> PatternNode.Kind {
    switch peek(1) {
    case let digit? where ("1"..."9").contains(digit):
      place += 1
      return numberReference()
    case "k":
      place += 1
      return try nameReference()
    default: break
    }
    if let item = try classEscape() { return .set(PatternSet(items: [item], negated: false)) }
    return .literal(try characterEscape())
  }

  /// `\d`, `\w`, `\s`, `\p{…}` and their negations; nil when it is another escape.
  private mutating func classEscape() throws(PatternFault) -> PatternSet.Item? {
    let item: PatternSet.Item
    switch peek(1) {
    case "d": item = .digit(negated: false)
    case "D": item = .digit(negated: true)
    case "w": item = .word(negated: false)
    case "W": item = .word(negated: true)
    case "s": item = .space(negated: false)
    case "S": item = .space(negated: true)
    case "p", "P": return try propertyEscape()
    default: return nil
    }
    place += 2
    return item
  }

  private mutating func propertyEscape() throws(PatternFault) -> PatternSet.Item {
    let offset = place
    let negated = peek(1) == "P"
    place += 2
    guard take("{") else { throw fault(.unknownProperty(""), at: offset) }
    var spelling = ""
    while let scalar = next, scalar != "}" {
      spelling.unicodeScalars.append(scalar)
      place += 1
    }
    guard take("}") else { throw fault(.unfinished, at: offset) }
    guard let property = PatternProperty(spelling: spelling) else {
      throw fault(.unknownProperty(spelling), at: offset)
    }
    return .property(property, negated: negated)
  }

  /// An escape that stands for one code point.
  private mutating func characterEscape() throws(PatternFault) -> UInt32 {
    let offset = place
    place += 1
    guard let scalar = next else { throw fault(.unfinished, at: offset) }
    place += 1
    switch scalar {
    case "t": return 9
    case "n": return 10
    case "v": return 11
    case "f": return 12
    case "r": return 13
    case "0":
      if let digit = next, ("0"..."9").contains(digit) { throw fault(.octal, at: offset) }
      return 0
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
        throw fault(.badCodePoint, at: offset)
      }
      place += 1
      return letter.value % 32
    case "x":
      guard let value = hexDigits(2) else { throw fault(.badCodePoint, at: offset) }
      return value
    case "u":
      guard let value = unicodeEscape() else { throw fault(.badCodePoint, at: offset) }
      return value
    case "a"..."z", "A"..."Z", "1"..."9": throw fault(.escape(Character(scalar)), at: offset)
    default: return scalar.value
    }
  }

  /// What follows `\u`: four digits, a pair of surrogates, or digits in braces.
  private mutating func unicodeEscape() -> UInt32? {
    if take("{") {
      var value: UInt32?
      while let digit = next.flatMap(hexValue) {
        let sum = (value ?? 0) * 16 + digit
        guard sum <= 0x10FFFF else { return nil }
        value = sum
        place += 1
      }
      return take("}") ? value : nil
    }
    guard let first = hexDigits(4) else { return nil }
    guard (0xD800...0xDBFF).contains(first), next == "\\", peek(1) == "u" else { return first }
    let before = place
    place += 2
    guard let second = hexDigits(4), (0xDC00...0xDFFF).contains(second) else {
      // A lone surrogate; what follows is an escape of its own, right or wrong.
      place = before
      return first
    }
    return 0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00)
  }

  private mutating func hexDigits(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for ahead in 0..<count {
      guard let digit = peek(ahead).flatMap(hexValue) else { return nil }
      value = value * 16 + digit
    }
    place += count
    return value
  }

  private func hexValue(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 48
    case "a"..."f": scalar.value - 87
    case "A"..."F": scalar.value - 55
    default: nil
    }
  }

  // MARK: - Names

  /// `<name>`, where the name is an ECMA-262 identifier.
  mutating func groupName() throws(PatternFault) -> String {
    let offset = place
    place += 1
    var name = ""
    while let scalar = next, scalar != ">" {
      place += 1
      var part = scalar
      if scalar == "\\" {
        guard take("u"), let value = unicodeEscape(), let escaped = Unicode.Scalar(value) else {
          throw fault(.groupName, at: offset)
        }
        part = escaped
      }
      let properties = part.properties
      let mayContinue = properties.isIDContinue || part == "\u{200C}" || part == "\u{200D}"
      guard part == "$" || part == "_" || (name.isEmpty ? properties.isIDStart : mayContinue)
      else { throw fault(.groupName, at: offset) }
      name.unicodeScalars.append(part)
    }
    guard !name.isEmpty, take(">") else { throw fault(.groupName, at: offset) }
    return name
  }
}
