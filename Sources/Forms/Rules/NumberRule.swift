// minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: exact decimals.

/// The rules that speak of numbers alone.
@usableFromInline
enum NumberRule {
  /// Whether the constraint holds for a number; nil when it does not speak of numbers.
  @usableFromInline
  static func holds(_ constraint: Constraint, _ number: Decimal) -> Bool? {
    switch constraint {
    case .minimum(let bound): number >= bound
    case .maximum(let bound): number <= bound
    case .exclusiveMinimum(let bound): number > bound
    case .exclusiveMaximum(let bound): number < bound
    case .multipleOf(let divisor): number.isMultiple(of: divisor)
    case .storable(let storage): storage.holds(number)
    default: nil
    }
  }
}
