/// Decides short ASCII texts by one look at each byte, where that gives what the match in bounds gives.
///
/// Without references and looks around, whether a pattern matches is told by a finite automaton, whatever the order
/// in which a backtracking matcher tries things. It is made of patterns alone whose search is bounded: a text so short
/// that no search of it could meet the limit on steps (see `PatternGuard`) has the same verdict here. All other texts,
/// and those that are not ASCII, are left to PCRE2.
struct PatternAutomaton {
  /// Sinks: nothing is decided here; no match whatever follows; a match whatever follows.
  private static let unknown: UInt16 = 0
  private static let dead: UInt16 = 1
  private static let matched: UInt16 = 2
  private static let start = 3

  /// The class of each byte; what the next state is stands at state * classCount + class.
  private let classes: UnsafeMutablePointer<UInt8>
  private let table: UnsafeMutablePointer<UInt16>
  private let acceptsAtEnd: UnsafeMutablePointer<Bool>
  private let classCount: Int
  private let longest: Int
  private let first: UInt16

  /// Nil for patterns that it cannot stand for, or that need too many states.
  init?(_ pattern: ParsedPattern) {
    longest = PatternSearch(pattern).longestBounded
    guard longest > 0, var builder = AutomatonBuilder(pattern), builder.run() else { return nil }
    classCount = builder.classCount + 1
    let count = builder.rows.count + Self.start
    classes = .allocate(capacity: 256)
    classes.initialize(repeating: UInt8(builder.classCount), count: 256)
    for byte in 0..<128 { classes[byte] = UInt8(builder.classes[byte]) }
    table = .allocate(capacity: count * classCount)
    acceptsAtEnd = .allocate(capacity: count)
    acceptsAtEnd.initialize(repeating: false, count: count)
    table.initialize(repeating: Self.unknown, count: count * classCount)
    for sink in [Self.dead, Self.matched] {
      for i in 0..<classCount { table[Int(sink) * classCount + i] = sink }
    }
    func number(_ state: AutomatonBuilder.State) -> UInt16 {
      switch state {
      case .dead: Self.dead
      case .matched: Self.matched
      case .row(let i): UInt16(i + Self.start)
      }
    }
    for (i, row) in builder.rows.enumerated() {
      acceptsAtEnd[i + Self.start] = row.acceptsAtEnd
      for (column, state) in row.next.enumerated() {
        table[(i + Self.start) * classCount + column] = number(state)
      }
    }
    first = number(builder.first)
  }

  /// Gives the storage back.
  func free() {
    classes.deallocate()
    table.deallocate()
    acceptsAtEnd.deallocate()
  }

  /// Whether the text matches; nil when that is not decided here.
  @inline(__always)
  func decide(_ text: Span<UInt8>) -> Bool? {
    guard text.count <= longest else { return nil }
    var state = first
    for i in 0..<text.count {
      state = table[Int(state) &* classCount &+ Int(classes[Int(text[i])])]
    }
    switch state {
    case Self.unknown: return nil
    case Self.dead: return false
    case Self.matched: return true
    default: return acceptsAtEnd[Int(state)]
    }
  }
}

/// How far a backtracking search of a pattern can go.
private struct PatternSearch {
  /// Longer texts are never decided.
  private static let longest = 255

  /// The longest text that no search of can meet the limit on steps; 0 where there is no such bound.
  let longestBounded: Int

  init(_ pattern: ParsedPattern) {
    let root = pattern.root
    var isAnchored = false
    if case .start = root.kind { isAnchored = true }
    if case .sequence(let nodes) = root.kind, case .start? = nodes.first?.kind { isAnchored = true }
    let places = PatternSearch.repetitions(root) + 2
    var best = 0
    for length in 1...PatternSearch.longest {
      guard let choices = PatternSearch.choices(root, length) else { break }
      // Each way through the pattern stops at each of its repetitions at most, and counts the way between them.
      let starts = Double(isAnchored ? 1 : length + 1)
      let steps = starts * choices * Double(places) * (2 + Double(length) / 16)
      if steps > Double(PatternGuard.mostSteps) { break }
      best = length
    }
    longestBounded = best
  }

  private static func repetitions(_ node: PatternNode) -> Int {
    switch node.kind {
    case .sequence(let nodes), .alternation(let nodes): nodes.reduce(0) { $0 + repetitions($1) }
    case .group(let body, _), .look(let body, _, _): repetitions(body)
    case .repetition(let body, let repetition):
      1 + repetitions(body) * max(1, repetition.most ?? 1)
    default: 0
    }
  }

  /// How many ways lead through a part over a text of this length at most; nil where no bound is known.
  private static func choices(_ node: PatternNode, _ length: Int) -> Double? {
    switch node.kind {
    case .literal, .any, .set, .start, .end: return 1
    case .look, .wordBoundary, .reference: return nil
    case .group(let body, _): return choices(body, length)
    case .sequence(let nodes):
      var product = 1.0
      for node in nodes {
        guard let ways = choices(node, length) else { return nil }
        product *= ways
      }
      return product
    case .alternation(let nodes):
      var sum = 0.0
      for node in nodes {
        guard let ways = choices(node, length) else { return nil }
        sum += ways
      }
      return sum
    case .repetition(let body, let repetition):
      guard let ways = choices(body, length) else { return nil }
      if let most = repetition.most, most <= 16 {
        var product = Double(min(most - repetition.least, length) + 1)
        for _ in 0..<most { product *= ways }
        return product
      }
      // What goes round without bound goes one character at a time.
      guard body.isOneCharacter else { return nil }
      let most = repetition.most.map { $0 - repetition.least } ?? length
      return Double(min(most, length) + 1)
    }
  }
}

extension PatternNode {
  /// Whether it takes exactly one character.
  fileprivate var isOneCharacter: Bool {
    switch kind {
    case .literal, .any, .set: true
    case .group(let body, _): body.isOneCharacter
    default: false
    }
  }
}
