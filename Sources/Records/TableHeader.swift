// The header of a table: which column is which field, and whether its rows can be judged by it.

public import Forms

/// The columns of a table, matched to a form's fields by their exact names in any order.
public struct TableHeader: Sendable, Equatable {
  /// A column that is no field.
  public struct Unknown: Sendable, Equatable {
    /// Its name.
    public let name: Bytes
    /// The field without a column whose name or title this nearly is.
    public let meant: Bytes?
  }

  /// The place of each column's field; nil where the form has no such field, or an earlier column has it.
  public let fields: [Int?]
  /// The names of all fields that have no column.
  public let absent: [Bytes]
  /// Those of them that a file should have: what is computed need not be there.
  public let missing: [Bytes]
  /// Those of them that each record must have.
  public let missingRequired: [Bytes]
  /// The columns that are no fields.
  public let unknown: [Unknown]
  /// The names that several columns have.
  public let repeated: [Bytes]
  /// The name of the last column, where a check wrote it: the reasons of rejected rows.
  public let reasons: Bytes?
  /// Whether each field has its column and each column its field.
  public let isExact: Bool
  /// Whether the names may be a record's values, in a file without header, that stand in no message.
  public let mayBeSecret: Bool
  /// Whether records can be judged: a column fits, and none that each record must have is missing.
  public let isJudged: Bool

  /// Matches the names of columns to the fields of a form; linear in their number.
  public init(_ names: [Bytes], _ form: Form) {
    var fields: [Int?] = []
    var unknown: [Bytes] = []
    var repeated: [Bytes] = []
    var seen: [Bytes: Bool] = [:]
    seen.reserveCapacity(names.count)
    for name in names {
      let field = form.index(named: name)
      if let isTold = seen[name] {
        if !isTold { repeated.append(name) }
        seen[name] = true
        fields.append(nil)
      } else {
        seen[name] = false
        if field == nil { unknown.append(name) }
        fields.append(field)
      }
    }
    self.fields = fields
    self.repeated = repeated
    var hasColumn = Array(repeating: false, count: form.fields.count)
    for case let field? in fields { hasColumn[field] = true }
    let absent = form.fields.indices.filter { !hasColumn[$0] }
    isExact = absent.isEmpty && unknown.isEmpty && repeated.isEmpty
    let isNoneThere = !form.fields.isEmpty && absent.count == form.fields.count

    if let last = names.last, last == unknown.last, fields.count > 1,
      last == ReasonColumn.name(besides: { $0 != last && seen[$0] != nil }, form)
    {
      reasons = last
      unknown.removeLast()
    } else {
      reasons = nil
    }
    self.absent = absent.map { form.fields[$0].name }
    let stored = absent.filter { form.fields[$0].calculation == nil }
    missing = stored.map { form.fields[$0].name }
    missingRequired = stored.filter { TableHeader.isInEachRecord(form.fields[$0]) }
      .map { form.fields[$0].name }
    mayBeSecret = isNoneThere && form.fields.contains { $0.isSecret }
    isJudged = missingRequired.isEmpty && !isNoneThere
    self.unknown = TableHeader.meant(unknown, stored.map { form.fields[$0] })
  }

  /// The header that a new file of the form has.
  public init(of form: Form) { self.init(form.fields.map { $0.name }, form) }

  private static func isInEachRecord(_ field: Field) -> Bool {
    field.isRequired && field.conditions.isEmpty
  }

  /// So many strange columns are looked at for what they may mean; as many are told.
  public static let mostTold = 8

  private static func meant(_ unknown: [Bytes], _ missing: [Field]) -> [Unknown] {
    var left = missing
    return unknown.enumerated().map { place, name in
      guard place < mostTold, !left.isEmpty else { return Unknown(name: name, meant: nil) }
      let found =
        NearName.index(of: name, in: left.map { $0.name })
        ?? NearName.index(of: name, in: left.map { Bytes(text: $0.title ?? "") })
      return Unknown(name: name, meant: found.map { left.remove(at: $0).name })
    }
  }
}

/// The column, or member, that a check writes behind a wrong record.
public enum ReasonColumn {
  /// Its name: `reason`, or `reason2` and so on where a field or another column is called so.
  public static func name(besides isTaken: (Bytes) -> Bool, _ form: Form) -> Bytes {
    var name = Bytes(text: "reason")
    var number = 2
    while isTaken(name) || form.index(named: name) != nil {
      name = Bytes(text: "reason\(number)")
      number += 1
    }
    return name
  }
}
