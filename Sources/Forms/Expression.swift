// What Forms needs of an expression; FormFiles supplies it.

/// What an expression over a record gives.
public enum ExpressionResult: Sendable {
  /// SQL's NULL.
  case null
  /// A number; its shortest decimal.
  case number(Decimal)
  /// A text.
  case text(Bytes)
  /// It could not be evaluated: a limit was reached, or an operand does not fit; the reason.
  case failed(String)
}

/// An expression over the fields of a form.
public protocol Expression: AnyObject, Sendable {
  /// Evaluates it over a record; absent and null values are NULL.
  func evaluate(_ record: Record) -> ExpressionResult
  /// The expression as its author wrote it.
  var source: String { get }
  /// The places of the fields it names.
  var fields: [Int] { get }
}
