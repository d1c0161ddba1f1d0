import FormFiles
import Forms
import JSONText
import Testing

/// Numbers that are the same on every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Whatever text the line judge accepts can be typed key by key, and its value is accepted by the record judge.
struct TypedKeyByKeyTests {
  /// Fields of all kinds and rules, and pieces of text that answers to them are made of.
  private static let fields: [(schema: String, pieces: [String])] = [
    (#"{"type": "string"}"#, ["a", "é", "e\u{301}", " ", "\t", "👨‍👩‍👧‍👦", "x", "-"]),
    (#"{"type": "string", "x-maxCharacters": 3}"#, ["a", "e", "\u{301}", "👩🏽‍🚀", "\u{200D}", " "]),
    (#"{"type": "string", "maxLength": 3, "minLength": 2}"#, ["a", "é", "e\u{301}", " "]),
    (#"{"type": "string", "pattern": "^[a-c]{2,3}x$"}"#, ["a", "b", "c", "x", " "]),
    (#"{"type": "string", "x-characters": "01ä-"}"#, ["0", "1", "ä", "-", "2", " "]),
    (#"{"type": "integer"}"#, numbers), (#"{"type": "number"}"#, numbers),
    (#"{"type": "integer", "minimum": 1, "maximum": 100, "x-plain": true}"#, numbers),
    (#"{"type": "integer", "minimum": 25, "maximum": 40}"#, numbers),
    (#"{"type": "integer", "minimum": -40, "maximum": -25}"#, numbers),
    (
      #"{"type": "integer", "minimum": -5, "maximum": 1500, "x-characters": "+-0123456789"}"#,
      numbers
    ),
    (
      #"{"type": "number", "minimum": 0.5, "maximum": 0.75, "x-characters": "-.0123456789"}"#,
      numbers
    ),
    (#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, numbers),
    (
      #"{"type": "number", "minimum": -0.25, "maximum": 0, "x-characters": "+-.0123456789"}"#,
      numbers
    ),
    (#"{"type": "number", "multipleOf": 0.01, "maximum": 20, "x-plain": true}"#, numbers),
    (#"{"type": "number", "x-unreadable": "none", "x-characters": "+-.0123456789"}"#, numbers),
    (#"{"type": ["integer", "null"], "minimum": 7}"#, numbers),
    (
      #"{"type": "boolean"}"#,
      ["y", "e", "s", "n", "o", "t", "r", "u", "f", "a", "l", "yes", "true"]
    ),
    (
      #"{"enum": ["maple", "map", "São", "10", " b"]}"#,
      ["map", "le", "S", "a", "ã", "\u{303}", "o", "10", " ", "b"]
    ),
    (#"{"enum": [1, 2.5, "x", null]}"#, numbers + ["x"]),
    (
      #"{"oneOf": [{"const": "M", "title": "Male"}, {"const": "F", "title": "Female"}]}"#,
      ["M", "F", "ale", "em", "a", "l", "e"]
    ),
    (#"{"const": "yes"}"#, ["y", "e", "s", "yes"]),
    (#"{"minimum": 3}"#, numbers + ["a", " "]),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, numbers),
    (
      #"{"anyOf": [{"type": "string", "maxLength": 2}, {"type": "string", "pattern": "^z"}]}"#,
      ["a", "z", "b"]
    ),
    (#"{"type": "string", "format": "date"}"#, ["2024", "-02", "-29", "-1", "2", "2023-12"]),
    (#"{"type": "string", "format": "time"}"#, ["23:59", ":60", ":07", "Z", "+01:00", ".5", "z"]),
    (
      #"{"type": "string", "format": "date-time"}"#,
      ["2024-02-29", "T", "t12:30:00", "12:30:00", "Z", "+01:00", ".25"]
    ),
    (#"{"type": "string", "format": "duration"}"#, ["P", "T", "1", "D", "H", "M", "W", "Y", "S"]),
    (#"{"type": "string", "format": "email"}"#, ["a", "@", "b", ".", "c", "\"", " ", "[", "]"]),
    (#"{"type": "string", "format": "ipv4"}"#, ["1.2", ".3", ".44", "255", "0"]),
    (#"{"type": "string", "format": "ipv6"}"#, [":", "::", "1", "f", "ff", "1.2.3.4"]),
    (#"{"type": "string", "format": "hostname"}"#, ["a", "-", ".", "xn--", "1"]),
    (#"{"type": "string", "format": "uri"}"#, ["http", ":", "/", "//", "a", "?", "#", "%", "41"]),
    (
      #"{"type": "string", "format": "uri-reference"}"#, ["a", ":", "/", "//", "?", "#", "%", "41"]
    ),
    (#"{"type": "string", "format": "json-pointer"}"#, ["/", "a", "~", "0", "1", "é"]),
    (#"{"type": "string", "format": "regex"}"#, ["a", "(", ")", "[", "]", "\\d", "*", "?"]),
    (
      #"{"type": "string", "format": "uuid"}"#,
      ["2eb8aa08-aa98", "-11ea-B4aa", "-73b441d16380", "A", "-"]
    ),
    (
      #"{"if": {"type": "integer"}, "then": {"maximum": 5}, "else": {"maxLength": 2}}"#,
      numbers + ["a"]
    ),
    (#"{"type": "string", "enum": ["a", "bc"], "x-maxCharacters": 1}"#, ["a", "b", "c"]),
  ]
  private static let numbers = [
    "0", "1", "2", "5", "9", "10", "25", "-", "+", ".", "e", "E", "00", "3", "99",
  ]

  @Test(arguments: fields.indices)
  func everythingAccepted(_ index: Int) throws {
    let (schema, pieces) = Self.fields[index]
    let form = try oneField(JSONValue(parsing: Array(schema.utf8)))
    let field = form.fields[0]
    var random = SplitMix(state: UInt64(index) + 1)
    var accepted = 0
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...7, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      let bytes = Array(text.utf8)
      var value = Value.absent
      guard field.judge(bytes.span, form.rules, into: &value) == nil else { continue }
      accepted += 1
      #expect(field.judge(stored: value, form.rules) == nil, "\(text)")
      // A key is a scalar: what combines may come later.
      var typed: [UInt8] = []
      for scalar in text.unicodeScalars {
        typed += Array(String(scalar).utf8)
        if case .never(let fault) = field.prospect(typed.span, form.rules) {
          Issue.record("\(schema): \(text) is right, but \(typed.string) is refused: \(fault)")
          return
        }
      }
    }
    #expect(accepted > 0, "\(schema): no answer was found to try")
  }
}
