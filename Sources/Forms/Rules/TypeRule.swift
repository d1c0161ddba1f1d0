// type: the value has one of the types; a number without fraction is an integer, however it is written.

/// JSON Schema's types over our kinds of value.
@usableFromInline
enum TypeRule {
  @usableFromInline
  static func holds(_ types: TypeSet, _ kind: ValueKind, number: Decimal?) -> Bool {
    switch kind {
    case .absent: true
    case .null: types.contains(.null)
    case .boolean: types.contains(.boolean)
    case .number:
      types.contains(.number) || (types.contains(.integer) && (number?.isWhole ?? false))
    case .text: types.contains(.string)
    case .list: types.contains(.array)
    case .object: types.contains(.object)
    }
  }
}
