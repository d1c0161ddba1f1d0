import TestSupport
import Testing

/// A `writeOnly` value stands in no message, listing or report, whatever is wrong with it.
@Suite struct HiddenValueTests {
  /// Rules of a field, and a line that they refuse; nothing of the line is in the rules or the program's words.
  static let refusals: [(rules: String, line: String)] = [
    (#""type":"string","x-characters":"abc""#, "ab§Ω"),
    (#""type":"string","maxLength":2"#, "§Ω§"),
    (#""type":"string","x-maxCharacters":2"#, "§Ω§"),
    (#""type":"string","minLength":9"#, "§Ω§"),
    (#""type":"string","pattern":"^[0-9]{4}$""#, "§Ω"),
    (#""type":"string","format":"date""#, "§Ω"),
    (#""type":"string","format":"regex""#, "(§Ω"),
    (#""type":"string","not":{"minLength":1}"#, "§Ω"),
    (#""anyOf":[{"maxLength":1},{"minLength":9}]"#, "§Ω§"),
    (#""oneOf":[{"minLength":1},{"maxLength":9}]"#, "§Ω§"),
    (#""enum":["abc","abd"]"#, "§Ω"),
    (#""enum":["QZX","abd"]"#, "qzx"),
    (#""const":"abc""#, "§Ω"),
    (#""type":"boolean""#, "§Ω"),
    (#""type":"integer","maximum":9"#, "77347"),
    (#""type":"integer","x-plain":true"#, "+77347"),
    (#""type":"integer","x-plain":true"#, "077347"),
    (#""type":"number","multipleOf":5"#, "77347"),
    (#""type":"number""#, "7734,7"),
    (#""type":"number","x-characters":"0123456789""#, "7734,7"),
    (#""type":"number""#, "7734e7734"),
    (#""type":"string","x-error":"wrong","maxLength":1"#, "§\u{200B}Ω"),
    (#""type":"string","maxLength":1"#, "§\u{200B}Ω"),
  ]

  /// The parts of a line that may not be said.
  private func parts(_ line: String) -> [String] {
    ["§", "Ω", "77347", "7734", "qzx", "U+200B"].filter { line.contains($0) || $0 == "U+200B" }
  }

  private func expectSilence(_ said: String, _ line: String) {
    for part in parts(line) { #expect(!said.contains(part), "\(part) of \(line) in: \(said)") }
  }

  @Test(arguments: refusals)
  func noRefusalRepeatsIt(_ rules: String, _ line: String) throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"s":{"writeOnly":true,\#(rules)},"t":{}},"required":["t"]}"#,
      "s.csv": "s,t\n\"\(line)\",x\n", "s.tsv": "s\tt\n\(line)\tx\n",
      "s.jsonl": #"{"s":"\#(line)","t":"x"}"# + "\n", "s.txt": line + "\nx\n",
    ])
    // What is shown, listed and dropped; then the draft that is not the accepted value at the end.
    let script = [line, ".why", ".show", ".choices", ".goto t", ".show", ".goto s", ".new", line]
    for options in [[], ["--strict"]] {
      let typed = try Program.run(
        ["f.json"] + options,
        input: .redirected(Array((script.joined(separator: "\n") + "\n").utf8)),
        in: folder.folder.url)
      #expect(typed.said[0].hasPrefix("stdin:1: s: "))
      expectSilence(typed.error, line)
    }
    for file in ["s.csv", "s.tsv", "s.jsonl"] {
      let checked = try folder.check("f.json", file, "--summary")
      #expect(checked.status == 1)
      expectSilence(checked.error + checked.output, line)
    }
    expectSilence(try folder.check("f.json", "s.txt", "--from", "lines").error, line)
  }

  /// Lines that never become a value: bytes that are no text, and what looks like a command.
  @Test(
    arguments: [
      ([0x61, 0x07, 0x62], "U+0007"), ([0x61, 0xFE, 0x62], "FE"), ([0x61, 0xFE, 0x62], "fe"),
      (Array(".secretword".utf8), "secretword"), (Array(".c".utf8), ".c:"),
      (Array(".goto secretword".utf8), "secretword"),
      (Array(".help secretword".utf8), "secretword"),
      (Array(".clear secretword".utf8), "secretword"),
      (Array(".choices secretword".utf8), "secretword"),
    ] as [([UInt8], String)])
  func noLineIsRepeated(_ line: [UInt8], _ part: String) throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"s":{"type":"boolean","writeOnly":true}}}"#
    ])
    let outcome = try Program.run(
      ["f.json"], input: .redirected(line + [10]), in: folder.folder.url)
    #expect(outcome.error.hasPrefix("stdin:1: ") || outcome.error.hasPrefix("nothing begins"))
    #expect(!outcome.error.contains(part), "\(outcome.error)")
  }

  @Test func whatIsMadeOfItIsNotShownEither() throws {
    let folder = try CheckFolder([
      "f.json": """
      {"properties":{"s":{"type":"string","writeOnly":true,"default":"mydefault"},
       "u":{"type":"string","readOnly":true,"x-calculate":"upper(s)"},
       "v":{"type":"string","readOnly":true,"x-calculate":"u || u"},"t":{"type":"string"}},
       "x-check":[{"assert":"s || t = 'x'","message":"M","field":"t"}]}
      """,
      "r.jsonl": #"{"s":"mysecret","u":"WRONG","v":"WRONG","t":"x"}"# + "\n",
    ])
    let outcome = try Program.run(
      ["f.json"], input: .lines(".why", "mysecret", ".show", "x", ".show"), in: folder.folder.url)
    for word in ["mysecret", "MYSECRET", "mydefault"] { #expect(!outcome.error.contains(word)) }
    #expect(outcome.error.contains("u  (hidden)"))
    let checked = try folder.check("f.json", "r.jsonl", "--summary")
    #expect(checked.faults.contains { $0.hasPrefix("r.jsonl:1: u: ") })
    #expect(!checked.error.lowercased().contains("mysecret"))
  }

  /// A column that cannot hold a value says so without the value.
  @Test func aDatabaseThatCannotHoldItDoesNotSayIt() throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"s":{"type":"number","writeOnly":true}}}"#
    ])
    let outcome = try Program.run(
      ["f.json", "-o", "x.db"], input: "77347.000000000000000000001\n", in: folder.folder.url)
    #expect(!outcome.error.contains("77347"), "\(outcome.error)")
  }

  @Test func aPlainPromptSaysOnlyThatThereIsOne() throws {
    let folder = try CheckFolder([
      "f.json": """
      {"properties":{"s":{"type":"string","writeOnly":true,"maxLength":3,"default":"xyz"},"t":{}},
       "required":["t"]}
      """
    ])
    let terminal = try Terminal(
      [folder.folder.path("f.json"), "--plain"], environment: ["TERM": "xterm"])
    try terminal.wait(for: "s, at most 3 characters")
    try terminal.type("abcdef\r", thenWaitFor: "the answer is too long: at most 3 characters")
    try terminal.wait(for: "(refused; an empty line stands for (hidden)): ")
    try terminal.type("abc\r", thenWaitFor: "t, ")
    try terminal.type("prev\r", thenWaitFor: "(has an answer; next keeps it, ")
    let seen = String(decoding: terminal.output, as: UTF8.self)
    #expect(!seen.contains("abc") && !seen.contains("xyz"))
    terminal.hangUp()
    _ = try terminal.waitForEnd()
  }
}
