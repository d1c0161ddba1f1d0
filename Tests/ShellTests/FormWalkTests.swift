import Foundation
import TestSupport
import Testing

/// `formsh check FORM` without files judges the form and prints its walk.
@Suite struct FormWalkTests {
  private func walk(_ form: String) throws -> Outcome {
    try CheckFolder(["f.json": form]).check("f.json")
  }

  @Test func fieldsStandInOrderWithTheirRules() throws {
    let outcome = try Program.run(["check", "tiles"])
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.output.hasPrefix("tiles (Tiles): 1 field, asked in this order\n1 count"))
    let person = try Program.run(["check", "person"]).output.split(separator: "\n")
    #expect(person.count == 5)
    for (line, start) in zip(person.dropFirst(), ["1 name", "2 age", "3 gender", "4 email"]) {
      #expect(line.hasPrefix(start) && line.hasSuffix("required"))
    }
    #expect(person[2].contains("1 to 100"))
  }

  /// Conditions and how they are said.
  @Test(arguments: [
    (#""if":{"properties":{"a":{"const":"x"}},"required":["a"]}"#, "asked if a is x"),
    (
      #""if":{"properties":{"a":{"enum":["x","y"]}},"required":["a"]}"#,
      "asked if a is one of x, y"
    ),
    (#""if":{"properties":{"n":{"minimum":18}}}"#, "asked if n is 18 or above or without value"),
    (
      #""if":{"properties":{"n":{"exclusiveMaximum":5,"minimum":1}},"required":["n","a"]}"#,
      "asked if n is below 5 and n is 1 or above and a has a value"
    ),
    (#""if":{"required":["a"]}"#, "asked if a has a value"),
    (#""if":{"not":{"required":["a"]}}"#, "asked if not: a has a value"),
    (
      #""if":{"anyOf":[{"required":["a"]},{"required":["n"]}]}"#,
      "asked if a has a value or n has a value"
    ),
    (
      ##""if":{"$ref":"#/$defs/d"},"$defs":{"d":{"required":["a"]}}"##,
      "asked if a has a value"
    ),
  ])
  func conditionsAreSaidInWords(_ condition: String, _ words: String) throws {
    let outcome = try walk(
      #"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"number"}},"#
        + condition + #","then":{"properties":{"c":{"type":"string"}}}}"#)
    #expect(outcome.output.hasSuffix("\n  " + words + "\n"), "\(outcome.output)")
    #expect(outcome.status == 0)
  }

  @Test func whatElseIsSaidOfFieldsAndRecord() throws {
    let outcome = try walk(
      #"""
      {"properties":{"a":{"type":"string"},"pin":{"type":"string","writeOnly":true},
       "r":{"type":"string","readOnly":true,"default":"x"}},
       "if":{"required":["a"]},"else":{"properties":{"e":{"type":"string"}}},
       "dependentSchemas":{"a":{"properties":{"d":{"type":"string"}}}},
       "x-check":[{"assert":"a <> 'no'","message":"a must not\u001b be no","field":"a"}]}
      """#)
    #expect(outcome.output.contains("\n  hidden\n"))
    #expect(outcome.output.contains("\n  not asked\n"))
    #expect(outcome.output.contains("\n  asked unless a has a value\n"))
    #expect(outcome.output.contains("\n  asked if a has a value\n"))
    #expect(outcome.output.hasSuffix("check: a must not\\u{1b} be no\n"))
  }

  @Test func aFormThatCannotBeUsedIsRefused() throws {
    let outcome = try walk(#"{"type":"object","properties":{"a":{"type":"strnig"}}}"#)
    #expect(outcome.status == 2 && outcome.output == "" && outcome.error != "")
    let missing = try walk(
      #"{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}"#)
    #expect(missing.status == 2)
  }

  @Test(arguments: [
    ["--from", "csv"], ["-o", "x.csv"], ["-f", "csv"], ["--rejects", "x.csv"],
    ["--max-faults", "1"], ["--summary"],
  ])
  func optionsOfFilesNeedOne(_ options: [String]) throws {
    let outcome = try Program.run(["check", "person"] + options)
    #expect(outcome.error.contains("needs a file to check; - is standard input"))
    #expect(outcome.status == 2)
  }
}
