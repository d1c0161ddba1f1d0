// A form: a title and its fields, in order, with the rules of a whole record.

/// A record check: an expression that must not be false.
public struct Check: Sendable {
  /// The expression; NULL passes.
  public var assertion: any Expression
  /// What is said when it does not hold.
  public var message: String
  /// The field that the walk goes to; nil where it is the record's own fault.
  public var field: Int?

  /// A check with its message and field.
  public init(assertion: any Expression, message: String, field: Int?) {
    self.assertion = assertion
    self.message = message
    self.field = field
  }
}

/// A form, compiled from its file; it never changes.
public final class Form: Sendable {
  /// The name of its file without ending, or the built-in's name: names the table in a database.
  public let name: String
  /// `title`.
  public let title: String?
  /// `description`.
  public let about: String?
  /// The fields, in the order of the file.
  public let fields: [Field]
  /// The rules that judge a record through more than its fields' own constraints.
  public let rules: Rules
  /// `x-check`.
  public let checks: [Check]
  /// `x-finish: next`: an answer to the last field stays there.
  public let finishesByNext: Bool
  /// A digest of the form's content, for journals.
  public let digest: UInt64

  let names: [Bytes]
  /// The computed fields in an order in which each follows those it needs.
  public let computed: [Int]
  let hasConditions: Bool
  /// The rules that look at more than one field, and those of keys.
  let recordRules: RecordRules
  /// The fields that follow from others, each after those it follows from.
  let settling: SettlingOrder
  /// What a field without value is in a record that the walk hands over.
  let kindOfNothing: [ValueKind]
  /// Whether it is null for any field.
  let fills: Bool
  /// The fields that are never asked and whose null is written only where another rule requires their keys.
  let lateNulls: [Int]
  /// As ``lateNulls``, of the fields of a stored row, whoever gave it.
  let lateNullsOfRows: [Int]
  /// The fields that are never asked: computed and read-only ones.
  let unasked: [Int]
  private let byName: [Bytes: Int]
  /// For each place and the one behind the last: the first field from there on that can be asked.
  let askable: [Int]
  /// The fields that must have a value whatever the record says.
  let required: [Int]

  /// Whether a right record can be told from its fields' own verdicts and `required` alone.
  public let isJudgedByFields: Bool

  /// Whether only an object is right; else the form says nothing of a JSON value that is none.
  public let isForObjectsOnly: Bool

  /// Compiles a form; `computed` lists the computed fields, each after those it needs.
  public init(
    name: String, title: String?, about: String?, fields: [Field], rules: Rules,
    checks: [Check] = [], computed: [Int] = [], finishesByNext: Bool = false, digest: UInt64 = 0,
    isForObjectsOnly: Bool = true
  ) {
    self.name = name
    self.title = title
    self.about = about
    self.fields = fields
    self.rules = rules
    self.checks = checks
    self.computed = computed
    self.finishesByNext = finishesByNext
    self.digest = digest
    self.isForObjectsOnly = isForObjectsOnly
    names = fields.map { $0.name }
    hasConditions = fields.contains { !$0.conditions.isEmpty }
    required = fields.indices.filter { fields[$0].isRequired }
    var askable = Array(repeating: fields.count, count: fields.count + 1)
    for i in fields.indices.reversed() { askable[i] = fields[i].isAskable ? i : askable[i + 1] }
    self.askable = askable
    var byName: [Bytes: Int] = [:]
    for (i, field) in fields.enumerated() { byName[field.name] = i }
    self.byName = byName
    isJudgedByFields =
      rules.root == nil && checks.isEmpty && computed.isEmpty && !hasConditions
    let recordRules = RecordRules(rules, checks, names: names)
    self.recordRules = recordRules
    settling = SettlingOrder(fields, recordRules)
    unasked = fields.indices.filter { !fields[$0].isAskable }
    let isSparse = hasConditions || recordRules.couldBeSetOffByNull
    isSparingWithNulls = isSparse
    kindOfNothing = fields.map { field in
      // What is asked and required has a value when it is handed over.
      let isNull = field.isAskable ? !field.isRequired && !isSparse : field.isRequired || !isSparse
      return field.admitsNull && isNull ? .null : .absent
    }
    fills = kindOfNothing.contains(.null)
    let late = fields.indices.filter {
      isSparse && fields[$0].admitsNull && !fields[$0].isAlwaysRequired
        && recordRules.requirable.contains($0)
    }
    lateNullsOfRows = late
    lateNulls = late.filter { !fields[$0].isAskable }
  }

  /// Whether a null is written only where its key is required, since it could set rules of the whole record off.
  private let isSparingWithNulls: Bool

  /// The same form, whose numbers must also come back from where they are kept; nil: any number does.
  public convenience init(_ form: Form, numbers: (Field) -> NumberStorage?) {
    let fields = form.fields.map { field in
      guard let storage = numbers(field) else { return field }
      var declaration = field.declaration
      declaration.constraints.append(.storable(storage))
      return Field(declaration)
    }
    self.init(
      name: form.name, title: form.title, about: form.about, fields: fields, rules: form.rules,
      checks: form.checks, computed: form.computed, finishesByNext: form.finishesByNext,
      digest: form.digest, isForObjectsOnly: form.isForObjectsOnly)
  }

  /// What no value of a field is in a stored row: null where its type admits it, else absent (DESIGN.md, section 8).
  ///
  /// In a form with rules over the whole record it is null only where the key is required; see ``complete(row:)``.
  public func kindOfNoValue(_ field: Int) -> ValueKind {
    fields[field].admitsNull && (fields[field].isAlwaysRequired || !isSparingWithNulls)
      ? .null : .absent
  }

  /// Puts null where a row has no value and what else stands in it requires the key.
  public func complete(row record: inout Record) {
    if !lateNullsOfRows.isEmpty { record = withNulls(record, in: lateNullsOfRows) }
  }

  /// The computed fields that a field's value has a part in, through others too, in the order they are computed.
  public func computed(from field: Int) -> [Int] {
    var touched: Set<Int> = [field]
    return computed.filter { i in
      guard let calculation = fields[i].calculation,
        calculation.fields.contains(where: { touched.contains($0) })
      else { return false }
      touched.insert(i)
      return true
    }
  }

  /// The place of a field by its exact name.
  public func index(named name: Bytes) -> Int? { byName[name] }

  /// The places of the fields that a name, or its unique beginning, can mean: an exact name is the only one.
  public func indices(beginning text: Span<UInt8>) -> [Int] {
    if let exact = byName[Bytes(text)] { return [exact] }
    let wanted = Bytes(text)
    return fields.indices.filter { names[$0].begins(with: wanted) }
  }
}
