import Forms
import Testing

/// What an answer is judged by beside its field's own rules, and what follows from it.
@Suite("Walk: how a record stands")
struct StandingTests {
  /// Nodes of rules, and the fields `a`, `b`, … that they speak of.
  private struct Table {
    var nodes: [SchemaNode] = [SchemaNode()]

    mutating func add(_ change: (inout SchemaNode) -> Void) -> NodeID {
      var node = SchemaNode()
      change(&node)
      nodes.append(node)
      return nodes.count - 1
    }

    mutating func object(_ change: (inout ObjectRules) -> Void) -> NodeID {
      var object = ObjectRules()
      change(&object)
      return add { $0.object = object }
    }

    /// The records in which a field is there and has this text.
    mutating func has(_ field: Int, _ text: String) -> NodeID {
      let value = add { $0.constraints = [.constant(.text(text))] }
      return object {
        $0.properties = [.field(field): value]
        $0.required = [.field(field)]
      }
    }

    /// The records in which these fields are there.
    mutating func requiring(_ fields: Int...) -> NodeID {
      object { $0.required = fields.map { .field($0) } }
    }

    func walk(_ names: String..., checks: [Check] = []) -> Walk {
      Walk(
        form: form(names.map { field($0) }, Rules(nodes: nodes, root: 0), checks: checks),
        isInteractive: false)
    }
  }

  @Test("dependentRequired: the walk knows it, an empty line is refused, the end names it")
  func requiredByAnother() {
    var table = Table()
    var object = ObjectRules()
    object.dependentRequired = [(present: .field(0), required: [.field(1)])]
    table.nodes[0].object = object
    let walk = table.walk("a", "b", "c")
    #expect(!walk.isRequired(1))
    #expect(walk.missing == [])
    #expect(walk.say("x") == .accepted)
    #expect(walk.isRequired(1))
    #expect(!walk.isRequired(2))
    #expect(walk.missing == [1])
    #expect(walk.say("") == .refused)
    #expect(walk.message(1) == "missing because of a")
    #expect(walk.say("y") == .accepted)
    #expect(walk.missing == [])
    #expect(walk.say("") == .finished)
  }

  @Test("What another field lacks is no fault of this answer: the finish goes to that field")
  func lackingBefore() {
    var table = Table()
    var object = ObjectRules()
    object.dependentRequired = [(present: .field(1), required: [.field(0)])]
    table.nodes[0].object = object
    let walk = table.walk("a", "b")
    #expect(walk.say("") == .accepted)
    #expect(walk.say("x") == .incomplete)
    #expect(walk.current == 0)
    #expect(walk.message(0) == "missing because of b")
    #expect(walk.say("y") == .finished)
  }

  @Test("then and else: required by a condition, once all that it looks at was answered")
  func requiredByCondition() {
    var table = Table()
    let condition = table.has(0, "yes")
    let then = table.requiring(1)
    let otherwise = table.requiring(2)
    table.nodes[0].condition = condition
    table.nodes[0].then = then
    table.nodes[0].otherwise = otherwise
    let walk = table.walk("a", "b", "c", "d")
    #expect(!walk.isRequired(2), "nobody has said yet what a is")
    #expect(walk.say("yes") == .accepted)
    #expect(walk.isRequired(1) && !walk.isRequired(2))
    #expect(walk.say("") == .refused)
    #expect(walk.message(1) == "missing")
    #expect(walk.apply(.previous) == .moved)
    #expect(walk.say("") == .accepted, "no value is an answer, too")
    #expect(!walk.isRequired(1) && walk.isRequired(2))
    #expect(walk.missing == [2])
    #expect(walk.say("") == .accepted)
    #expect(walk.say("") == .refused)
    #expect(walk.say("z") == .accepted)
    #expect(walk.say("") == .finished)
  }

  @Test("A rule that another field sets off is judged at whichever of them is answered last")
  func ruleOfABranch() {
    var table = Table()
    let condition = table.has(0, "yes")
    let short = table.add { $0.constraints = [.maxLength(1)] }
    let then = table.object { $0.properties = [.field(1): short] }
    table.nodes[0].condition = condition
    table.nodes[0].then = then
    let walk = table.walk("a", "b", "c")
    #expect(walk.say("yes") == .accepted)
    #expect(walk.say("long") == .refused)
    #expect(walk.message(1) == "maxLength")
    #expect(walk.refusal(1)?.isOwn == false)
    #expect(walk.apply(.clearAll) == .cleared)
    #expect(walk.apply(.go(1)) == .moved)
    #expect(walk.say("long") == .accepted, "what a is, is not known")
    #expect(walk.apply(.go(0)) == .moved)
    #expect(walk.say("yes") == .refused)
    #expect(walk.refusal(0)?.fault.field == 1, "the message names the field that is at fault")
    #expect(walk.refusal(0)?.text == Bytes(text: "long"))
    #expect(walk.say("no") == .accepted)
    #expect(walk.apply(.finish) == .finished)
  }

  @Test("Alternatives of the record wait for its end, and are the record's fault, told once")
  func alternatives() {
    var table = Table()
    let hasA = table.requiring(0)
    let hasB = table.requiring(1)
    table.nodes[0].any = [hasA, hasB]
    var object = ObjectRules()
    object.least = 2
    table.nodes[0].object = object
    let walk = table.walk("a", "b", "c")
    #expect(walk.say("") == .accepted)
    #expect(walk.say("") == .accepted)
    #expect(walk.say("z") == .incomplete)
    #expect(walk.current == 2)
    #expect(walk.sentTo == nil)
    #expect(walk.message(2) == nil)
    #expect(walk.recordFaults.map { word($0.fault) } == ["minProperties 2", "anyOf 0"])
    #expect(walk.apply(.go(0)) == .moved)
    #expect(walk.say("x") == .accepted)
    #expect(walk.apply(.finish) == .finished)
  }

  /// `age` is 2024 less `born`, at most 120; `job` is asked of those who are 18.
  private func ages() -> Form {
    let adult = table18()
    let born = field("born", .integer) { $0.isRequired = true }
    let age = field("age", .integer, [.maximum(Decimal(120))]) {
      $0.isReadOnly = true
      $0.calculation = TestExpression("2024 - born", fields: [0]) { record in
        record.values[0].number?.int.map { .number(Decimal(2024 - $0)) } ?? .null
      }
    }
    let job = field("job") {
      $0.isRequired = true
      $0.conditions = [[.schema(adult.node, holds: true)]]
    }
    return form(
      [born, age, job, field("note")], Rules(nodes: adult.nodes, root: nil), computed: [1])
  }

  private func table18() -> (nodes: [SchemaNode], node: NodeID) {
    var table = Table()
    let adult = table.add { $0.constraints = [.minimum(Decimal(18))] }
    let node = table.object {
      $0.properties = [.field(1): adult]
      $0.required = [.field(1)]
    }
    return (table.nodes, node)
  }

  @Test("A condition sees computed values")
  func computedCondition() {
    let walk = Walk(form: ages(), isInteractive: false)
    #expect(walk.askedFields == [0, 3])
    #expect(walk.say("1990") == .accepted)
    #expect(walk.askedFields == [0, 2, 3])
    #expect(walk.current == 2)
    #expect(walk.say("") == .refused)
    #expect(walk.say("baker") == .accepted)
    #expect(walk.apply(.go(0)) == .moved)
    #expect(walk.say("2015") == .accepted)
    #expect(walk.askedFields == [0, 3])
    #expect(walk.leftOut == [2])
    #expect(walk.preview(replacing: 0, with: .number("1990")).values[2] == .text("baker"))
    #expect(walk.say("") == .finished)
    #expect(walk.finished.values.map(\.text.string)[...1] == ["2015", "9"])
    #expect(walk.finished.values[2].kind == .absent)
  }

  @Test("A fault of a computed field is its own, and refuses the answer that it comes from")
  func computedFault() {
    let walk = Walk(form: ages(), isInteractive: false)
    #expect(walk.say("1900") == .refused)
    #expect(walk.refusal(0)?.fault.field == 1)
    #expect(walk.refusal(0)?.text == Bytes(text: "124"))
    #expect(walk.apply(.next) == .moved)
    #expect(walk.say("") == .incomplete, "born is missing")
    #expect(walk.current == 0)
    #expect(walk.say("2015") == .finished)
  }

  @Test("A fresh record has its start values; undo brings back what was dropped")
  func startOver() {
    let walk = Walk(
      form: form([field("a") { $0.initial = .text("x") }, field("b")]), isInteractive: false)
    let fresh = walk.sight
    #expect(walk.say("y") == .accepted)
    let before = walk.sight
    #expect(walk.apply(.startOver) == .cleared)
    #expect(walk.sight == fresh)
    #expect(walk.apply(.undo) == .undone(1))
    #expect(walk.sight == before)
    #expect(walk.apply(.clearAll) == .cleared)
    #expect(walk.sight.values == ["absent", "absent"])
    #expect(walk.apply(.startOver) == .cleared)
    #expect(walk.sight == fresh)
    #expect(walk.apply(.undo) == .undone(0))
    #expect(walk.sight.values == ["absent", "absent"])
  }

  @Test("Conditions that follow from each other settle, and do so alike every time")
  func circle() {
    // b is asked while c has no value, c while b has none.
    var table = Table()
    let hasB = table.requiring(1)
    let hasC = table.requiring(2)
    let fields = [
      field("a"), field("b") { $0.conditions = [[.schema(hasC, holds: false)]] },
      field("c") { $0.conditions = [[.schema(hasB, holds: false)]] },
    ]
    let circular = form(fields, Rules(nodes: table.nodes, root: nil))
    let walk = Walk(form: circular, isInteractive: false)
    #expect(walk.askedFields == [0, 1, 2])
    _ = walk.apply(.go(1))
    #expect(walk.say("x") == .finished)
    #expect(walk.askedFields == [0, 1])
  }

  /// Forms of conditional and computed fields, against what the definition gives when it is applied again and again.
  @Test(
    "What is asked and computed is what the definition says, after every change", arguments: 0..<40)
  func settles(_ seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let count = 9
    // Who follows from whom: each from fields that come before it in a random order.
    let order = Array(0..<count).shuffled(using: &dice)
    var causes: [[Int]] = Array(repeating: [], count: count)
    var isComputed = Array(repeating: false, count: count)
    for place in 2..<count where Int.random(in: 0..<4, using: &dice) > 0 {
      let before = Array(order[..<place].shuffled(using: &dice).prefix(1 + place % 2))
      causes[order[place]] = before
      isComputed[order[place]] = Int.random(in: 0..<3, using: &dice) == 0
    }
    let fields = (0..<count).map { i in
      field("f\(i)", .integer) {
        if causes[i].isEmpty { return }
        if isComputed[i] {
          $0.isReadOnly = true
          $0.calculation = StandingTests.sum(causes[i])
        } else {
          $0.conditions = [causes[i].map { .present($0) }]
        }
      }
    }
    let form = form(fields, computed: order.filter { isComputed[$0] })
    let walk = Walk(form: form, isInteractive: false)
    for _ in 0..<60 {
      let asked = walk.askedFields
      _ = walk.apply(.go(asked.randomElement(using: &dice) ?? 0))
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: _ = walk.apply(.clear)
      case 1: _ = walk.apply(.undo)
      default:
        if walk.say(String(Int.random(in: 0..<5, using: &dice))) == .finished {
          _ = walk.apply(.go(0))
        }
      }
      var wanted = Record(fieldCount: count)
      for _ in 0..<count {
        for i in 0..<count {
          if isComputed[i] {
            wanted.values[i] = form.computedValue(i, wanted)
          } else if causes[i].allSatisfy({ wanted.values[$0].kind != .absent }) {
            wanted.values[i] = walk.accepted.values[i]
          } else {
            wanted.values[i] = .absent
          }
        }
      }
      #expect(walk.finished.values == wanted.values)
      #expect(
        walk.askedFields
          == (0..<count).filter { i in
            !isComputed[i] && causes[i].allSatisfy { wanted.values[$0].kind != .absent }
          })
    }
  }

  /// The sum of the fields that have a value; nothing where none of them has.
  private static func sum(_ fields: [Int]) -> TestExpression {
    TestExpression("sum", fields: fields) { record in
      let numbers = fields.compactMap { record.values[$0].number?.int }
      return numbers.isEmpty ? .null : .number(Decimal(numbers.reduce(0, +)))
    }
  }
}
