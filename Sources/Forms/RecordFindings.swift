// The faults of a whole record, in one order: what a finish, a script, the prompt and a check of files go by.

extension Form {
  /// Every fault of a stored record, in the form's order: of the fields, their own before those of other rules, then of the record.
  public func faults(stored record: Record) -> [RecordFault] {
    var own: [RecordFault] = []
    // Under a condition a field's own rules hold only while it is asked: then the whole record's rules state them too.
    for (i, field) in fields.enumerated() where field.conditions.isEmpty {
      if let fault = field.judge(stored: record.values[i], rules) {
        own.append(RecordFault(field: i, fault))
      } else if field.isRequired, record.values[i].kind == .absent, !record.emptied.contains(i) {
        own.append(RecordFault(field: i, .missing))
      }
    }
    if isJudgedByFields { return own }
    let wrong = Set(own.compactMap { $0.field })
    for i in computed where !wrong.contains(i) {
      if let fault = faultOfComputed(i, record, wrong) { own.append(fault) }
    }
    return faults(of: record, own: own)
  }

  /// A stored computed value that is another one than what its operands give; a key that is not there is not judged.
  private func faultOfComputed(_ i: Int, _ record: Record, _ wrong: Set<Int>) -> RecordFault? {
    let stored = record.values[i]
    guard stored.kind != .absent || record.emptied.contains(i),
      fields[i].conditions.isEmpty || conditionsHold(of: fields[i], record),
      let calculation = fields[i].calculation,
      !calculation.fields.contains(where: { wrong.contains($0) })
    else { return nil }
    let value = computedValue(i, record)
    if value == stored || value.kind.isNothing && stored.kind.isNothing { return nil }
    return RecordFault(field: i, .computed(value))
  }

  /// All faults of a record of whose fields these are the own faults, in the form's order.
  ///
  /// A rule is not reported where something that it looks at is itself at fault: what it would say of it is in doubt.
  func faults(of record: Record, own: [RecordFault]) -> [RecordFault] {
    var findings: [Finding] = []
    var pass = RecordPass(recordRules, record)
    for rule in recordRules.list {
      guard case .keyword(let keyword, let node) = rule.assertion else { continue }
      let found = pass.findings(keyword, of: node)
      if !found.isEmpty { findings += found }
    }
    var out = own
    var wrong = Set(own.compactMap { $0.field })
    let right = findings.filter { !$0.looks.fields.contains { wrong.contains($0) } }
    for finding in right {
      guard let field = finding.fault.field, wrong.insert(field).inserted else { continue }
      out.append(finding.fault)
    }
    for finding in right where finding.fault.field == nil {
      if finding.looks.fields.contains(where: { wrong.contains($0) }) { continue }
      if !out.contains(where: { $0.isSame(as: finding.fault) }) { out.append(finding.fault) }
    }
    for rule in recordRules.list where rule.isCheck {
      if rule.looks.fields.contains(where: { wrong.contains($0) }) { continue }
      for finding in self.findings(rule, record) { out.append(finding.fault) }
    }
    return inOrder(out)
  }

  /// Puts faults into the form's order: field by field, then those of no field; else they stay as they are.
  func inOrder(_ faults: [RecordFault]) -> [RecordFault] {
    if faults.count < 2 { return faults }
    return faults.enumerated().sorted {
      ($0.element.field ?? .max, $0.offset) < ($1.element.field ?? .max, $1.offset)
    }.map { $0.element }
  }

  /// What breaks one rule.
  func findings(_ rule: RecordRule, _ record: Record) -> [Finding] {
    switch rule.assertion {
    case .keyword(let keyword, let node):
      var pass = RecordPass(recordRules, record)
      return pass.findings(keyword, of: node)
    case .check(let i):
      return fault(ofCheck: i, record).map {
        [Finding(fault: RecordFault(field: checks[i].field, $0), looks: rule.looks)]
      } ?? []
    }
  }

  private func fault(ofCheck i: Int, _ record: Record) -> Fault? {
    switch checks[i].assertion.evaluate(record) {
    case .null: nil
    case .number(let n): n.isZero ? .check(i) : nil
    case .text(let text): Form.isTrue(text) ? nil : .check(i)
    case .failed(let reason): .checkFailed(i, reason)
    }
  }

  /// SQLite's truth of a text: the number that it begins with, behind white space, is not zero.
  private static func isTrue(_ text: Bytes) -> Bool {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    var hasPoint = false
    for c in rest {
      if (0x31...0x39).contains(c) { return true }
      if c == 0x2E, !hasPoint { hasPoint = true } else if c != 0x30 { return false }
    }
    return false
  }

  // MARK: What follows from other values

  /// Whether a node of the form's rules holds for a record.
  public func holds(_ node: NodeID, _ record: Record) -> Bool {
    var pass = RecordPass(recordRules, record)
    return pass.holds(node)
  }

  /// Whether the conditions of a field hold over a record: all of one of their lists; none are none to meet.
  func conditionsHold(of field: Field, _ record: Record) -> Bool {
    if field.conditions.isEmpty { return true }
    var pass = RecordPass(recordRules, record)
    return field.conditions.contains { all in
      all.allSatisfy { condition in
        switch condition {
        case .schema(let node, let holds): pass.holds(node) == holds
        case .present(let i): record.values[i].kind != .absent
        }
      }
    }
  }

  /// The value of a computed field over a record; absent when the expression gives NULL.
  public func computedValue(_ field: Int, _ record: Record) -> Value {
    guard let calculation = fields[field].calculation else { return .absent }
    switch calculation.evaluate(record) {
    case .null, .failed: return .absent
    case .text(let text): return Value(.text, text)
    case .number(let number):
      // SQL's truth values are numbers.
      if fields[field].kind == .yesNo {
        return Value(.boolean, Bytes((number.isZero ? "false" : "true").utf8))
      }
      let rounded = fields[field].fractionDigits.map { number.rounded(fractionDigits: $0) }
      let text = Bytes((rounded ?? number).description.utf8)
      return Value(fields[field].kind == .text ? .text : .number, text)
    }
  }

  /// The record with null for those of these fields that it requires and that have no value; their types admit null.
  func withNulls(_ record: Record, in fields: [Int]) -> Record {
    var out = record
    let missing = recordRules.list.flatMap { rule in
      rule.isCheck ? [] : findings(rule, record)
    }.filter { $0.fault.fault.isMissing }
    for i in fields where out.values[i].kind == .absent {
      if missing.contains(where: { $0.fault.field == i }) { out.values[i].kind = .null }
    }
    return out
  }
}

extension RecordRule {
  var isCheck: Bool {
    if case .check = assertion { return true }
    return false
  }
}

extension Fault {
  /// Whether a value, or a key, is wanted that is not there.
  var isMissing: Bool {
    switch self {
    case .missing, .missingBecause: true
    default: false
    }
  }
}

extension RecordFault {
  /// Whether it says of the record, or of a member, what another one says.
  fileprivate func isSame(as other: RecordFault) -> Bool {
    guard field == nil, other.field == nil, member == other.member else { return false }
    switch (fault, other.fault) {
    case (.combination(let a, let m), .combination(let b, let n)): return a == b && m == n
    case (.memberCount(let a, let m), .memberCount(let b, let n)): return a == b && m == n
    case (.missing, .missing), (.missingBecause, .missingBecause), (.never, .never),
      (.unknownMember, .unknownMember), (.memberName, .memberName):
      return true
    default: return false
    }
  }
}
