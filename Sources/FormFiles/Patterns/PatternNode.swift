/// A part of a parsed pattern and the scalar offset where it begins.
struct PatternNode {
  indirect enum Kind {
    case literal(UInt32)
    case any
    case set(PatternSet)
    case sequence([PatternNode])
    case alternation([PatternNode])
    /// A group; `number` counts the capturing ones from 1.
    case group(PatternNode, number: Int?)
    case look(PatternNode, ahead: Bool, negated: Bool)
    case start
    case end
    case wordBoundary(negated: Bool)
    case reference(Int)
    case repetition(PatternNode, Repetition)
  }

  /// How often: `most` nil means without bound.
  struct Repetition {
    let least: Int
    let most: Int?
    let lazy: Bool

    var loops: Bool { most.map { $0 > 1 } ?? true }
  }

  let offset: Int
  let kind: Kind
}

/// What stands between `[` and `]`, or a class escape on its own.
struct PatternSet {
  enum Item {
    /// Code points from `low` to `high`; surrogates among them match no text.
    case range(low: UInt32, high: UInt32)
    case digit(negated: Bool)
    case word(negated: Bool)
    case space(negated: Bool)
    case property(PatternProperty, negated: Bool)
  }

  let items: [Item]
  let negated: Bool
}

/// A pattern as parsed, with what was learnt about its groups on the way.
struct ParsedPattern {
  let root: PatternNode
  /// For each capturing group, from number 1 at index 0, the offset of its closing parenthesis.
  let groupEnds: [Int]
}
