extension JSONValue: Hashable {
  /// Whether two values are equal as JSON Schema (core, 4.2.2) has it, wherever they stand.
  ///
  /// Numbers by their exact value (`1` equals `1.0`), strings by code points, arrays by elements in
  /// their order, objects by members in any order.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    if one.kind != other.kind { return false }
    switch one.kind {
    case .null, .true, .false: return true
    case .number:
      let text = one.document.text
      let otherText = other.document.text
      return JSONNumber.compare(
        text.span.extracting(one.range), otherText.span.extracting(other.range)) == 0
    case .string: return one.hasString(of: other)
    case .array:
      guard let first = one.elements, let second = other.elements else { return false }
      return first.count == second.count && zip(first, second).allSatisfy { $0 == $1 }
    case .object:
      guard let first = one.members, let second = other.members else { return false }
      return first.count == second.count && first.hasEqualMembers(second)
    }
  }

  /// Feeds a hasher so that equal values feed it alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case .null, .true, .false: break
    case .number:
      let text = document.text
      JSONNumber.hash(text.span.extracting(range), into: &hasher)
    case .string: hasher.combine(document.stringBytes(at: node))
    case .array: elements?.forEach { hasher.combine($0) }
    case .object:
      // The order of members must not matter.
      var sum = 0
      members?.forEach { member in
        var own = Hasher()
        own.combine(member.keyBytes)
        own.combine(member.value)
        sum ^= own.finalize()
      }
      hasher.combine(sum)
    }
  }

  private func hasString(of other: JSONValue) -> Bool {
    let wanted = other.document.stringBytes(at: other.node)
    return document.string(at: node, is: wanted.span)
  }
}

extension JSONValue.Members {
  /// Whether each member has an equal one among as many others.
  fileprivate func hasEqualMembers(_ others: Self) -> Bool {
    var values: [[UInt8]: JSONValue] = [:]
    for other in others { values[other.keyBytes] = other.value }
    return allSatisfy { values[$0.keyBytes] == $0.value }
  }
}
