// How long the texts of a form's expressions may be, so that evaluating them all takes bounded time and memory.

/// The bounds of the expressions of one form.
///
/// An expression has no loops: what it takes is in proportion to its functions and to the length of the texts
/// they make and are given. So a bound on the texts bounds time and memory, and nothing rests on a clock:
/// all expressions of a form together are a fraction of a second, whatever they say.
struct ExpressionBounds: Sendable {
  /// The most expressions of a form.
  static let mostExpressions = 5_000
  /// The most bytes of their text in all.
  static let mostText = 1 << 20
  /// The longest pattern of LIKE or GLOB, in bytes: at every place of a text as much may be compared.
  static let longestLikePattern = 100

  private static let longest = 1 << 17
  /// Bytes that all functions together may make or be given.
  private static let mostBytes = 64 << 20
  /// Bytes that all of LIKE and GLOB together may be held against.
  private static let mostSearched = 400_000

  /// Bytes of the longest text that an expression may make or be given.
  let longestText: Int

  /// The bounds for so many functions and operators on texts, and so many of LIKE and GLOB among them.
  init(functions: Int, searches: Int) {
    longestText = min(
      Self.longest, Self.mostBytes / max(1, functions), Self.mostSearched / max(1, searches))
  }
}
