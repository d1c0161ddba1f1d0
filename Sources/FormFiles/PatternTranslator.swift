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
  private(set) var properties: [(property: PatternProperty, offset: Int)] = []

  private let pattern: ParsedPattern
  private var groups: [Group]
  /// For each group that something refers to, its number in what PCRE2 gets.
  private var captures: [Int: Int] = [:]
  private var guarded = false
  private var out = ""

  /// Makes sure that the pattern can be spelled at all.
  init(_ pattern: ParsedPattern) throws(PatternFault) {
    self.pattern = pattern
    groups = Array(repeating: Group(), count: pattern.groupEnds.count)
    survey(pattern.root, Surroundings())
    try findReferences(pattern.root, inLookbehind: false)
    // Found out once, so that both spellings agree.
    _ = try spell(guarded: false)
  }

  /// The spelling; a guarded one calls out at its start and wherever it may begin to backtrack.
  mutating func spell(guarded: Bool) throws(PatternFault) -> String {
    self.guarded = guarded
    properties = []
    captures = captures.mapValues { _ in 0 }
    nextCapture = 1
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
    switch body.kind {
    case .any, .set: try emit(body)
    case .literal(let value) where !isSurrogate(value): try emit(body)
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
    if guarded { out += "(?C)" }
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
    out += (ahead ? "(?" : "(?<") + (negated ? "!" : "=")
    if ahead {
      try emit(body)
    } else {
      guard let branches = PatternLookbehind.branches(of: body) else {
        throw PatternFault(offset: offset, reason: .lookbehind)
      }
      let wasGuarded = guarded
      guarded = false
      for (index, branch) in branches.enumerated() {
        if index > 0 { out += "|" }
        try emit(branch)
      }
      guarded = wasGuarded
    }
    out += ")"
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

  private mutating func emit(codePoint value: UInt32) {
    if let scalar = Unicode.Scalar(value), scalar.isASCII,
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    {
      out.unicodeScalars.append(scalar)
    } else {
      out += "\\x{" + String(value, radix: 16) + "}"
    }
  }

  // MARK: - Classes

  private mutating func emit(_ set: PatternSet, at offset: Int) throws(PatternFault) {
    let before = out
    out += set.negated ? "[^" : "["
    let empty = out
    for item in set.items { emit(item, at: offset) }
    if out == empty {
      out = before + (set.negated ? "." : "(?:(?!))")
    } else {
      out += "]"
    }
  }

  private mutating func emit(_ item: PatternSet.Item, at offset: Int) {
    switch item {
    case .range(let low, let high):
      if low < 0xD800 { emit(low, through: min(high, 0xD7FF)) }
      if high > 0xDFFF { emit(max(low, 0xE000), through: high) }
    case .digit(let negated):
      out += negated ? "\\D" : "\\d"
    case .word(let negated):
      out += negated ? "\\W" : "\\w"
    case .space(let negated):
      for range in negated ? Self.otherThanSpaces : Self.spaces {
        emit(.range(low: range.lowerBound, high: range.upperBound), at: offset)
      }
    case .property(let property, let negated):
      properties.append((property, offset))
      switch property.meaning {
      case .named(let name): out += (negated ? "\\P{" : "\\p{") + name + "}"
      case .assigned: out += negated ? "\\p{Cn}" : "\\P{Cn}"
      case .changesWhenFolded:
        for range in PatternProperty.scalars(negated ? false : true) {
          emit(range.lowerBound, through: range.upperBound)
        }
      }
    }
  }

  private mutating func emit(_ low: UInt32, through high: UInt32) {
    emit(codePoint: low)
    if high > low {
      out += "-"
      emit(codePoint: high)
    }
  }

  /// WhiteSpace and LineTerminator of ECMA-262, sections 12.2 and 12.3.
  private static let spaces: [ClosedRange<UInt32>] = [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ]

  private static let otherThanSpaces: [ClosedRange<UInt32>] = {
    var ranges: [ClosedRange<UInt32>] = []
    var low: UInt32 = 0
    for space in spaces {
      if space.lowerBound > low { ranges.append(low...(space.lowerBound - 1)) }
      low = space.upperBound + 1
    }
    ranges.append(low...0x10FFFF)
    return ranges
  }()
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

extension PatternProperty {
  /// The scalars that NFKC_Casefold changes, or those that it does not.
  static func scalars(_ changed: Bool) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    var low: UInt32?
    for value: UInt32 in 0...0x110000 {
      let properties = Unicode.Scalar(value)?.properties
      let belongs = properties.map { $0.changesWhenNFKCCaseFolded == changed } ?? false
      if belongs {
        low = low ?? value
      } else if let start = low {
        ranges.append(start...(value - 1))
        low = nil
      }
    }
    return ranges
  }
}
