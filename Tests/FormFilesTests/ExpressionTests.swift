import FormFiles
import Forms
import Testing

/// Computed fields and checks: what SQLite makes of them, and what is refused.
struct ExpressionTests {
  private func form(_ text: String) throws -> Form {
    try FormFile.read(Bytes(text.utf8), name: "form", file: "form.json")
  }

  /// A form with fields a (number), n (integer), t (text), b (yes or no) and c, computed.
  private func computed(_ expression: String, type: String = "number") throws -> Form {
    try form(
      #"""
      {"properties": {"a": {"type": "number"}, "n": {"type": "integer"}, "t": {"type": "string"},
       "b": {"type": "boolean"},
       "c": {"type": "\#(type)", "readOnly": true, "x-calculate": "\#(expression)"}}}
      """#)
  }

  private func value(
    _ expression: String, a: String? = nil, n: String? = nil, t: String? = nil, b: String? = nil,
    type: String = "number"
  ) throws -> String? {
    let form = try computed(expression, type: type)
    var record = Record(fieldCount: 5)
    if let a { record.set(0, Value(.number, Bytes(a.utf8))) }
    if let n { record.set(1, Value(.number, Bytes(n.utf8))) }
    if let t { record.set(2, Value(.text, Bytes(t.utf8))) }
    if let b { record.set(3, Value(.boolean, Bytes(b.utf8))) }
    let value = form.computedValue(4, record)
    return value.kind == .absent ? nil : value.text.string
  }

  @Test func numbersOfKindNumberAreReal() throws {
    #expect(try value("a / 2", a: "5") == "2.5")
    #expect(try value("n / 2", n: "5") == "2")
    #expect(try value("n + 0", n: "9223372036854775807") == "9223372036854775807")
    #expect(try value("a + 0", a: "0.1") == "0.1")
    #expect(try value("a + 0.2", a: "0.1") == "0.30000000000000004")
  }

  @Test func textsTruthAndNull() throws {
    #expect(try value("t || '!'", t: "né", type: "string") == "né!")
    #expect(try value("length(t)", t: "né") == "2")
    #expect(try value("t = ''", t: "", type: "boolean") == "true")
    #expect(try value("b + 1", b: "true") == "2")
    #expect(try value("n > 3", n: "4", type: "boolean") == "true")
    #expect(try value("n > 3", n: "3", type: "boolean") == "false")
    #expect(try value("a + n", a: "1") == nil)
    #expect(try value("coalesce(a, n)", n: "7") == "7")
    #expect(try value("\\\"a\\\" + [n] + `a`", a: "1", n: "2") == "4")
    #expect(try value("A + N -- a remark", a: "1", n: "2") == "3")
  }

  /// Steps are counted for each evaluation, not for all of them together.
  @Test func manyEvaluationsAreAsGoodAsOne() throws {
    let form = try computed("a * 2 + n")
    var record = Record(fieldCount: 5)
    record.set(0, Value(.number, Bytes("2".utf8)))
    for i in 0..<20_000 {
      record.set(1, Value(.number, Bytes("\(i)".utf8)))
      guard form.computedValue(4, record).text == Bytes("\(i + 4)".utf8) else {
        Issue.record("wrong at \(i): \(form.computedValue(4, record).text.string)")
        return
      }
    }
  }

  @Test func twoWorkersEvaluateAtOnce() async throws {
    let form = try computed("a * 2 + n")
    let wrong = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var wrong = 0
          var record = Record(fieldCount: 5)
          record.set(0, Value(.number, Bytes("\(worker)".utf8)))
          for i in 0..<2_000 {
            record.set(1, Value(.number, Bytes("\(i)".utf8)))
            let value = form.computedValue(4, record)
            if value.text != Bytes("\(i + 2 * worker)".utf8) { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func whatIsTooMuchIsNoValue() throws {
    #expect(try value("replace(hex(printf('%1000000d', n)), '3', t)", n: "1", t: "33333333") == nil)
    #expect(try value("a * 1e308", a: "1e10") == nil)
    #expect(try value("abs(n)", n: "-9223372036854775808") == nil)
    #expect(try value("CAST(x'FF' AS TEXT) || t", t: "a", type: "string") == nil)
  }

  /// Each with the column of its fault; the expression stands from column 40 of line 3.
  @Test(arguments: [
    ("1 + 1", 39, "the expression names no field"),
    ("a +", nil, nil), ("a b", nil, nil), ("a; DROP TABLE x", 41, nil), ("a) FROM r --", 41, nil),
    ("(a", 40, nil), ("'a", 40, nil), ("nosuch + a", 40, "no such column: nosuch"),
    ("a + nosuch", 44, "no such column: nosuch"),
    ("a + (SELECT 1)", 45, "SELECT has no place in an expression"),
    ("a IN sqlite_schema", nil, nil), ("a + ?1", 44, nil), ("a + :x", 44, nil), ("a + @x", 44, nil),
    ("random() + a", nil, nil), ("randomblob(a)", nil, nil), ("load_extension(t)", nil, nil),
    ("a + changes()", nil, nil), ("last_insert_rowid() + a", nil, nil), ("readfile(t)", nil, nil),
    ("a + julianday('now')", 54, "a computed value cannot depend on the present time"),
    ("a || current_date", 45, "a computed value cannot depend on the present time"),
    ("a || date()", 45, "a computed value cannot depend on the present time"),
    ("a, n", nil, nil), ("a + zeroblob(10)", nil, nil), ("sum(a)", nil, nil),
    ("t = \\\"double\\\"", 44, "no such column: double"),
    ("PRAGMA user_version, a", nil, nil), ("a /* open", 42, "the comment is not closed"),
    ("t MATCH 'x'", nil, nil),
  ])
  func refusedAtTheStart(_ expression: String, _ column: Int?, _ message: String?) throws {
    let error = try #require(throws: FormFileError.self) {
      try form(
        "{\"properties\": {\"a\": {\"type\": \"number\"}, \"n\": {\"type\": \"integer\"},\n"
          + "\"t\": {\"type\": \"string\"},\n"
          + "\"c\": {\"readOnly\": true, \"x-calculate\":\"\(expression)\"}}}")
    }
    #expect(error.line == 3)
    #expect(error.field == "c")
    if let column { #expect(error.column == column, "\(error.words)") }
    if let message { #expect(error.reason.message == message) }
  }

  @Test func computedFieldsThatNeedEachOtherAreRefused() throws {
    let error = try #require(throws: FormFileError.self) {
      try form(
        #"""
        {"properties": {"a": {"type": "number"},
          "x": {"x-calculate": "y + a", "readOnly": true},
          "y": {"x-calculate": "z + 1", "readOnly": true},
          "z": {"x-calculate": "y + 1", "readOnly": true},
          "w": {"x-calculate": "a + 1", "readOnly": true}}}
        """#)
    }
    #expect(error.reason == .computedLoop(["y", "z"]))
    #expect(error.field == "y")
    #expect(error.line == 3)
  }

  @Test func computedFieldsFollowThoseTheyNeed() throws {
    let form = try form(
      #"""
      {"properties": {"a": {"type": "integer"},
        "x": {"type": "integer", "x-calculate": "y * 2", "readOnly": true},
        "y": {"type": "integer", "x-calculate": "a + 1", "readOnly": true}}}
      """#)
    #expect(form.computed == [2, 1])
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes("3".utf8).span) == .finished)
    #expect(walk.finished.values.map { $0.text.string } == ["3", "8", "4"])
    #expect(form.faults(stored: walk.finished).isEmpty)
    var wrong = walk.finished
    wrong.set(1, Value(.number, Bytes("9".utf8)))
    #expect(form.faults(stored: wrong).map { $0.field } == [1])
  }

  @Test func namesThatDifferOnlyInCase() throws {
    let fields = #""Name": {"type": "string"}, "name": {"type": "string"}"#
    #expect(try form("{\"properties\": {\(fields)}}").fields.count == 2)
    let error = try #require(throws: FormFileError.self) {
      try form(
        "{\"properties\": {\(fields)},\n \"x-check\": "
          + "[{\"assert\": \"name = ''\", \"message\": \"m\", \"field\": \"name\"}]}")
    }
    #expect(error.reason == .sameNameButCase("Name", "name"))
    #expect(error.line == 1)
    #expect(error.column == 45)
  }

  @Test func checksAreJudgedAtTheirLastOperand() throws {
    let form = try form(
      #"""
      {"properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
       "x-check": [{"assert": "\"from\" <= \"to\"", "message": "ends before it begins", "field": "to"}]}
      """#)
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes("5".utf8).span) == .accepted)
    #expect(walk.answer(Bytes("3".utf8).span) == .refused)
    #expect(walk.current == 1)
    guard case .check(0)? = walk.fault(1) else {
      Issue.record("the field has no message of the check")
      return
    }
    #expect(form.checks[0].message == "ends before it begins")
    #expect(walk.answer(Bytes("5".utf8).span) == .finished)
    // NULL passes.
    walk.startNext()
    #expect(walk.answer(Bytes("5".utf8).span) == .accepted)
    #expect(walk.answer(Bytes().span) == .finished)
  }

  @Test func checkOfNoFieldIsRefused() throws {
    let error = try #require(throws: FormFileError.self) {
      try form(
        #"""
        {"properties": {"a": {"type": "integer"}},
         "x-check": [{"assert": "a > 0", "message": "m", "field": "b"}]}
        """#)
    }
    #expect(error.reason == .noSuchField("b"))
    #expect(error.line == 2)
    #expect(error.column == 59)
  }
}
