import TestSupport
import Testing

/// Messages that a person understands, and that show what is wrong.
@Suite struct PlainWordsTests {
  private func said(_ form: String, _ lines: [String]) throws -> [String] {
    let folder = try CheckFolder(["f.json": form])
    let script = lines.map { $0 + "\n" }.joined()
    return try Program.run(
      ["f.json"], input: .redirected(Array(script.utf8)), in: folder.folder.url
    ).said
  }

  private func refusal(_ rules: String, _ line: String) throws -> String {
    let said = try said(#"{"properties":{"v":{\#(rules)}}}"#, [line])
    return String(try #require(said.first).dropFirst("stdin:1: v: ".count))
  }

  @Test(arguments: [
    // Lengths are of characters, but where a person counts others.
    (#""type":"string","minLength":3"#, "a", "1 of at least 3 characters: a is too short"),
    (#""type":"string","minLength":3"#, "é", "1 of at least 3 characters: é is too short"),
    (#""type":"string","maxLength":1"#, "ab", "2 of 1 character: ab is too long"),
    (#""type":"string","maxLength":1"#, "e\u{301}", "2 of 1 code point: e\u{301} is too long"),
    // Spaces that nobody sees stand in quotes.
    (#""enum":["M","F"]"#, "M ", #""M " is not one of M, F; did you mean M?"#),
    (#""enum":["M","F"]"#, " ", #"" " is not one of M, F"#),
    (#""enum":["a ","b"]"#, "c", #"c is not one of "a ", b"#),
    (#""type":"integer""#, " 7", #"" 7" is not a whole number; did you mean 7?"#),
    // A pattern that can be told in words is.
    (#""pattern":"^[0-9]{4}$""#, "x", "x does not match ^[0-9]{4}$ (4 digits)"),
    (
      #""pattern":"^[A-Z][a-z]+, \\d{1,3}$""#, "x",
      #"x does not match ^[A-Z][a-z]+, \d{1,3}$ (1 capital letter, 1 or more small letters, ", ", 1 to 3 digits)"#
    ),
    (#""pattern":"^(a|b)$""#, "x", "x does not match ^(a|b)$"),
    (#""pattern":"x+?""#, "y", "y does not match x+?"),
    // Numbers of many digits are cut.
    (#""type":"number","multipleOf":1e300"#, "3", "3 is not a multiple of 1e300"),
    (#""type":"number","minimum":1e120"#, "3", "3 is not 1e120 or above"),
    (#""type":"number","maximum":-1.5e-300"#, "3", "3 is not -1.5e-300 or below"),
    (#""type":"number","multipleOf":0.001"#, "0.0001", "0.0001 is not a multiple of 0.001"),
    // A comma is told apart from a point, where no right answer says it better.
    (
      #""type":"number","maximum":1"#, "1,250",
      "1,250 is not a number 1 or below: the decimal separator is the point"
    ),
    // Yes and no in full.
    (#""type":"boolean""#, "N", "N is not yes or no; did you mean no?"),
    (#""type":"boolean""#, "1", "1 is not yes or no; did you mean yes?"),
    (#""const":true"#, "N", "N is not yes or no"),
    (#""const":true"#, "no", "no is not yes"),
  ])
  func refusalsAreInPlainWords(_ rules: String, _ line: String, _ words: String) throws {
    #expect(try refusal(rules, line) == words)
  }

  /// A word of another program is one only where no right answer is nearer.
  @Test(arguments: [
    (#""enum":["birch","oak"]"#, "b", "; did you mean birch?"),
    (#""enum":["birch","beech"]"#, "b", ""),
    (#""enum":["next door","here"]"#, "n", "; did you mean next door?"),
    (#""enum":["oak","ash"]"#, "b", "; to go back: prev"),
    (#""type":"string","format":"email""#, "x", ""),
    (#""type":"string","format":"email""#, "exit", "; to leave: quit"),
    (#""type":"string","pattern":"^[A-Z]{2}$""#, "ok", "; did you mean OK?"),
    (#""type":"integer""#, "q", "; to leave: quit"),
    (#""type":"boolean""#, "Y", "; did you mean yes?"),
    (#""type":"boolean""#, "q", "; to leave: quit"),
  ])
  func wrongTurnsComeLast(_ rules: String, _ line: String, _ hint: String) throws {
    let words = try refusal(rules, line)
    let found = words.firstIndex(of: ";").map { String(words[$0...]) } ?? ""
    #expect(found == hint, "\(words)")
  }

  /// A file is told the spelling that it must have.
  @Test func filesAreToldTheSpelling() throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"sure":{"type":"boolean"},"sex":{"enum":["M","F","f"]}}}"#,
      "f.csv": "sure,sex\nTRUE,m\n0,M \nmaybe,f \ntrue\n",
    ])
    #expect(
      try folder.check("f.json", "f.csv").faults == [
        "f.csv:2: sure: TRUE is not true or false; did you mean true?",
        "f.csv:2: sex: m is not one of M, F, f",
        "f.csv:3: sure: 0 is not true or false; did you mean false?",
        #"f.csv:3: sex: "M " is not one of M, F, f; did you mean M?"#,
        "f.csv:4: sure: maybe is not true or false",
        #"f.csv:4: sex: "f " is not one of M, F, f"#,
        "f.csv:5: 1 cell, not 2",
      ])
  }

  @Test func oneLineIsOne() throws {
    let folder = try CheckFolder(["a.txt": "Kim\n"])
    #expect(
      try folder.check("person", "a.txt", "--from", "lines").faults == ["a.txt:1: 1 line, not 4"])
  }

  // MARK: Names with spaces

  @Test func namesWithSpacesAreNamesForEveryCommand() throws {
    let form =
      #"{"properties":{"first name":{"type":"string"},"first aid kit":{"type":"boolean"}}}"#
    let lines = try said(
      form, [".help first aid kit", ".goto first aid", "yes", ".goto first name", ".help first"])
    #expect(lines[0] == "first aid kit: yes or no; optional")
    #expect(lines.contains("stdin:5: .help: first could be first name, first aid kit"))
  }

  // MARK: Records that are not finished

  @Test(arguments: [
    ("tiles", "clear\n", "count is still asked; next finishes it"),
    ("tiles", "-\n", "count: - is not a whole number; next finishes it without"),
    ("person", "Kim\n30\n", "gender, email missing"),
  ])
  func anUnfinishedRecordSaysWhyAndWhatNow(_ form: String, _ script: String, _ why: String) throws {
    let outcome = try Program.run([form], input: .redirected(Array(script.utf8)))
    #expect(outcome.said.last?.hasSuffix(": the record is not finished: \(why)") == true)
    #expect(outcome.status == 1)
  }

  @Test func whatIsStillAskedIsNamed() throws {
    let form = #"{"properties":{"name":{"type":"string"},"note":{"type":"string"}}}"#
    #expect(
      try said(form, ["Kim"])
        == ["stdin:1: the record is not finished: note is still asked"])
    let staying = form.dropLast() + #","x-finish":"next"}"#
    #expect(
      try said(String(staying), ["Kim", "x", "prev"])
        == ["stdin:3: the record is not finished; .done finishes it"])
  }

  // MARK: The environment

  @Test(arguments: [
    ("1", true), ("yes", true), ("0", false), ("false", false), ("no", false), ("", false),
  ])
  func accessibleIsAYesOrNo(_ value: String, _ isPlain: Bool) throws {
    let terminal = try Terminal(
      ["tiles"], environment: ["ACCESSIBLE": value, "TERM": "xterm-256color"])
    let seen = try terminal.wait(for: isPlain ? "count, a whole number (now 12" : "count")
    #expect(String(decoding: seen, as: UTF8.self).contains("a whole number (now 12") == isPlain)
    terminal.hangUp()
    _ = try terminal.waitForEnd()
  }

  /// The shell's idiom of the README: a script ends where no record came.
  @Test(arguments: ["/bin/bash", "/bin/dash"])
  func aScriptEndsWhereNoRecordCame(_ shell: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      record=$('\(Program.path)' -n 1 -f sh) || exit
      eval "$record"
      echo "$name is $age"
      """
    let without = try Program.run(["-c", script], in: folder.url, program: shell)
    #expect(without.output == "" && without.status == 1)
    let with = try Program.run(
      ["-c", script], input: .lines("Kim", "30", "F", "kim@example.org"), in: folder.url,
      program: shell)
    #expect(with.output == "Kim is 30\n" && with.status == 0)
    let manual = try Program.run(["--man"]).output
    #expect(manual.contains("record=$(formsh \\-n 1 \\-f sh) || exit; eval \"$record\""))
  }
}
