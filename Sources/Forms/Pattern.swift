/// What comes of holding a text against a pattern.
public enum PatternResult: Equatable, Sendable {
  /// The pattern matches somewhere in the text.
  case matches
  /// The pattern matches nowhere in the text.
  case differs
  /// Neither was found out within the bounds set for the work of one match.
  case tooCostly
}

/// What a form needs of a pattern: whether a text has a part that it describes.
///
/// A pattern is not anchored: `a` matches `banana` (JSON Schema validation 2020-12, section 6.3.3).
/// Whoever supplies one makes `match` safe to call from several threads at once.
public protocol Pattern: AnyObject, Sendable {
  /// Looks for the pattern in a text, which is valid UTF-8 already.
  func match(_ text: Span<UInt8>) -> PatternResult

  /// The pattern as its form file spells it.
  var source: String { get }

  /// The same pattern for one thread at a time, where it may match at less cost.
  func forOneThread() -> any Pattern
}

extension Pattern {
  /// The pattern itself.
  public func forOneThread() -> any Pattern { self }
}
