// The records that are right beyond doubt, found in a block of bytes: most records of a file.

/// Where a value's text stands in a block of bytes; an empty one is no value.
public struct PlainCell: Sendable {
  /// Where it begins.
  public var start = 0
  /// Where it ends.
  public var end = 0

  /// A cell without value.
  public init() {}
}

/// What a form's rules say of plain records, from the same ``PlainAnswers`` as those of typed lines.
///
/// It only ever accepts, and only what the form's rules accept; every other record goes to the rules themselves.
public struct PlainRecords: Sendable {
  private let answers: [PlainAnswers]
  private let mayBeEmpty: [Bool]

  /// Nil where a record of the form cannot be judged by a look at its fields.
  public init?(_ form: Form) {
    guard form.isJudgedByFields else { return nil }
    answers = form.fields.map { $0.plainly }
    guard answers.allSatisfy({ $0.kind != .absent }) else { return nil }
    mayBeEmpty = form.fields.indices.map {
      let field = form.fields[$0]
      return !field.isRequired && field.defaultValue == nil && form.kindOfNoValue($0) == .absent
    }
  }

  /// What a plain value of a field is: a number or a text.
  public func kind(_ field: Int) -> ValueKind { answers[field].kind }

  /// Whether a field may be without value, and this says so of no other field than its own.
  public func mayBeEmpty(_ field: Int) -> Bool { mayBeEmpty[field] }

  /// Whether a record is right beyond doubt: each cell is the text of its field's value, of the kind that is plain.
  @inlinable
  public func accepts(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>) -> Bool {
    accepts(bytes, cells, 0)
  }

  @usableFromInline
  func accepts(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>, _ first: Int) -> Bool {
    let answers = answers.span
    for i in first..<answers.count {
      let cell = cells[i]
      if cell.start == cell.end {
        guard mayBeEmpty[i] else { return false }
      } else if !answers[i].accepts(bytes.extracting(cell.start..<cell.end)) {
        return false
      }
    }
    return true
  }
}
