// A whole record against the form's rules: what breaks them, each with its place and the fields that it looked at.

/// The rules of a form, as a table of nodes.
public struct Rules: Sendable {
  /// The nodes; a node refers to others by their place here.
  public let nodes: [SchemaNode]
  /// The node that the whole record must pass; nil when fields, `required` and checks say it all.
  public let root: NodeID?
  /// References deeper than this are refused.
  static let deepest = 128
  /// Whether several nodes lead to a node, and whether that is so of any: what it found of a value is then remembered.
  let isShared: [Bool]
  let hasShared: Bool

  /// A table of nodes, with the one that judges records.
  public init(nodes: [SchemaNode], root: NodeID?) {
    self.nodes = nodes
    self.root = root
    var ways = Array(repeating: 0, count: nodes.count)
    for node in nodes { node.leadsOn { ways[$0] += 1 } }
    isShared = ways.map { $0 > 1 }
    hasShared = ways.contains { $0 > 1 }
  }
}

/// A fault that a record rule found.
struct Finding {
  var fault: RecordFault
  /// What the rule looked at to find it.
  var looks: Looks
}

/// The judgement of one record; members are numbered: the fields first, then the ones the form does not know.
struct RecordPass {
  private let rules: RecordRules
  private let record: Record
  /// What the conditions look at under which the nodes stand that are judged.
  private var context = Looks()
  /// What came of nodes, where several lead to one.
  private var verdicts: [NodeID: Result] = [:]

  init(_ rules: RecordRules, _ record: Record) {
    self.rules = rules
    self.record = record
  }

  /// What nodes found, and the members that they judged (JSON Schema's evaluated properties).
  private struct Result {
    /// Whether the faults are wanted; else it is over with the first of them.
    var wantsFindings: Bool
    /// Whether the members judged are wanted even where a fault was found.
    var wantsEvaluated = false
    var isRight = true
    var findings: [Finding] = []
    var evaluated: Set<Int> = []
    /// The nodes that were judged, where several lead to one, and what was looked at on the way there.
    var judged: [NodeID: [Looks]] = [:]

    init(wantsFindings: Bool) { self.wantsFindings = wantsFindings }

    var isOver: Bool { !isRight && !wantsFindings && !wantsEvaluated }

    /// Most ways to one node that are told apart: what comes by another waits for the record's end at the most.
    private static let mostWays = 8

    /// Whether a node has to be judged: by this way for the first time, where it matters by which.
    mutating func isNew(_ node: NodeID, by way: Looks) -> Bool {
      let ways = judged[node] ?? []
      if !ways.isEmpty {
        if !wantsFindings || ways.count == Result.mostWays { return false }
        // What is known of a way that looks at less is known of this one too.
        if ways.contains(where: { $0.isPart(of: way) }) { return false }
      }
      judged[node, default: []].append(way)
      return true
    }
  }

  /// Whether a node holds for the record.
  mutating func holds(_ id: NodeID) -> Bool { verdict(id, 0).isRight }

  /// What breaks a keyword of a node that holds of every record.
  mutating func findings(_ keyword: RecordKeyword, of id: NodeID) -> [Finding] {
    var result = Result(wantsFindings: true)
    if case .unevaluated = keyword {
      // What the node's other keywords judge is found first.
      var own = Result(wantsFindings: false)
      own.wantsEvaluated = true
      for other in rules.keywords[id] {
        if case .unevaluated = other { continue }
        judge(other, &own, 0)
      }
      result.evaluated = own.evaluated
    }
    judge(keyword, &result, 0)
    return result.findings
  }

  // MARK: Nodes

  private mutating func verdict(_ id: NodeID, _ depth: Int) -> Result {
    if rules.hasSharedNodes, let known = verdicts[id] { return known }
    var result = Result(wantsFindings: false)
    judge(node: id, &result, depth)
    if rules.hasSharedNodes { verdicts[id] = result }
    return result
  }

  private mutating func judge(node id: NodeID, _ result: inout Result, _ depth: Int) {
    guard depth < Rules.deepest else {
      return add(RecordFault(field: nil, .never), Looks(), &result)
    }
    if rules.hasSharedNodes, !result.isNew(id, by: context) { return }
    if case .unevaluated? = rules.keywords[id].last {
      // Only what this node's own keywords judged counts for it.
      var own = Result(wantsFindings: result.wantsFindings)
      own.wantsEvaluated = true
      for keyword in rules.keywords[id] { judge(keyword, &own, depth) }
      result.isRight = result.isRight && own.isRight
      result.findings += own.findings
      result.evaluated.formUnion(own.evaluated)
      return
    }
    for keyword in rules.keywords[id] {
      judge(keyword, &result, depth)
      if result.isOver { return }
    }
  }

  private mutating func judge(
    branch id: NodeID, under condition: Looks, _ result: inout Result, _ depth: Int
  ) {
    let before = context
    context.add(condition)
    judge(node: id, &result, depth + 1)
    context = before
  }

  // MARK: Keywords

  private mutating func judge(_ keyword: RecordKeyword, _ result: inout Result, _ depth: Int) {
    switch keyword {
    case .never: add(RecordFault(field: nil, .never), Looks(), &result)
    case .type(let constraint): addOfRecord(.broken(constraint), Looks(), &result)
    case .members(let properties, let others):
      if let others {
        judgeMembers(others, &result)
      } else {
        judgeProperties(properties, &result)
      }
    case .required(let names):
      for name in names where present(name) == nil {
        add(missing(name, .missing), looks(name), &result)
      }
    case .dependentRequired(let trigger, let names):
      guard let by = present(trigger) else { return }
      for name in names where present(name) == nil {
        var looks = looks(name)
        looks.add(trigger)
        add(missing(name, .missingBecause(of: self.name(by))), looks, &result)
      }
    case .dependentSchema(let trigger, let node):
      if present(trigger) != nil { judge(branch: node, under: looks(trigger), &result, depth) }
    case .exactly(let records):
      guard !records.contains(where: { equals($0) }) else { return }
      addOfRecord(.combination(keyword: "const", matches: 0), Looks(isAll: true), &result)
    case .least(let least):
      guard members.count < least else { return }
      addOfRecord(
        .memberCount(keyword: "minProperties", limit: least), Looks(isAll: true), &result)
    case .most(let most):
      guard members.count > most else { return }
      addOfRecord(.memberCount(keyword: "maxProperties", limit: most), Looks(isAll: true), &result)
    case .include(let node): judge(node: node, &result, depth + 1)
    case .any(let nodes): combine(nodes, "anyOf", { $0 > 0 }, &result, depth)
    case .one(let nodes): combine(nodes, "oneOf", { $0 == 1 }, &result, depth)
    case .not(let node):
      guard verdict(node, depth + 1).isRight else { return }
      addOfRecord(.combination(keyword: "not", matches: 1), rules.looks(of: node), &result)
    case .condition(let condition, let then, let otherwise):
      let met = verdict(condition, depth + 1)
      if met.isRight { result.evaluated.formUnion(met.evaluated) }
      guard let branch = met.isRight ? then : otherwise else { return }
      let looks = result.wantsFindings ? rules.looks(of: condition) : Looks()
      judge(branch: branch, under: looks, &result, depth)
    case .unevaluated(let node):
      for member in members where !result.evaluated.contains(member) {
        result.evaluated.insert(member)
        check(member, against: node, &result)
      }
    }
  }

  private mutating func combine(
    _ nodes: [NodeID], _ keyword: String, _ isEnough: (Int) -> Bool, _ result: inout Result,
    _ depth: Int
  ) {
    var evaluated: Set<Int> = []
    var matches = 0
    for other in nodes {
      let found = verdict(other, depth + 1)
      guard found.isRight else { continue }
      matches += 1
      evaluated.formUnion(found.evaluated)
    }
    if isEnough(matches) {
      result.evaluated.formUnion(evaluated)
      return
    }
    var looks = Looks()
    if result.wantsFindings { for other in nodes { looks.add(rules.looks(of: other)) } }
    addOfRecord(.combination(keyword: keyword, matches: matches), looks, &result)
  }

  // MARK: Members

  private func judgeProperties(
    _ properties: [(name: MemberName, node: NodeID)], _ result: inout Result
  ) {
    for (name, node) in properties {
      guard let member = present(name) else { continue }
      check(member, against: node, &result)
      if rules.tracksEvaluated { result.evaluated.insert(member) }
      if result.isOver { return }
    }
  }

  private func judgeMembers(_ object: ObjectRules, _ result: inout Result) {
    for member in members {
      let key: MemberName = isField(member) ? .field(member) : .other(name(member))
      var isKnown = false
      if let node = object.properties[key] {
        isKnown = true
        check(member, against: node, &result)
      }
      for (pattern, node) in object.patterns where pattern.match(name(member).span) == .matches {
        isKnown = true
        check(member, against: node, &result)
      }
      if isKnown { result.evaluated.insert(member) }
      if !isKnown, let additional = object.additional {
        result.evaluated.insert(member)
        check(member, against: additional, &result)
      }
      if let names = object.names, rules.values.fault(names, .text, name(member).span) != nil {
        add(fault(member, .memberName), looks(member), &result)
      }
      if result.isOver { return }
    }
  }

  private func check(_ member: Int, against node: NodeID, _ result: inout Result) {
    let value = value(member)
    guard let fault = rules.values.fault(node, value.kind, value.text.span) else { return }
    if case .never = fault, !isField(member) {
      add(self.fault(member, .unknownMember), looks(member), &result)
    } else {
      add(self.fault(member, fault), looks(member), &result)
    }
  }

  private func isField(_ member: Int) -> Bool { member < record.values.count }

  private func present(_ name: MemberName) -> Int? {
    switch name {
    case .field(let i): record.values[i].kind == .absent ? nil : i
    case .other(let name):
      record.extras.firstIndex { $0.name == name }.map { record.values.count + $0 }
    }
  }

  private func value(_ member: Int) -> Value {
    isField(member) ? record.values[member] : record.extras[member - record.values.count].value
  }

  private func name(_ member: Int) -> Bytes {
    isField(member) ? rules.names[member] : record.extras[member - record.values.count].name
  }

  private var members: [Int] {
    var out: [Int] = []
    for i in record.values.indices where record.values[i].kind != .absent { out.append(i) }
    for i in record.extras.indices { out.append(record.values.count + i) }
    return out
  }

  private func equals(_ wanted: [(name: MemberName, value: Value)]) -> Bool {
    wanted.count == members.count
      && wanted.allSatisfy { name, value in present(name).map { self.value($0) == value } ?? false }
  }

  // MARK: Faults

  private func looks(_ member: Int) -> Looks { Looks(fields: isField(member) ? [member] : []) }

  private func looks(_ name: MemberName) -> Looks {
    var out = Looks()
    out.add(name)
    return out
  }

  private func fault(_ member: Int, _ fault: Fault) -> RecordFault {
    isField(member)
      ? RecordFault(field: member, fault)
      : RecordFault(field: nil, member: name(member), fault)
  }

  private func missing(_ name: MemberName, _ fault: Fault) -> RecordFault {
    switch name {
    case .field(let i): RecordFault(field: i, fault)
    case .other(let name): RecordFault(field: nil, member: name, fault)
    }
  }

  private func addOfRecord(_ fault: Fault, _ looks: Looks, _ result: inout Result) {
    add(RecordFault(field: nil, fault), looks, &result)
  }

  private func add(_ fault: RecordFault, _ looks: @autoclosure () -> Looks, _ result: inout Result)
  {
    result.isRight = false
    guard result.wantsFindings else { return }
    var all = context
    all.add(looks())
    result.findings.append(Finding(fault: fault, looks: all))
  }
}
