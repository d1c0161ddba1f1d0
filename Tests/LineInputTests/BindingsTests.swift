import TestSupport
import Testing

/// The person's own `.editrc`.
struct BindingsTests {
  private func probe(_ editrc: String) throws -> ProbeTerminal {
    let home = try TemporaryFolder()
    try home.write(".editrc", editrc)
    return try ProbeTerminal("--repeat", "prompt=> ", environment: ["HOME": home.path("")])
  }

  @Test func `a sequence that the person bound does what they said`() throws {
    let probe = try probe("bind \"\\e[1;5C\" ed-delete-prev-char\nbind \"^G\" ed-move-to-beg\n")
    #expect(try probe.reply(to: "ab\u{1b}[1;5Cc\u{7}X\r") == "line Xac")
    // The one beside it is still ours.
    #expect(try probe.reply(to: "ab cd\u{1b}[1;5DX\r") == "line ab Xcd")
  }

  @Test func `lines for this program count, those for others do not`() throws {
    let probe = try probe("formsh:bind \"^G\" ed-move-to-beg\nother:bind \"^F\" ed-move-to-beg\n")
    #expect(try probe.reply(to: "ab\u{7}X\r") == "line Xab")
    #expect(try probe.reply(to: "ab\u{6}X\r") == "line abX")
  }

  @Test func `editing that is switched off is switched on again`() throws {
    let probe = try probe("edit off\n")
    #expect(try probe.reply(to: "ab\u{1}X\r") == "line Xab")
  }

  @Test func `commands that would prompt or run programs are out of reach wherever they are`()
    throws
  {
    let probe = try probe(
      "bind \"^G\" ed-command\nbind \"^O\" vi-histedit\nbind \"^F\" em-inc-search-prev\n"
        + "bind \"^T\" ed-quoted-insert\nbind \"^B\" em-meta-next\nbind \"\\ey\" ed-command\n")
    for key in ["\u{7}", "\u{f}", "\u{6}", "\u{14}", "\u{2}", "\u{1b}y"] {
      let bells = probe.bells
      #expect(try probe.reply(to: "a\(key)b\r") == "line ab", "\(key.debugDescription)")
      #expect(probe.bells == bells + 1, "\(key.debugDescription)")
    }
  }

  @Test func `a macro may answer`() throws {
    let probe = try probe("bind -s \"^G\" \"abc^J\"\n")
    #expect(try probe.reply(to: "x\u{7}") == "line xabc")
    #expect(try probe.reply(to: "y\r") == "line y")
  }

  // Letters behind the line go a shorter way than other keys: it must not be taken where libedit
  // would do something else with them.
  @Test func `keys that the person bound among letters do what they said`() throws {
    let bound = try probe(
      "bind x ed-delete-prev-char\nbind -s z \"uv\"\nbind \"qq\" ed-move-to-beg\n")
    #expect(try bound.reply(to: "abxc\r") == "line ac")
    #expect(try bound.reply(to: "abzc\r") == "line abuvc")
    #expect(try bound.reply(to: "abqqc\r") == "line cab")
    let other = try probe(
      "bind \"^G\" vi-command-mode\nbind -a y ed-insert\nbind -a d ed-move-to-beg\n")
    #expect(try other.reply(to: "\u{7}ydz\r") == "line y")
    let macro = try probe("bind -s \"^O\" \"xy\"\nbind -s \"^Xd\" \"dyz\"\n")
    try macro.type("ab\u{f}")
    try macro.wait(rows: ["> abxy"])
    try macro.type("\u{18}d")
    try macro.wait(rows: ["> abxydyz"])
    #expect(try macro.reply(to: "c\u{1b}3de\r") == "line abxydyzcddde")
  }

  private static let vi = [
    // Escape begins a second write: a person's pause.
    ("abc", "x\r", "ab"), ("abc", "0xu\r", "abc"), ("ae\u{301}e\u{301}", "x\r", "ae\u{301}"),
    ("e\u{301}b", "0xp\r", "be\u{301}"), ("e\u{301}b", "0rz\r", "zb"),
    ("e\u{301}b", "0ré\r", "éb"), ("ab", "é\r", "ab"), ("aébé", "0féx\r", "abé"),
    ("aébé", "02x\r", "bé"), ("a b c", "0dw\r", "b c"), ("ab", "Acd\u{1b}.\r", "abcdcd"),
    ("e\u{301}b", "0~\r", "E\u{301}b"), ("ab", "i1\u{1b}[D2\r", "a21b"), ("ab", "$$\r", "ab"),
  ]

  @Test func `vi's map works over whole characters`() throws {
    let probe = try probe("bind -v\n")
    for (typed, commands, line) in Self.vi {
      let reply = try probe.reply(to: typed + "\u{1b}" + commands)
      #expect(
        Array(reply.utf8) == Array("line \(line)".utf8),
        "\(typed) \(commands.debugDescription): \(reply)")
    }
  }
}
