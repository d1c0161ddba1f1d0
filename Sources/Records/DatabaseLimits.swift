// What a database asks of a record beside the form's own rules.

public import Forms

extension Form {
  /// The form, whose answers must be numbers that a database's columns give back as they are.
  ///
  /// Computed values are not answers; what cannot be kept of them is an error of the file.
  public func keptInDatabase() -> Form {
    Form(self) { $0.isAskable ? ColumnType($0).numbers : nil }
  }
}
