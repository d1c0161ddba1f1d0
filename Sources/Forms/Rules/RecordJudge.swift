// A whole record against the form's rules: every fault, each with its place.

/// The rules of a form, as a table of nodes.
public struct Rules: Sendable {
  /// The nodes; a node refers to others by their place here.
  public let nodes: [SchemaNode]
  /// The node that the whole record must pass; nil when fields, `required` and checks say it all.
  public let root: NodeID?
  /// References deeper than this are refused.
  static let deepest = 128

  /// A table of nodes, with the one that judges records.
  public init(nodes: [SchemaNode], root: NodeID?) {
    self.nodes = nodes
    self.root = root
  }

  /// Whether a node holds for a record.
  func holds(_ node: NodeID, _ record: Record, names: [Bytes]) -> Bool {
    var pass = RecordPass(rules: self, record: record, names: names, nullIsMissing: false)
    return pass.judge(node).faults.isEmpty
  }

  /// Every fault of a record against a node; the place of each is a field or a member.
  func faults(
    _ node: NodeID, _ record: Record, names: [Bytes], nullIsMissing: Bool
  ) -> [RecordFault] {
    var pass = RecordPass(
      rules: self, record: record, names: names, nullIsMissing: nullIsMissing)
    return pass.judge(node).faults
  }
}

/// The judgement of one record; members are numbered: the fields first, then the ones the form does not know.
private struct RecordPass {
  let rules: Rules
  let record: Record
  let names: [Bytes]
  let nullIsMissing: Bool

  /// What one node found, and the members that it has judged (JSON Schema's evaluated properties).
  struct Result {
    var faults: [RecordFault] = []
    var evaluated: Set<Int> = []
  }

  private func present(_ name: MemberName) -> Int? {
    switch name {
    case .field(let i): record.values[i].kind == .absent ? nil : i
    case .other(let name):
      record.extras.firstIndex { $0.name == name }.map { record.values.count + $0 }
    }
  }

  private func value(_ member: Int) -> Value {
    member < record.values.count
      ? record.values[member] : record.extras[member - record.values.count].value
  }

  private func name(_ member: Int) -> Bytes {
    member < record.values.count ? names[member] : record.extras[member - record.values.count].name
  }

  private func fault(_ member: Int, _ fault: Fault) -> RecordFault {
    member < record.values.count
      ? RecordFault(field: member, fault)
      : RecordFault(field: nil, member: name(member), fault)
  }

  private var members: [Int] {
    var out: [Int] = []
    for i in record.values.indices where record.values[i].kind != .absent { out.append(i) }
    for i in record.extras.indices { out.append(record.values.count + i) }
    return out
  }

  mutating func judge(_ id: NodeID, depth: Int = 0) -> Result {
    var result = Result()
    guard depth < Rules.deepest else {
      result.faults.append(RecordFault(field: nil, .never))
      return result
    }
    let node = rules.nodes[id]
    if node.isNever {
      result.faults.append(RecordFault(field: nil, .never))
      return result
    }
    for constraint in node.constraints {
      if case .type(let types) = constraint, !types.contains(.object) {
        result.faults.append(RecordFault(field: nil, .broken(constraint)))
      }
    }
    if let object = node.object { judge(object, &result, depth) }
    combine(node, &result, depth)
    if let unevaluated = node.object?.unevaluated {
      for member in members where !result.evaluated.contains(member) {
        result.evaluated.insert(member)
        check(member, against: unevaluated, &result)
      }
    }
    return result
  }

  private func check(_ member: Int, against node: NodeID, _ result: inout Result) {
    let value = value(member)
    guard let fault = rules.fault(node, value.kind, value.text.span) else { return }
    if case .never = fault, member >= record.values.count {
      result.faults.append(self.fault(member, .unknownMember))
    } else {
      result.faults.append(self.fault(member, fault))
    }
  }

  private mutating func judge(_ object: ObjectRules, _ result: inout Result, _ depth: Int) {
    let members = members
    for member in members {
      let key: MemberName =
        member < record.values.count ? .field(member) : .other(name(member))
      var known = false
      if let node = object.properties[key] {
        known = true
        check(member, against: node, &result)
      }
      for (pattern, node) in object.patterns where pattern.match(name(member).span) == .matches {
        known = true
        check(member, against: node, &result)
      }
      if known { result.evaluated.insert(member) }
      if !known, let additional = object.additional {
        result.evaluated.insert(member)
        check(member, against: additional, &result)
      }
      if let names = object.names, rules.fault(names, .text, name(member).span) != nil {
        result.faults.append(fault(member, .memberName))
      }
    }
    for name in object.required where isMissing(name) {
      result.faults.append(missing(name, .missing))
    }
    for (present, required) in object.dependentRequired {
      guard let by = self.present(present) else { continue }
      for name in required where isMissing(name) {
        result.faults.append(missing(name, .missingBecause(of: self.name(by))))
      }
    }
    for (present, node) in object.dependentSchemas where self.present(present) != nil {
      merge(judge(node, depth: depth + 1), into: &result)
    }
    if let exactly = object.exactly, !exactly.contains(where: { equals($0, members) }) {
      result.faults.append(
        RecordFault(field: nil, .combination(keyword: "const", matches: 0)))
    }
    if let least = object.least, members.count < least {
      let fault = Fault.memberCount(keyword: "minProperties", limit: least)
      result.faults.append(RecordFault(field: nil, fault))
    }
    if let most = object.most, members.count > most {
      let fault = Fault.memberCount(keyword: "maxProperties", limit: most)
      result.faults.append(RecordFault(field: nil, fault))
    }
  }

  private func equals(_ wanted: [(name: MemberName, value: Value)], _ members: [Int]) -> Bool {
    wanted.count == members.count
      && wanted.allSatisfy { name, value in present(name).map { self.value($0) == value } ?? false }
  }

  private func isMissing(_ name: MemberName) -> Bool {
    guard let member = present(name) else { return true }
    return nullIsMissing && value(member).kind == .null
  }

  private func missing(_ name: MemberName, _ fault: Fault) -> RecordFault {
    switch name {
    case .field(let i): RecordFault(field: i, fault)
    case .other(let name): RecordFault(field: nil, member: name, fault)
    }
  }

  private func merge(_ other: Result, into result: inout Result) {
    result.faults += other.faults
    result.evaluated.formUnion(other.evaluated)
  }

  /// The keywords that judge the same record through other nodes.
  private mutating func combine(_ node: SchemaNode, _ result: inout Result, _ depth: Int) {
    if node.isSimple { return }
    if let reference = node.reference { merge(judge(reference, depth: depth + 1), into: &result) }
    for other in node.all { merge(judge(other, depth: depth + 1), into: &result) }
    if let any = node.any {
      merge(matching(any, depth, "anyOf") { $0 > 0 }, into: &result)
    }
    if let one = node.one {
      merge(matching(one, depth, "oneOf") { $0 == 1 }, into: &result)
    }
    if let not = node.not, judge(not, depth: depth + 1).faults.isEmpty {
      let fault = Fault.combination(keyword: "not", matches: 1)
      result.faults.append(RecordFault(field: nil, fault))
    }
    if let condition = node.condition {
      let met = judge(condition, depth: depth + 1)
      if met.faults.isEmpty {
        result.evaluated.formUnion(met.evaluated)
        if let then = node.then { merge(judge(then, depth: depth + 1), into: &result) }
      } else if let otherwise = node.otherwise {
        merge(judge(otherwise, depth: depth + 1), into: &result)
      }
    }
  }

  private mutating func matching(
    _ nodes: [NodeID], _ depth: Int, _ keyword: String, _ enough: (Int) -> Bool
  ) -> Result {
    var result = Result()
    var matches = 0
    for other in nodes {
      let found = judge(other, depth: depth + 1)
      guard found.faults.isEmpty else { continue }
      matches += 1
      result.evaluated.formUnion(found.evaluated)
    }
    if !enough(matches) {
      let fault = Fault.combination(keyword: keyword, matches: matches)
      result.faults.append(RecordFault(field: nil, fault))
      result.evaluated = []
    }
    return result
  }
}
