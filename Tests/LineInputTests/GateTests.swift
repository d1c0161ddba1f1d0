import TestSupport
import Testing

/// Every edit is judged on its result, whatever made it.
struct GateTests {
  @Test func `a refused key sends one bell, and the rule is said once a question`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |gate=age")
    try probe.type("12", until: "12")
    try probe.type("x", until: "> 12\u{1b}7\u{1b}[K\u{1b}8\u{1b}[?7h")
    #expect(probe.screen().lines == ["age: 1 to 100", "> 12"])
    let before = probe.terminal.output.count
    for key in ["x", "9", "y"] { try probe.type(key) }
    #expect(try probe.reply(to: "\u{7f}3\r") == "line 13")
    // Three refused edits, three bells, and nothing else before the edits that were allowed.
    let after = probe.terminal.output[before...]
    #expect(Array(after.prefix(while: { $0 == 7 })).count == 3)
    #expect(Array(after.drop { $0 == 7 }.prefix(2)) == [8, UInt8(ascii: "3")])
    try probe.type("y", until: "age: 1 to 100")
  }

  private static let refusals = [
    // gate, keys, the line that stands in the end
    ("age", "1e2", "12"), ("age", "1\u{660}2", "12"), ("age", "0", ""), ("age", "101", "10"),
    ("age", "5\u{1b}3" + "1", "5"), ("age", "12\u{15}99\u{1}\u{19}", "99"),
    ("decimal", "1.2.3", "1.23"), ("decimal", "98,6", "986"),
    ("lower", "abc\u{1}\u{1b}u", "abc"), ("lower", "abc\u{1}\u{1b}c", "abc"),
    ("noab", "abc\u{2}\u{2}\u{14}", "abc"), ("noab", "ab\u{15}b\u{19}", "b"),
    ("name", "abcde\u{15}\u{19}\u{19}\u{19}", "abcdeabcde"),
    ("name", "\u{1b}1\u{1b}1x", ""), ("name", "123456789\u{1b}2" + "0", "123456789"),
    ("name", "abcdefghi👍🏽x", "abcdefghi👍🏽"),
    ("name", "가나다라마바사아자\u{1112}\u{1161}\u{11ab}", "가나다라마바사아자\u{1112}\u{1161}\u{11ab}"),
    ("age", "1\u{1b}[200~a\u{1b}[201~2", "12"), ("age", "1\u{1b}[200~\t\u{1b}[201~2", "12"),
    ("decimal", "\u{1b}[200~1.234,5\u{1b}[201~", ""),
    ("name", "\u{1b}[200~" + String(repeating: "x", count: 5000) + "\u{1b}[201~a", "a"),
  ]

  @Test func `whatever makes the edit, its result is judged`() throws {
    for gate in Set(Self.refusals.map(\.0)) {
      let probe = try ProbeTerminal("--repeat", "prompt=> |gate=\(gate)")
      for (_, keys, line) in Self.refusals.filter({ $0.0 == gate }) {
        let reply = try probe.reply(to: keys + "\r")
        #expect(
          Array(reply.utf8) == Array("line \(line)".utf8),
          "\(gate) \(keys.debugDescription.prefix(80)): \(reply)")
      }
    }
  }

  @Test func `a refused edit leaves the kill buffer as it was`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |gate=age")
    #expect(try probe.reply(to: "12\u{15}xx\u{19}\r") == "line 12")
    #expect(try probe.reply(to: "9\u{19}\u{15}\u{19}\r") == "line 9")
  }

  @Test func `an edit that only removes text is never refused`() throws {
    // "silent" allows three bytes; the draft has six and says no rule.
    let probe = try ProbeTerminal("prompt=> |gate=silent|draft=abcdef")
    #expect(try probe.reply(to: "\u{7f}\u{1}\u{4}\u{6}x\u{4}\r") == "line bde")
    #expect(probe.bells == 1)
    #expect(!probe.terminal.text.contains("\u{1b}[31m"))
  }

  @Test func `a macro and vi's repetition are judged as a whole`() throws {
    let home = try TemporaryFolder()
    try home.write(".editrc", "bind -v\nbind -s \"^O\" \"9x\"\nbind -s \"^G\" \"5^M\"\n")
    let probe = try ProbeTerminal(
      "--repeat", "prompt=> |gate=age", environment: ["HOME": home.path("")])
    #expect(try probe.reply(to: "1\u{f}\r") == "line 1")
    #expect(try probe.reply(to: "1\u{7}") == "line 15")
    // A5 and its repetition would give 155; 15 stays.
    try probe.type("1", until: "1")
    try probe.type("\u{1b}", until: "\u{8}")
    try probe.type("A5", until: "5")
    try probe.type("\u{1b}", until: "\u{8}")
    try probe.type(".", until: "\u{7}")
    #expect(try probe.reply(to: "\r") == "line 15")
  }
}
