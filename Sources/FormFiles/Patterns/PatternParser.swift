/// Reads a pattern as ECMA-262 (2024) reads a RegExp with the `u` flag, with two things of Annex B.
///
/// JSON Schema asks for no flag, and patterns written for none have what Annex B allows there: a backslash
/// before a character that needs none, such as `\-` or `\'`, and a class at an end of what looks like a range,
/// such as `[\w-.]`, where the hyphen is one of the characters. They are read with the meaning they have there.
/// A backslash before a letter or digit that ECMA-262 gives no meaning is refused: other dialects give it one.
/// The scalars of the pattern are its code points: `Pattern[+UnicodeMode]` of section 22.2.1.
struct PatternParser {
  /// Groups within groups that are followed; PCRE2's own limit is as high.
  static let deepest = 250

  let text: [Unicode.Scalar]
  var place = 0
  /// Where a class held `[:`, in case its end turns out to be that of a POSIX class.
  var posixPlace: Int?

  private var depth = 0
  private var groupEnds: [Int] = []
  private var names: [String: Int] = [:]
  private var numberReferences: [(number: Int, offset: Int)] = []
  private var nameReferences: [(name: String, offset: Int)] = []

  private init(_ text: [Unicode.Scalar]) { self.text = text }

  /// Reads a whole pattern.
  static func parse(_ text: [Unicode.Scalar]) throws(PatternFault) -> ParsedPattern {
    var parser = PatternParser(text)
    let root = try parser.disjunction()
    if parser.place < text.count { throw parser.fault(.lone(")")) }
    for reference in parser.numberReferences where reference.number > parser.groupEnds.count {
      throw PatternFault(offset: reference.offset, reason: .unknownGroup(reference.number))
    }
    for reference in parser.nameReferences
    where parser.names[reference.name] == nil {
      throw PatternFault(offset: reference.offset, reason: .unknownName(reference.name))
    }
    return ParsedPattern(
      root: parser.numbered(root), groupEnds: parser.groupEnds)
  }

  // MARK: - Looking

  var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

  func peek(_ ahead: Int) -> Unicode.Scalar? {
    place + ahead < text.count ? text[place + ahead] : nil
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  func fault(_ reason: PatternFault.Reason, at offset: Int? = nil) -> PatternFault {
    PatternFault(offset: offset ?? place, reason: reason)
  }

  // MARK: - Structure

  private mutating func disjunction() throws(PatternFault) -> PatternNode {
    let offset = place
    var alternatives = [try alternative()]
    while take("|") { alternatives.append(try alternative()) }
    if alternatives.count == 1 { return alternatives[0] }
    return PatternNode(offset: offset, kind: .alternation(alternatives))
  }

  private mutating func alternative() throws(PatternFault) -> PatternNode {
    let offset = place
    var terms: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { terms.append(try term(scalar)) }
    if terms.count == 1 { return terms[0] }
    return PatternNode(offset: offset, kind: .sequence(terms))
  }

  private mutating func term(_ scalar: Unicode.Scalar) throws(PatternFault) -> PatternNode {
    let offset = place
    let kind: PatternNode.Kind
    switch scalar {
    case "^":
      place += 1
      return PatternNode(offset: offset, kind: .start)
    case "$":
      place += 1
      return PatternNode(offset: offset, kind: .end)
    case "(":
      kind = try group()
      // Only Annex B lets a lookahead repeat.
      if case .look = kind { return PatternNode(offset: offset, kind: kind) }
    case ".":
      place += 1
      kind = .any
    case "[":
      kind = .set(try characterClass())
    case "\\":
      if let assertion = boundary() { return PatternNode(offset: offset, kind: assertion) }
      kind = try atomEscape()
    case "*", "+", "?":
      throw fault(.nothingToRepeat)
    case "{":
      // `{2}` with nothing before it is a quantifier, any other brace is a stray one.
      var ahead = self
      let isQuantifier = try ahead.quantifier() != nil
      throw fault(isQuantifier ? .nothingToRepeat : .lone("{"))
    case "]":
      if let posixPlace { throw fault(.posixClass, at: posixPlace) }
      throw fault(.lone("]"))
    case "}":
      throw fault(.lone("}"))
    default:
      place += 1
      kind = .literal(scalar.value)
    }
    let atom = PatternNode(offset: offset, kind: kind)
    guard let repetition = try quantifier() else { return atom }
    return PatternNode(offset: offset, kind: .repetition(atom, repetition))
  }

  private mutating func boundary() -> PatternNode.Kind? {
    guard let scalar = peek(1), scalar == "b" || scalar == "B" else { return nil }
    place += 2
    return .wordBoundary(negated: scalar == "B")
  }

  private mutating func group() throws(PatternFault) -> PatternNode.Kind {
    let opening = place
    place += 1
    guard depth < Self.deepest else { throw fault(.tooDeep, at: opening) }
    depth += 1
    defer { depth -= 1 }
    var look: (ahead: Bool, negated: Bool)?
    var number: Int?
    if take("?") {
      switch (next, peek(1)) {
      case (":", _): place += 1
      case ("=", _), ("!", _):
        look = (ahead: true, negated: next == "!")
        place += 1
      case ("<", "="), ("<", "!"):
        look = (ahead: false, negated: peek(1) == "!")
        place += 2
      case ("<", _):
        let nameOffset = place
        let name = try groupName()
        if names[name] != nil { throw fault(.duplicateName(name), at: nameOffset) }
        number = openGroup()
        names[name] = groupEnds.count
      case (nil, _): throw fault(.unfinished, at: opening)
      default: throw fault(.group, at: opening)
      }
    } else {
      number = openGroup()
    }
    let body = try disjunction()
    if let number { groupEnds[number - 1] = place }
    guard take(")") else { throw fault(.unfinished, at: opening) }
    if let look { return .look(body, ahead: look.ahead, negated: look.negated) }
    return .group(body, number: number)
  }

  private mutating func openGroup() -> Int {
    groupEnds.append(text.count)
    return groupEnds.count
  }

  // MARK: - Quantifiers

  private mutating func quantifier() throws(PatternFault) -> PatternNode.Repetition? {
    let offset = place
    let bounds: (least: Int, most: Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      place += 1
      guard let least = number() else {
        throw fault(.lone("{"), at: offset)
      }
      var most: Int? = least
      if take(",") { most = number() }
      guard next == "}" else { throw fault(.lone("{"), at: offset) }
      if let most, most < least { throw fault(.outOfOrder, at: offset) }
      bounds = (least, most)
    default: return nil
    }
    place += 1
    return PatternNode.Repetition(least: bounds.least, most: bounds.most, lazy: take("?"))
  }

  /// Decimal digits as a number; one too long for an Int becomes the largest.
  mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      let digit = Int(scalar.value - 48)
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(digit)
      value = overflow || carried ? Int.max : sum
      place += 1
    }
    return value
  }

  // MARK: - References

  /// Notes `\1`; whether there is such a group is known only at the end.
  mutating func numberReference() -> PatternNode.Kind {
    let offset = place - 1
    let number = number() ?? 0
    numberReferences.append((number, offset))
    return .reference(number)
  }

  /// Notes `\k<name>` as a negative number, which `numbered` turns into that of the group.
  mutating func nameReference() throws(PatternFault) -> PatternNode.Kind {
    let offset = place - 1
    place += 1
    guard next == "<" else { throw fault(.groupName, at: offset) }
    let name = try groupName()
    nameReferences.append((name, offset))
    return .reference(-nameReferences.count)
  }

  private func numbered(_ node: PatternNode) -> PatternNode {
    let kind: PatternNode.Kind
    switch node.kind {
    case .reference(let number) where number < 0:
      let name = nameReferences[-number - 1].name
      kind = .reference(names[name] ?? 0)
    case .sequence(let nodes): kind = .sequence(nodes.map(numbered))
    case .alternation(let nodes): kind = .alternation(nodes.map(numbered))
    case .group(let body, let number): kind = .group(numbered(body), number: number)
    case .look(let body, let ahead, let negated):
      kind = .look(numbered(body), ahead: ahead, negated: negated)
    case .repetition(let body, let repetition): kind = .repetition(numbered(body), repetition)
    default: return node
    }
    return PatternNode(offset: node.offset, kind: kind)
  }
}
