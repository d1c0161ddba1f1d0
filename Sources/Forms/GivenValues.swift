// Values that are given before a form is filled: their fields are asked no more.

/// Why a value cannot be given.
public enum GivenFault: Error, Sendable {
  /// The form has no such field.
  case unknown
  /// The field is computed, or read only: it is never asked.
  case notAsked
  /// A value was given already.
  case twice
  /// The text is no right answer.
  case refused(Fault)
  /// Nothing would be left to ask.
  case nothingLeft
}

extension Form {
  /// The form in which a field has a value from the start, and is not asked.
  ///
  /// The text is judged as an answer is: an empty one is no value, or the default.
  public func giving(_ text: Span<UInt8>, to field: Int) throws(GivenFault) -> Form {
    guard fields[field].isAskable else { throw .notAsked }
    let walk = Walk(form: self, isInteractive: false)
    if let fault = walk.judge(text, isExplicit: false, fields[field]) { throw .refused(fault) }
    guard fields.indices.contains(where: { $0 != field && fields[$0].isAskable }) else {
      throw .nothingLeft
    }
    var declaration = fields[field].declaration
    declaration.isReadOnly = true
    declaration.defaultValue = nil
    declaration.initial = walk.scratch.kind == .absent ? nil : walk.scratch
    var changed = fields
    changed[field] = Field(declaration)
    return Form(
      name: name, title: title, about: about, fields: changed, rules: rules, checks: checks,
      computed: computed, finishesByNext: finishesByNext, digest: digest,
      isForObjectsOnly: isForObjectsOnly)
  }
}
