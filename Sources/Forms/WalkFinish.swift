// The end of a record: judged whole, sent back to what is missing or wrong, or handed over.

extension Walk {
  /// Judges the record whole; a record that is right is handed over.
  func finish() -> Outcome {
    if !recordFaults.isEmpty { recordFaults = [] }
    if isInteractive, hasUnsettled, let differing = firstUnsaidDifference() {
      states[differing].wasDifferenceSaid = true
      current = differing
      mending = differing
      return .draftDiffers
    }
    if form.isJudgedByFields {
      for k in form.required.indices {
        let i = form.required[k]
        if accepted.values[i].kind == .absent { return sendBack(to: i, .missing) }
      }
      return .finished
    }
    guard let first = faults(from: 0) else { return .finished }
    return sendBack(to: first.field ?? current, first.fault)
  }

  /// Ends the input of a script: a form that is finished by `next` is finished, if an answer was accepted.
  ///
  /// Nil when there is nothing to finish.
  public func endOfScript() -> Outcome? {
    guard form.finishesByNext, hasAccepted, nextAsked(after: current) == nil else { return nil }
    return finish()
  }

  private func firstUnsaidDifference() -> Int? {
    states.indices.first {
      if states[$0].isDraftAccepted || states[$0].wasDifferenceSaid || !isAsked($0) { return false }
      // Without a value, a required field is sent back to as missing, and an empty draft hides nothing.
      return accepted.values[$0].kind != .absent
        || (!form.fields[$0].isRequired && !states[$0].draft.isEmpty)
    }
  }

  private func sendBack(to field: Int, _ fault: Fault) -> Outcome {
    point(at: field, fault)
    return .incomplete
  }

  private func point(at field: Int, _ fault: Fault) {
    current = field
    mending = field
    // A draft that was refused keeps its own message: it says what is to be mended.
    hasUnsettled = true
    if states[field].isDraftAccepted || states[field].fault == nil { states[field].fault = fault }
  }

  /// After an answer accepted where the walk was sent to: the next field that keeps the record, or the finish.
  func mendNext() -> Outcome {
    let here = current
    mending = nil
    if let next = faults(from: here + 1), let field = next.field, field > here {
      point(at: field, next.fault)
      return .nextToMend
    }
    return finish()
  }

  /// The first fault of the record at this field or a later one, or of the record itself.
  private func faults(from first: Int) -> RecordFault? {
    if !recordFaults.isEmpty { recordFaults = [] }
    let asked = askedFields
    var best: RecordFault?
    for fault in faults(of: finished, asked) {
      let place = fault.field.map { asked.contains($0) ? $0 : nil } ?? nil
      if place == nil { recordFaults.append(fault) }
      guard let place, place >= first else { continue }
      if best?.field.map({ place < $0 }) ?? true { best = RecordFault(field: place, fault.fault) }
    }
    if best == nil, first == 0, let fault = recordFaults.first {
      return RecordFault(field: nil, member: fault.member, fault.fault)
    }
    return best
  }

  /// What is missing of the asked fields, and what only the record as a whole shows.
  func faults(of record: Record, _ asked: [Int]) -> [RecordFault] {
    var found: [RecordFault] = []
    for i in asked where form.fields[i].isRequired && accepted.values[i].kind.isNothing {
      found.append(RecordFault(field: i, .missing))
    }
    found += form.wholeFaults(record, nullIsMissing: true)
    for i in form.computed {
      guard let fault = form.fields[i].judge(stored: record.values[i], form.rules) else { continue }
      found.append(RecordFault(field: i, fault))
    }
    return found
  }

  /// Lends the record as it is handed over; where nothing has to be added to it, without a copy.
  public func withFinished<E>(_ body: (inout Record) throws(E) -> Void) throws(E) {
    if form.isJudgedByFields, !form.admitsNull { return try body(&accepted) }
    var record = finished
    try body(&record)
  }

  /// The record as it is handed over: what is asked, with computed values, and null where the form says so.
  public var finished: Record {
    if form.isJudgedByFields, !form.admitsNull { return accepted }
    return preview(replacing: nil, with: .absent)
  }

  /// The record as it would be handed over, with one value replaced: computed fields follow it.
  public func preview(replacing field: Int?, with value: Value) -> Record {
    var record = accepted
    if let field { record.values[field] = value }
    if form.hasConditions {
      let asked = asked(in: record)
      for i in record.values.indices where form.fields[i].isAskable && !asked[i] {
        record.values[i] = .absent
      }
    }
    for i in form.computed { record.values[i] = form.computedValue(i, record) }
    for (i, f) in form.fields.enumerated()
    where record.values[i].kind == .absent && f.admitsNull && !form.triggers.contains(i) {
      if f.conditions.isEmpty || isAsked(i) { record.values[i].kind = .null }
    }
    return record
  }

  /// The fields whose value is missing, in order, for the message about an unfinished record.
  public var missing: [Int] {
    askedFields.filter { form.fields[$0].isRequired && accepted.values[$0].kind.isNothing }
  }

  /// Whether the record differs from a fresh one: something was answered, refused or emptied.
  public var isTouched: Bool {
    for (i, field) in form.fields.enumerated() {
      if accepted.values[i] != field.startValue ?? .absent { return true }
      if !states[i].isDraftAccepted, !states[i].draft.isEmpty || states[i].isExplicit {
        return true
      }
    }
    return false
  }
}
