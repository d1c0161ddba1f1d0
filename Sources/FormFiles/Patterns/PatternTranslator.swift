/// Spells a parsed pattern for PCRE2, so that it means there what it means in ECMA-262.
///
/// The result is ASCII and goes with the options of `PatternCode`: `.` is every character,
/// `\d`, `\w` and `\b` are ASCII, a reference to a group without a match is empty.
/// Only groups that a reference names capture.
struct PatternTranslator {
  /// What is known of one capturing group.
  struct Group {
    /// A repetition may go round without setting the group, where ECMA-262 empties it.
    var maybeStale = false
    var insideLookbehind = false
  }

  /// The properties used, with where.
  var properties: [(property: PatternProperty, offset: Int)] = []
  /// The work that the pattern can be, once it is spelled.
  var cost = PatternCost()

  private let pattern: ParsedPattern
  private var groups: [Group]
  /// For each group that something refers to, its number in what PCRE2 gets.
  private var captures: [Int: Int] = [:]
  private var guarded = false
  var out = ""
  /// How often what is being spelled is matched at the least, within all repetitions around it.
  private var rounds = 1
  /// The characters that may have been compared since the last callout.
  private var uncounted = 0

  /// The longest spelling, in bytes: PCRE2 takes none of this length.
  private static let longest = 1 << 20
  /// A callout stands wherever so many characters may have been compared without one.
  private static let mostUncounted = 32

  /// Makes sure that the pattern can be spelled at all.
  init(_ pattern: ParsedPattern) throws(PatternFault) {
    self.pattern = pattern
    groups = Array(repeating: Group(), count: pattern.groupEnds.count)
    survey(pattern.root, Surroundings())
    try findReferences(pattern.root, inLookbehind: false)
  }

  /// The spelling; a guarded one calls out at its start, before references, and wherever it may begin to backtrack.
  mutating func spell(guarded: Bool) throws(PatternFault) -> String {
    self.guarded = guarded
    properties = []
    captures = captures.mapValues { _ in 0 }
    nextCapture = 1
    cost = PatternCost()
    cost.captures = captures.count
    out = guarded ? "(?C)" : ""
    if guarded, case .alternation = pattern.root.kind {
      out += "(?:"
      try emit(pattern.root)
      out += ")"
    } else {
      try emit(pattern.root)
    }
    return out
  }

  private var nextCapture = 1

  // MARK: - What the groups are in for

  private struct Surroundings {
    var loop = false
    var mayBeSkipped = false
    var stale = false
    var lookbehind = false
  }

  private mutating func survey(_ node: PatternNode, _ around: Surroundings) {
    var within = around
    switch node.kind {
    case .sequence(let nodes): for node in nodes { survey(node, around) }
    case .alternation(let nodes):
      within.mayBeSkipped = around.mayBeSkipped || around.loop
      for node in nodes { survey(node, within) }
    case .group(let body, let number):
      if let number {
        groups[number - 1].maybeStale = around.stale || (around.loop && around.mayBeSkipped)
        groups[number - 1].insideLookbehind = around.lookbehind
      }
      survey(body, around)
    case .look(let body, let ahead, _):
      within.lookbehind = around.lookbehind || !ahead
      survey(body, within)
    case .repetition(let body, let repetition):
      if around.loop, repetition.least == 0 { within.mayBeSkipped = true }
      if repetition.loops {
        within.loop = true
        // ECMA-262 drops a round that takes nothing, and what it captured.
        if body.mayBeEmpty { within.stale = true }
      }
      survey(body, within)
    default: break
    }
  }

  private mutating func findReferences(
    _ node: PatternNode, inLookbehind: Bool
  ) throws(PatternFault) {
    switch node.kind {
    case .reference(let number):
      if inLookbehind { throw PatternFault(offset: node.offset, reason: .lookbehind) }
      guard isLive(number, at: node.offset) else { return }
      let group = groups[number - 1]
      if group.insideLookbehind { throw PatternFault(offset: node.offset, reason: .lookbehind) }
      if group.maybeStale { throw PatternFault(offset: node.offset, reason: .repeatedReference) }
      captures[number] = 0
    case .sequence(let nodes), .alternation(let nodes):
      for node in nodes { try findReferences(node, inLookbehind: inLookbehind) }
    case .group(let body, _), .repetition(let body, _):
      try findReferences(body, inLookbehind: inLookbehind)
    case .look(let body, let ahead, _):
      try findReferences(body, inLookbehind: inLookbehind || !ahead)
    default: break
    }
  }

  /// Whether a reference can find its group set: one before the group's end never does.
  ///
  /// Each round of a repetition starts with its groups empty, so that holds in loops too.
  private func isLive(_ number: Int, at offset: Int) -> Bool {
    offset > pattern.groupEnds[number - 1]
  }

  // MARK: - Spelling

  private mutating func emit(_ node: PatternNode) throws(PatternFault) {
    guard out.utf8.count <= Self.longest else {
      throw PatternFault(offset: 0, reason: .tooLarge)
    }
    switch node.kind {
    case .literal, .any, .set: charge(weight(node))
    default: break
    }
    switch node.kind {
    case .literal(let value): emit(literal: value)
    case .any:
      out += "[^\\n\\r\\x{2028}\\x{2029}]"
    case .set(let set): try emit(set, at: node.offset)
    case .sequence(let nodes):
      for node in nodes {
        if case .alternation = node.kind {
          try emitGrouped(node)
        } else {
          try emit(node)
        }
      }
    case .alternation(let nodes):
      for (index, node) in nodes.enumerated() {
        if index > 0 { out += "|" }
        // A branch may fail before any callout in it: what that takes is counted where it begins.
        announce(beginningOf: node)
        try emit(node)
      }
    case .group(let body, let number):
      if let number, captures[number] != nil {
        captures[number] = nextCapture
        nextCapture += 1
        out += "("
        try emit(body)
        out += ")"
      } else if case .alternation = body.kind {
        try emitGrouped(body)
      } else {
        // Machine code spends time on a group that holds nothing together.
        try emit(body)
      }
    case .look(let body, let ahead, let negated):
      try emitLook(body, ahead: ahead, negated: negated, at: node.offset)
    case .start: out += "^"
    case .end: out += "\\z"
    case .wordBoundary(let negated):
      out += negated ? "\\B" : "\\b"
    case .reference(let number):
      if isLive(number, at: node.offset), let capture = captures[number], capture > 0 {
        cost.references = min(1_000, cost.references + rounds)
        if guarded { out += "(?C\(PatternWork.number(ofCapture: capture)))" }
        out += "\\g{\(capture)}"
      } else {
        out += "(?:)"
      }
    case .repetition(let body, let repetition):
      try emit(repetition, of: body, at: node.offset)
    }
  }

  private mutating func emitGrouped(_ node: PatternNode) throws(PatternFault) {
    out += "(?:"
    try emit(node)
    out += ")"
  }

  private mutating func emit(
    _ repetition: PatternNode.Repetition, of body: PatternNode, at offset: Int
  ) throws(PatternFault) {
    if repetition.most == 0 {
      // PCRE2 would look for what such a group begins with.
      out += "(?:)"
      return
    }
    let largest = 65_535
    guard repetition.least <= largest, (repetition.most ?? 0) <= largest else {
      throw PatternFault(offset: offset, reason: .tooLarge)
    }
    let around = rounds
    rounds = min(rounds * max(1, repetition.least), 1_000_000)
    defer { rounds = around }
    switch body.kind {
    case .any, .set:
      announce(repetition.least * weight(body))
      try emit(body)
    case .literal(let value) where !isSurrogate(value):
      announce(repetition.least)
      try emit(body)
    case .group(_, let number?) where captures[number] != nil && !guarded:
      // Repeated as it is, so that it holds what its last round took.
      try emit(body)
    case .group(let inner, let number) where number.flatMap { captures[$0] } == nil:
      try emitRound(inner)
    default:
      try emitRound(body)
    }
    switch (repetition.least, repetition.most) {
    case (0, nil): out += "*"
    case (1, nil): out += "+"
    case (0, 1): out += "?"
    case (let least, nil): out += "{\(least),}"
    case (let least, let most?): out += least == most ? "{\(least)}" : "{\(least),\(most)}"
    }
    if repetition.lazy { out += "?" }
    if guarded { callOut() }
  }

  /// What a repetition goes round by, calling out at the end of each round if it is guarded.
  private mutating func emitRound(_ node: PatternNode) throws(PatternFault) {
    guard guarded else { return try emitGrouped(node) }
    out += "(?:"
    try emitGrouped(node)
    out += "(?C))"
  }

  private mutating func emitLook(
    _ body: PatternNode, ahead: Bool, negated: Bool, at offset: Int
  ) throws(PatternFault) {
    let opening = (ahead ? "(?" : "(?<") + (negated ? "!" : "=")
    if ahead {
      announce(beginningOf: body)
      out += opening
      try emit(body)
      out += ")"
      return
    }
    guard let branches = PatternLookbehind.branches(of: body) else {
      throw PatternFault(offset: offset, reason: .lookbehind)
    }
    // No callout stands in it: all that it may take is announced before it.
    let before = (out, guarded, cost.straight, rounds)
    (out, guarded, cost.straight, rounds) = ("", false, 0, 1)
    for (index, branch) in branches.enumerated() {
      if index > 0 { out += "|" }
      try emit(branch)
    }
    let (inside, characters) = (out, cost.straight)
    (out, guarded, cost.straight, rounds) = before
    cost.straight = min(cost.straight + characters * rounds, 1 << 30)
    announce(characters)
    out += opening + inside + ")"
  }

  // MARK: - Work

  /// How many characters' worth of work one match of a single character is.
  private func weight(_ node: PatternNode) -> Int {
    switch node.kind {
    case .any: 2
    case .set(let set): set.weight
    default: 1
    }
  }

  private mutating func charge(_ characters: Int) {
    cost.straight = min(cost.straight + characters * rounds, 1 << 30)
    cost.heaviest = max(cost.heaviest, characters)
    announce(characters)
  }

  /// Counts work that may be done before the next callout, and calls out where it has become too much.
  private mutating func announce(_ characters: Int) {
    guard guarded else { return }
    if characters > Self.mostUncounted {
      out += "(?C\(PatternWork.number(announcing: characters)))"
      uncounted = 0
      return
    }
    uncounted += characters
    if uncounted > Self.mostUncounted { callOut() }
  }

  private mutating func announce(beginningOf node: PatternNode) {
    guard guarded else { return }
    var left = Self.mostUncounted
    beginning(of: node, &left)
    announce(Self.mostUncounted - left)
  }

  /// Takes the work of a part from what is left of the most that is looked at.
  private func beginning(of node: PatternNode, _ left: inout Int) {
    if left <= 0 { return }
    switch node.kind {
    case .literal, .any, .set: left = max(0, left - weight(node))
    case .sequence(let nodes), .alternation(let nodes):
      for node in nodes where left > 0 { beginning(of: node, &left) }
    case .group(let body, _), .repetition(let body, _): beginning(of: body, &left)
    case .look, .start, .end, .wordBoundary, .reference: left -= 1
    }
  }

  private mutating func callOut() {
    out += "(?C)"
    uncounted = 0
  }

  private func isSurrogate(_ value: UInt32) -> Bool { (0xD800...0xDFFF).contains(value) }

  private mutating func emit(literal value: UInt32) {
    // Half a surrogate pair stands in no UTF-8 text.
    if isSurrogate(value) {
      out += "(?:(?!))"
      return
    }
    emit(codePoint: value)
  }

  mutating func emit(codePoint value: UInt32) {
    if let scalar = Unicode.Scalar(value), scalar.isASCII,
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    {
      out.unicodeScalars.append(scalar)
    } else {
      out += "\\x{" + String(value, radix: 16) + "}"
    }
  }
}

extension PatternNode {
  /// Whether it may match without taking a character; where that is not plain, it may.
  var mayBeEmpty: Bool {
    switch kind {
    case .literal, .any, .set: false
    case .sequence(let nodes): nodes.allSatisfy { $0.mayBeEmpty }
    case .alternation(let nodes): nodes.contains { $0.mayBeEmpty }
    case .group(let body, _): body.mayBeEmpty
    case .repetition(let body, let repetition): repetition.least == 0 || body.mayBeEmpty
    case .look, .start, .end, .wordBoundary, .reference: true
    }
  }
}
