// pattern: the pattern is found in the text.

/// A text must match the pattern; one that is too costly to judge is refused with its own fault.
@usableFromInline
enum PatternRule {
  @inlinable
  static func fault(
    _ text: Span<UInt8>, _ pattern: any Pattern, _ constraint: Constraint
  ) -> Fault? {
    switch pattern.match(text) {
    case .matches: nil
    case .differs: .broken(constraint)
    case .tooCostly: .tooCostly
    }
  }
}
