// How a record in progress stands: what is asked, what it would be written as, and which rules it is known to pass.

/// A record as it would be handed over, kept up with each change of an accepted value.
///
/// What follows from a change is settled once: conditions, computed values, and the rules that look at what changed.
struct Standing: Sendable {
  private let form: Form
  /// The record as it would be handed over: what is asked, computed values, and nulls (DESIGN.md, section 8).
  private(set) var record: Record
  /// Whether the conditions of each field hold.
  private(set) var holds: [Bool]
  /// The fields that an answer was accepted for, be it no value.
  private var isAnswered: [Bool]
  /// The fields whose value in the record the last change changed.
  private(set) var changed: [Int] = []
  /// The record rules that are known to hold as the record stands.
  private var passes: [Bool]
  private var isDue: [Bool]

  init(_ form: Form) {
    self.form = form
    record = Record(fieldCount: form.fields.count)
    holds = form.fields.map { $0.conditions.isEmpty }
    isAnswered = Array(repeating: false, count: form.fields.count)
    passes = Array(repeating: false, count: form.recordRules.list.count)
    isDue = Array(repeating: false, count: form.settling.fields.count)
  }

  // MARK: Changes

  /// Begins with these accepted values, none of them answered.
  mutating func begin(_ accepted: Record) {
    for i in isAnswered.indices { isAnswered[i] = false }
    settle(accepted)
  }

  /// Settles the whole record anew.
  mutating func settle(_ accepted: Record) {
    for i in passes.indices { passes[i] = false }
    for i in accepted.values.indices {
      let follows = !form.fields[i].conditions.isEmpty || form.fields[i].calculation != nil
      if !form.fields[i].conditions.isEmpty { holds[i] = false }
      put(i, follows ? .absent : accepted.values[i])
    }
    for _ in 0..<(form.settling.isCircular ? SettlingOrder.mostRounds : 1) {
      changed.removeAll(keepingCapacity: true)
      for i in form.settling.fields { settle(i, accepted) }
      if changed.isEmpty { break }
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// Takes another value for a field, and settles what follows from it.
  ///
  /// `accepted` gives the values of fields that come to be asked again; its value of this field does not count.
  mutating func change(_ i: Int, to value: Value, _ accepted: Record) {
    changed.removeAll(keepingCapacity: true)
    if holds[i] { put(i, value) }
    if changed.isEmpty || form.settling.fields.isEmpty { return }
    if form.settling.isCircular {
      var all = accepted
      all.values[i] = value
      let before = record
      settle(all)
      for j in record.values.indices where record.values[j] != before.values[j] {
        changed.append(j)
      }
      return
    }
    var first = markFollowers(of: i, from: form.settling.fields.count)
    while first < isDue.count {
      if isDue[first] {
        isDue[first] = false
        let j = form.settling.fields[first]
        let count = changed.count
        settle(j, accepted)
        // What follows stands behind it in the order.
        if changed.count > count { _ = markFollowers(of: j, from: first) }
      }
      first += 1
    }
  }

  private mutating func markFollowers(of i: Int, from place: Int) -> Int {
    let followers = form.settling.followers[i]
    for follower in followers { isDue[follower] = true }
    return min(place, followers.first ?? place)
  }

  /// Settles one field from those that it follows from.
  private mutating func settle(_ i: Int, _ accepted: Record) {
    let field = form.fields[i]
    if !field.conditions.isEmpty { holds[i] = form.conditionsHold(of: field, record) }
    if !holds[i] {
      put(i, .absent)
    } else {
      put(i, field.calculation == nil ? accepted.values[i] : form.computedValue(i, record))
    }
  }

  /// Puts a value into the record, as it is written there.
  private mutating func put(_ i: Int, _ value: Value) {
    var kind = value.kind
    if kind == .absent, holds[i] { kind = form.kindOfNothing[i] }
    if record.values[i].kind == kind, kind.isNothing || record.values[i].text == value.text {
      return
    }
    changed.append(i)
    record.values[i].kind = kind
    if !kind.isNothing { record.values[i].text.set(value.text.span) }
    for rule in form.recordRules.at[i] { passes[rule] = false }
    for rule in form.recordRules.ofAll { passes[rule] = false }
  }

  /// Notes that an answer to a field was accepted, or that it was taken back.
  mutating func note(_ i: Int, isAnswered: Bool) { self.isAnswered[i] = isAnswered }

  /// Takes the fields that have a value for answered, and no others.
  mutating func noteValues(_ accepted: Record) {
    for i in isAnswered.indices { isAnswered[i] = accepted.values[i].kind != .absent }
  }

  // MARK: Judging

  /// Which fields' part in the record is known: those that were answered, as the one given is, and those that nobody is asked.
  private func known(answering i: Int) -> [Bool] {
    var known = form.fields.indices.map { !form.fields[$0].isAskable || isAnswered[$0] || $0 == i }
    // What follows from itself is known at the finish.
    for j in form.settling.fields { known[j] = false }
    for j in form.settling.fields where form.settling.causes[j].allSatisfy({ known[$0] }) {
      known[j] = !form.fields[j].isAskable || !holds[j] || isAnswered[j] || j == i
    }
    return known
  }

  /// What the last change, an answer to this field, breaks of the rules that look at it, in the form's order.
  ///
  /// A rule counts as soon as all that it looks at is known. What another field lacks is no fault of this answer.
  mutating func faults(ofAnswer i: Int) -> [RecordFault] {
    let touched = Set(changed).union([i])
    let unasked = form.unasked.filter { touched.contains($0) }
    var due = Set(form.recordRules.ofAll)
    for j in touched { due.formUnion(form.recordRules.at[j]) }
    due = due.filter { !passes[$0] && form.recordRules.list[$0].isJudgedAtAnswer }
    if unasked.isEmpty, due.isEmpty { return [] }
    let known = known(answering: i)
    func isKnown(_ looks: Looks) -> Bool {
      looks.isAll ? known.allSatisfy { $0 } : looks.fields.allSatisfy { known[$0] }
    }
    // An operand that another field could still give waits for it: the finish goes to the check's own field.
    func areThere(_ operands: [Int]) -> Bool {
      operands.allSatisfy {
        $0 == i || !form.fields[$0].isAskable || !holds[$0] || !record.values[$0].kind.isNothing
      }
    }
    var found = unasked.compactMap { known[$0] ? faultOfUnasked($0, record) : nil }
    let wrong = Set(found.compactMap { $0.field })
    for place in due.sorted() {
      let rule = form.recordRules.list[place]
      if rule.isCheck, !isKnown(rule.looks) || !areThere(rule.looks.fields) { continue }
      let findings = form.findings(rule, record)
      if findings.isEmpty { passes[place] = true }
      for finding in findings {
        let looks = finding.looks
        guard looks.isAll || looks.fields.contains(where: { touched.contains($0) }),
          !looks.fields.contains(where: { wrong.contains($0) }), isKnown(looks),
          !finding.fault.fault.isMissing || finding.fault.field == i
        else { continue }
        found.append(finding.fault)
      }
    }
    return form.inOrder(found)
  }

  /// The fault of a value that nobody is asked for.
  private func faultOfUnasked(_ i: Int, _ record: Record) -> RecordFault? {
    guard holds[i], record.values[i].kind != .absent,
      let fault = form.fields[i].judge(stored: record.values[i], form.rules)
    else { return nil }
    return RecordFault(field: i, fault)
  }

  /// What the fields of a record lack, and the faults of values that nobody is asked for.
  func ownFaults(of record: Record) -> [RecordFault] {
    let missing = form.required.filter { holds[$0] && record.values[$0].kind == .absent }
    return missing.map { RecordFault(field: $0, .missing) }
      + form.unasked.compactMap { faultOfUnasked($0, record) }
  }

  /// Every fault that keeps the record from being handed over, in the form's order.
  mutating func faults() -> [RecordFault] {
    let written = written
    let own = ownFaults(of: written)
    guard own.isEmpty, form.lateNulls.isEmpty else { return form.faults(of: written, own: own) }
    var isRight = true
    for place in passes.indices where !passes[place] {
      passes[place] = form.findings(form.recordRules.list[place], written).isEmpty
      isRight = isRight && passes[place]
    }
    return isRight ? [] : form.faults(of: written, own: own)
  }

  /// The record as it is handed over.
  var written: Record {
    form.lateNulls.isEmpty ? record : form.withNulls(record, in: form.lateNulls)
  }
}
