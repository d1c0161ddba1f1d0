// What is right in a field here and now: its own rules, and those that the rest of the record sets off. For words.

/// Rules that stand together: as one of several alternatives, or as what must not be.
public struct RuleSet: Sendable {
  /// `title`, where the schema has one.
  public var title: String?
  /// What it asserts of a value by itself.
  public var constraints: [Constraint] = []
}

/// The rules of one field's value, as the rest of the record stands.
///
/// It tells what can be said in words; what is right the judge alone decides.
public struct RulesNow: Sendable {
  /// What each value must meet.
  public private(set) var constraints: [Constraint]
  /// Of each list a value must meet one.
  public private(set) var alternatives: [[RuleSet]] = []
  /// What no value may meet.
  public private(set) var excluded: [RuleSet] = []
  /// The bounds of all rules together.
  public private(set) var range = NumberRange()
  /// The choices that are right; nil where the field has no list.
  public private(set) var choices: [Choice]?
  /// The whole numbers that can be picked; nil where there are too many, or none.
  public private(set) var wholeNumbers: ClosedRange<Int>?

  private let nodes: [NodeID]
  private let rules: Rules

  /// A field's own rules.
  public init(of field: Field, _ rules: Rules) {
    nodes = []
    self.rules = rules
    constraints = field.declaration.constraints
    range = field.range
    choices = field.declaration.choices?.list
    wholeNumbers = field.wholeNumbers
  }

  fileprivate init(_ form: Form, _ i: Int, _ record: Record) {
    let field = form.fields[i]
    var gathering = RuleGathering(form: form, field: i, record: record)
    if let root = form.rules.root { gathering.gather(record: root, depth: 0) }
    var nodes = gathering.nodes
    // The own node of a field that conditions declare joins what any of them says: the one that holds says more.
    if let own = field.declaration.node, nodes.isEmpty || field.declaration.conditions.isEmpty {
      nodes.append(own)
    }
    constraints = field.declaration.constraints
    self.nodes = nodes
    rules = form.rules
    wholeNumbers = field.wholeNumbers
    for node in nodes { gather(value: node, form.rules, depth: 0) }
    range = NumberRange(constraints)
    if field.kind == .integer { wholeNumbers = range.wholeNumbers }
    choices = field.declaration.choices?.list
    if !nodes.isEmpty { choices = choices?.filter { admits($0.value) } }
  }

  /// Whether what others set off admits a value that the field's own rules admit.
  public func admits(_ value: Value) -> Bool {
    nodes.allSatisfy { rules.fault($0, value.kind, value.text.span) == nil }
  }

  private mutating func gather(value id: NodeID, _ rules: Rules, depth: Int) {
    guard depth < Rules.deepest else { return }
    let node = rules.nodes[id]
    constraints += node.constraints
    if let reference = node.reference { gather(value: reference, rules, depth: depth + 1) }
    for other in node.all { gather(value: other, rules, depth: depth + 1) }
    for list in [node.any, node.one] {
      if let list { alternatives.append(list.map { RuleSet($0, rules) }) }
    }
    if let not = node.not { excluded.append(RuleSet(not, rules)) }
  }
}

extension RuleSet {
  fileprivate init(_ id: NodeID, _ rules: Rules) {
    var next: [NodeID] = [id]
    var depth = 0
    while let id = next.popLast(), depth < Rules.deepest {
      let node = rules.nodes[id]
      title = title ?? node.title
      constraints += node.constraints
      next += node.all + (node.reference.map { [$0] } ?? [])
      depth += 1
    }
  }
}

/// Finds the rules of a record that speak of one field.
private struct RuleGathering {
  let form: Form
  let field: Int
  let record: Record
  private(set) var nodes: [NodeID] = []

  init(form: Form, field: Int, record: Record) {
    self.form = form
    self.field = field
    self.record = record
  }

  mutating func gather(record id: NodeID, depth: Int) {
    guard depth < Rules.deepest else { return }
    let rules = form.rules
    let node = rules.nodes[id]
    if let object = node.object { gather(object, depth) }
    if let reference = node.reference { gather(record: reference, depth: depth + 1) }
    for other in node.all { gather(record: other, depth: depth + 1) }
    if let condition = node.condition {
      let branch =
        form.holds(condition, record) ? node.then : node.otherwise
      if let branch { gather(record: branch, depth: depth + 1) }
    }
  }

  private mutating func gather(_ object: ObjectRules, _ depth: Int) {
    let name = MemberName.field(field)
    if let node = object.properties[name] { nodes.append(node) }
    let bytes = form.names[field]
    for (pattern, node) in object.patterns {
      if pattern.match(bytes.span) == .matches { nodes.append(node) }
    }
    for (present, node) in object.dependentSchemas where has(present) {
      gather(record: node, depth: depth + 1)
    }
  }

  private func has(_ name: MemberName) -> Bool {
    guard case .field(let i) = name else { return false }
    return i != field && record.values[i].kind != .absent
  }
}

extension Form {
  /// The rules of a field's value, as the rest of a record stands.
  public func rulesNow(_ field: Int, in record: Record) -> RulesNow {
    if rules.root == nil, fields[field].declaration.node == nil {
      return RulesNow(of: fields[field], rules)
    }
    return RulesNow(self, field, record)
  }
}
