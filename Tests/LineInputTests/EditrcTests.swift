import Foundation
import Glibc
import TestSupport
import Testing

/// What stands in `.editrc` and would crash libedit, or keep it busy for ever.
struct EditrcTests {
  /// Text, what is noted of it, and whether the key ^G still goes to the start of the line as its first line says.
  private static let texts: [(text: String, note: String)] = [
    ("\"unterminated", "openQuote(line: 2)"),
    ("bind \"", "openQuote(line: 2)"),
    ("bind '^F", "openQuote(line: 2)"),
    ("  bind \"^F\" \"ed-move-to-beg", "openQuote(line: 2)"),
    ("bind \(String(repeating: "x", count: 5_000)) ed-insert", "longWord(line: 2, limit: 120)"),
    ("bind -s x \(String(repeating: "y", count: 5_000))", "longWord(line: 2, limit: 120)"),
    (
      "bind \(String(repeating: "\\\\U+1F600", count: 20)) ed-insert",
      "longWord(line: 2, limit: 120)"
    ),
    ("a\\{1,255\\}\\{1,255\\}\\{1,255\\}:bind x ed-insert", "program(line: 2)"),
    ("(a|b)*:bind x ed-insert", "program(line: 2)"),
    ("bind x\u{0}y ed-insert", "noText(line: 2)"),
  ]

  private func probe(_ home: TemporaryFolder, _ more: String...) throws -> ProbeTerminal {
    try ProbeTerminal(
      arguments: more + ["--repeat", "prompt=> "], environment: ["HOME": home.path("")])
  }

  @Test(arguments: texts)
  func `a line that libedit cannot stand is left out, and the others count`(
    text: String, note: String
  ) throws {
    for end in ["\n", ""] {
      let home = try TemporaryFolder()
      try home.write(".editrc", "bind ^G ed-move-to-beg\n" + text + end)
      let probe = try probe(home)
      #expect(probe.notes.map { $0.hasSuffix("EditrcFault.\(note))") } == [true], "\(probe.notes)")
    }
  }

  @Test func `bytes that are no text are left out`() throws {
    let home = try TemporaryFolder()
    try Data(Array("bind ^G ed-move-to-beg\nbind ".utf8) + [0xFF, 0xC3, 10])
      .write(to: home.url.appendingPathComponent(".editrc"))
    let probe = try probe(home)
    #expect(probe.notes.map { $0.hasSuffix("EditrcFault.noText(line: 2))") } == [true])
    #expect(try probe.reply(to: "ab\u{7}X\r") == "line Xab")
  }

  @Test func `comments, empty lines and what is for other programs say nothing`() throws {
    let home = try TemporaryFolder()
    try home.write(
      ".editrc",
      "# \"don't\n\n  \t\nother:bind ^F ed-move-to-beg\nhistory size 5\nbind ^F \\\\\nsetty -a -isig\nsetty -a =\nsettc co 20000\nsettc li 20000\n"
        + "telltc\nechotc cl\nnosuch \(String(repeating: "x", count: 5_000))\nfo*:bind ^G ed-move-to-beg\n"
    )
    let probe = try probe(home)
    #expect(try probe.reply(to: "ab\u{7}X\r") == "line Xab")
    #expect(probe.notes == [])
  }

  @Test(arguments: ["device", "folder", "pipe", "large", "loop"])
  func `what is no file of a person's is not read`(kind: String) throws {
    let home = try TemporaryFolder()
    let path = home.path(".editrc")
    let note: String
    switch kind {
    case "device":
      #expect(symlink("/dev/zero", path) == 0)
      note = "noFile"
    case "folder":
      #expect(mkdir(path, 0o755) == 0)
      note = "noFile"
    case "pipe":
      #expect(mkfifo(path, 0o644) == 0)
      note = "noFile"
    case "large":
      try home.write(".editrc", String(repeating: "bind x ed-insert\n", count: 4_000))
      note = "tooLarge(limit: 65536)"
    default:
      #expect(symlink(path, path) == 0)
      note = "unreadable(\(ELOOP))"
    }
    let probe = try probe(home)
    #expect(probe.notes == ["note editrc(path: \"\(path)\", LineInput.EditrcFault.\(note))"])
    #expect(try probe.reply(to: "To\r") == "line To")
  }

  @Test func `EDITRC names another file, as libedit has it`() throws {
    let home = try TemporaryFolder()
    try home.write("other", "bind ^G ed-move-to-beg\n")
    try home.write(".editrc", "bind \"")
    let probe = try ProbeTerminal(
      "--repeat", "prompt=> ", environment: ["HOME": home.path(""), "EDITRC": home.path("other")])
    #expect(try probe.reply(to: "ab\u{7}X\r") == "line Xab")
  }

  /// Macros that would never end, by the keys that are left out; `a`, `b` and `^G` are typed afterwards.
  private static let macros: [(text: String, keys: [String])] = [
    ("bind -s a aa", ["a"]), ("bind -s a ba", ["a"]), ("bind -s a ab", ["a"]),
    ("bind -s a b\nbind -s b a", ["a", "b"]),
    ("bind -s ^G xx^G", ["^G"]),
    // The one key begins in the one body and ends behind it.
    ("bind -s q a\nbind -s ab qb", ["q", "ab"]),
    ("bind -s \"\\ea\" \"x\\ea\"", ["^[a"]),
    // A thousand million letters.
    (
      "bind -s a bbbbbbbbbb\nbind -s b cccccccccc\nbind -s c dddddddddd\nbind -s d eeeeeeeeee\n"
        + "bind -s e ffffffffff", ["a", "b"]
    ),
  ]

  @Test(arguments: macros)
  func `a macro without end is left out`(text: String, keys: [String]) throws {
    let home = try TemporaryFolder()
    try home.write(".editrc", text + "\n")
    let probe = try probe(home)
    let notes = probe.notes.map { $0.split(separator: "EditrcFault.").last ?? "" }
    #expect(Set(notes) == Set(keys.map { "endlessMacro(key: \"\($0)\"))" }))
    // The line is what was typed where a letter is a letter again; others ring.
    let reply = try probe.reply(to: "xa\u{7}y\r")
    #expect(reply.hasPrefix("line x") && reply.hasSuffix("y"))
  }

  @Test func `macros that end are used`() throws {
    let home = try TemporaryFolder()
    try home.write(
      ".editrc",
      "bind -s ^G bb\nbind -s b 1c\nbind -s c 2\nbind -s \"\\eq\" \"\\ebX\"\nbind -s ^O \"\"\n")
    let probe = try probe(home)
    // libedit reads what a macro calls behind the macros that wait: 1c 1c, then 2 2.
    #expect(try probe.reply(to: "a\u{7}\u{f}\r") == "line a1122")
    #expect(try probe.reply(to: "one two\u{1b}q\r") == "line one Xtwo")
    #expect(probe.notes == [])
  }
}
