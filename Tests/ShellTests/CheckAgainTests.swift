import Foundation
import TestSupport
import Testing

/// The wrong records of a check, mended where they stand, are checked again: their reasons are no part of them.
@Suite struct CheckAgainTests {
  private func mend(_ folder: CheckFolder, _ name: String, _ wrong: String, _ right: String) throws
  {
    let text = try #require(folder.text(name))
    try folder.folder.write(name, text.replacing(wrong, with: right))
  }

  @Test(arguments: ["csv", "tsv"])
  func mendedRowsAreRight(_ ending: String) throws {
    let separator = ending == "csv" ? "," : "\t"
    func rows(_ text: String) -> String { text.replacing(",", with: separator) }
    let folder = try CheckFolder([
      "p.\(ending)": rows(People.header + "Kim,0,M,k@b.co\nLee,200,F,l@b.co\nJo,5,M,j@b.co\n")
    ])
    #expect(try folder.check("person", "p.\(ending)", "--rejects", "a.\(ending)").status == 1)
    try mend(folder, "a.\(ending)", rows("Kim,0"), rows("Kim,7"))
    let again = try folder.check(
      "person", "a.\(ending)", "-f", ending, "--rejects", "b.\(ending)")
    #expect(
      again.said == [
        "a.\(ending): the column reason of a former check is passed over",
        "a.\(ending):3: age: 200 is not between 1 and 100",
        "2 records: 1 right, 1 wrong; faults: age 1",
      ])
    #expect(again.output == rows(People.header + "Kim,7,M,k@b.co\n"))
    // The reasons are those of the last check alone.
    #expect(
      folder.text("b.\(ending)")
        == rows("name,age,gender,email,reason\nLee,200,F,l@b.co,")
        + "age: 200 is not between 1 and 100\n")
  }

  @Test(arguments: [
    "", #","additionalProperties":false"#,
  ])
  func mendedObjectsAreRight(_ rule: String) throws {
    let folder = try CheckFolder([
      "f.json": #"{"type":"object","properties":{"n":{"type":"integer"}}"# + rule + "}",
      "x.jsonl": "{\"n\":\"x\"}\n{\"n\":\"y\"}\n{\"n\":1}\n",
    ])
    _ = try folder.check("f.json", "x.jsonl", "--rejects", "a.jsonl")
    try mend(folder, "a.jsonl", #""n":"x""#, #""n":2"#)
    let again = try folder.check("f.json", "a.jsonl", "-f", "json", "--rejects", "b.jsonl")
    #expect(again.faults == ["a.jsonl:2: n: \"y\" is not a whole number"])
    #expect(again.output == "{\"n\":2}\n")
    #expect(
      folder.text("b.jsonl")
        == #"{"n":"y","reason":"n: \"y\" is not a whole number"}"# + "\n")
  }

  @Test func aFieldCalledReasonIsAField() throws {
    let folder = try CheckFolder([
      "f.json":
        #"{"type":"object","properties":{"n":{"type":"integer"},"reason":{"type":"string"}}}"#,
      "x.csv": "n,reason\nx,because\n", "x.jsonl": #"{"n":1,"reason":"n: mine"}"# + "\n",
    ])
    _ = try folder.check("f.json", "x.csv", "--rejects", "a.csv")
    #expect(folder.text("a.csv") == "n,reason,reason2\nx,because,n: x is not a whole number\n")
    try mend(folder, "a.csv", "x,because", "5,because")
    #expect(try folder.check("f.json", "a.csv", "-f", "csv").output == "n,reason\n5,because\n")
    #expect(
      try folder.check("f.json", "x.jsonl", "-f", "json").output
        == #"{"n":1,"reason":"n: mine"}"# + "\n")
  }

  @Test(arguments: [
    #"{"n":1,"reason":"holiday"}"#, #"{"n":1,"reason":5}"#, #"{"n":1,"reason":"n: x","z":2}"#,
    #"{"reason":"n: x","n":1}"#,
  ])
  func aMemberThatNoCheckWroteIsKept(_ line: String) throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"n":{"type":"integer"}}}"#, "x.jsonl": line + "\n",
    ])
    let outcome = try folder.check("f.json", "x.jsonl", "-f", "json")
    #expect(outcome.output.contains("\"reason\":") && outcome.status == 0)
  }
}
