import Foundation
import TestSupport
import Testing

/// Lines as the terminal gives them.
struct PlainTests {
  @Test func `nothing but the prompt is sent, and the line is judged at Return`() throws {
    let probe = try ProbeTerminal(
      "--plain", "prompt=age, 1 to 100: |gate=age|accept=30|live=count|draft=7", "prompt=name: ",
      modes: { $0.c_iflag |= 0x4000 },  // IUTF8, as every terminal of today sets it
      firstShows: ": ")
    try probe.type("250\r", until: "refused: 250\r\nage, 1 to 100: ")
    #expect(try probe.reply() == "line 250")
    try probe.type("31\u{7f}0\r", until: "name: ")
    #expect(try probe.reply() == "line 30")
    #expect(try probe.reply(to: "가나\u{7f}\u{1}x\r") == "line 가<1>x")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(!probe.terminal.output.contains(0x1b))
    // The driver echoes and erases by itself.
    #expect(
      probe.terminal.text.hasPrefix(
        "age, 1 to 100: 250\r\n=line 250\r\nrefused: 250\r\nage, 1 to 100: 31\u{8} \u{8}"))
    #expect(probe.terminal.isAsFound)
  }

  @Test func `the second Ctrl-C in a row leaves`() throws {
    let probe = try ProbeTerminal("--plain", "prompt=> ")
    try probe.type("To\u{3}", until: "false\r\n> ")
    #expect(try probe.reply() == "interrupted false")
    #expect(try probe.reply(to: "\u{3}") == "interrupted true")
    #expect(try probe.terminal.waitForEnd() == .exited(130))
    let again = try ProbeTerminal("--plain", "--repeat", "prompt=> ")
    try again.type("\u{3}", until: "false\r\n> ")
    #expect(try again.reply() == "interrupted false")
    try again.type("a\r", until: "=line a\r\n> ")
    #expect(try again.reply() == "line a")
    #expect(try again.reply(to: "\u{3}") == "interrupted false")
  }

  @Test func `Ctrl-D on an empty line ends the input`() throws {
    let probe = try ProbeTerminal("--plain", "prompt=> ")
    #expect(try probe.reply(to: "\u{4}") == "end")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
  }

  @Test func `a line that is no UTF-8 is asked for again`() throws {
    let probe = try ProbeTerminal("--plain", "prompt=> ")
    try probe.terminal.type([0x54, 0xff, 0x0d])
    try probe.terminal.wait(for: "not valid UTF-8; type it again\r\n> ")
    #expect(try probe.reply(to: "To\r") == "line To")
  }

  // The driver of the terminal keeps 4,096 bytes of a line, its end among them, and drops the rest: of a line that
  // fills them nobody knows whether it was longer.
  @Test(arguments: [(4_094, true), (4_095, false), (4_096, false), (6_000, false)])
  func `a line is taken whole or not at all`(count: Int, isTaken: Bool) throws {
    let probe = try ProbeTerminal("--plain", "--repeat", "prompt=> ")
    let line = String(repeating: "y", count: count)
    if isTaken {
      #expect(try probe.reply(to: line + "\n") == "line " + line)
    } else {
      try probe.type(
        line + "\n", until: "gives 4094 bytes of one at most, and drops the rest\r\n> ")
    }
    #expect(try probe.reply(to: "To\n") == "line To")
  }

  @Test func `a long line that is given in parts is whole`() throws {
    let probe = try ProbeTerminal("--plain", "--repeat", "prompt=> ")
    let part = String(repeating: "y", count: 3_000)
    // Ctrl-D hands on what is typed so far.
    for _ in 0..<2 {
      let start = probe.terminal.output.count
      try probe.type(part + "\u{4}")
      try probe.terminal.wait(for: "the echo", since: start) { $0.count >= part.count }
    }
    #expect(try probe.reply(to: "z\n") == "line " + part + part + "z")
  }

  @Test func `a secret is not echoed, and the terminal echoes again behind it`() throws {
    let probe = try ProbeTerminal("--plain", "prompt=pw: |secret", "prompt=> ", firstShows: "pw: ")
    #expect(probe.terminal.modes.c_lflag & tcflag_t(ECHO) == 0)
    try probe.type("oak\r", until: "> ")
    #expect(try probe.reply() == "line oak")
    #expect(try probe.reply(to: "elm\r") == "line elm")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(probe.terminal.text == "pw: \r\n=line oak\r\n> elm\r\n=line elm\r\n")
    #expect(probe.terminal.isAsFound)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program is a reply`(signal: Int32) throws {
    let probe = try ProbeTerminal("--plain", "prompt=> |secret")
    #expect(probe.terminal.modes.c_lflag & tcflag_t(ECHO) == 0)
    probe.terminal.signal(signal)
    #expect(try probe.reply() == "signal \(signal)")
    #expect(try probe.terminal.waitForEnd() == .exited(128 + signal))
    #expect(probe.terminal.isAsFound)
  }

  @Test func `a terminal that is hung up ends the program at once`() throws {
    let probe = try ProbeTerminal("--plain", "prompt=> ")
    probe.terminal.hangUp()
    let ending = try probe.terminal.waitForEnd(timeout: .seconds(5))
    #expect([.exited(0), .exited(128 + SIGHUP)].contains(ending))
  }
}
