import Foundation
import TestSupport
import Testing

/// `--set FIELD=VALUE`: a value on the command line is judged as an answer, and its field is not asked.
@Suite struct GivenTests {
  private static let form = #"""
    {"type":"object","required":["who"],"properties":{
     "who":{"type":"string","maxLength":8},
     "site":{"type":"string","enum":["north","south"]},
     "kind":{"oneOf":[{"const":1,"title":"first"},{"const":2,"title":"next"}],"default":2},
     "note":{"type":["string","null"]},"pin":{"type":"string","maxLength":4,"writeOnly":true},
     "twice":{"type":"integer","readOnly":true,"x-calculate":"kind * 2"}}}
    """#

  private func run(_ arguments: [String], _ input: String) throws -> Outcome {
    let folder = try CheckFolder(["f.json": Self.form])
    return try Program.run(
      ["f.json"] + arguments, input: .redirected(Array(input.utf8)), in: folder.folder.url)
  }

  @Test func itsFieldIsNotAskedInAnyRecord() throws {
    let outcome = try run(["--set", "site=north", "--set=kind=first"], "Kim\n\n\nLee\nx\n\n")
    #expect(
      outcome.output
        == #"{"who":"Kim","site":"north","kind":1,"note":null,"twice":2}"# + "\n"
        + #"{"who":"Lee","site":"north","kind":1,"note":"x","twice":2}"# + "\n")
    #expect(outcome.error == "" && outcome.status == 0)
  }

  /// An empty one is the default, or no value, as an empty line is.
  @Test func anEmptyOneIsAnEmptyLine() throws {
    let outcome = try run(["--set", "kind=", "--set", "site=", "--set", "pin="], "Kim\na=b\n")
    #expect(outcome.output == #"{"who":"Kim","kind":2,"note":"a=b","twice":4}"# + "\n")
  }

  @Test func whatFollowsTheFirstEqualsSignIsTheValue() throws {
    let outcome = try run(["--set", "note=a=b"], "Kim\n\n\n\n")
    #expect(outcome.output.contains(#""note":"a=b""#))
  }

  @Test(arguments: [
    (["--set", "site=east"], "--set site: east is not one of north, south"),
    (["--set", "who=Maximiliane"], "--set who: 11 of 8 characters: Maximiliane is too long"),
    (["--set", "who="], "--set who: a value is required"),
    (["--set", "Site=north"], "--set: no field is called Site; did you mean site?"),
    (["--set", "xyz=1"], "--set: no field is called xyz; the fields are who, site, kind"),
    (["--set", "twice=4"], "--set twice: the field is never asked"),
    (["--set", "who=a", "--set", "who=a"], "--set who: the field has a value already"),
    (["--set", "who"], "--set takes FIELD=VALUE, not who"),
    (["--set", "=x"], "--set takes FIELD=VALUE, not =x"),
    (["--set", "note=\u{1B}x"], "--set note: a control character (U+001B) is not allowed"),
    (
      ["--set", "who=a", "--set", "site=", "--set", "kind=", "--set", "note=", "--set", "pin="],
      "--set pin: no field would be left to ask"
    ),
  ])
  func oneThatIsNoRightAnswerIsRefusedAtTheStart(_ arguments: [String], _ words: String) throws {
    let outcome = try run(arguments, "Kim\n\n\n\n\n")
    #expect(outcome.error.hasPrefix("formsh: " + words), "\(outcome.error)")
    #expect(outcome.status == 2 && outcome.output == "")
  }

  @Test func aHiddenOneStandsInNoMessage() throws {
    let outcome = try run(["--set", "pin=hunter2"], "Kim\n")
    #expect(outcome.status == 2 && !outcome.error.contains("hunter"))
  }

  @Test func checkTakesNone() throws {
    let outcome = try Program.run(["check", "person", "-", "--from", "csv", "--set", "age=1"])
    #expect(outcome.error.contains("--set goes with filling") && outcome.status == 2)
  }

  @Test func atATerminalTheFieldIsNotAsked() throws {
    let tmux = try Tmux(["--set", "name=Kim"], columns: 80, rows: 24)
    try tmux.wait(for: "1/3 age:")
    try tmux.type(".goto name")
    try tmux.press("Enter")
    try tmux.wait(for: "name is not asked")
    try tmux.type(".show")
    try tmux.press("Enter")
    try tmux.wait(for: "Kim")
  }
}
