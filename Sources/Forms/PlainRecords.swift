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
@safe public struct PlainRecords: Sendable {
  // Borrowed from the form, which is kept for it: a look at them counts no references.
  private let answers: [Unmanaged<PlainAnswers>]
  private let form: Form
  private let mayBeEmpty: [Bool]
  private var scratch = Value.absent
  /// What a plain value of each field is: a number or a text.
  public let kinds: [ValueKind]

  /// Nil where a record of the form cannot be judged by a look at its fields.
  public init?(_ form: Form) {
    guard form.isJudgedByFields else { return nil }
    self.form = form
    unsafe answers = form.fields.map { unsafe Unmanaged.passUnretained($0.plainly) }
    kinds = form.fields.map { $0.plainly.kind }
    guard !kinds.contains(.absent) else { return nil }
    mayBeEmpty = form.fields.indices.map {
      let field = form.fields[$0]
      return !field.isRequired && field.defaultValue == nil && form.kindOfNoValue($0) == .absent
    }
  }

  /// Whether a field may be without value.
  public func mayBeEmpty(_ field: Int) -> Bool { mayBeEmpty[field] }

  /// Whether a record is right beyond doubt: each cell is the text of its field's value, of the kind that is plain.
  public mutating func accepts(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>) -> Bool {
    for i in 0..<cells.count {
      let cell = cells[i]
      if cell.start == cell.end {
        guard mayBeEmpty[i] else { return false }
        continue
      }
      // Whoever found the cells found them among these bytes.
      let text = unsafe bytes.extracting(
        unchecked: Range(uncheckedBounds: (cell.start, cell.end)))
      let isRight = unsafe answers[i]._withUnsafeGuaranteedRef { $0.accepts(text) }
      if !isRight, !isRightAsItStands(text, i) { return false }
    }
    return true
  }

  /// Whether a text that is not plain is right as a typed line and as a stored value all the same, and means itself.
  @inline(never)
  private mutating func isRightAsItStands(_ text: Span<UInt8>, _ i: Int) -> Bool {
    // 0xEF begins a byte order mark, which is written otherwise at the head of a cell.
    guard kinds[i] == .text, text[0] != 0xEF, (try? UTF8Span(validating: text)) != nil else {
      return false
    }
    return form.fields[i].judge(text, form.rules, into: &scratch) == nil
      && scratch.kind == .text && scratch.text.equals(text)
  }
}
