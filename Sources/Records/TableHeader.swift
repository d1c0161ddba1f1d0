// The header of a table: which column is which field.

public import Forms

/// The columns of a table, matched to a form's fields by their exact names in any order.
public struct TableHeader: Sendable, Equatable {
  /// The place of each column's field; nil where the form has no such field, or an earlier column has it.
  public let fields: [Int?]
  /// The names of the fields that have no column.
  public let missing: [Bytes]
  /// The names of the columns that are no fields.
  public let unknown: [Bytes]
  /// The names that several columns have.
  public let repeated: [Bytes]

  /// Whether each field has its column and each column its field.
  public var isExact: Bool { missing.isEmpty && unknown.isEmpty && repeated.isEmpty }

  /// Matches the names of columns to the fields of a form.
  public init(_ names: [Bytes], _ form: Form) {
    var fields: [Int?] = []
    var unknown: [Bytes] = []
    var repeated: [Bytes] = []
    for (i, name) in names.enumerated() {
      let field = form.index(named: name)
      if names[..<i].contains(name) {
        if !repeated.contains(name) { repeated.append(name) }
        fields.append(nil)
      } else {
        if field == nil { unknown.append(name) }
        fields.append(field)
      }
    }
    self.fields = fields
    self.unknown = unknown
    self.repeated = repeated
    missing = form.fields.indices.filter { !fields.contains($0) }.map { form.fields[$0].name }
  }

  /// The header that a new file of the form has.
  public init(of form: Form) { self.init(form.fields.map { $0.name }, form) }
}
