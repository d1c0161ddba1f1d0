// Which fields are asked, and in what order.

extension Walk {
  /// Whether a field is asked as the record stands.
  public func isAsked(_ field: Int) -> Bool { form.fields[field].isAskable && isInRecord(field) }

  /// Whether a field has a part in the record as it stands, asked or not: its conditions hold.
  public func isInRecord(_ field: Int) -> Bool { !form.hasConditions || standing.holds[field] }

  /// The fields that are asked as the record stands, in order.
  public var askedFields: [Int] { form.fields.indices.filter { isAsked($0) } }

  /// The field's number among the asked ones and how many they are; both from 1.
  public var position: (number: Int, count: Int) {
    let asked = askedFields
    return ((asked.firstIndex(of: current) ?? 0) + 1, asked.count)
  }

  var firstAsked: Int { nextAsked(after: -1) ?? 0 }

  @inline(__always)
  func nextAsked(after field: Int) -> Int? {
    var i = form.askable[field + 1]
    if form.hasConditions {
      while i < states.count, !standing.holds[i] { i = form.askable[i + 1] }
    }
    return i < states.count ? i : nil
  }

  func lastAsked(before field: Int) -> Int? {
    var i = field - 1
    while i >= 0, !isAsked(i) { i -= 1 }
    return i >= 0 ? i : nil
  }
}
