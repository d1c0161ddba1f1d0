import Forms
import Testing

/// Fields that are asked under a condition, and fields that are computed.
@Suite("Walk: conditions and computed fields")
struct WalkConditionTests {
  private func asked(_ name: String, when present: Int..., required: Bool = false) -> Field {
    field(name) {
      $0.conditions = present.map { [.present($0)] }
      $0.isRequired = required
    }
  }

  @Test("A field is asked while another has a value; its own value is kept and not saved")
  func present() {
    let walk = Walk(
      form: form([field("a"), asked("b", when: 0), field("c")]), isInteractive: false)
    #expect(walk.askedFields == [0, 2])
    #expect(walk.say("") == .accepted)
    #expect(walk.current == 2)
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.say("x") == .accepted)
    #expect(walk.current == 1)
    #expect(walk.position.number == 2)
    #expect(walk.position.count == 3)
    #expect(walk.say("kept") == .accepted)
    #expect(walk.apply(.go(0)) == .moved)
    #expect(walk.apply(.clear) == .cleared)
    #expect(walk.askedFields == [0, 2])
    #expect(walk.value(1) == "kept")
    #expect(walk.finished.values[1].kind == .absent)
    #expect(walk.say("y") == .accepted)
    #expect(walk.finished.values[1] == .text("kept"))
    #expect(walk.apply(.clear) == .cleared)
    #expect(walk.apply(.undo) == .undone(1))
    #expect(walk.value(1) == "kept")
  }

  @Test("A chain of conditions, in either order of the file", arguments: [false, true])
  func chain(_ isBackward: Bool) {
    let fields =
      isBackward
      ? [asked("d", when: 1), asked("c", when: 2), asked("b", when: 3), field("a")]
      : [field("a"), asked("b", when: 0), asked("c", when: 1), asked("d", when: 2)]
    let root = isBackward ? 3 : 0
    let walk = Walk(form: form(fields), isInteractive: false)
    #expect(walk.current == root)
    for place in [0, 1, 2] {
      let at = isBackward ? 3 - place : place
      #expect(walk.apply(.go(at)) == .moved)
      _ = walk.say("x")
      #expect(walk.askedFields.count == place + 2)
    }
    #expect(walk.apply(.go(isBackward ? 0 : 3)) == .moved)
    _ = walk.say("x")
    #expect(walk.finished.values.allSatisfy { $0.kind == .text })
    #expect(walk.apply(.go(root)) == .moved)
    #expect(walk.apply(.clear) == .cleared)
    #expect(walk.askedFields == [root], "without the first link no other holds")
    #expect(walk.finished.values.allSatisfy { $0.kind == .absent })
  }

  @Test("One of several lists of conditions is enough; all of one list must hold")
  func lists() {
    let both = field("c") { $0.conditions = [[.present(0), .present(1)]] }
    let walk = Walk(
      form: form([field("a"), field("b"), both, asked("d", when: 0, 1)]), isInteractive: false)
    #expect(walk.askedFields == [0, 1])
    #expect(walk.say("x") == .accepted)
    #expect(walk.askedFields == [0, 1, 3])
    #expect(walk.say("y") == .accepted)
    #expect(walk.askedFields == [0, 1, 2, 3])
  }

  @Test("A condition by a rule over the record, holding or not")
  func schema() {
    var isKim = SchemaNode()
    isKim.constraints = [.constant(.text("Kim"))]
    var record = SchemaNode()
    var object = ObjectRules()
    object.properties[.field(0)] = 0
    object.required = [.field(0)]
    record.object = object
    let fields = [
      field("name"), field("then") { $0.conditions = [[.schema(1, holds: true)]] },
      field("else") { $0.conditions = [[.schema(1, holds: false)]] },
    ]
    let walk = Walk(
      form: form(fields, Rules(nodes: [isKim, record], root: nil)), isInteractive: false)
    #expect(walk.askedFields == [0, 2])
    #expect(walk.say("Kim") == .accepted)
    #expect(walk.askedFields == [0, 1])
    #expect(walk.current == 1)
  }

  @Test("A required field that is not asked does not keep the record; one that is does")
  func required() {
    let walk = Walk(
      form: form([field("a"), asked("b", when: 0, required: true)]), isInteractive: false)
    #expect(walk.say("") == .finished)
    walk.startNext()
    #expect(walk.say("x") == .accepted)
    #expect(walk.missing == [1])
    #expect(walk.apply(.next) == .incomplete)
    #expect(walk.current == 1)
    #expect(walk.message(1) == "missing")
  }

  @Test("A goal whose question ends as the walk leaves is said, and the walk stays")
  func endedQuestion() {
    // `b` is asked while `a` has no value; leaving `a` untouched accepts its default.
    var hasA = SchemaNode()
    var object = ObjectRules()
    object.required = [.field(0)]
    hasA.object = object
    let fields = [
      field("a") { $0.defaultValue = .text("x") },
      field("b") { $0.conditions = [[.schema(0, holds: false)]] }, field("c"),
    ]
    let walk = Walk(form: form(fields, Rules(nodes: [hasA], root: nil)), isInteractive: false)
    #expect(walk.askedFields == [0, 1, 2])
    #expect(walk.apply(.go(1)) == .notAsked(1))
    #expect(walk.askedFields == [0, 2])
    #expect(walk.current == 0)
    #expect(walk.value(0) == "x", "the default was taken, as by next")
    let turned = [
      field("b") { $0.conditions = [[.schema(0, holds: false)]] },
      field("a") { $0.defaultValue = .text("x") },
    ]
    object.required = [.field(1)]
    hasA.object = object
    let back = Walk(form: form(turned, Rules(nodes: [hasA], root: nil)), isInteractive: false)
    #expect(back.current == 0)
    #expect(back.apply(.next) == .moved)
    #expect(back.apply(.previous) == .moved)
    #expect(back.askedFields == [1])
    #expect(back.current == 1)
  }

  /// Twice a number, and four times it by way of the former.
  private func doubling() -> Form {
    func twice(_ i: Int) -> TestExpression {
      TestExpression("2 * x", fields: [i]) { record in
        guard let n = record.values[i].number?.int else { return .null }
        return .number(Decimal(2 * n))
      }
    }
    let fields = [
      field("four", .number) {
        $0.calculation = twice(2)
        $0.isReadOnly = true
      },
      field("n", .integer),
      field("two", .number) {
        $0.calculation = twice(1)
        $0.isReadOnly = true
      },
    ]
    return form(fields, computed: [2, 0])
  }

  @Test("Computed fields follow what is typed, are never asked and stand in the record")
  func computed() {
    let doubling = doubling()
    let walk = Walk(form: doubling, isInteractive: false)
    #expect(walk.askedFields == [1])
    let preview = walk.preview(replacing: 1, with: .number("5"))
    #expect(preview.values == [.number("20"), .number("5"), .number("10")])
    #expect(walk.value(1) == nil, "a look ahead accepts nothing")
    #expect(walk.preview(replacing: 1, with: .absent).values.allSatisfy { $0.kind == .absent })
    #expect(walk.say("-3") == .finished)
    #expect(walk.finished.values == [.number("-12"), .number("-3"), .number("-6")])
    #expect(doubling.faults(stored: walk.finished).isEmpty)
    var wrong = walk.finished
    wrong.set(2, .number("7"))
    #expect(
      doubling.faults(stored: wrong).map { "\($0.field ?? -1) \(word($0.fault))" } == [
        "0 computed 14", "2 computed -6",
      ], "each computed value is judged over the values as they are stored")
  }

  @Test(
    "A computed number is rounded from its shortest decimal, ties to even, never -0",
    arguments: [
      ("0.25", 1, "0.2"), ("0.35", 1, "0.4"), ("-0.04", 1, "0"), ("37.777777777777779", 1, "37.8"),
      ("100", 1, "100"), ("2.5", 0, "2"), ("1e3", 1, "1000"),
    ])
  func rounding(_ number: String, _ digits: Int, _ stored: String) throws {
    let n = try decimal(number)
    let rounded = field("r", .number) {
      $0.calculation = TestExpression("n", fields: []) { _ in .number(n) }
      $0.fractionDigits = digits
    }
    #expect(
      form([rounded], computed: [0]).computedValue(0, Record(fieldCount: 1)).text.string == stored)
  }

  /// Texts `a` to `d` that may be null, and a computed `e` that has no value and may be null.
  private func nullables(_ root: SchemaNode?, requires: Bool) -> Form {
    var fields = ["a", "b", "c", "d"].map { name in
      field(name, .text, [.type([.string, .null])]) { $0.admitsNull = true }
    }
    fields.append(
      field("e", .number, [.type([.number, .null])]) {
        $0.admitsNull = true
        $0.isReadOnly = true
        $0.isRequired = requires
        $0.calculation = TestExpression("null", fields: [0]) { _ in .null }
      })
    return form(
      fields, Rules(nodes: root.map { [$0] } ?? [], root: root.map { _ in 0 }), computed: [4])
  }

  @Test(
    "No value is null where the type admits it; with rules of the whole, where a key is required")
  func nulls() {
    var node = SchemaNode()
    var object = ObjectRules()
    object.dependentRequired = [(present: .field(1), required: [.field(0)])]
    node.object = object
    func kinds(_ form: Form) -> [ValueKind] {
      let walk = Walk(form: form, isInteractive: false)
      #expect(form.faults(stored: walk.finished).isEmpty)
      return walk.finished.values.map(\.kind)
    }
    #expect(kinds(nullables(nil, requires: false)) == Array(repeating: .null, count: 5))
    #expect(kinds(nullables(node, requires: false)) == Array(repeating: .absent, count: 5))
    let sparing: [ValueKind] = [.absent, .absent, .absent, .absent, .null]
    #expect(kinds(nullables(node, requires: true)) == sparing)
    // Required by another field's value, it is null while that is there.
    object.dependentRequired = [(present: .field(1), required: [.field(4)])]
    node.object = object
    let late = nullables(node, requires: false)
    #expect(kinds(late) == Array(repeating: .absent, count: 5))
    let walk = Walk(form: late, isInteractive: false)
    #expect(walk.apply(.go(1)) == .moved)
    #expect(walk.say("x") == .accepted)
    #expect(walk.apply(.finish) == .finished)
    #expect(walk.finished.values.map(\.kind) == [.absent, .text, .absent, .absent, .null])
    #expect(late.faults(stored: walk.finished).isEmpty)
    // A row says so by the same rule.
    var row = Record(fieldCount: 5)
    row.set(1, .text("x"))
    late.complete(row: &row)
    #expect(row.values.map(\.kind) == [.absent, .text, .absent, .absent, .null])
  }
}
