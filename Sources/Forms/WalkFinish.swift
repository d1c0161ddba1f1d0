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
        if accepted.values[i].kind == .absent, form.kindOfNothing[i] == .absent {
          return sendBack([RecordFault(field: i, .missing)])
        }
      }
      return .finished
    }
    let faults = standing.faults()
    return faults.isEmpty ? .finished : sendBack(faults)
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
        || (!states[$0].draft.isEmpty && !isRequired($0))
    }
  }

  /// Sends the walk to the first field that has one of these faults; it stays where none of them has one.
  private func sendBack(_ faults: [RecordFault]) -> Outcome {
    recordFaults = faults.filter { place(of: $0) == nil }
    if let first = faults.first(where: { place(of: $0) != nil }), let field = place(of: first) {
      point(at: field, first)
    } else {
      // What is computed is mended where it comes from.
      let field = recordFaults.lazy.compactMap { self.origin(of: $0) }.first
      current = field ?? current
      mending = current
      sentTo = nil
    }
    return .incomplete
  }

  /// The field that a fault can be mended at: its own, where that is asked.
  private func place(of fault: RecordFault) -> Int? {
    fault.field.flatMap { isAsked($0) ? $0 : nil }
  }

  /// The first asked field that a computed value comes from, through others too.
  private func origin(of fault: RecordFault) -> Int? {
    guard let field = fault.field, form.fields[field].calculation != nil else { return nil }
    var origins: Set<Int> = [field]
    for i in form.settling.fields.reversed() where origins.contains(i) {
      origins.formUnion(form.fields[i].calculation?.fields ?? [])
    }
    return origins.filter { isAsked($0) }.min()
  }

  private func point(at field: Int, _ fault: RecordFault) {
    current = field
    mending = field
    sentTo = field
    // A draft that was refused keeps its own message: it says what is to be mended.
    hasUnsettled = true
    if states[field].isDraftAccepted || states[field].refusal == nil {
      states[field].refusal = Refusal(fault: fault, text: [], isOwn: false)
    }
  }

  /// After an answer accepted where the walk was sent to: the next field that keeps the record, or the finish.
  func mendNext() -> Outcome {
    let here = current
    mending = nil
    let faults = form.isJudgedByFields ? missingOnes : standing.faults()
    for fault in faults {
      guard let field = place(of: fault), field > here else { continue }
      recordFaults = faults.filter { place(of: $0) == nil }
      point(at: field, fault)
      return .nextToMend
    }
    return finish()
  }

  /// What is missing where the fields' own rules say all.
  private var missingOnes: [RecordFault] {
    form.required.filter {
      accepted.values[$0].kind == .absent && form.kindOfNothing[$0] == .absent
    }
    .map { RecordFault(field: $0, .missing) }
  }

  /// Lends the record as it is handed over; where nothing has to be added to it, without a copy.
  public func withFinished<E>(_ body: (inout Record) throws(E) -> Void) throws(E) {
    if form.isJudgedByFields, !form.fills { return try body(&accepted) }
    var record = finished
    try body(&record)
  }

  /// The record as it is handed over: what is asked, with computed values, and null where the form says so.
  public var finished: Record {
    if !form.isJudgedByFields { return standing.written }
    var record = accepted
    if form.fills {
      for i in record.values.indices where record.values[i].kind == .absent {
        record.values[i].kind = form.kindOfNothing[i]
      }
    }
    return record
  }

  /// The record as it stands, for the words about what is right in one of its fields.
  public var recordNow: Record { form.isJudgedByFields ? accepted : standing.record }

  /// The record as it would be handed over, with one value replaced: computed fields follow it.
  public func preview(replacing field: Int?, with value: Value) -> Record {
    guard let field else { return finished }
    if form.isJudgedByFields {
      var record = finished
      record.values[field] = value
      return record
    }
    var changed = standing
    changed.change(field, to: value, accepted)
    return changed.record
  }

  /// The fields whose value is missing, in order, for the message about an unfinished record.
  public var missing: [Int] {
    let faults = form.isJudgedByFields ? missingOnes : standing.faults()
    let fields = Set(faults.compactMap { $0.fault.isMissing ? place(of: $0) : nil })
    return fields.sorted()
  }

  /// The fields from here on that are still asked, and without value.
  public var unanswered: [Int] {
    (current..<states.count).filter { isAsked($0) && accepted.values[$0].kind == .absent }
  }

  /// Whether the record as it stands requires a value of a field, by whichever rule.
  public func isRequired(_ field: Int) -> Bool {
    if form.fields[field].isRequired { return true }
    if !form.recordRules.requirable.contains(field) { return false }
    var without = standing
    without.change(field, to: .absent, accepted)
    return without.faults(ofAnswer: field).contains { $0.field == field && $0.fault.isMissing }
  }

  /// The fields that were answered and are not handed over, since they are asked no more.
  public var leftOut: [Int] {
    if !form.hasConditions { return [] }
    return form.fields.indices.filter {
      form.fields[$0].isAskable && !standing.holds[$0] && accepted.values[$0].kind != .absent
        && accepted.values[$0] != form.fields[$0].startValue ?? .absent
    }
  }

  /// Whether the record differs from a fresh one: something was answered, refused or emptied.
  public var isTouched: Bool { form.fields.indices.contains { isChanged($0) } }

  /// Whether a field differs from a fresh record's.
  public func isChanged(_ i: Int) -> Bool {
    accepted.values[i] != form.fields[i].startValue ?? .absent
      || !states[i].isDraftAccepted && (!states[i].draft.isEmpty || states[i].isExplicit)
  }
}
