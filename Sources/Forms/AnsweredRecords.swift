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
    if !walk.form.isJudgedByFields { walk.standing.settle(walk.accepted) }
    let record = walk.finished
    var own = faults.filter { fault in fault.field.map { walk.isAsked($0) } ?? true }
    let told = Set(own.compactMap { $0.field })
    own += walk.standing.ownFaults(of: record).filter {
      $0.field.map { !told.contains($0) } ?? true
    }
    return (record, walk.form.faults(of: record, own: own))
  }
}

extension Form {
  /// The fault of a stored JSON value that is no object; nil when the form says nothing of it.
  public func fault(storedAlone value: Value) -> Fault? {
    if isForObjectsOnly { return .broken(.type(.object)) }
    return rules.root.flatMap { rules.fault($0, value.kind, value.text.span) }
  }
}
