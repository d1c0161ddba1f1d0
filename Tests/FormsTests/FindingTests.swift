import Forms
import Testing

/// Which rules of a stored record are reported where something that they look at is itself at fault.
@Suite("Faults of a whole record")
struct FindingTests {
  /// Whole numbers `a` (at most 9, required), `b` and `c`; what the test adds.
  private func make(_ nodes: [SchemaNode], checks: [Check] = [], computed: Bool = false) -> Form {
    let fields = [
      field("a", .integer, [.type(.integer), .maximum(Decimal(9))]) { $0.isRequired = true },
      field("b", .integer, [.type(.integer)]),
      field("c", .integer, [.type(.integer)]) {
        guard computed else { return }
        $0.isReadOnly = true
        $0.calculation = TestExpression("a + b", fields: [0, 1]) { record in
          guard let a = record.values[0].number?.int, let b = record.values[1].number?.int else {
            return .null
          }
          return .number(Decimal(a + b))
        }
      },
    ]
    return form(
      fields, Rules(nodes: nodes, root: nodes.isEmpty ? nil : 0), checks: checks,
      computed: computed ? [2] : [])
  }

  /// The faults of a record, each as `place fault`.
  private func faults(_ form: Form, _ values: Value..., emptied: [Int] = []) -> [String] {
    var record = Record(fieldCount: 3)
    for (i, value) in values.enumerated() { record.set(i, value) }
    record.emptied = emptied
    return form.faults(stored: record).map { fault in
      "\(fault.field.map { form.fields[$0].nameText } ?? "-") \(word(fault.fault))"
    }
  }

  private func never(_ fields: [Int], at field: Int?) -> Check {
    let no = TestExpression("0", fields: fields) { _ in .number(Decimal(0)) }
    return Check(assertion: no, message: "", field: field)
  }

  @Test("A check one of whose operands is at fault is not reported, be it missing or wrong")
  func checks() {
    let form = make([], checks: [never([0, 1], at: 1), never([1], at: nil)])
    #expect(faults(form, .number("1"), .number("2")) == ["b check 0", "- check 1"])
    #expect(faults(form, .number("10"), .number("2")) == ["a maximum", "- check 1"])
    #expect(faults(form, .absent, .number("2")) == ["a missing", "- check 1"])
    #expect(faults(form, .number("1"), .text("x")) == ["b type"])
  }

  @Test("A condition over a value at fault sets nothing off")
  func condition() {
    var small = SchemaNode()
    small.constraints = [.maximum(Decimal(5))]
    var isSmall = SchemaNode()
    var object = ObjectRules()
    object.properties = [.field(0): 2]
    isSmall.object = object
    var hasC = SchemaNode()
    object = ObjectRules()
    object.required = [.field(2)]
    hasC.object = object
    var root = SchemaNode()
    root.condition = 1
    root.then = 3
    let form = make([root, isSmall, small, hasC])
    #expect(faults(form, .number("1")) == ["c missing"])
    #expect(faults(form, .number("9")) == [])
    // A text is no number: the condition itself would hold.
    #expect(faults(form, .text("x")) == ["a type"])
    #expect(faults(form, .number("1"), .text("x")) == ["b type", "c missing"])
  }

  @Test("Alternatives over a value at fault are not reported; what looks at no value is")
  func alternatives() {
    var hasB = SchemaNode()
    var object = ObjectRules()
    object.required = [.field(1)]
    hasB.object = object
    var hasC = hasB
    object.required = [.field(2)]
    hasC.object = object
    var root = SchemaNode()
    root.one = [1, 2]
    object = ObjectRules()
    object.least = 4
    root.object = object
    let form = make([root, hasB, hasC])
    #expect(
      faults(form, .number("1"), .number("1"), .number("1")) == ["- minProperties 4", "- oneOf 2"])
    #expect(
      faults(form, .number("1"), .number("1"), .text("x")) == ["c type", "- minProperties 4"])
  }

  @Test("A fault of the record is told once, however many rules find it")
  func once() {
    var never = SchemaNode()
    never.isNever = true
    var root = SchemaNode()
    root.any = [2]
    root.all = [1]
    var other = SchemaNode()
    other.any = [2]
    #expect(faults(make([root, other, never]), .number("1")) == ["- anyOf 0"])
  }

  @Test("A computed key that is not there is not judged; an empty or another one is a fault")
  func computed() {
    let form = make([], checks: [never([2], at: nil)], computed: true)
    #expect(faults(form, .number("1"), .number("2"), .number("3")) == ["- check 0"])
    #expect(faults(form, .number("1"), .number("2")) == ["- check 0"])
    #expect(faults(form, .number("1"), .number("2"), emptied: [2]) == ["c computed 3"])
    #expect(faults(form, .number("1"), .number("2"), .number("4")) == ["c computed 3"])
    #expect(faults(form, .number("1"), .number("2"), Value(.null)) == ["c type"])
    #expect(faults(form, .number("1"), .absent, emptied: [2]) == ["- check 0"])
    // What it comes to is in doubt where an operand is.
    #expect(faults(form, .text("x"), .number("2"), .number("4")) == ["a type", "- check 0"])
    #expect(faults(form, .text("x"), .number("2"), emptied: [2]) == ["a type", "- check 0"])
  }
}
