/// Makes the states of an automaton of a pattern: Thompson's construction, then sets of its places.
struct AutomatonBuilder {
  /// A set of ASCII characters.
  struct ASCIISet: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    mutating func insert(_ byte: Int) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    func contains(_ byte: Int) -> Bool {
      byte < 64 ? low >> UInt64(byte) & 1 == 1 : high >> UInt64(byte - 64) & 1 == 1
    }
    var complement: ASCIISet { ASCIISet(low: ~low, high: ~high) }
  }

  /// A place in the pattern.
  private enum Place {
    case byte(ASCIISet, Int)
    case either([Int])
    case start(Int)
    case end(Int)
    case matched
  }

  /// A state of the automaton.
  enum State {
    case dead
    case matched
    case row(Int)
  }

  /// What follows on each class of bytes, and whether the text may end here.
  struct Row {
    var next: [State]
    var acceptsAtEnd: Bool
  }

  private static let mostPlaces = 400
  private static let mostRows = 1_000

  /// The class of each ASCII byte.
  private(set) var classes: [Int] = []
  private(set) var classCount = 0
  private(set) var rows: [Row] = []
  private(set) var first = State.dead

  private var places: [Place] = [.matched]
  private var entry = 0
  private var known: [[Int]: Int] = [:]
  private var waiting: [[Int]] = []

  /// Nil for patterns with looks around, references, properties and the like.
  init?(_ pattern: ParsedPattern) {
    guard let entry = add(pattern.root, before: 0) else { return nil }
    self.entry = entry
  }

  // MARK: - Places

  private mutating func put(_ place: Place) -> Int? {
    guard places.count < Self.mostPlaces else { return nil }
    places.append(place)
    return places.count - 1
  }

  /// Adds a part of the pattern before a place; where it begins.
  private mutating func add(_ node: PatternNode, before next: Int) -> Int? {
    switch node.kind {
    case .literal(let value):
      var set = ASCIISet()
      if value < 128 { set.insert(Int(value)) }
      return put(.byte(set, next))
    case .any:
      var ends = ASCIISet()
      ends.insert(0x0A)
      ends.insert(0x0D)
      return put(.byte(ends.complement, next))
    case .set(let set):
      guard let ascii = Self.ascii(set) else { return nil }
      return put(.byte(ascii, next))
    case .sequence(let nodes):
      var next = next
      for node in nodes.reversed() {
        guard let begin = add(node, before: next) else { return nil }
        next = begin
      }
      return next
    case .alternation(let nodes):
      var begins: [Int] = []
      for node in nodes {
        guard let begin = add(node, before: next) else { return nil }
        begins.append(begin)
      }
      return put(.either(begins))
    case .group(let body, _): return add(body, before: next)
    case .start: return put(.start(next))
    case .end: return put(.end(next))
    case .look, .wordBoundary, .reference: return nil
    case .repetition(let body, let repetition): return add(body, repetition, before: next)
    }
  }

  private mutating func add(
    _ body: PatternNode, _ repetition: PatternNode.Repetition, before next: Int
  ) -> Int? {
    var begin = next
    if let most = repetition.most {
      guard most < Self.mostPlaces else { return nil }
      for _ in repetition.least..<most {
        guard let once = add(body, before: begin), let either = put(.either([once, next])) else {
          return nil
        }
        begin = either
      }
    } else {
      guard let round = put(.either([])), let once = add(body, before: round) else { return nil }
      places[round] = .either([once, next])
      begin = round
    }
    guard repetition.least < Self.mostPlaces else { return nil }
    for _ in 0..<repetition.least {
      guard let once = add(body, before: begin) else { return nil }
      begin = once
    }
    return begin
  }

  /// The ASCII part of a class; nil where it names a property.
  private static func ascii(_ set: PatternSet) -> ASCIISet? {
    var ascii = ASCIISet()
    for item in set.items {
      for byte in 0..<128 {
        guard let holds = holds(item, byte) else { return nil }
        if holds { ascii.insert(byte) }
      }
    }
    return set.negated ? ascii.complement : ascii
  }

  private static func holds(_ item: PatternSet.Item, _ byte: Int) -> Bool? {
    let isDigit = (0x30...0x39).contains(byte)
    switch item {
    case .range(let low, let high): return low <= UInt32(byte) && UInt32(byte) <= high
    case .digit(let negated): return isDigit != negated
    case .word(let negated):
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      return (isDigit || isLetter && byte >= 0x41 || byte == 0x5F) != negated
    case .space(let negated): return ((0x09...0x0D).contains(byte) || byte == 0x20) != negated
    case .property: return nil
    }
  }

  // MARK: - States

  /// Finds all states; false when they are too many.
  mutating func run() -> Bool {
    classify()
    guard let first = state(closure([entry], atStart: true), atStart: true) else { return false }
    self.first = first
    var done = 0
    while done < waiting.count {
      let set = waiting[done]
      for column in 0..<classCount {
        guard let byte = classes.firstIndex(of: column), let next = follow(set, byte) else {
          return false
        }
        rows[done].next.append(next)
      }
      done += 1
    }
    return true
  }

  /// Bytes that no place tells apart are one class.
  private mutating func classify() {
    var sets: [ASCIISet] = []
    for case .byte(let set, _) in places where !sets.contains(set) { sets.append(set) }
    var numbers: [[Bool]: Int] = [:]
    for byte in 0..<128 {
      let signature = sets.map { $0.contains(byte) }
      let number = numbers[signature] ?? numbers.count
      numbers[signature] = number
      classes.append(number)
    }
    classCount = numbers.count
  }

  private mutating func follow(_ set: [Int], _ byte: Int) -> State? {
    // A match may begin at each place of the text.
    var next = [entry]
    for place in set {
      if case .byte(let bytes, let after) = places[place], bytes.contains(byte) {
        next.append(after)
      }
    }
    return state(closure(next, atStart: false), atStart: false)
  }

  /// The number of a set of places; nil when there are too many.
  private mutating func state(_ set: [Int], atStart: Bool) -> State? {
    if set.contains(0) { return .matched }
    let accepts = acceptsAtEnd(set, atStart)
    let canGoOn = set.contains { if case .byte = places[$0] { true } else { false } }
    if !canGoOn, !accepts { return .dead }
    // The start of the text is no place that is come back to, unless nothing tells it apart.
    let key = atStart ? [-1] + set : set
    if let row = known[key] { return .row(row) }
    guard rows.count < Self.mostRows else { return nil }
    known[key] = rows.count
    rows.append(Row(next: [], acceptsAtEnd: accepts))
    waiting.append(set)
    return .row(rows.count - 1)
  }

  /// The places that are reached without a byte; the text's end is passed by none.
  private func closure(_ seeds: [Int], atStart: Bool, atEnd: Bool = false) -> [Int] {
    var seen = [Bool](repeating: false, count: places.count)
    var stack = seeds
    var out: [Int] = []
    while let place = stack.popLast() {
      if seen[place] { continue }
      seen[place] = true
      switch places[place] {
      case .either(let others): stack += others
      case .start(let next): if atStart { stack.append(next) }
      case .end(let next):
        out.append(place)
        if atEnd { stack.append(next) }
      case .byte, .matched: out.append(place)
      }
    }
    return out.sorted()
  }

  private func acceptsAtEnd(_ set: [Int], _ atStart: Bool) -> Bool {
    closure(set, atStart: atStart, atEnd: true).contains(0)
  }
}
