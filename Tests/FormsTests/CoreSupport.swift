import Forms
import Testing

/// What came of judging a text or a value, as tests write it down.
enum Verdict: Equatable, CustomStringConvertible {
  /// Right, with the value it means.
  case value(ValueKind, String)
  /// Refused; the word of the fault.
  case refused(String)

  var description: String {
    switch self {
    case .value(let kind, let text): "\(kind) \(text)"
    case .refused(let word): "refused: \(word)"
    }
  }

  var isRight: Bool {
    if case .value = self { return true }
    return false
  }
}

/// The word by which tests call a fault.
func word(_ fault: Fault) -> String {
  switch fault {
  case .missing: "missing"
  case .missingBecause(let name): "missing because of \(name.string)"
  case .unreadable(let why): "\(why)"
  case .broken(let constraint): constraint.keyword
  case .control(let scalar): "control \(scalar)"
  case .endlessCharacter(let scalars): "endless \(scalars)"
  case .tooCostly: "too costly"
  case .never: "never"
  case .combination(let keyword, let matches): "\(keyword) \(matches)"
  case .check(let i): "check \(i)"
  case .checkFailed(let i, let why): "check \(i) failed: \(why)"
  case .computed(let value): "computed \(value.text.string)"
  case .unknownMember: "unknown member"
  case .memberCount(let keyword, let limit): "\(keyword) \(limit)"
  case .memberName: "member name"
  }
}

/// A field made in one expression.
func field(
  _ name: String, _ kind: FieldKind = .text, _ constraints: [Constraint] = [],
  _ change: (inout FieldDeclaration) -> Void = { _ in }
) -> Field {
  var declaration = FieldDeclaration(name: Bytes(text: name))
  declaration.kind = kind
  declaration.constraints = constraints
  change(&declaration)
  return Field(declaration)
}

/// A field that is one of several texts.
func choiceField(
  _ name: String, _ codes: [String], _ change: (inout FieldDeclaration) -> Void = { _ in }
) -> Field {
  let choices = Choices(codes.map { Choice(value: .text($0)) })
  return field(name, .choice, [.oneOfChoices(choices)]) {
    $0.choices = choices
    change(&$0)
  }
}

func form(
  _ fields: [Field], _ rules: Rules = .none, checks: [Check] = [], computed: [Int] = [],
  finishesByNext: Bool = false
) -> Form {
  Form(
    name: "test", title: nil, about: nil, fields: fields, rules: rules, checks: checks,
    computed: computed, finishesByNext: finishesByNext)
}

extension Rules {
  static let none = Rules(nodes: [], root: nil)
}

extension Value {
  static func text(_ text: String) -> Value { Value(.text, Bytes(text: text)) }
  static func number(_ digits: String) -> Value { Value(.number, Bytes(text: digits)) }
}

extension Field {
  /// The verdict of a typed text.
  func verdict(_ text: String, _ rules: Rules = .none) -> Verdict {
    var value = Value.absent
    if let fault = judge(text.utf8.span, rules, into: &value) { return .refused(word(fault)) }
    return .value(value.kind, value.text.string)
  }

  /// The word of the fault of a stored value; nil when it is right.
  func fault(stored value: Value, _ rules: Rules = .none) -> String? {
    judge(stored: value, rules).map(word)
  }

  /// What the gate says of a begun text: `right`, `may`, or the word of the fault.
  func gate(_ text: String, inside: Bool = false, _ rules: Rules = .none) -> String {
    switch prospect(text.utf8.span, rules, hasTextAfterCursor: inside) {
    case .right: "right"
    case .may: "may"
    case .never(let fault): word(fault)
    }
  }

  /// Whether the gate lets a text through.
  func lets(_ text: String, inside: Bool = false) -> Bool {
    if case .never = prospect(text.utf8.span, .none, hasTextAfterCursor: inside) { return false }
    return true
  }
}

/// The number that a text is.
func decimal(_ text: String) throws -> Decimal { try #require(number(text)) }

/// The number that a text is, or nil; a span cannot stand within `#expect`.
func number(_ text: String) -> Decimal? { Decimal(text.utf8.span) }

extension Choices {
  func index(typed text: String) -> Int? { index(typed: text.utf8.span) }

  func index(coded text: String) -> Int? { index(coded: text.utf8.span) }

  func index(stored kind: ValueKind, _ text: String) -> Int? {
    index(stored: kind, text.utf8.span)
  }

  func begins(_ text: String) -> Bool { mayBegin(with: text.utf8.span) }

  func matching(_ text: String, limit: Int = .max) -> [Int] {
    matching(prefix: text.utf8.span, limit: limit)
  }
}

/// A pattern of tests: whatever the closure says of a text.
final class TestPattern: Pattern {
  let source: String
  private let body: @Sendable (String) -> PatternResult

  init(_ source: String, _ body: @escaping @Sendable (String) -> PatternResult) {
    self.source = source
    self.body = body
  }

  /// A pattern that a text matches by beginning so.
  convenience init(beginning: String) {
    self.init("^" + beginning) { $0.hasPrefix(beginning) ? .matches : .differs }
  }

  func match(_ text: Span<UInt8>) -> PatternResult { body(String(bytes: text)) }
}

/// An expression of tests: whatever the closure makes of a record.
final class TestExpression: Expression {
  let source: String
  let fields: [Int]
  private let body: @Sendable (Record) -> ExpressionResult

  init(
    _ source: String, fields: [Int], _ body: @escaping @Sendable (Record) -> ExpressionResult
  ) {
    self.source = source
    self.fields = fields
    self.body = body
  }

  func evaluate(_ record: Record) -> ExpressionResult { body(record) }
}

/// Numbers that look random and are the same in every run (splitmix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func digits(_ count: ClosedRange<Int>) -> String {
    String((0..<Int.random(in: count, using: &self)).map { _ in roll("0123456789") })
  }

  mutating func roll(_ characters: String) -> Character {
    characters.randomElement(using: &self) ?? "?"
  }
}
