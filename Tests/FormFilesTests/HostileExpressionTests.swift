import FormFiles
import Forms
import Testing

/// Expressions that ask for more than there is, or for what a record does not say.
@Suite("Expressions: hostile ones are bounded")
struct HostileExpressionTests {
  private func form(_ fields: [(String, String)]) throws -> Form {
    let computed = fields.map {
      ",\"\($0.0)\": {\"type\": \"string\", \"readOnly\": true, \"x-calculate\": \"\($0.1)\"}"
    }
    return try FormFile.read(
      Bytes(
        ("{\"properties\": {\"t\": {\"type\": \"string\"}, \"u\": {\"type\": \"string\"}"
          + computed.joined() + "}}").utf8), name: "form")
  }

  /// The value of an expression over the texts t and u; nil for none.
  private func value(_ expression: String, t: String = "x", u: String? = nil) throws -> String? {
    let form = try form([("c", expression)])
    var record = Record(fieldCount: 3)
    record.set(0, Value(.text, Bytes(t.utf8)))
    if let u { record.set(1, Value(.text, Bytes(u.utf8))) }
    let value = form.computedValue(2, record)
    return value.kind == .absent ? nil : value.text.string
  }

  private static let million = "printf('%.*c', 1000000, 'a')"

  @Test(
    "What would take time or memory without measure is no value",
    arguments: [
      "\(million) || t", "printf('%.*c', 1000000000, 'a') || t", "printf('%1000000000d', 1) || t",
      "printf('%.1000000000f', 1.5) || t", "printf('%*d', 2147483647, 1) || t",
      "printf('%*d', -2147483647, 1) || t", "printf('%s%.*c', 'x', 2147483647, t)",
      "format('%.*c%.*c', 100000, 'a', 100000, t)", "replace(t, 'x', \(million))",
      "hex(hex(hex(hex(printf('%.*c', 100000, 'a'))))) || t", "char(65) || \(million) || t",
      "replace(replace(printf('%.*c', 10000, 'a'), 'a', t), 'x', 'y' || printf('%.*c', 100, 'z'))",
    ])
  func tooMuch(_ expression: String) throws {
    #expect(try value(expression) == nil)
  }

  /// 90 arguments in each of 30 levels, each a text of a million characters made anew.
  @Test func nestedTexts() throws {
    let text = "length(replace(\(Self.million),'a','b'))"
    var nested = "t"
    for _ in 0..<30 {
      nested = "max(\(Array(repeating: text, count: 90).joined(separator: ",")),\(nested))"
    }
    // SQLite may find it too large at once.
    #expect((try? value(nested)) ?? nil == nil)
  }

  /// All expressions of a form count together: two hundred costly ones leave each less.
  @Test func manyCostlyExpressions() throws {
    let costly = "printf('%.*c', 100000, 'a') LIKE '%\(String(repeating: "a", count: 90))b' || t"
    let form = try form((0..<200).map { ("c\($0)", costly) })
    var record = Record(fieldCount: 202)
    record.set(0, Value(.text, Bytes("x".utf8)))
    #expect(form.computed.allSatisfy { form.computedValue($0, record).kind == .absent })
  }

  @Test func tooManyExpressions() throws {
    let checks = Array(
      repeating: "{\"assert\":\"a\",\"message\":\"\",\"field\":\"a\"}", count: 5_001)
    let error = try #require(throws: FormFileError.self) {
      try FormFile.read(
        Bytes(
          "{\"properties\":{\"a\":{}},\"x-check\":[\(checks.joined(separator: ","))]}".utf8),
        name: "form")
    }
    #expect(error.reason == .tooManyExpressions(limit: 5_000, of: "of them"))
    let long = try #require(throws: FormFileError.self) {
      try form((0..<11).map { ("c\($0)", "t" + String(repeating: " + 1", count: 25_000)) })
    }
    #expect(long.reason == .tooManyExpressions(limit: 1 << 20, of: "bytes"))
  }

  @Test("Four thousand fields, each computed from the next")
  func longChain() throws {
    let form = try form((0..<4_000).map { ("c\($0)", $0 == 3_999 ? "t || 1" : "c\($0 + 1)") })
    #expect(form.computed == (2..<4_002).reversed())
    let error = try #require(throws: FormFileError.self) {
      try self.form((0..<4_000).map { ("c\($0)", "c\(($0 + 1) % 4_000)") })
    }
    #expect(
      error.message
        == "c0: computed from itself: c0, c1, c2, c3, c4, c5, c6, c7 … (4000 in all)")
  }

  // MARK: What a record does not say

  @Test(
    "The present time by a text that is made or given is no value",
    arguments: [
      ("date(t)", "now"), ("DateTime(t)", "NOW"), ("time(t)", "Now"), ("julianday(t)", "now"),
      ("unixepoch(t)", "now"), ("strftime('%Y', t)", "now"), ("date(t, '+1 day')", "now"),
      ("date('n' || 'ow') || t", "x"), ("date(lower('N') || 'ow') || t", "x"),
      ("date(replace(t, '-', ''))", "n-o-w"), ("date(trim(t, '*'))", "*now*"),
      ("strftime('%s') || t", "x"), ("strftime(t)", "%s"), ("date(char(110,111,119)) || t", "x"),
      ("date(x'6e6f77') || t", "x"), ("date(CAST(x'6e6f7700' AS TEXT)) || t", "x"),
      ("datetime('2024-01-02', t)", "localtime"), ("datetime('2024-01-02', t)", "UTC"),
      ("datetime('2024-01-02', '+1 day', 'local' || 'time') || t", "x"),
      ("time(t)", "subsec"), ("coalesce(date(t), date(t))", "now"),
    ])
  func thePresent(_ expression: String, _ text: String) throws {
    #expect(try value(expression, t: text) == nil)
  }

  @Test("The word alone is a text like others, and dates are what they say")
  func timesThatTheRecordSays() throws {
    #expect(try value("iif(t = 'now', 'at once', 'later')", t: "now") == "at once")
    #expect(try value("t || ' utc'", t: "12:00") == "12:00 utc")
    #expect(try value("date(t, '+1 month')", t: "2024-01-31") == "2024-03-02")
    #expect(try value("strftime('%d.%m.%Y', t)", t: "2024-02-29") == "29.02.2024")
    #expect(try value("julianday(t) - julianday(u)", t: "2024-03-01", u: "2024-02-28") == "2")
    #expect(try value("date(t)", t: "no date") == nil)
    #expect(try value("unixepoch(t)", t: "1970-01-02") == "86400")
  }

  @Test(
    "What is plain from the text is refused at the start",
    arguments: [
      "date('now') || t", "DATE('NOW') || t", "strftime('%s', 'now') || t",
      "date(lower('Now')) || t",
      "datetime(t, 'localtime')", "time(t, 'utc')", "julianday() || t", "unixepoch('now') || t",
      "CURRENT_TIMESTAMP || t", "current_time || t", "time('subsec') || t",
      "datetime(t, ('local' || 'time'), 'utc')", "random() || t", "sqlite_version() || t",
    ])
  func refused(_ expression: String) throws {
    #expect(throws: FormFileError.self) { try self.form([("c", expression)]) }
  }

  @Test("A check may look at the clock: it judges, and nothing is stored")
  func checksMayAskForThePresent() throws {
    let form = try FormFile.read(
      Bytes(
        #"""
        {"properties": {"t": {"type": "string"}}, "x-check": [
          {"assert": "t <= date('now', 'localtime', '+2 days')", "message": "m", "field": "t"}]}
        """#.utf8), name: "form")
    var record = Record(fieldCount: 1)
    record.set(0, Value(.text, Bytes("2020-01-01".utf8)))
    #expect(form.faults(stored: record).isEmpty)
    record.set(0, Value(.text, Bytes("9999-01-01".utf8)))
    #expect(form.faults(stored: record).count == 1)
  }

  // MARK: Functions of our own

  /// Read off SQLite's documentation of its core functions.
  @Test(
    "Search, replacement and trimming are SQLite's",
    arguments: [
      ("instr(t, 'an')", "banana", "2"), ("instr(t, 'na' || 'na')", "banana", "3"),
      ("instr(t, 'x')", "banana", "0"), ("instr(t, '')", "banana", "1"),
      ("instr(t, 'ß')", "aéß", "3"), ("instr(x'616263', x'63') || t", "", "3"),
      ("instr('aéß', x'c39f') || t", "", "3"), ("instr(1234, 34) || t", "", "3"),
      ("instr(t, NULL)", "a", nil), ("replace(t, 'an', 'o')", "banana", "booa"),
      ("replace(t, 'aa', 'b')", "aaaaa", "bba"), ("replace(t, '', 'b')", "aa", "aa"),
      ("replace(t, 'a', '')", "banana", "bnn"), ("replace(t, 'x', NULL)", "a", nil),
      ("replace(120, 2, t)", "+", "1+0"), ("trim(t, 'xy')", "xyxaxyx", "a"),
      ("ltrim(t, 'xy')", "xyaxy", "axy"), ("rtrim(t, 'xy')", "xyaxy", "xya"),
      ("trim(t, 'é')", "ééaé", "a"), ("trim(t, '')", " a ", " a "), ("trim(t)", " a ", "a"),
      ("trim(t, 'a')", "aaa", ""), ("trim(t, NULL)", "a", nil),
      ("printf('%05.2f|%-4s|%+d|%%|%c', 3.14159, t, 5, 'xyz')", "ab", "03.14|ab  |+5|%|x"),
      ("printf('%*d|%.*f', 5, 42, 1, 2.71) || t", "", "   42|2.7"),
      ("format('%.3s|%,d', t, 1234567)", "abcdef", "abc|1,234,567"),
      ("printf('%.500s', t)", "a", "a"),
    ] as [(String, String, String?)])
  func functions(_ expression: String, _ text: String, _ expected: String?) throws {
    #expect(try value(expression, t: text) == expected)
  }

  /// A naive search would compare sixteen million characters of each of these a thousand times.
  @Test func searchIsInProportion() throws {
    let text = String(repeating: "a", count: 60_000)
    let needle = String(repeating: "a", count: 30_000) + "b"
    #expect(try value("instr(t, u) || replace(t, u, '')", t: text, u: needle) == "0" + text)
    #expect(try value("length(rtrim(t, u))", t: text, u: needle) == "0")
  }
}
