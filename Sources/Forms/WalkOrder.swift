// Which fields are asked, and in what order.

extension Walk {
  /// Whether a field is asked as the record stands.
  public func isAsked(_ field: Int) -> Bool {
    guard form.fields[field].isAskable else { return false }
    return !form.hasConditions || form.fields[field].conditions.isEmpty
      || asked(in: accepted)[field]
  }

  /// The fields that are asked as the record stands, in order.
  public var askedFields: [Int] {
    if !form.hasConditions { return form.fields.indices.filter { form.fields[$0].isAskable } }
    let asked = asked(in: accepted)
    return form.fields.indices.filter { asked[$0] && form.fields[$0].isAskable }
  }

  /// The field's number among the asked ones and how many they are; both from 1.
  public var position: (number: Int, count: Int) {
    let asked = askedFields
    return ((asked.firstIndex(of: current) ?? 0) + 1, asked.count)
  }

  var firstAsked: Int { nextAsked(after: -1) ?? 0 }

  @inline(__always)
  func nextAsked(after field: Int) -> Int? {
    if form.hasConditions { return nextAskedByCondition(after: field) }
    let i = form.askable[field + 1]
    return i < states.count ? i : nil
  }

  private func nextAskedByCondition(after field: Int) -> Int? {
    var i = form.askable[field + 1]
    let asked = asked(in: accepted)
    while i < form.fields.count, !asked[i] { i = form.askable[i + 1] }
    return i < form.fields.count ? i : nil
  }

  func lastAsked(before field: Int) -> Int? {
    askedFields.last { $0 < field }
  }

  /// Which fields are asked in a record: those without condition, then those whose condition the asked ones meet.
  func asked(in record: Record) -> [Bool] {
    var asked = form.fields.map { $0.conditions.isEmpty }
    guard form.hasConditions else { return asked }
    var seen = record
    for i in asked.indices where !asked[i] { seen.values[i] = .absent }
    // Each pass can only settle one more link of a chain of conditions.
    for _ in form.fields.indices {
      var changed = false
      for (i, field) in form.fields.enumerated() where !field.conditions.isEmpty {
        let holds = field.conditions.contains { all in
          all.allSatisfy { meets($0, seen) }
        }
        if holds != asked[i] {
          asked[i] = holds
          seen.values[i] = holds ? record.values[i] : .absent
          changed = true
        }
      }
      if !changed { break }
    }
    return asked
  }

  private func meets(_ condition: Condition, _ record: Record) -> Bool {
    switch condition {
    case .schema(let node, let holds): form.rules.holds(node, record, names: form.names) == holds
    case .present(let field): record.values[field].kind != .absent
    }
  }
}
