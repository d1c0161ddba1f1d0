import TestSupport
import Testing

/// Refusals, `.choices` and `.why` say what is right as the record stands, not what the form has in all.
@Suite struct HereAndNowTests {
  private func said(_ form: String, _ lines: String...) throws -> [String] {
    let folder = try CheckFolder(["f.json": form])
    let script = lines.joined(separator: "\n") + "\n"
    return try Program.run(
      ["f.json"], input: .redirected(Array(script.utf8)), in: folder.folder.url
    ).said
  }

  private static let cities = """
    {"properties":{"country":{"enum":["DE","FR"]},"city":{"enum":["Berlin","Paris","Lyon"]},
      "age":{"type":"integer","minimum":0,"maximum":100}},
     "if":{"properties":{"country":{"const":"DE"}}},
     "then":{"properties":{"city":{"enum":["Berlin"]},"age":{"maximum":50}},"required":["age"]},
     "else":{"properties":{"city":{"enum":["Paris","Lyon"]}}}}
    """

  @Test func choicesNarrowedByAConditionAreTheOnesSaid() throws {
    let german = try said(HereAndNowTests.cities, "DE", "London", ".why", ".choices", ".choices P")
    #expect(german[0] == "stdin:2: city: London is not Berlin")
    #expect(german[1] == "city: Berlin; optional")
    #expect(german[2] == "for example: Berlin")
    #expect(german[4] == "Berlin")
    #expect(german[5] == "nothing begins with P")
    let french = try said(HereAndNowTests.cities, "FR", "London", ".why", ".choices")
    #expect(french[0] == "stdin:2: city: London is not one of Paris, Lyon")
    #expect(french[1] == "city: Paris or Lyon; optional")
    #expect(french[4].split(separator: " ") == ["Paris", "Lyon"])
  }

  @Test func boundsAndRequirementAreThoseOfTheConditionToo() throws {
    let german = try said(HereAndNowTests.cities, "DE", ".help age")
    #expect(german[0] == "age: 0 to 50; required")
    let french = try said(HereAndNowTests.cities, "FR", ".help age")
    #expect(french[0] == "age: 0 to 100; optional")
  }

  @Test func aNearestAnswerIsRightHereAndNow() throws {
    let french = try said(HereAndNowTests.cities, "FR", "berlin", "paris")
    #expect(french[0] == "stdin:2: city: berlin is not one of Paris, Lyon")
    #expect(french[1] == "stdin:3: city: paris is not one of Paris, Lyon; did you mean Paris?")
  }

  @Test func choicesNarrowedByAllOfAreTheOnesSaid() throws {
    let form = """
      {"properties":{"c":{"enum":["a1","b1","c1"],"allOf":[{"not":{"const":"b1"}}]}},
       "allOf":[{"properties":{"c":{"enum":["a1","b1"]}}}]}
      """
    let lines = try said(form, "zz", ".why", ".choices")
    #expect(lines[0] == "stdin:1: c: zz is not a1")
    #expect(lines[1] == "c: a1; not b1; optional")
    #expect(lines.contains("a1"))
  }

  @Test func aRangeAndASpecialCodeAreBothSaid() throws {
    let form = #"""
      {"properties":{"days":{"anyOf":[{"type":"integer","minimum":0,"maximum":30},
       {"const":98,"title":"Don't know"},{"enum":[99]}]}}}
      """#
    let lines = try said(form, "45", ".why", "98")
    #expect(lines[0] == "stdin:1: days: 45 is not 0 to 30, 98 (Don't know), or 99")
    #expect(lines[1] == "days: 0 to 30, 98 (Don't know), or 99; optional")
    #expect(lines[2].hasPrefix("for example: "))
    let folder = try CheckFolder(["f.json": form, "d.csv": "days\n45\n98\n30\n"])
    #expect(
      try folder.check("f.json", "d.csv").faults
        == ["d.csv:2: days: 45 is not 0 to 30, 98 (Don't know), or 99"])
  }

  @Test func whatOnlyAConditionDeclaresAndTheFormRequiresIsRequired() throws {
    let form = """
      {"properties":{"a":{"type":"boolean"}},"required":["b"],
       "if":{"properties":{"a":{"const":true}},"required":["a"]},
       "then":{"properties":{"b":{"type":"string","minLength":2}}},
       "else":{"properties":{"b":{"type":"string"}}}}
      """
    #expect(try said(form, "yes", ".why")[0] == "b: at least 2 characters; required")
    #expect(try said(form, "no", ".why")[0] == "b: any text; required")
  }

  @Test func whatAnotherAnswerMakesRequiredIsRequired() throws {
    let form = """
      {"properties":{"card":{"type":"string"},"name":{"type":"string"}},
       "dependentRequired":{"card":["name"]}}
      """
    #expect(try said(form, "1234", ".why")[0] == "name: any text; required")
    #expect(try said(form, "", ".why")[0] == "name: any text; optional")
  }
}
