import JSONText
import Testing

/// Equality of values as JSON Schema has it (core, 4.2.2).
@Suite struct EqualityTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    ("null", " null"), ("true", "true"), ("1", "1.0"), ("-0", "0.0"), ("1e400", "10e399"),
    (#""a""#, #""\u0061""#),
    (#""\/""#, #""/""#), (#""\ud83d\ude00""#, #""😀""#), ("[]", "[ ]"), ("[1,[2]]", "[1.0,[2e0]]"),
    ("{}", "{ }"),
    (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#),
    (#"{"a":{"x":[],"y":""}}"#, #"{"\u0061":{"y":"","x":[]}}"#),
  ])
  func equal(one: String, other: String) throws {
    #expect(try value(one) == value(other))
    #expect(try value(other) == value(one))
    #expect(try Set([value(one), value(other)]).count == 1)
  }

  @Test(arguments: [
    ("null", "false"), ("false", "true"), ("0", "false"), ("1", "true"), ("0", "null"),
    (#""""#, "null"), (#""1""#, "1"),
    ("1", "1.0000000000000000000001"), ("1e400", "1e401"), (#""a""#, #""A""#),
    ("\"é\"", "\"e\u{301}\""),
    ("[]", "{}"), ("[]", "[[]]"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("{}", #"{"a":null}"#),
    (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"b":2}"#, #"{"a":1}"#),
    (#"[{"a":[0]}]"#, #"[{"a":[false]}]"#),
  ])
  func different(one: String, other: String) throws {
    #expect(try value(one) != value(other))
    #expect(try value(other) != value(one))
    #expect(try Set([value(one), value(other)]).count == 2)
  }

  @Test func partsOfOneTextAreCompared() throws {
    let array = Array(try #require(value(#"[{"a":1},{"a":1.0},{"a":2}]"#).elements))
    #expect(array[0] == array[1])
    #expect(array[0] != array[2])
  }

  @Test func deepValuesAreCompared() throws {
    let text = String(repeating: #"[{"a":"#, count: 255) + "0" + String(repeating: "}]", count: 255)
    let other = text.replacing("0", with: "0.0")
    #expect(try value(text) == value(other))
    #expect(try value(text).hashValue == value(other).hashValue)
  }
}
