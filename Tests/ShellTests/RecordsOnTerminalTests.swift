import Foundation
import TestSupport
import Testing

/// A terminal gets no control character of a value, in no format; a file gets all of them.
@Suite struct RecordsOnTerminalTests {
  /// A title for the window, a CSI of one character, a change of direction, a line separator, DEL.
  private static let values = [
    "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{202E}x", "a\u{2028}b", "\u{7F}",
  ]
  private static let form = #"{"type":"object","properties":{"v":{"type":"string"}}}"#

  private var lines: String {
    Self.values.map { value in
      let escaped = value.unicodeScalars.map {
        $0.value < 0x20
          ? "\\u00" + ($0.value < 16 ? "0" : "") + String($0.value, radix: 16)
          : String(Character($0))
      }
      return "{\"v\":\"\(escaped.joined())\"}\n"
    }.joined()
  }

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch $0.value {
      case 0x0A, 0x0D, 0x09: true
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  @Test(arguments: ["csv", "tsv", "json", "sh"])
  func checkWritesNoControlsToATerminal(_ format: String) throws {
    let folder = try CheckFolder(["f.json": Self.form, "x.jsonl": lines])
    let arguments = [
      "check", folder.folder.path("f.json"), folder.folder.path("x.jsonl"), "-f", format,
    ]
    let terminal = try Terminal(arguments, environment: ["TERM": "dumb"])
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(isHarmless(terminal.text), "\(terminal.text.debugDescription)")
    #expect(terminal.text.contains(format == "json" ? #"\u001b]0;title"# : #"\u{1b}]0;title\u{7}"#))
    let file = try Program.run(arguments)
    #expect(isHarmless(file.output) == false)
    #expect(file.output.contains("\u{1B}]0;title") == (format != "json"))
  }

  @Test(arguments: ["--rejects", "-o"])
  func aTerminalUnderAnotherNameGetsNoneEither(_ option: String) throws {
    let text = "v\n" + (option == "-o" ? "" : "x,") + "\u{1B}]0;t\u{7}\n" + "ok\n"
    let folder = try CheckFolder(["f.json": Self.form, "x.csv": text])
    let terminal = try Terminal(
      ["check", folder.folder.path("f.json"), folder.folder.path("x.csv"), option, "/dev/tty"]
        + (option == "-o" ? ["-f", "csv"] : []), environment: ["TERM": "dumb"])
    _ = try terminal.waitForEnd()
    #expect(isHarmless(terminal.text) && terminal.text.contains(#"\u{1b}]0;t\u{7}"#))
  }

  @Test(arguments: ["csv", "json"])
  func fillingWritesNoControlsToATerminal(_ format: String) throws {
    let folder = try CheckFolder([
      "f.json":
        #"{"type":"object","properties":{"v":{"type":"string","default":"\u001b]0;t\u0007"}}}"#
    ])
    try folder.folder.write("in", "\n")
    let terminal = try Terminal(
      [folder.folder.path("f.json"), "-f", format], environment: ["TERM": "dumb"],
      redirecting: [0: folder.folder.path("in")])
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(isHarmless(terminal.text) && terminal.text.contains("]0;t"))
  }

  /// JSON says the same with escapes: those that a terminal would obey are written so everywhere.
  @Test(arguments: ["x.jsonl", "x.csv"])
  func jsonEscapesWhatATerminalWouldObey(_ name: String) throws {
    let text =
      name == "x.csv"
      ? "v\n\u{9B}31m\n\u{202E}x\u{2069}\n"
      : "{\"v\":\"\u{9B}31m\"}\n{\"v\":\"\u{202E}x\u{2069}\"}\n"
    let folder = try CheckFolder(["f.json": Self.form, name: text])
    let wanted = #"{"v":"\u009b31m"}"# + "\n" + #"{"v":"\u202ex\u2069"}"# + "\n"
    #expect(try folder.check("f.json", name, "-f", "json").output == wanted)
    _ = try folder.check("f.json", name, "-o", "out.jsonl")
    #expect(folder.text("out.jsonl") == wanted)
    let filled = try Program.run(["f.json"], input: "\u{202E}x\n", in: folder.folder.url)
    #expect(filled.output == #"{"v":"\u202ex"}"# + "\n")
  }

  /// Within lists and objects too, and in a value that is no record.
  @Test func jsonEscapesItInPartsToo() throws {
    let folder = try CheckFolder([
      "f.json": #"{"properties":{"v":{"type":"string"}}}"#,
      "x.jsonl": "{\"v\":\"a\",\"z\":[\"\u{9B}\",{\"\u{202E}\":1}]}\n[\"\u{2066}é\"]\n",
    ])
    #expect(
      try folder.check("f.json", "x.jsonl", "-f", "json").output
        == #"{"v":"a","z":["\u009b",{"\u202e":1}]}"# + "\n" + #"["\u2066é"]"# + "\n")
  }
}
