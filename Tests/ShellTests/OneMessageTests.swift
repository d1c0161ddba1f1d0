import TestSupport
import Testing

/// A value is told the same, whether it is typed, stands in a script or in a file of any format.
@Suite struct OneMessageTests {
  /// A field, a text that it refuses, and what is said of it everywhere.
  struct Case: Sendable, CustomTestStringConvertible {
    var field: String
    var text: String
    var said: String
    /// Whether the text is a number in JSON.
    var isNumber = false
    var testDescription: String { "\(text) in \(field)" }
  }

  static let cases = [
    // Of a text the first rule of the file that is broken; of a number its characters before all else.
    Case(
      field: #"{"type":"string","x-characters":"01","maxLength":2}"#, text: "0129",
      said: "2 is not one of the characters 01"),
    Case(
      field: #"{"type":"string","pattern":"^0","x-characters":"01","x-error":{"pattern":"P"}}"#,
      text: "1x", said: "P"),
    Case(
      field: #"{"type":"string","x-characters":"01","pattern":"^0","x-error":{"pattern":"P"}}"#,
      text: "1x", said: "x is not one of the characters 01"),
    Case(
      field: #"{"type":"string","pattern":"^0","x-characters":"01","x-error":{"pattern":"P"}}"#,
      text: "10", said: "P"),
    Case(
      field: #"{"type":"string","x-characters":"ab","minLength":3,"x-error":{"x-characters":"C"}}"#,
      text: "z", said: "C"),
    Case(
      field: #"{"type":"integer","maximum":9,"x-characters":"0123456789"}"#, text: "-20",
      said: "-20 is not a whole number 9 or below", isNumber: true),
    Case(
      field: #"{"type":"number","maximum":9,"x-characters":"0123456789.","x-error":"N"}"#,
      text: "-20", said: "N", isNumber: true),
    // A list of values is told by the keyword that states it.
    Case(field: #"{"enum":["a","b"],"x-error":{"enum":"E"}}"#, text: "c", said: "E"),
    Case(field: #"{"const":"a","x-error":{"const":"K"}}"#, text: "c", said: "K"),
    Case(
      field: #"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}],"x-error":{"oneOf":"O"}}"#,
      text: "c", said: "O"),
    Case(
      field: #"{"anyOf":[{"const":"a","title":"A"},{"const":"b"}],"x-error":{"anyOf":"Y"}}"#,
      text: "c", said: "Y"),
    Case(
      field: #"{"enum":["a","b"],"oneOf":[{"const":"a"},{"const":"c"}],"x-error":{"oneOf":"O"}}"#,
      text: "b", said: "O"),
    Case(
      field: #"{"anyOf":[{"enum":["a","b"]},{"type":"null"}],"x-error":{"enum":"E"}}"#,
      text: "c", said: "E"),
    // A list of values comes before the other rules, wherever the file states it.
    Case(field: #"{"pattern":"^a","enum":["ab","cd"]}"#, text: "cd", said: "cd is not ab"),
    Case(
      field: #"{"maxLength":2,"enum":["ab","cd"],"x-error":{"maxLength":"M"}}"#, text: "abc",
      said: "abc is not one of ab, cd"),
    // The text for the field is for every rule of its value.
    Case(field: #"{"enum":["a","b"],"x-error":"F"}"#, text: "c", said: "F"),
    Case(
      field: #"{"type":"integer","x-error":{"maximum":"M"},"maximum":5}"#, text: "6",
      said: "M", isNumber: true),
    Case(
      field: #"{"type":"number","x-error":{"multipleOf":"M"},"multipleOf":2}"#, text: "3",
      said: "M", isNumber: true),
    Case(
      field: #"{"type":"string","format":"date","x-error":{"format":"D"}}"#, text: "x", said: "D"),
    Case(
      field: #"{"type":"string","not":{"maxLength":1},"x-error":{"not":"T"}}"#, text: "x", said: "T"
    ),
    Case(
      field: #"{"type":"string","x-maxCharacters":1,"x-error":{"x-maxCharacters":"X"}}"#,
      text: "xy", said: "X"),
  ]

  @Test(arguments: cases)
  func everywhereTheSame(_ one: Case) throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"v":\#(one.field)}}"#,
      "v.csv": "v\n\(one.text)\n",
      "v.tsv": "v\n\(one.text)\n",
      "v.jsonl": #"{"v":\#(one.isNumber ? one.text : "\"\(one.text)\"")}"# + "\n",
      "v.txt": one.text + "\n",
    ])
    let typed = try Program.run(
      ["f.json"], input: .redirected(Array((one.text + "\n").utf8)), in: folder.folder.url)
    let answer = typed.said.first?.split(separator: "; ").first
    #expect(answer == "stdin:1: v: \(one.said)")
    for (file, line) in [("v.csv", 2), ("v.tsv", 2), ("v.jsonl", 1)] {
      let checked = try folder.check("f.json", file)
      #expect(checked.faults == ["\(file):\(line): v: \(one.said)"])
    }
    let lines = try folder.check("f.json", "v.txt", "--from", "lines")
    #expect(lines.faults == ["v.txt:1: v: \(one.said)"])
  }

  /// What a typed line can break before it is a value has keywords too.
  @Test(arguments: [
    (#"{"type":"integer","x-plain":true,"x-error":{"x-plain":"P","type":"T"}}"#, "+5", "P"),
    (#"{"type":"integer","x-plain":true,"x-error":{"x-plain":"P","type":"T"}}"#, "05", "P"),
    (#"{"type":"integer","x-plain":true,"x-error":{"type":"T"}}"#, "05", "T"),
    (#"{"type":"boolean","const":true,"x-error":{"const":"K"}}"#, "no", "K"),
    (#"{"enum":[true],"x-error":{"enum":"E"}}"#, "no", "E"),
    (#"{"enum":[true]}"#, "no", "no is not yes"),
    (#"{"type":"string","x-error":{"required":"R"}}"#, "", "R"),
    // The text for the field says what is wrong with a value, not that there is none.
    (
      #"{"type":"string","maxLength":3,"x-error":"F"}"#, "",
      "an answer is required"
    ),
  ])
  func everyKeywordHasItsText(_ field: String, _ text: String, _ said: String) throws {
    let folder = try CheckFolder(["f.json": #"{"properties":{"v":\#(field)},"required":["v"]}"#])
    let typed = try Program.run(
      ["f.json"], input: .redirected(Array((text + "\n").utf8)), in: folder.folder.url)
    #expect(typed.said.first?.split(separator: "; ").first == "stdin:1: v: \(said)")
  }

  /// A check has words of its own, which the text of its field does not replace.
  @Test func aCheckSaysItself() throws {
    let folder = try CheckFolder([
      "f.json": """
      {"properties":{"v":{"type":"integer","x-error":"F"}},
       "x-check":[{"assert":"v < 5","message":"too much","field":"v"}]}
      """,
      "v.csv": "v\n7\n",
    ])
    let typed = try Program.run(["f.json"], input: "7\n", in: folder.folder.url)
    #expect(typed.said.first == "stdin:1: v: too much")
    #expect(try folder.check("f.json", "v.csv").faults == ["v.csv:2: v: too much"])
  }
}
