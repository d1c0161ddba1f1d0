import Foundation
import TestSupport
import Testing

/// The report of `formsh check`: each fault with file, line and field, in the file's order.
@Suite struct CheckFaultTests {
  private static let invalidEmail =
    "email: invalid email: small letters, digits, _ . - before the @; after it a name such as "
    + "example.org that ends in a point and 2 to 6 letters or points"

  @Test func allFaultsOfAllRecordsAreSaidWithTheirLine() throws {
    let folder = try CheckFolder([
      "people.csv": """
      name,age,gender,email
      Kim,30,M,kim@example.org
      Maximiliane,250,X,nobody
      Lee,,F,lee@example.org
      Jo,007,F,jo@example.org
      Jo,abc,F,jo@example.org

      """
    ])
    let outcome = try folder.check("person", "people.csv")
    #expect(
      outcome.faults == [
        "people.csv:3: name: 11 of 10 characters: Maximiliane is too long",
        "people.csv:3: age: 250 is not between 1 and 100",
        "people.csv:3: gender: X is not one of M, F",
        "people.csv:3: " + Self.invalidEmail,
        "people.csv:4: age: a value is required",
        "people.csv:5: age: 007 has a leading zero; write it without",
        "people.csv:6: age: abc is not a whole number between 1 and 100",
      ])
    #expect(
      outcome.summary
        == "5 records: 1 right, 4 wrong; faults: name 1, age 4, gender 1, email 1")
    #expect(outcome.status == 1 && outcome.output == "")
  }

  @Test func rightFilesAreSilentButForTheSummary() throws {
    let folder = try CheckFolder([
      "p.csv": People.header + "Kim,30,M,kim@example.org\n"
    ])
    let outcome = try folder.check("person", "p.csv")
    #expect(outcome.error == "1 record: 1 right, 0 wrong\n")
    #expect(outcome.output == "" && outcome.status == 0)
  }

  @Test func columnsMayStandInAnyOrder() throws {
    let folder = try CheckFolder([
      "p.tsv": "email\tage\tname\tgender\nkim@example.org\t0\tKim\tF\n"
    ])
    #expect(
      try folder.check("person", "p.tsv").faults == ["p.tsv:2: age: 0 is not between 1 and 100"])
  }

  @Test func missingUnknownAndRepeatedColumnsAreNamed() throws {
    let folder = try CheckFolder([
      "p.csv": "name,Age,gender,email,name\nKim,30,M,kim@example.org,Lee\n"
    ])
    let outcome = try folder.check("person", "p.csv")
    #expect(
      outcome.faults == [
        "p.csv:1: no field is called Age (did you mean age?); the column name is there more than once"
          + " (no record is judged)"
      ])
    #expect(outcome.status == 1)
  }

  @Test func rowsThatAreNoneAreNamedWhereTheyBegan() throws {
    let folder = try CheckFolder([
      "p.csv": People.header + "\"Jo\nhn\",30,M\nKim,0,M,kim@example.org\n"
        + "\"x\"y,1,M,a@b.co\nKim,30,M,kim@example.org,5\nLee,0,F,lee@example.org\n\"Kim,1,M,a@b.co\n"
    ])
    let outcome = try folder.check("person", "p.csv")
    #expect(
      outcome.faults == [
        "p.csv:2: 3 cells, not 4",
        "p.csv:4: age: 0 is not between 1 and 100",
        "p.csv:5: text follows a closing quote",
        "p.csv:6: 5 cells, not 4",
        "p.csv:7: age: 0 is not between 1 and 100",
        "p.csv:8: a quote is opened and not closed",
      ])
    #expect(outcome.summary == "6 records: 0 right, 6 wrong; faults: age 2, of no field 4")
  }

  @Test func jsonLinesAreJudgedAsJSONSchemaSays() throws {
    let folder = try CheckFolder([
      "p.jsonl": #"""
      {"name":"Kim","age":30,"gender":"M","email":"kim@example.org","extra":[1,{}]}
      {"name":"Kim","age":"30","gender":"M","email":"kim@example.org"}
      {"email":"kim@example.org", "age":3e1,"gender":"M","name":"K\u00efm"}
      {"name":null,"age":1.5,"gender":"M"}
      {"name":"Kim","age":30,"age":31,"gender":"M","email":"kim@example.org"}
      12
      {"name":"Kim" "age":30}

      [{}]
      {"name":"Kim","age":101,"gender":"M","email":"kim@example.org"}
      """#
    ])
    let outcome = try folder.check("person", "p.jsonl")
    #expect(
      outcome.faults == [
        "p.jsonl:2: age: \"30\" is not a whole number",
        "p.jsonl:3: age: 3e1 is not a whole number between 1 and 100",
        "p.jsonl:4: name: null is not a text",
        "p.jsonl:4: age: 1.5 is not a whole number between 1 and 100",
        "p.jsonl:4: email: a value is required",
        "p.jsonl:5: column 24: duplicate key",
        "p.jsonl:6: 12 is not an object",
        "p.jsonl:7: column 15: expected ',' or '}'",
        "p.jsonl:9: [{}] is not an object",
        "p.jsonl:10: age: 101 is not between 1 and 100",
      ])
  }

  @Test func whatTheFormDoesNotForbidIsRight() throws {
    let folder = try CheckFolder([
      "open.json": #"{"properties":{"a":{"type":"string"}}}"#,
      "closed.json":
        #"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#,
      "x.jsonl": "{\"a\":\"x\",\"z\":\"y\"}\n12\n{}\n\"text\"\n",
    ])
    let open = try folder.check("open.json", "x.jsonl", "-f", "json")
    #expect(open.status == 0)
    #expect(open.output == "{\"a\":\"x\",\"z\":\"y\"}\n12\n{}\n\"text\"\n")
    let closed = try folder.check("closed.json", "x.jsonl", "-f", "json")
    #expect(
      closed.faults == [
        "x.jsonl:1: z: the form allows no such field", "x.jsonl:2: 12 is not an object",
        "x.jsonl:4: \"text\" is not an object",
      ])
    #expect(closed.output == "{}\n")
    // What is no object has no columns.
    let table = try folder.check("open.json", "x.jsonl", "-f", "csv")
    #expect(
      table.faults == ["x.jsonl:2: 12 is not an object", "x.jsonl:4: \"text\" is not an object"])
  }

  @Test func answersAreJudgedByTheirPlace() throws {
    let lines = ["Kim", "30", "M", "kim@example.org"]
    let wrong = ["  Lee  ", "0", "X", "", "Jo", "next", "F", "jo@example.org", "Kim", "1"]
    let outcome = try CheckFolder().check(
      "person", "-", "--from", "lines", "-f", "json",
      input: .piped(Array((lines + wrong).map { $0 + "\r\n" }.joined().utf8)))
    #expect(
      outcome.faults == [
        "stdin:6: age: 0 is not between 1 and 100",
        "stdin:7: gender: X is not one of M, F",
        "stdin:8: email: a value is required",
        "stdin:10: age: next is not a whole number between 1 and 100",
        "stdin:13: 2 lines, not 4",
      ])
    #expect(
      outcome.output
        == #"{"name":"Kim","age":30,"gender":"M","email":"kim@example.org"}"# + "\n")
  }

  @Test func answersStandForNoValueAndDefaultsAsAtThePrompt() throws {
    let folder = try CheckFolder([
      "f.json": #"""
      {"type":"object","required":["b"],"properties":{
       "a":{"type":["string","null"]},"b":{"type":"integer","default":7},
       "c":{"type":"integer","x-initial":3},
       "d":{"type":"integer","readOnly":true,"x-calculate":"b * 2"}}}
      """#
    ])
    let outcome = try folder.check(
      "f.json", "-", "--from", "lines", "-f", "json", input: "\n\n\nx\n+04\n5\n")
    #expect(
      outcome.output == "{\"a\":null,\"b\":7,\"d\":14}\n{\"a\":\"x\",\"b\":4,\"c\":5,\"d\":8}\n")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (
      "csv",
      "name,age,gender,email\nKim,30,M,kim@example.org\nK\u{FF}m,1,M,a@b.co\nLee,0,F,a@b.co\n",
      ["b.csv:3: column 2: the byte 0xFF is not UTF-8", "b.csv:4: age: 0 is not between 1 and 100"]
    ),
    (
      "jsonl", "{\"name\":\"K\u{FF}m\"}\n12\n",
      ["b.jsonl:1: column 11: invalid UTF-8 byte 0xFF", "b.jsonl:2: 12 is not an object"]
    ),
    (
      "lines", "Kim\n30\nM\nk\u{FF}\nLee\n0\nF\na@b.co\n",
      [
        "b.lines:4: column 2: the byte 0xFF is not UTF-8",
        "b.lines:6: age: 0 is not between 1 and 100",
      ]
    ),
  ])
  func aByteThatIsNoUTF8IsAFaultOfItsRecord(
    _ format: String, _ latin1: String, _ faults: [String]
  ) throws {
    let folder = try CheckFolder()
    let bytes = latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try Data(bytes).write(to: folder.folder.url.appendingPathComponent("b.\(format)"))
    let outcome = try folder.check("person", "b.\(format)", "--from", format)
    #expect(outcome.faults == faults)
    #expect(outcome.status == 1)
  }

  @Test func computedValuesAndChecksAreJudged() throws {
    let folder = try CheckFolder([
      "f.json": #"""
      {"type":"object","properties":{
       "a":{"type":"integer"},"b":{"type":"integer"},
       "sum":{"type":"integer","readOnly":true,"x-calculate":"a + b"}},
       "x-check":[{"assert":"a < b","message":"a must be below b","field":"b"}]}
      """#,
      "x.csv": "a,b,sum\n1,2,3\n1,2,4\n5,4,9\n1,2,\n",
      "y.csv": "a,b\n1,2\n2,1\n",
    ])
    let outcome = try folder.check("f.json", "x.csv", "y.csv", "-f", "csv")
    #expect(
      outcome.faults == [
        "x.csv:3: sum: 4 is not the computed 3", "x.csv:4: b: a must be below b",
        "x.csv:5: sum: \"\" is not the computed 3", "y.csv:3: b: a must be below b",
      ])
    #expect(outcome.output == "a,b,sum\n1,2,3\n1,2,\n")
  }

  @Test func namesAndValuesAreHarmlessOnATerminal() throws {
    let folder = try CheckFolder([
      "p\u{1b}[2J.csv": People.header + "\u{1b}[31mred,30,M\u{1b},kim@example.org\n"
    ])
    let outcome = try folder.check("person", "p\u{1b}[2J.csv")
    #expect(
      outcome.faults == ["p\\u{1b}[2J.csv:2: gender: M\\u{1b} is not one of M, F"])
  }

  @Test func secretValuesAreNotRepeated() throws {
    let folder = try CheckFolder([
      "f.json":
        #"{"type":"object","properties":{"pin":{"type":"string","maxLength":2,"writeOnly":true},"x":{"type":"string"}}}"#,
      "x.csv": "pin,x\n12345,a\n",
    ])
    let outcome = try folder.check("f.json", "x.csv", "--summary")
    #expect(outcome.said.first?.hasPrefix("x.csv:2: pin: ") == true)
    #expect(!outcome.error.contains("12345"))
  }
}
