// The rules that look at a record as a whole, one by one: what each of them looks at is worked out once per form.

/// The fields that a rule, or a part of one, looks at.
struct Looks: Sendable {
  /// These, in any order; one may stand in it twice.
  var fields: [Int] = []
  /// Whether it looks at all members of the record, as a rule on their number does.
  var isAll = false

  mutating func add(_ other: Looks) {
    if !other.fields.isEmpty { fields += other.fields }
    isAll = isAll || other.isAll
  }

  mutating func add(_ name: MemberName) {
    if case .field(let i) = name { fields.append(i) }
  }

  /// Whether the other one looks at all that this one does.
  func isPart(of other: Looks) -> Bool {
    (!isAll || other.isAll) && fields.allSatisfy { other.fields.contains($0) }
  }

  /// The same with each field once, in order.
  fileprivate var sorted: Looks {
    if fields.count < 2 { return self }
    var out = self
    out.fields.sort()
    var last: Int?
    out.fields.removeAll { i in
      defer { last = i }
      return i == last
    }
    return out
  }
}

/// One keyword of a schema that speaks of a whole record.
enum RecordKeyword: Sendable {
  /// The `false` schema.
  case never
  /// A `type` without object.
  case type(Constraint)
  /// `properties`, and what speaks of members that are not named: patternProperties, additionalProperties, propertyNames.
  case members([(name: MemberName, node: NodeID)], others: ObjectRules?)
  case required([MemberName])
  case dependentRequired(MemberName, [MemberName])
  case dependentSchema(MemberName, NodeID)
  /// `const` or `enum` of objects.
  case exactly([[(name: MemberName, value: Value)]])
  case least(Int)
  case most(Int)
  /// `$ref`, or one of `allOf`.
  case include(NodeID)
  case any([NodeID])
  case one([NodeID])
  case not(NodeID)
  case condition(NodeID, then: NodeID?, otherwise: NodeID?)
  case unevaluated(NodeID)
}

/// One rule that a record must pass beside the rules of its fields' values.
struct RecordRule: Sendable {
  enum Assertion: Sendable {
    /// A keyword of a node that holds of every record.
    case keyword(RecordKeyword, of: NodeID)
    /// The check of this place in the form's list.
    case check(Int)
  }

  let assertion: Assertion
  /// All that it can come to look at.
  let looks: Looks

  /// Whether it is judged at an answer already: a check, or a rule that other fields set off.
  ///
  /// What speaks of the record as a whole, such as `anyOf`, waits for its end.
  var isJudgedAtAnswer: Bool {
    switch assertion {
    case .check: true
    case .keyword(.condition, _), .keyword(.dependentRequired, _), .keyword(.dependentSchema, _),
      .keyword(.required, _), .keyword(.members, _):
      true
    case .keyword: false
    }
  }
}

/// The record rules of a form, in the order in which their faults are told.
struct RecordRules: Sendable {
  /// The nodes that values are held against.
  let values: Rules
  let names: [Bytes]
  /// The keywords of each node that speak of a record.
  let keywords: [[RecordKeyword]]
  private(set) var list: [RecordRule] = []
  /// The places in the list of the rules that look at a field.
  private(set) var at: [[Int]]
  /// The places of those that look at all members.
  private(set) var ofAll: [Int] = []
  /// Whether `unevaluatedProperties` stands anywhere: then it counts which members were judged.
  let tracksEvaluated: Bool
  /// Whether several nodes lead to the same one: then its verdict is remembered.
  let hasSharedNodes: Bool
  /// Whether null keys could set a rule off: a null is written only where its key is required (DESIGN.md, section 8).
  private(set) var couldBeSetOffByNull = false
  /// The fields that some rule can come to require.
  private(set) var requirable: Set<Int> = []
  /// What nodes look at whose verdicts are no faults by themselves: conditions and alternatives.
  private var known: [Looks?]

  init(_ rules: Rules, _ checks: [Check], names: [Bytes]) {
    values = rules
    self.names = names
    at = Array(repeating: [], count: names.count)
    let tracks = rules.nodes.contains { $0.object?.unevaluated != nil }
    tracksEvaluated = tracks
    keywords = rules.nodes.map { RecordRules.keywords($0, rules.nodes, tracks: tracks) }
    hasSharedNodes = RecordRules.areShared(keywords)
    known = Array(repeating: nil, count: keywords.count)
    if let root = rules.root {
      var states = Array(repeating: FlattenState.unseen, count: rules.nodes.count)
      flatten(root, &states)
    }
    for (i, check) in checks.enumerated() {
      append(RecordRule(assertion: .check(i), looks: Looks(fields: check.assertion.fields).sorted))
    }
  }

  private mutating func append(_ rule: RecordRule) {
    let place = list.count
    list.append(rule)
    for field in rule.looks.fields { at[field].append(place) }
    if rule.looks.isAll { ofAll.append(place) }
  }

  private enum FlattenState { case unseen, open, done }

  /// Takes the keywords of a node that holds of every record, and those of the nodes that it includes.
  private mutating func flatten(_ id: NodeID, _ states: inout [FlattenState]) {
    if states[id] == .open {
      // A reference that never ends: nothing passes.
      append(RecordRule(assertion: .keyword(.never, of: id), looks: Looks()))
    }
    guard states[id] == .unseen else { return }
    states[id] = .open
    for keyword in keywords[id] {
      if case .include(let other) = keyword {
        flatten(other, &states)
        continue
      }
      var seen: Set<NodeID> = []
      remember(within: keyword, &seen)
      var looks = Looks()
      seen = []
      gather(keyword, &looks, &seen)
      append(RecordRule(assertion: .keyword(keyword, of: id), looks: looks.sorted))
      couldBeSetOffByNull = couldBeSetOffByNull || keyword.couldBeSetOffByNull
    }
    states[id] = .done
  }

  private static func keywords(
    _ node: SchemaNode, _ nodes: [SchemaNode], tracks: Bool
  ) -> [RecordKeyword] {
    if node.isNever { return [.never] }
    var out: [RecordKeyword] = []
    for constraint in node.constraints {
      if case .type(let types) = constraint, !types.contains(.object) {
        out.append(.type(constraint))
      }
    }
    if let object = node.object {
      let properties = object.properties.filter { tracks || !nodes[$0.value].isTrivial }
        .map { (name: $0.key, node: $0.value) }
        .sorted { MemberName.isBefore($0.name, $1.name) }
      if !properties.isEmpty || object.speaksOfOthers {
        out.append(.members(properties, others: object.speaksOfOthers ? object : nil))
      }
      if !object.required.isEmpty { out.append(.required(object.required)) }
      out += object.dependentRequired.map { .dependentRequired($0.present, $0.required) }
      out += object.dependentSchemas.map { .dependentSchema($0.present, $0.node) }
      if let exactly = object.exactly { out.append(.exactly(exactly)) }
      if let least = object.least { out.append(.least(least)) }
      if let most = object.most { out.append(.most(most)) }
    }
    if let reference = node.reference { out.append(.include(reference)) }
    out += node.all.map { .include($0) }
    if let any = node.any { out.append(.any(any)) }
    if let one = node.one { out.append(.one(one)) }
    if let not = node.not { out.append(.not(not)) }
    if let condition = node.condition {
      out.append(.condition(condition, then: node.then, otherwise: node.otherwise))
    }
    if let unevaluated = node.object?.unevaluated { out.append(.unevaluated(unevaluated)) }
    return out
  }

  // MARK: What rules look at

  /// What a node and all that it leads to look at.
  func looks(of id: NodeID) -> Looks {
    if let known = known[id] { return known }
    var out = Looks()
    var seen: Set<NodeID> = []
    gather(id, &out, &seen)
    return out.sorted
  }

  /// Remembers what the conditions and alternatives look at that stand in a keyword and its branches, and what it can require.
  private mutating func remember(within keyword: RecordKeyword, _ seen: inout Set<NodeID>) {
    switch keyword {
    case .required(let names), .dependentRequired(_, let names):
      for case .field(let i) in names { requirable.insert(i) }
    default: break
    }
    for id in keyword.decided where known[id] == nil { known[id] = looks(of: id) }
    for branch in keyword.branches where seen.insert(branch).inserted {
      for inner in keywords[branch] { remember(within: inner, &seen) }
    }
  }

  private func gather(_ id: NodeID, _ out: inout Looks, _ seen: inout Set<NodeID>) {
    guard seen.insert(id).inserted else { return }
    if let known = known[id] { return out.add(known) }
    for keyword in keywords[id] { gather(keyword, &out, &seen) }
  }

  private func gather(
    _ keyword: RecordKeyword, _ out: inout Looks, _ seen: inout Set<NodeID>
  ) {
    switch keyword {
    case .members(let properties, let others):
      for (name, _) in properties { out.add(name) }
      if others != nil { out.isAll = true }
    case .required(let names): for name in names { out.add(name) }
    case .dependentRequired(let present, let names):
      out.add(present)
      for name in names { out.add(name) }
    case .dependentSchema(let present, _): out.add(present)
    case .exactly, .least, .most, .unevaluated: out.isAll = true
    default: break
    }
    for id in keyword.decided { gather(id, &out, &seen) }
    for id in keyword.branches { gather(id, &out, &seen) }
  }

  private static func areShared(_ keywords: [[RecordKeyword]]) -> Bool {
    var met = Array(repeating: false, count: keywords.count)
    func isMet(_ id: NodeID) -> Bool {
      defer { met[id] = true }
      return met[id]
    }
    for keyword in keywords.joined() {
      for id in keyword.decided where isMet(id) { return true }
      for id in keyword.branches where isMet(id) { return true }
    }
    return false
  }
}

extension RecordKeyword {
  /// The nodes whose verdicts it goes by, and whose faults are none of the record's.
  fileprivate var decided: [NodeID] {
    switch self {
    case .any(let nodes), .one(let nodes): nodes
    case .not(let node), .condition(let node, _, _): [node]
    default: []
    }
  }

  /// The nodes whose faults it gives on.
  fileprivate var branches: [NodeID] {
    switch self {
    case .include(let node), .dependentSchema(_, let node): [node]
    case .condition(_, let then, let otherwise): [then, otherwise].compactMap { $0 }
    default: []
    }
  }

  fileprivate var couldBeSetOffByNull: Bool {
    switch self {
    case .dependentRequired, .dependentSchema, .least, .most, .any, .one, .not, .condition: true
    default: false
    }
  }
}

extension MemberName {
  /// The form's order: its fields, then other names by their bytes.
  static func isBefore(_ a: MemberName, _ b: MemberName) -> Bool {
    switch (a, b) {
    case (.field(let a), .field(let b)): a < b
    case (.field, .other): true
    case (.other, .field): false
    case (.other(let a), .other(let b)): a.lexicographicallyPrecedes(b)
    }
  }
}

extension SchemaNode {
  /// Whether everything passes it.
  fileprivate var isTrivial: Bool { isSimple && constraints.isEmpty && object == nil }
}

extension ObjectRules {
  /// Whether it judges members that it does not name.
  fileprivate var speaksOfOthers: Bool { !patterns.isEmpty || additional != nil || names != nil }
}
