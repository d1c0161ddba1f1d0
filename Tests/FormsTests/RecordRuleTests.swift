import Forms
import Testing

/// The rules of a whole record, built by hand: fields `a`, `b`, `c`, and members that the form does not know.
@Suite("Rules of a record")
struct RecordRuleTests {
  /// Builds a table of nodes; the first one judges the record.
  private struct Table {
    var nodes = [SchemaNode()]

    mutating func add(_ change: (inout SchemaNode) -> Void) -> NodeID {
      var node = SchemaNode()
      change(&node)
      nodes.append(node)
      return nodes.count - 1
    }

    mutating func value(_ constraints: Constraint...) -> NodeID {
      add { $0.constraints = constraints }
    }

    mutating func object(_ change: (inout ObjectRules) -> Void) -> NodeID {
      var object = ObjectRules()
      change(&object)
      return add { $0.object = object }
    }

    mutating func never() -> NodeID { add { $0.isNever = true } }

    mutating func root(_ change: (inout SchemaNode) -> Void) { change(&nodes[0]) }

    mutating func rootObject(_ change: (inout ObjectRules) -> Void) {
      var object = nodes[0].object ?? ObjectRules()
      change(&object)
      nodes[0].object = object
    }

    /// The faults of a record written as `a=x b=y other=z`, each as `place fault`.
    func faults(_ record: String) -> [String] {
      let names = ["a", "b", "c"]
      var stored = Record(fieldCount: names.count)
      for member in record.split(separator: " ") {
        let parts = member.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let value: Value =
          parts[1] == "null"
          ? Value(.null) : Int(parts[1]) == nil ? .text(parts[1]) : .number(parts[1])
        if let i = names.firstIndex(of: parts[0]) {
          stored.set(i, value)
        } else {
          stored.extras.append(ExtraMember(name: Bytes(text: parts[0]), value: value))
        }
      }
      let fields = names.map { field($0) }
      return form(fields, Rules(nodes: nodes, root: 0)).faults(stored: stored).map { fault in
        let place = fault.field.map { names[$0] } ?? fault.member.map(\.string) ?? "-"
        return "\(place) \(word(fault.fault))"
      }
    }
  }

  @Test("additionalProperties speaks of what neither properties nor patternProperties name")
  func additional() {
    var table = Table()
    let short = table.value(.maxLength(1))
    let number = table.value(.type(.number))
    let never = table.never()
    table.rootObject {
      $0.properties = [.field(0): short, .other(Bytes(text: "known")): short]
      $0.patterns = [(TestPattern(beginning: "x_"), number)]
      $0.additional = never
    }
    #expect(table.faults("a=x known=y x_1=5") == [])
    #expect(table.faults("a=xx") == ["a maxLength"])
    #expect(table.faults("b=x") == ["b never"])
    #expect(table.faults("other=1") == ["other unknown member"])
    #expect(table.faults("x_1=a known=yy") == ["x_1 type", "known maxLength"])
    table.rootObject { $0.additional = number }
    #expect(table.faults("other=1") == [])
    #expect(table.faults("other=x") == ["other type"])
  }

  @Test("patternProperties judge every member they match, fields too, and all that match judge")
  func patterns() {
    var table = Table()
    let short = table.value(.maxLength(2))
    let number = table.value(.type(.number))
    table.rootObject {
      $0.patterns = [
        (TestPattern(beginning: "b"), short), (TestPattern(beginning: "bx"), number),
      ]
    }
    #expect(table.faults("b=xx a=xxx") == [])
    #expect(table.faults("b=xxx") == ["b maxLength"])
    #expect(table.faults("bx=5") == [])
    #expect(table.faults("bx=xxx") == ["bx maxLength", "bx type"])
  }

  @Test("propertyNames judge the names of all members")
  func names() {
    var table = Table()
    let short = table.value(.maxLength(2))
    table.rootObject { $0.names = short }
    #expect(table.faults("a=1 xy=1") == [])
    #expect(table.faults("xyz=1") == ["xyz member name"])
    #expect(table.faults("") == [])
  }

  @Test("required: a key is there, null or not")
  func required() {
    var table = Table()
    table.rootObject { $0.required = [.field(1), .other(Bytes(text: "x"))] }
    #expect(table.faults("b=1 x=1") == [])
    #expect(table.faults("b=null x=null") == [])
    #expect(table.faults("a=1") == ["b missing", "x missing"])
  }

  @Test("dependentRequired: only while the other is there, be it null")
  func dependentRequired() {
    var table = Table()
    table.rootObject {
      $0.dependentRequired = [
        (.field(0), [.field(1), .other(Bytes(text: "x"))]), (.other(Bytes(text: "y")), [.field(2)]),
      ]
    }
    #expect(table.faults("b=1") == [])
    #expect(table.faults("a=1 b=1 x=1") == [])
    #expect(table.faults("a=1") == ["b missing because of a", "x missing because of a"])
    #expect(table.faults("a=null x=1") == ["b missing because of a"])
    #expect(table.faults("y=1") == ["c missing because of y"])
  }

  @Test("dependentSchemas: the record passes another schema while a member is there")
  func dependentSchemas() {
    var table = Table()
    let number = table.value(.type(.number))
    let whenA = table.object {
      $0.properties = [.field(1): number]
      $0.required = [.field(2)]
    }
    table.rootObject { $0.dependentSchemas = [(.field(0), whenA)] }
    #expect(table.faults("b=x") == [])
    #expect(table.faults("a=1 b=2 c=3") == [])
    #expect(table.faults("a=1 b=x") == ["b type", "c missing"])
  }

  @Test("if, then, else over the record")
  func condition() {
    var table = Table()
    let yes = table.value(.constant(.text("yes")))
    let isYes = table.object {
      $0.properties = [.field(0): yes]
      $0.required = [.field(0)]
    }
    let needsB = table.object { $0.required = [.field(1)] }
    let needsC = table.object { $0.required = [.field(2)] }
    table.root {
      $0.condition = isYes
      $0.then = needsB
      $0.otherwise = needsC
    }
    #expect(table.faults("a=yes b=1") == [])
    #expect(table.faults("a=yes") == ["b missing"])
    #expect(table.faults("a=no c=1") == [])
    #expect(table.faults("a=no") == ["c missing"])
    #expect(table.faults("") == ["c missing"])
    table.root { $0.then = nil }
    #expect(table.faults("a=yes") == [])
  }

  @Test("allOf, anyOf, oneOf, not")
  func combinations() {
    var base = Table()
    let hasA = base.object { $0.required = [.field(0)] }
    let hasB = base.object { $0.required = [.field(1)] }
    var table = base
    table.root { $0.all = [hasA, hasB] }
    #expect(table.faults("a=1 b=1") == [])
    #expect(table.faults("c=1") == ["a missing", "b missing"])
    table = base
    table.root { $0.any = [hasA, hasB] }
    #expect(table.faults("a=1") == [])
    #expect(table.faults("a=1 b=1") == [])
    #expect(table.faults("c=1") == ["- anyOf 0"])
    table = base
    table.root { $0.one = [hasA, hasB] }
    #expect(table.faults("b=1") == [])
    #expect(table.faults("a=1 b=1") == ["- oneOf 2"])
    #expect(table.faults("c=1") == ["- oneOf 0"])
    table = base
    table.root { $0.not = hasA }
    #expect(table.faults("b=1") == [])
    #expect(table.faults("a=1") == ["- not 1"])
    table = base
    table.root { $0.reference = hasA }
    #expect(table.faults("a=1") == [])
    #expect(table.faults("b=1") == ["a missing"])
  }

  @Test("minProperties and maxProperties count all members, null ones too")
  func counts() {
    var table = Table()
    table.rootObject {
      $0.least = 2
      $0.most = 3
    }
    #expect(table.faults("a=1") == ["- minProperties 2"])
    #expect(table.faults("a=1 x=1") == [])
    #expect(table.faults("a=null b=null") == [])
    #expect(table.faults("a=1 b=1 c=1 x=1") == ["- maxProperties 3"])
  }

  @Test("const and enum of objects: these members, no others, equal by value")
  func constants() {
    var table = Table()
    table.rootObject {
      $0.exactly = [
        [(.field(0), .number("1.0")), (.field(1), .text("x"))],
        [(.other(Bytes(text: "y")), Value(.null))],
      ]
    }
    #expect(table.faults("a=1 b=x") == [])
    #expect(table.faults("y=null") == [])
    for wrong in ["a=1", "a=1 b=y", "a=1 b=x c=1", "a=1 b=x z=1", "y=1", ""] {
      #expect(table.faults(wrong) == ["- const 0"], "\(wrong)")
    }
    table.rootObject { $0.exactly = [] }
    #expect(table.faults("") == ["- const 0"])
  }

  @Test("unevaluatedProperties speaks of what no rule that passed has judged")
  func unevaluated() {
    var table = Table()
    let any = table.add { _ in }
    let yes = table.value(.constant(.text("yes")))
    let never = table.never()
    let knowsA = table.object { $0.properties = [.field(0): any] }
    let knowsB = table.object {
      $0.properties = [.field(1): yes]
      $0.required = [.field(1)]
    }
    let isYes = table.object {
      $0.properties = [.field(1): yes]
      $0.required = [.field(1)]
    }
    let knowsX = table.object { $0.patterns = [(TestPattern(beginning: "x"), any)] }
    table.root {
      $0.all = [knowsA]
      $0.any = [knowsB, any]
      $0.condition = isYes
      $0.then = knowsX
    }
    table.rootObject { $0.unevaluated = never }
    #expect(table.faults("a=1") == [])
    #expect(table.faults("a=1 b=yes x=1") == [])
    #expect(table.faults("b=no") == ["b never"], "a branch that failed has judged nothing")
    #expect(table.faults("x=1") == ["x unknown member"], "then was not tried")
    #expect(table.faults("a=1 c=1") == ["c never"])
    let number = table.value(.type(.number))
    table.rootObject { $0.unevaluated = number }
    #expect(table.faults("c=1") == [])
    #expect(table.faults("c=z") == ["c type"])
  }

  @Test("What each keyword judges is evaluated: b by way of another schema", arguments: 0...6)
  func evaluatedThrough(_ keyword: Int) {
    var table = Table()
    let any = table.add { _ in }
    let never = table.never()
    let knowsB = table.object { $0.properties = [.field(1): any] }
    let hasC = table.object { $0.required = [.field(2)] }
    let hasX = table.object { $0.required = [.other(Bytes(text: "x"))] }
    table.rootObject {
      $0.properties = [.field(0): any]
      $0.unevaluated = never
      if keyword == 0 { $0.dependentSchemas = [(.field(0), knowsB)] }
    }
    table.root {
      switch keyword {
      case 1: $0.reference = knowsB
      case 2: $0.all = [knowsB]
      case 3: $0.any = [hasX, knowsB]
      case 4: $0.one = [hasX, knowsB]
      case 5: $0.condition = knowsB
      case 6:
        $0.condition = hasX
        $0.otherwise = knowsB
      default: break
      }
    }
    #expect(table.faults("a=1 b=2") == [])
    #expect(table.faults("a=1 b=2 c=3") == ["c never"])
    table.root {
      $0.reference = nil
      $0.all = [hasC]
      $0.any = nil
      $0.one = nil
      $0.condition = nil
      $0.object?.dependentSchemas = []
    }
    #expect(table.faults("a=1 b=2") == ["b never", "c missing"], "required judges no value")
  }

  @Test("additionalProperties judges all, so that nothing is left unevaluated; not judges nothing")
  func evaluated() {
    var table = Table()
    let any = table.add { _ in }
    let never = table.never()
    table.rootObject {
      $0.additional = any
      $0.unevaluated = never
    }
    #expect(table.faults("a=1 x=2") == [])
    var negated = Table()
    let forbidden = negated.never()
    let all = negated.add { _ in }
    let needsX = negated.object {
      $0.properties = [.field(0): all]
      $0.required = [.other(Bytes(text: "x"))]
    }
    negated.root { $0.not = needsX }
    negated.rootObject { $0.unevaluated = forbidden }
    #expect(negated.faults("a=1") == ["a never"])
  }

  @Test("The false schema, a type that is no object, a reference that never ends")
  func never() {
    var table = Table()
    table.root { $0.isNever = true }
    #expect(table.faults("") == ["- never"])
    table = Table()
    table.root { $0.constraints = [.type([.string, .null])] }
    #expect(table.faults("a=1") == ["- type"])
    table.root { $0.constraints = [.type([.object, .null])] }
    #expect(table.faults("a=1") == [])
    table = Table()
    table.root { $0.reference = 0 }
    #expect(table.faults("a=1") == ["- never"])
  }

  @Test("A value against nodes: references, alternatives and conditions")
  func values() {
    var table = Table()
    let number = table.value(.type(.number))
    let short = table.value(.type(.string), .maxLength(2))
    let small = table.value(.maximum(Decimal(5)))
    let either = table.add {
      $0.one = [number, short]
      $0.condition = number
      $0.then = small
    }
    let notFive = table.value(.constant(.number("5.0")))
    let ruled = table.add {
      $0.reference = either
      $0.not = notFive
      $0.any = [number, short]
    }
    let rules = Rules(nodes: table.nodes, root: nil)
    let both = field("a", .numberOrText) { $0.node = ruled }
    for (text, fault) in [
      ("4", nil), ("6", "maximum"), ("5", "not 1"), ("ab", nil), ("abc", "oneOf 0"),
    ] as [(String, String?)] {
      let verdict = both.verdict(text, rules)
      #expect(verdict.isRight == (fault == nil), "\(text)")
      if let fault { #expect(verdict == .refused(fault), "\(text)") }
    }
    #expect(both.fault(stored: .text("abc"), rules) == "oneOf 0")
  }
}
