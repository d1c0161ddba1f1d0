import Foundation
import TestSupport
import Testing

@testable import LineInput

struct RecallTests {
  @Test func `walking back and on comes back to the draft`() {
    var recall = Recall()
    for answer in ["one", "two", "two", ""] { recall.remember(answer) }
    #expect(recall.answers == ["one", "two"])
    recall.restart()
    #expect(recall.walk(.on, from: "dra") == nil)
    #expect(recall.walk(.back, from: "dra") == "two")
    #expect(recall.walk(.back, from: "two") == "one")
    #expect(recall.walk(.back, from: "one") == nil)
    #expect(recall.walk(.on, from: "one") == "two")
    #expect(recall.walk(.on, from: "two") == "dra")
    #expect(recall.walk(.on, from: "dra") == nil)
  }

  @Test func `a recalled line that is typed over is the new draft`() {
    var recall = Recall()
    recall.remember("one")
    #expect(recall.walk(.back, from: "") == "one")
    #expect(recall.walk(.back, from: "ones") == "one")
    #expect(recall.walk(.on, from: "one") == "ones")
  }

  @Test func `Up recalls the answers of this field only`() throws {
    let probe = try ProbeTerminal(
      "--repeat", "prompt=name> |key=name", "prompt=email> |key=email")
    #expect(try probe.reply(to: "Tove\r") == "line Tove")
    #expect(try probe.reply(to: "tove@example.org\r") == "line tove@example.org")
    #expect(try probe.reply(to: "\u{1b}[A\u{1b}[A\r") == "line Tove")
    #expect(try probe.reply(to: "mina@exa\u{1b}[A\u{1b}[B\r") == "line mina@exa")
    #expect(try probe.reply(to: "Mi\u{10}\u{e}na\r") == "line Mina")
  }

  @Test func `an answer that the gate would refuse now is passed over`() throws {
    let probe = try ProbeTerminal("prompt=> |key=k", "prompt=> |key=k", "prompt=> |key=k|gate=age")
    #expect(try probe.reply(to: "30\r") == "line 30")
    #expect(try probe.reply(to: "old\r") == "line old")
    #expect(try probe.reply(to: "\u{1b}[A\r") == "line 30")
  }

  @Test func `Up and Down turn a picker with wrap`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |turn=1...100|gate=age")
    #expect(try probe.reply(to: "\u{1b}[B\r") == "line 1")
    #expect(try probe.reply(to: "\u{1b}[A\r") == "line 100")
    #expect(try probe.reply(to: "\u{1b}[A\u{1b}[B\r") == "line 1")
    #expect(try probe.reply(to: "7\u{1b}[B\u{1b}OB\r") == "line 9")
    #expect(try probe.reply(to: "7\u{1b}[A\r") == "line 6")
  }
}

struct SecretTests {
  @Test func `a secret is not echoed, not recalled, not yanked`() throws {
    let home = try TemporaryFolder()
    let probe = try ProbeTerminal(
      "prompt=pw> |secret|key=k|choices=hunter-2-oak|live=count", "prompt=name> |key=k",
      environment: ["HOME": home.path("")])
    try probe.type("hunter-2-oak", until: "12/10")
    try probe.type("\u{15}", until: "0/10")
    try probe.type("\u{19}", until: "12/10")
    #expect(try probe.reply(to: "\u{2}\u{6}\r") == "line hunter-2-oak")
    // The probe itself prints the reply; nothing else on the screen may hold the secret.
    #expect(try probe.reply(to: "\u{19}\u{1b}[A\u{10}\r") == "line ")
    try probe.terminal.waitForEnd()
    #expect(probe.screen().lines == ["pw>", "=line hunter-2-oak", "name>", "=line"])
    #expect(probe.terminal.text.components(separatedBy: "hunter").count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("")) == [])
  }

  @Test func `vi does not repeat a secret in the next question`() throws {
    let home = try TemporaryFolder()
    try home.write(".editrc", "bind -v\n")
    let probe = try ProbeTerminal(
      "prompt=pw> |secret", "prompt=name> ", environment: ["HOME": home.path("")])
    try probe.type("oak\u{1b}")
    poll(nil, 0, 120)
    try probe.type("cc")
    try probe.type("elm\r")
    #expect(try probe.reply() == "line elm")
    try probe.type("ab", until: "ab")
    try probe.type("\u{1b}", until: "\u{8}")
    for key in [".", "u", "p", "P"] { try probe.type(key) }
    let reply = try probe.reply(to: "\r")
    #expect(!reply.contains("elm") && !reply.contains("oak"), "\(reply)")
  }
}
