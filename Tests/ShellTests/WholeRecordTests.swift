import Foundation
import TestSupport
import Testing

/// Rules that look at more than one field: at the answer, at the end of a record, in every format and in `check`.
@Suite struct WholeRecordTests {
  /// Forms whose records have fields without value, with lines that fill them.
  private static let forms: [(form: String, lines: [String], record: String)] = [
    // A null key would set these rules off: none is written.
    (
      #""properties":{"n":{"type":["string","null"]},"m":{"type":"string"}},"if":{"required":["n"]},"then":{"required":["m"]}"#,
      ["", ""], "{}"
    ),
    (
      #""properties":{"n":{"type":["string","null"]},"m":{"type":"string"}},"not":{"required":["n","m"]}"#,
      ["", "x"], #"{"m":"x"}"#
    ),
    (
      #""properties":{"n":{"type":["integer","null"]},"m":{"type":"string"}},"oneOf":[{"required":["n"]},{"required":["m"]}]"#,
      ["", "x"], #"{"m":"x"}"#
    ),
    (
      #""properties":{"n":{"type":["integer","null"]},"m":{"type":"string"},"o":{"type":["string","null"]}},"maxProperties":1"#,
      ["", "x", ""], #"{"m":"x"}"#
    ),
    (
      #""properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"properties":{"c":{"type":["string","null"]}}}}"#,
      ["x", ""], #"{"a":"x"}"#
    ),
    // Without such rules it is.
    (
      #""properties":{"n":{"type":["string","null"]},"m":{"type":"string"}},"additionalProperties":false"#,
      ["", "x"], #"{"n":null,"m":"x"}"#
    ),
    // What is required and computed, and has no value, is null; by itself and by another field.
    (
      #""properties":{"a":{"type":"string"},"s":{"type":["number","null"],"readOnly":true,"x-calculate":"length(a) + null"}},"required":["s"],"minProperties":1"#,
      ["x"], #"{"a":"x","s":null}"#
    ),
    (
      #""properties":{"a":{"type":"string"},"s":{"type":["number","null"],"readOnly":true,"x-calculate":"length(a) + null"}},"if":{"required":["a"]},"then":{"required":["s"]}"#,
      ["x"], #"{"a":"x","s":null}"#
    ),
    // A key that only a branch requires is not there while the branch is not.
    (
      #""properties":{"a":{"enum":["y","n"]},"b":{"type":"string"}},"if":{"properties":{"a":{"const":"y"}},"required":["a"]},"then":{"properties":{"c":{"type":["integer","null"]}},"required":["c"]}"#,
      ["n", "x"], #"{"a":"n","b":"x"}"#
    ),
    // A computed value without null, and without value.
    (
      #""properties":{"a":{"type":"integer"},"s":{"type":"integer","readOnly":true,"x-calculate":"a * 2"},"m":{"type":"string"}}"#,
      ["", "x"], #"{"m":"x"}"#
    ),
    (
      #""properties":{"a":{"enum":["y","n"]}},"if":{"properties":{"a":{"const":"y"}},"required":["a"]},"then":{"properties":{"c":{"type":"integer"},"d":{"type":["integer","null"],"readOnly":true,"x-calculate":"c + 1"}},"required":["c"]},"else":{"properties":{"e":{"type":["string","null"]}}}"#,
      ["y", "7"], #"{"a":"y","c":7,"d":8}"#
    ),
  ]

  @Test("What is written passes check and comes back the same, in every format", arguments: forms)
  func writtenAndReadBack(_ form: String, _ lines: [String], _ record: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("form.json", "{\(form)}")
    for format in ["jsonl", "csv", "tsv", "db"] {
      let file = "form.\(format)"
      let filled = try Bank.fill(["form.json", "-o", file], lines, in: folder.url)
      #expect(filled.error == "" && filled.status == 0, "\(format)")
      let checked = try Program.run(
        ["check", "form.json", file, "-f", "json"], in: folder.url)
      #expect(checked.output == record + "\n", "\(format)")
      #expect(checked.error == "1 record: 1 right, 0 wrong\n", "\(format)")
    }
  }

  private func fill(_ form: String, _ lines: String...) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write("form.json", "{\(form)}")
    return try Bank.fill(["form.json"], lines, in: folder.url)
  }

  private static let adult = #"""
    "properties":{"born":{"type":"integer"},
     "age":{"type":"integer","readOnly":true,"x-calculate":"2024 - born","maximum":120}},
    "required":["born"],"if":{"properties":{"age":{"minimum":18}},"required":["age"]},
    "then":{"properties":{"job":{"type":"string"}},"required":["job"]}
    """#

  @Test func aConditionSeesComputedValues() throws {
    let outcome = try fill(WholeRecordTests.adult, "1990", "baker", "2015", "1990", ".goto job", "")
    #expect(
      outcome.output
        == #"{"born":1990,"age":34,"job":"baker"}"# + "\n" + #"{"born":2015,"age":9}"# + "\n")
    #expect(outcome.message(6, "job")?.hasPrefix("an answer is required") == true)
    #expect(outcome.messages.last == "stdin:6: the record is not finished: job missing")
  }

  @Test func aFaultOfAComputedFieldNamesIt() throws {
    let outcome = try fill(WholeRecordTests.adult, "1900", "2015")
    #expect(outcome.messages.first == "stdin:1: age: 124 is not 120 or below")
    #expect(outcome.output == #"{"born":2015,"age":9}"# + "\n")
  }

  @Test func aGoalThatIsAskedNoMoreIsSaidAndTheWalkStays() throws {
    let outcome = try fill(
      #""properties":{"x":{"type":"string"},"a":{"type":"integer","default":6}},"if":{"required":["a"]},"else":{"properties":{"c":{"type":"string"}}}"#,
      ".goto a", ".goto c", "hello", "7")
    #expect(outcome.messages.first == "stdin:2: .goto: c is not asked any more")
    #expect(outcome.message(3, "a") != nil)
    #expect(outcome.output == #"{"a":7}"# + "\n" && outcome.status == 1)
  }

  @Test func aFaultOfTheRecordIsItsOwnAndSaidOnce() throws {
    let form =
      #""properties":{"site":{"enum":["oslo","lund"]},"lab":{"type":"string"}},"anyOf":[{"required":["site"]},{"required":["lab"]}]"#
    let outcome = try fill(form, "", "", "x")
    #expect(
      outcome.messages == [
        "stdin:2: the record meets none of the alternatives",
        "stdin:3: record 1 was completed after refused line 2",
      ])
    #expect(outcome.output == #"{"lab":"x"}"# + "\n")
    let few = try fill(
      #""properties":{"a":{"type":"string"},"b":{"type":"string"}},"minProperties":2"#, "x", "")
    #expect(few.messages.first == "stdin:2: the record has fewer than 2 values")
    let check = try fill(
      #""properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"x-check":[{"assert":"a < b","message":"not in order"}]"#,
      "3", "2", "4")
    #expect(check.messages.first == "stdin:2: not in order")
    #expect(check.output == #"{"a":3,"b":4}"# + "\n")
  }

  @Test func whatOtherFieldsRequireIsRequired() throws {
    let form =
      #""properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"dependentRequired":{"a":["b"]},"allOf":[{"if":{"properties":{"b":{"const":"x"}},"required":["b"]},"then":{"required":["c"]}}]"#
    let outcome = try fill(form, "q", ".why", "", "x", ".why", "")
    #expect(outcome.messages.contains { $0.hasPrefix("b: ") && $0.hasSuffix("; required") })
    #expect(outcome.message(3, "b")?.hasPrefix("an answer is required, since a has one") == true)
    #expect(outcome.messages.contains { $0.hasPrefix("c: ") && $0.hasSuffix("; required") })
    #expect(outcome.message(6, "c")?.hasPrefix("an answer is required") == true)
    #expect(outcome.messages.last == "stdin:6: the record is not finished: c missing")
    let free = try fill(form, "", ".why", "", "")
    #expect(free.messages.contains { $0.hasPrefix("b: ") && $0.hasSuffix("; optional") })
    #expect(free.output == "{}\n" && free.status == 0)
  }

  @Test func anUnfinishedRecordSaysWhatIsStillAsked() throws {
    let form =
      #""properties":{"name":{"type":"string"},"nick":{"type":"string"},"town":{"type":"string"}},"required":["name"]"#
    #expect(
      try fill(form, "Kim").error
        == "stdin:1: the record is not finished: nick, town are still asked\n")
    #expect(
      try fill(form, "Kim", "K").error
        == "stdin:2: the record is not finished: town is still asked\n")
    #expect(
      try Bank.fill(["tiles"], ["-"]).messages.last
        == "stdin:1: the record is not finished: count: - is not a whole number; next finishes it without"
    )
  }

  @Test func whatIsAskedNoMoreAndNotSavedIsSaid() throws {
    let form =
      #""properties":{"a":{"enum":["y","n"]},"z":{"type":"string"}},"if":{"properties":{"a":{"const":"y"}},"required":["a"]},"then":{"properties":{"c":{"type":"string"},"s":{"type":"string","writeOnly":true}}}"#
    let outcome = try fill(
      form, "y", ".goto c", "hello", ".goto s", "secret", ".goto a", "n", ".done")
    // The last field finished a record of its own.
    #expect(outcome.output == #"{"a":"y","c":"hello","s":"secret"}"# + "\n" + #"{"a":"n"}"# + "\n")
    let left = try fill(
      form, "y", ".goto s", "clear", ".goto c", "hello", ".goto a", "n", ".done")
    #expect(left.output == #"{"a":"n"}"# + "\n" && left.status == 0)
    #expect(left.error == "stdin:8: record 1 leaves out c (hello): it is not asked any more\n")
  }

  @Test func aFreshRecordHasItsStartValues() throws {
    let outcome = try Bank.fill(["tiles"], ["24", ".new", ".show", ".clear all", ".show", ".new"])
    #expect(outcome.messages.contains("stdin:2: .new: dropped count 24"))
    #expect(outcome.messages.contains("> count  12"))
    #expect(outcome.messages.contains("> count  empty"))
    #expect(outcome.output == "" && outcome.status == 0)
  }

  @Test("A stored whole number may have an exponent, wherever it is stored")
  func exponents() throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"n":{"type":"integer"}}}"#,
      "n.jsonl": "{\"n\":1e1}\n{\"n\":1e-1}\n{\"n\":10.0}\n{\"n\":5e0}\n",
      "n.csv": "n\n1e1\n1e-1\n10.0\n5e0\n", "n.tsv": "n\n1e1\n1e-1\n10.0\n5e0\n",
    ])
    for file in ["n.jsonl", "n.csv", "n.tsv"] {
      let outcome = try folder.check("f.json", file, "-f", "json")
      #expect(outcome.output == "{\"n\":1e1}\n{\"n\":10.0}\n{\"n\":5e0}\n", "\(file)")
      #expect(outcome.faults.count == 1 && outcome.faults[0].contains("n: 1e-1 is not a whole"))
    }
    // Typed, a whole number is digits.
    let typed = try Program.run(["f.json"], input: "1e1\n10\n", in: folder.folder.url)
    #expect(typed.output == "{\"n\":10}\n" && typed.status == 1)
  }

  @Test("A rule whose operand is itself at fault is not reported, in any format")
  func operandsAtFault() throws {
    let folder = try CheckFolder([
      "f.json": #"""
      {"properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"string"}},
       "if":{"properties":{"a":{"minimum":10}},"required":["a"]},"then":{"required":["c"]},
       "x-check":[{"assert":"a < b","message":"a is not below b","field":"b"}]}
      """#,
      "r.csv": "a,b,c\nabc,3,\n12,3,\n5,x,\n5,3,\n",
      "r.jsonl": """
      {"a":"abc","b":3}
      {"a":12,"b":3}
      {"a":5,"b":"x"}
      {"a":5,"b":3}

      """,
    ])
    let csv = try folder.check("f.json", "r.csv")
    #expect(
      csv.faults == [
        "r.csv:2: a: abc is not a whole number", "r.csv:3: b: a is not below b",
        "r.csv:3: c: a value is required", "r.csv:4: b: x is not a whole number",
        "r.csv:5: b: a is not below b",
      ])
    let json = try folder.check("f.json", "r.jsonl")
    #expect(
      json.faults == [
        "r.jsonl:1: a: \"abc\" is not a whole number", "r.jsonl:2: b: a is not below b",
        "r.jsonl:2: c: a value is required", "r.jsonl:3: b: \"x\" is not a whole number",
        "r.jsonl:4: b: a is not below b",
      ])
  }

  @Test("A form of very many conditional fields is filled, shown and finished in time")
  func manyConditions() throws {
    let count = 400
    let rules = (0..<count).map {
      #"{"if":{"properties":{"t":{"const":"y"}},"required":["t"]},"then":{"properties":{"c\#($0)":{"type":"string"}},"required":["c\#($0)"]}}"#
    }
    let form = #""properties":{"t":{"type":"string"}},"allOf":[\#(rules.joined(separator: ","))]"#
    let folder = try TemporaryFolder()
    try folder.write("form.json", "{\(form)}")
    let lines = ["y"] + Array(repeating: "x", count: count - 1) + [".show", "x", "n"]
    let outcome = try Bank.fill(["form.json"], lines, in: folder.url)
    #expect(
      outcome.output.hasPrefix(#"{"t":"y","c0":"x","#)
        && outcome.output.hasSuffix("\n{\"t\":\"n\"}\n"))
    #expect(outcome.messages.count == count + 1 && outcome.status == 0)
  }
}
