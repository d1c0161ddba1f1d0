// One value against one node: the first fault.

extension Rules {
  /// The first fault of a value against a node and all that it refers to; nil when it passes.
  func fault(_ node: NodeID, _ kind: ValueKind, _ text: Span<UInt8>) -> Fault? {
    let number = kind == .number ? Decimal(text) : nil
    var known: [NodeID: Fault?] = [:]
    return fault(node, kind, text, number: number, depth: 0, &known)
  }

  /// `known` remembers what nodes found that several others lead to: there can be very many ways to one.
  private func fault(
    _ id: NodeID, _ kind: ValueKind, _ text: Span<UInt8>, number: Decimal?, depth: Int,
    _ known: inout [NodeID: Fault?]
  ) -> Fault? {
    // A reference that only leads to itself is refused when the form is read; this bounds all others.
    guard depth < Rules.deepest else { return .never }
    let node = nodes[id]
    if node.isNever { return .never }
    for constraint in node.constraints {
      if let fault = constraint.fault(kind, text, number: number) { return fault }
    }
    if node.isSimple { return nil }
    let isShared = hasShared && isShared[id]
    if isShared, let fault = known[id] { return fault }
    let fault = otherFault(node, kind, text, number: number, depth: depth, &known)
    if isShared { known[id] = .some(fault) }
    return fault
  }

  private func otherFault(
    _ node: SchemaNode, _ kind: ValueKind, _ text: Span<UInt8>, number: Decimal?, depth: Int,
    _ known: inout [NodeID: Fault?]
  ) -> Fault? {
    func check(_ other: NodeID) -> Fault? {
      fault(other, kind, text, number: number, depth: depth + 1, &known)
    }
    if let reference = node.reference, let fault = check(reference) { return fault }
    for other in node.all {
      if let fault = check(other) { return fault }
    }
    if let any = node.any, !any.contains(where: { check($0) == nil }) {
      return .combination(keyword: "anyOf", matches: 0)
    }
    if let one = node.one {
      let matches = one.count { check($0) == nil }
      if matches != 1 { return .combination(keyword: "oneOf", matches: matches) }
    }
    if let not = node.not, check(not) == nil { return .combination(keyword: "not", matches: 1) }
    if let condition = node.condition {
      if check(condition) == nil {
        if let then = node.then, let fault = check(then) { return fault }
      } else if let otherwise = node.otherwise, let fault = check(otherwise) {
        return fault
      }
    }
    return nil
  }
}
