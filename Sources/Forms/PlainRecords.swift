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
/// One thread at a time may use it.
@safe public final class PlainRecords: @unchecked Sendable {
  private let rules: [PlainRule]
  // Borrowed from `owned`: a look at them counts no references.
  private let answers: [Unmanaged<PlainAnswers>]
  private let owned: [PlainAnswers]
  private let form: Form
  private let mayBeEmpty: [Bool]
  private let mustBeThere: [Bool]
  private var scratch = Value.absent
  /// The field whose cell the last record that was not accepted was refused for; those before it are right.
  public private(set) var refused = 0
  /// What a plain value of each field is: a number or a text.
  public let kinds: [ValueKind]

  /// Nil where a record of the form cannot be judged by a look at its fields.
  public init?(_ form: Form) {
    guard form.isJudgedByFields, !form.fields.contains(where: { $0.plainly.kind == .absent }) else {
      return nil
    }
    self.form = form
    owned = form.fields.map { $0.plainly.forOneThread() }
    unsafe answers = owned.map { unsafe Unmanaged.passUnretained($0) }
    rules = owned.map { $0.rule }
    kinds = owned.map { $0.kind }
    mayBeEmpty = form.fields.indices.map {
      let field = form.fields[$0]
      return !field.isRequired && field.defaultValue == nil && form.kindOfNoValue($0) == .absent
    }
    mustBeThere = form.fields.indices.map {
      let field = form.fields[$0]
      return field.isRequired && field.defaultValue == nil && form.kindOfNoValue($0) == .absent
    }
  }

  /// Whether a field may be without value.
  public func mayBeEmpty(_ field: Int) -> Bool { mayBeEmpty[field] }

  /// Whether no value is a field's fault.
  public func mustBeThere(_ field: Int) -> Bool { mustBeThere[field] }

  /// Whether a record is right beyond doubt: each cell is the text of its field's value, of the kind that is plain.
  ///
  /// `arePrintable` tells that the cells are known to have nothing but printable ASCII.
  public func accepts(
    _ bytes: Span<UInt8>, _ cells: Span<PlainCell>, arePrintable: Bool
  ) -> Bool {
    for i in 0..<cells.count {
      let cell = cells[i]
      if cell.start == cell.end {
        if mayBeEmpty[i] { continue }
        refused = i
        return false
      }
      // Whoever found the cells found them among these bytes.
      let text = unsafe bytes.extracting(
        unchecked: Range(uncheckedBounds: (cell.start, cell.end)))
      if rules[i].accepts(text, isPrintable: arePrintable) {
        if !rules[i].hasPattern { continue }
        // Whoever is plain but for the pattern is right by nothing else.
        if unsafe answers[i]._withUnsafeGuaranteedRef({ $0.matches(text) }) { continue }
      } else if isRightAsItStands(text, i) {
        continue
      }
      refused = i
      return false
    }
    return true
  }

  /// Whether the text of a value is right beyond doubt.
  public func accepts(_ text: Span<UInt8>, _ field: Int) -> Bool { owned[field].accepts(text) }

  /// Whether a text that is not plain is right as a typed line and as a stored value all the same, and means itself.
  @inline(never)
  private func isRightAsItStands(_ text: Span<UInt8>, _ i: Int) -> Bool {
    // A text in ASCII is plain or wrong. 0xEF begins a byte order mark, which is written otherwise at a cell's head.
    guard kinds[i] == .text, !text.isASCII, text[0] != 0xEF,
      (try? UTF8Span(validating: text)) != nil
    else { return false }
    return form.fields[i].judge(text, form.rules, into: &scratch) == nil
      && scratch.kind == .text && scratch.text.equals(text)
  }
}
