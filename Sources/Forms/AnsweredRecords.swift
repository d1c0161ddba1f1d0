// Records whose answers are given all at once, by their fields' places: judged as the walk judges them.

/// Judges records of answers, each by the rules of a typed line; a wrong answer keeps none of the others from being judged.
public final class AnsweredRecords {
  private let walk: Walk
  private var faults: [RecordFault] = []

  /// A judge of a form's records, used for one after the other.
  public init(_ form: Form) { walk = Walk(form: form, isInteractive: false) }

  /// Begins a record.
  public func begin() {
    walk.startNext()
    for i in walk.accepted.values.indices where walk.form.fields[i].isAskable {
      walk.accepted.clear(i)
    }
    faults.removeAll(keepingCapacity: true)
  }

  /// Judges the answer to a field; an empty line stands for no value, or the default.
  public func answer(_ text: Span<UInt8>, _ field: Int) {
    if let fault = walk.judge(text, isExplicit: false, walk.form.fields[field]) {
      faults.append(RecordFault(field: field, fault))
    } else {
      walk.accepted.set(field, walk.scratch)
    }
  }

  /// The record as it would be handed over, and all its faults, in the form's order.
  ///
  /// What was answered to a field that is not asked is dropped, as the walk would never have asked for it.
  public func finish() -> (record: Record, faults: [RecordFault]) {
    let record = walk.finished
    if walk.form.isJudgedByFields {
      // What is asked was answered: only what is never asked can be missing beside.
      for i in walk.form.required where record.values[i].kind.isNothing {
        if !walk.form.fields[i].isAskable { faults.append(RecordFault(field: i, .missing)) }
      }
      return (record, faults.count < 2 ? faults : walk.form.inOrder(faults))
    }
    let asked = walk.askedFields
    var found = faults.filter { fault in fault.field.map { asked.contains($0) } ?? true }
    for fault in walk.faults(of: record, asked)
    where !found.contains(where: { $0.field != nil && $0.field == fault.field }) {
      found.append(fault)
    }
    return (record, walk.form.inOrder(found))
  }
}

extension Form {
  /// The fault of a stored JSON value that is no object; nil when the form says nothing of it.
  public func fault(storedAlone value: Value) -> Fault? {
    if isForObjectsOnly { return .broken(.type(.object)) }
    return rules.root.flatMap { rules.fault($0, value.kind, value.text.span) }
  }
}
