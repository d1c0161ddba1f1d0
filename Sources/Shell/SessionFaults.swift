// What a session says of answers that were refused, and of records that cannot be finished.

internal import Forms

extension Session {
  /// Says the message of a field's draft, with whose fault it is: the field's, another one's, or the record's.
  func sayFault(_ i: Int) {
    guard let refusal = walk.refusal(i), let sentence = advice(i) else { return }
    say(.fault(owner(refusal, at: i), sentence), .fault)
  }

  /// The message of a field's draft with a way out: the nearest right answer, or the command behind a wrong turn.
  func advice(_ i: Int) -> FaultSentence? {
    guard let refusal = walk.refusal(i) else { return nil }
    let said = sentence(refusal, at: i)
    // A draft that is wrong only with the rest of the record is not a slip.
    guard refusal.isOwn else { return said }
    if line > 0 {
      if mendingCount == Nearest.mostInScript { return said }
      mendingCount += 1
    }
    let field = form.fields[i]
    let draft = shownDraft(i)
    let nearest = Nearest(form: form, field: field, now: form.rulesNow(i, in: walk.recordNow))
    if let answer = nearest.answer(to: draft, refusal.fault.fault) { return .meant(said, answer) }
    if !options.noCommands, let turn = WrongTurn(draft, field, form.rules) {
      return .wrongTurn(said, turn)
    }
    return said
  }

  /// The message of a field's draft, with the name of another field that is at fault; nil when it has none.
  func faultSentence(_ i: Int) -> FaultSentence? {
    guard let refusal = walk.refusal(i) else { return nil }
    let said = sentence(refusal, at: i)
    guard isOfOther(refusal, i), let owner = owner(refusal, at: i) else { return said }
    return .of(owner, said)
  }

  /// The draft of a field as it may be shown.
  func shownDraft(_ i: Int) -> ShownValue { ShownValue(walk.draft(i), of: form.fields[i]) }

  private func sentence(_ refusal: Refusal, at i: Int) -> FaultSentence {
    guard let field = refusal.fault.field else {
      return messages.sentence(alone: refusal.fault.fault, nil)
    }
    let value =
      field == i ? shownDraft(i) : ShownValue(refusal.text, of: form.fields[field])
    return messages.sentence(refusal.fault.fault, field: field, value, in: walk.recordNow)
  }

  private func isOfOther(_ refusal: Refusal, _ i: Int) -> Bool {
    if case .check = refusal.fault.fault { return false }
    return refusal.fault.field.map { $0 != i } ?? false
  }

  /// The name before the message of a field's draft; nil where the record itself is at fault.
  private func owner(_ refusal: Refusal, at i: Int) -> ShownText? {
    guard let field = refusal.fault.field else {
      return refusal.fault.member.map { ShownText(name: $0) }
    }
    return ShownText(form.fields[isOfOther(refusal, i) ? field : i])
  }

  /// Says what keeps the record from being finished: at the field that the walk was sent to, and what no field can mend.
  func sayIncomplete() {
    if let field = walk.sentTo { sayFault(field) }
    if walk.recordFaults.isEmpty { return }
    let record = walk.finished
    for fault in walk.recordFaults {
      if let i = fault.field {
        let value = ShownValue(record.values[i].text, of: form.fields[i])
        let said = messages.sentence(fault.fault, field: i, value, in: record)
        say(.fault(ShownText(form.fields[i]), said), .fault)
      } else {
        let member = fault.member.map { ShownText(name: $0) }
        say(.fault(member, messages.sentence(alone: fault.fault, nil)), .fault)
      }
    }
  }

  /// Says the computed values that an answer has a part in: in words what stood at the right edge.
  func sayComputed(from field: Int) {
    let computed = form.computed(from: field)
    if computed.isEmpty { return }
    let record = walk.preview(replacing: nil, with: .absent)
    for i in computed {
      let name = ShownText(form.fields[i])
      say(.computed(ShownFieldValue(field: name, value: computedEntry(i, record))))
    }
  }

  /// Says that the draft is not what the record would be handed over with.
  func sayDifference() {
    let i = walk.current
    let value = walk.accepted.values[i]
    let accepted = value.kind.isNothing ? nil : ShownValue(value, of: field)
    say(
      .draftDiffers(
        ShownText(field), draft: shownDraft(i), accepted: accepted, faultSentence(i)))
  }
}
