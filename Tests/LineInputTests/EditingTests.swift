import Foundation
import TestSupport
import Testing

/// Keys and the line they make, at a real terminal.
struct EditingTests {
  private struct Sequence: Decodable {
    var id: String
    var keys: String
    var line: String
    var libeditSame: Bool
  }
  private struct Edge: Decodable {
    var id: String
    var before: String
    var then: String
    var expect: String
    var keys: Bool?
  }

  private static func cases<Case: Decodable>(_ name: String, _: Case.Type) throws -> [Case] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Cases/\(name)")
    return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
  }

  @Test func `sequences that hold in plain libedit hold here`() throws {
    let cases = try Self.cases("sequences.json", Sequence.self).filter(\.libeditSame)
    try #require(cases.count == 285)
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    for each in cases {
      let reply = try probe.reply(to: each.keys + "\r")
      #expect(
        Array(reply.utf8) == Array("line \(each.line)".utf8),
        "\(each.id) \(each.keys.debugDescription): \(reply)")
    }
  }

  @Test func `a letter joins what stood there before a refused one`() throws {
    // U+0600 takes the letter behind it into its character, which Backspace removes as a whole.
    let probe = try ProbeTerminal("--repeat", "prompt=> |gate=lower")
    #expect(try probe.reply(to: "a\u{600}Bc\u{7f}d\r") == "line ad")
    #expect(try probe.reply(to: "a\u{600}c\u{7f}d\r") == "line ad")
  }

  @Test func `a tenth character may grow, an eleventh is refused`() throws {
    let cases = try Self.cases("name-limit-edges.json", Edge.self)
    try #require(cases.count == 17)
    let probe = try ProbeTerminal("--repeat", "prompt=> |gate=name")
    for each in cases where each.expect != "decide" {
      let bells = probe.bells
      let reply = try probe.reply(to: each.before + each.then + "\r")
      let wanted =
        switch (each.keys, each.expect) {
        // Five steps back, one character away, x in its place.
        case (true?, _): "abcdxfghij"
        case (_, "accept"): each.before + each.then
        default: each.before
        }
      #expect(Array(reply.utf8) == Array("line \(wanted)".utf8), "\(each.id)")
      #expect(probe.bells - bells == (each.expect == "accept" ? 0 : 1), "\(each.id)")
    }
  }

  private static let clusters = [
    // Backspace, Delete and the arrows move over whole characters.
    ("x👩\u{200d}💻\u{7f}\r", "x"), ("🇰🇷🇺🇸\u{7f}\r", "🇰🇷"), ("e\u{301}\u{7f}\r", ""),
    ("\u{1112}\u{1161}\u{11ab}\u{7f}\r", ""), ("ae\u{301}b\u{2}\u{2}X\r", "aXe\u{301}b"),
    ("ae\u{301}b\u{1}\u{6}\u{4}\r", "ab"), ("ae\u{301}b\u{1}\u{6}\u{1b}[3~\r", "ab"),
    // Counts over characters of several scalars.
    ("e\u{301}e\u{301}e\u{301}e\u{301}\u{1}\u{1b}3\u{6}X\r", "e\u{301}e\u{301}e\u{301}Xe\u{301}"),
    ("e\u{301}e\u{301}e\u{301}\u{1b}2\u{7f}\r", "e\u{301}"),
    // Transposition and words.
    ("ae\u{301}\u{14}\r", "e\u{301}a"), ("👩\u{200d}💻x\u{14}\r", "x👩\u{200d}💻"),
    ("ae\u{301}b cd\u{1b}b\u{1b}bX\r", "Xae\u{301}b cd"), ("e\u{301}a b\u{17}\u{17}\r", ""),
    ("ab 👩\u{200d}💻\u{1b}bX\r", "Xab 👩\u{200d}💻"),
    // Case of letters with marks.
    ("e\u{301}a\u{1}\u{1b}u\r", "E\u{301}A"), ("E\u{301}A\u{1}\u{1b}l\r", "e\u{301}a"),
    ("e\u{301}A\u{1}\u{1b}c\r", "E\u{301}a"), ("ae\u{301} b\u{1}\u{1b}2\u{1b}u\r", "AE\u{301} B"),
    // Kill and yank.
    ("ae\u{301}b\u{2}\u{15}\u{19}\u{19}\r", "ae\u{301}bae\u{301}b"),
    // A joiner typed between two emoji: the cursor is behind the character they become.
    ("👨👩\u{2}\u{200d}X\r", "👨\u{200d}👩X"),
    // Half a flag before a flag makes another one.
    ("🇷🇺🇸\u{1}🇰X\r", "🇰🇷X🇺🇸"), ("🇰x🇷\u{2}\u{7f}Y\r", "🇰🇷Y"),
    // Typed scalars of the blocks that stand in for characters.
    ("\u{20000}\u{f0000}\u{2}X\r", "\u{20000}X\u{f0000}"),
    // Text from right to left is stored as typed.
    ("שלום\u{2}\u{2}x\r", "שלxום"), ("漢字漢字\u{1b}[D\u{1b}[Dx\r", "漢字x漢字"),
  ]

  @Test func `a character is what a person sees`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    for (keys, line) in Self.clusters {
      let reply = try probe.reply(to: keys)
      #expect(Array(reply.utf8) == Array("line \(line)".utf8), "\(keys.debugDescription): \(reply)")
    }
  }

  private static let swallowed = [
    "\u{1b}[1;5C", "\u{1b}[1;5D", "\u{1b}[15~", "\u{1b}OP", "\u{1b}[[A",
    "\u{1b}[<0;10;5M", "\u{1b}[M !!", "\u{1b}[2;5R", "\u{1b}[I", "\u{1b}]11;rgb:1/2/3\u{7}",
    "\u{1b}x", "\u{1b}X", "\u{12}", "\u{13}", "\u{16}", "\u{11}", "\u{1b}\u{1b}[C",
  ]

  @Test func `keys that nobody bound put no text into the line`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    for keys in Self.swallowed {
      let reply = try probe.reply(to: "1" + keys + "2\r")
      #expect(["line 12", "line 21"].contains(reply), "\(keys.debugDescription): \(reply)")
    }
  }

  @Test func `a lone Escape puts nothing into the line`() throws {
    let probe = try ProbeTerminal("prompt=> ")
    try probe.type("a", until: "a")
    try probe.type("\u{1b}")
    // Escape is a key of its own after 40 ms; a byte with another meaning behind it tells.
    try probe.terminal.wait(for: "silence", timeout: .seconds(5)) { _ in quiet(probe) }
    #expect(try probe.reply(to: "b\r") == "line ab")
  }

  /// Waits longer than a lone Escape does for its second byte.
  private func quiet(_ probe: ProbeTerminal) -> Bool {
    poll(nil, 0, 120)
    return true
  }

  @Test func `Ctrl-D deletes inside a line and ends the input on an empty one`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    #expect(try probe.reply(to: "Tove\u{1}\u{4}\r") == "line ove")
    #expect(try probe.reply(to: "\u{4}") == "end")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(probe.terminal.isAsFound)
  }

  @Test func `Shift-Tab and the page keys leave with the line as it stands`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |draft=ab|gate=name")
    #expect(try probe.reply(to: "c\u{1b}[Z") == "previous abc")
    #expect(try probe.reply(to: "\u{1b}[5~") == "previous ab")
    #expect(try probe.reply(to: "\u{2}X\u{1b}[6~") == "next aXb")
  }

  @Test func `a draft need not pass the gate, and can be shortened`() throws {
    let probe = try ProbeTerminal("prompt=> |draft=abcdefghijklmn|gate=name")
    #expect(try probe.reply(to: "x\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\r") == "line abcdefghi")
  }

  @Test func `a line of thousands of characters can be edited in a small window`() throws {
    // libedit's own painting, thrown away as it is, would crash on it.
    let probe = try ProbeTerminal("--repeat", "prompt=> ", columns: 10, rows: 4)
    let text = String(repeating: "ab 한 ", count: 700)
    let edits = "\u{1}x\u{5}y\u{1b}b\u{1b}b\u{14}\u{17}\u{1b}9\u{2}z\u{b}\u{19}\u{1b}u"
    for _ in 0..<3 { try probe.type("\u{1b}[200~\(text)\u{1b}[201~" + edits) }
    let reply = try probe.reply(to: "\r")
    #expect(reply.hasPrefix("line xxxab 한 ") && reply.count > 10_000)
  }

  @Test func `vi's cursor stays in an empty line`() throws {
    let home = try TemporaryFolder()
    try home.write(".editrc", "bind -v\n")
    let probe = try ProbeTerminal("prompt=> ", environment: ["HOME": home.path("")])
    try probe.type("a", until: "a")
    try probe.type("\u{1b}", until: "\u{8}")
    #expect(try probe.reply(to: "xx$$__A" + "b\u{1b}" + "xicd\r") == "line cd")
  }

  @Test func `a control character in a draft stays and is shown harmless`() throws {
    let probe = try ProbeTerminal("prompt=> |draft=a\u{1b}[31mb\u{9b}c")
    #expect(probe.screen().lines == ["> a^[[31mb\\u{9b}c"])
    #expect(try probe.reply(to: "d\r") == "line a<1b>[31mb<9b>cd")
  }
}
