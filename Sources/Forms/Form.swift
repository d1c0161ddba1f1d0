// A form: a title and its fields, in order, with the rules of a whole record.

/// A record check: an expression that must not be false.
public struct Check: Sendable {
  /// The expression; NULL passes.
  public var assertion: any Expression
  /// What is said when it does not hold.
  public var message: String
  /// The field that the walk goes to.
  public var field: Int

  /// A check with its message and field.
  public init(assertion: any Expression, message: String, field: Int) {
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
  /// Whether a field without value is written as null.
  let admitsNull: Bool
  /// Fields whose null key would set off `dependentRequired` or `dependentSchemas`.
  let triggers: Set<Int>
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
    admitsNull = fields.contains { $0.admitsNull }
    hasConditions = fields.contains { !$0.conditions.isEmpty }
    required = fields.indices.filter { fields[$0].isRequired }
    var askable = Array(repeating: fields.count, count: fields.count + 1)
    for i in fields.indices.reversed() { askable[i] = fields[i].isAskable ? i : askable[i + 1] }
    self.askable = askable
    var byName: [Bytes: Int] = [:]
    for (i, field) in fields.enumerated() { byName[field.name] = i }
    self.byName = byName
    var triggers: Set<Int> = []
    for node in rules.nodes {
      for (present, _) in node.object?.dependentRequired ?? [] {
        if case .field(let i) = present { triggers.insert(i) }
      }
      for (present, _) in node.object?.dependentSchemas ?? [] {
        if case .field(let i) = present { triggers.insert(i) }
      }
    }
    self.triggers = triggers
    isJudgedByFields =
      rules.root == nil && checks.isEmpty && computed.isEmpty && !hasConditions
  }

  /// What no value of a field is in a record that is complete: null where its type admits it, else absent.
  ///
  /// Also absent where the null would set off another rule, or the field may not be asked at all.
  public func kindOfNoValue(_ field: Int) -> ValueKind {
    let isNull =
      fields[field].admitsNull && fields[field].conditions.isEmpty && !triggers.contains(field)
    return isNull ? .null : .absent
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
