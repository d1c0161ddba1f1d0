// Rules of one field that no value can meet together.

import Forms

/// The bounds, lengths and types that a field's schemas state, with their places.
struct Contradictions {
  private struct Bound {
    var keyword: Keyword
    var value: Decimal
    var isIncluded: Bool
    var offset: Int
    var words: String { "\(keyword.rawValue) \(value.brief)" }
  }

  // Of several bounds the narrowest says it all.
  private var least: Bound?
  private var most: Bound?
  private var shortest: Bound?
  private var longest: Bound?
  private var types: TypeSet?
  private var typeOffset = 0
  private var characters: (allowed: AllowedCharacters, offset: Int)?

  /// Takes what a keyword states; types that exclude each other are refused at once.
  mutating func take(
    _ keyword: Keyword, _ constraint: Constraint, at offset: Int
  ) throws(SchemaFault) {
    func bound(_ value: Decimal, _ isIncluded: Bool = true) -> Bound {
      Bound(keyword: keyword, value: value, isIncluded: isIncluded, offset: offset)
    }
    switch constraint {
    case .minimum(let b): narrow(&least, bound(b), >)
    case .exclusiveMinimum(let b): narrow(&least, bound(b, false), >)
    case .maximum(let b): narrow(&most, bound(b), <)
    case .exclusiveMaximum(let b): narrow(&most, bound(b, false), <)
    case .minLength(let n): narrow(&shortest, bound(Decimal(n)), >)
    case .maxLength(let n): narrow(&longest, bound(Decimal(n)), <)
    case .maxCharacters(0): narrow(&longest, bound(Decimal(0)), <)
    case .characters(let allowed): characters = (allowed, offset)
    case .type(let stated):
      let before = types
      types = before.map { $0.intersection(stated.widened) } ?? stated.widened
      typeOffset = offset
      if types == [] {
        throw SchemaFault(at: offset, .contradiction("type", "type"))
      }
    default: break
    }
  }

  private func narrow(
    _ old: inout Bound?, _ new: Bound, _ isNarrower: (Decimal, Decimal) -> Bool
  ) {
    guard let known = old else {
      old = new
      return
    }
    let isSame = new.value == known.value
    if isSame ? known.isIncluded && !new.isIncluded : isNarrower(new.value, known.value) {
      old = new
    }
  }

  /// Refuses a list of more than one type and null; a whole number is a number.
  func refuseTypes(at offset: Int) throws(SchemaFault) {
    guard let types else { return }
    var several = types.subtracting(.null)
    if several.contains(.number) { several.remove(.integer) }
    let count = several.rawValue.nonzeroBitCount
    if several.isSubset(of: [.array, .object]), !several.isEmpty {
      throw SchemaFault(at: typeOffset, .nested)
    }
    if count > 1 { throw SchemaFault(at: typeOffset, .severalTypes) }
  }

  /// Refuses bounds that leave nothing, at the later one of the two.
  func refuse(_ kind: FieldKind) throws(SchemaFault) {
    for (low, high) in [(least, most), (shortest, longest)] {
      guard let low, let high else { continue }
      let isEmpty =
        low.value > high.value
        || (low.value == high.value && !(low.isIncluded && high.isIncluded))
      guard isEmpty || (kind == .integer && !hasWhole(from: low, to: high)) else { continue }
      throw contradiction(low, high)
    }
    if kind == .integer || kind == .number, let (allowed, offset) = characters {
      let hasDigit = (0x30...0x39).contains { allowed.firstForbidden(in: [$0].span) == nil }
      if !hasDigit { throw SchemaFault(at: offset, .contradiction("x-characters", "type")) }
    }
  }

  private func contradiction(_ a: Bound, _ b: Bound) -> SchemaFault {
    let first = a.offset < b.offset ? a : b
    let second = a.offset < b.offset ? b : a
    return SchemaFault(at: second.offset, .contradiction(first.words, second.words))
  }

  private func hasWhole(from low: Bound, to high: Bound) -> Bool {
    guard let near = low.value.rounded(fractionDigits: 0).int, near < Int.max - 1 else {
      return true
    }
    return (near...near + 1).contains { whole in
      let n = Decimal(whole)
      let isAbove = low.isIncluded ? n >= low.value : n > low.value
      let isBelow = high.isIncluded ? n <= high.value : n < high.value
      return isAbove && isBelow
    }
  }
}
