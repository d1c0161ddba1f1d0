/// Turns what a lookbehind holds into branches of fixed length, the only ones PCRE2 looks back by.
///
/// ECMA-262 lets a lookbehind be of any length. It asks only whether some text that ends here
/// matches, so `a{1,2}` is `a|aa`; and a repetition with nothing before it need not go beyond its
/// least number of rounds, since the match may begin later: `(?<=a+)` is `(?<=a)`.
enum PatternLookbehind {
  /// Branches beyond this number are not made.
  static let mostBranches = 500
  /// Nor branches that come to more parts than this in all: PCRE2 takes none of that size.
  private static let mostParts = 40_000

  /// The branches; nil when there are too many, or no bound on their length.
  static func branches(of body: PatternNode) -> [PatternNode]? {
    var alternatives = [body]
    if case .alternation(let nodes) = body.kind { alternatives = nodes }
    var branches: [PatternNode] = []
    for alternative in alternatives {
      if length(of: alternative) != nil {
        branches.append(alternative)
      } else if let expanded = expand(alternative, first: true) {
        branches += expanded
      } else {
        return nil
      }
    }
    return branches.count <= mostBranches ? branches : nil
  }

  /// The number of characters that every match takes; nil when they differ.
  private static func length(of node: PatternNode) -> Int? {
    switch node.kind {
    case .literal, .any, .set: return 1
    case .sequence(let nodes):
      var sum = 0
      for node in nodes {
        guard let length = length(of: node) else { return nil }
        sum += length
      }
      return sum
    case .alternation(let nodes):
      let lengths = nodes.map { length(of: $0) }
      guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return nil }
      return first
    case .group(let body, _): return length(of: body)
    case .repetition(let body, let repetition):
      guard repetition.least == repetition.most, let length = length(of: body) else { return nil }
      let (product, overflow) = length.multipliedReportingOverflow(by: repetition.least)
      return overflow ? nil : product
    case .look, .start, .end, .wordBoundary: return 0
    case .reference: return nil
    }
  }

  private static func expand(_ node: PatternNode, first: Bool) -> [PatternNode]? {
    if length(of: node) != nil { return [node] }
    switch node.kind {
    case .sequence(let nodes):
      var branches: [[PatternNode]] = [[]]
      for (index, part) in nodes.enumerated() {
        guard let more = expand(part, first: first && index == 0),
          branches.count * more.count <= mostBranches,
          branches.count * more.count * nodes.count <= mostParts
        else { return nil }
        if more.count == 1 {
          for i in branches.indices { branches[i].append(more[0]) }
        } else {
          branches = branches.flatMap { branch in more.map { branch + [$0] } }
        }
      }
      return branches.map { PatternNode(offset: node.offset, kind: .sequence($0)) }
    case .alternation(let nodes):
      var branches: [PatternNode] = []
      for node in nodes {
        guard let more = expand(node, first: first) else { return nil }
        branches += more
      }
      return branches.count <= mostBranches ? branches : nil
    case .group(let body, _): return expand(body, first: first)
    case .repetition(let body, let repetition):
      guard let most = first ? repetition.least : repetition.most, most <= mostBranches else {
        return nil
      }
      var branches: [PatternNode] = []
      for rounds in repetition.least...most {
        let repeated = Array(repeating: body, count: rounds)
        let sequence = PatternNode(offset: node.offset, kind: .sequence(repeated))
        guard let more = expand(sequence, first: first) else { return nil }
        branches += more
        if branches.count > mostBranches { return nil }
      }
      return branches
    default: return nil
    }
  }
}
