// Which fields follow from others: those that are asked under a condition, and those that are computed.

/// The fields that follow from others, each after those that it follows from.
///
/// A condition sees computed values, and a computed value sees only what is asked (DESIGN.md, section 7): both are
/// settled in one order.
struct SettlingOrder: Sendable {
  /// The fields that are asked under a condition or computed.
  private(set) var fields: [Int] = []
  /// For each field of the form: the places in `fields` of those that follow from it directly.
  private(set) var followers: [[Int]]
  /// For each field of the form: the fields that its conditions and its calculation look at.
  private(set) var causes: [[Int]]
  /// Whether some of them follow from each other.
  private(set) var isCircular = false

  /// How often fields that follow from each other are settled: the last time counts.
  static let mostRounds = 16

  init(_ fields: [Field], _ rules: RecordRules) {
    followers = Array(repeating: [], count: fields.count)
    causes = fields.map { SettlingOrder.causes($0, rules, count: fields.count) }
    sort(fields)
    for (place, i) in self.fields.enumerated() {
      for cause in causes[i] { followers[cause].append(place) }
    }
  }

  private static func causes(_ field: Field, _ rules: RecordRules, count: Int) -> [Int] {
    if field.conditions.isEmpty, field.calculation == nil { return [] }
    var causes = Set(field.calculation?.fields ?? [])
    for condition in field.conditions.joined() {
      switch condition {
      case .present(let i): causes.insert(i)
      case .schema(let node, _):
        let looks = rules.looks(of: node)
        causes.formUnion(looks.isAll ? Array(0..<count) : looks.fields)
      }
    }
    return causes.sorted()
  }

  /// Puts each field after its causes, without recursion: chains may be as long as the form.
  private mutating func sort(_ all: [Field]) {
    enum State { case unseen, open, done }
    var states = all.map { $0.conditions.isEmpty && $0.calculation == nil ? State.done : .unseen }
    var stack: [(field: Int, next: Int)] = []
    for start in all.indices where states[start] == .unseen {
      states[start] = .open
      stack.append((start, 0))
      while let (i, next) = stack.last {
        guard next < causes[i].count else {
          states[i] = .done
          fields.append(i)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let cause = causes[i][next]
        switch states[cause] {
        case .unseen:
          states[cause] = .open
          stack.append((cause, 0))
        case .open: isCircular = true
        case .done: break
        }
      }
    }
  }
}
