import TestSupport
import Testing

struct PasteTests {
  private func paste(_ text: String) -> String { "\u{1b}[200~" + text + "\u{1b}[201~" }

  @Test func `each line of a paste answers one question in order`() throws {
    let probe = try ProbeTerminal(
      "prompt=name> |gate=name", "prompt=age> |gate=age", "prompt=gender> |accept=M,F",
      "prompt=email> ")
    try probe.type(paste("Tove\r30\r\nX\rtove@example.org\r"))
    #expect(try probe.reply() == "pasted Tove")
    #expect(try probe.reply() == "pasted 30")
    #expect(try probe.reply() == "pasted X")
    // X is asked for again as a draft; what was meant for the next question is dropped.
    try probe.wait(
      rows: [
        "name> Tove", "=pasted Tove", "age> 30", "=pasted 30", "gender> X", "=pasted X",
        "refused: X, 1 dropped", "gender> X",
      ])
    #expect(try probe.reply(to: "\u{7f}F\r") == "line F")
    #expect(try probe.reply(to: "a\r") == "line a")
  }

  @Test func `a line that is refused as it is pasted drops the rest and says so`() throws {
    let probe = try ProbeTerminal("prompt=age> |gate=age", "prompt=name> ")
    try probe.type(paste("abc\r30\rTove\r"), until: "2 lines")
    try probe.wait(rows: ["age: 1 to 100", "the rest of the paste is dropped: 2 lines", "age>"])
    #expect(try probe.reply(to: "7\r") == "line 7")
    #expect(try probe.reply(to: "x\r") == "line x")
  }

  @Test func `a line wholly from a paste is marked even when Return is typed`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    #expect(try probe.reply(to: paste("quit") + "\r") == "pasted quit")
    #expect(try probe.reply(to: paste("Tove ") + "\r") == "pasted Tove ")
    #expect(try probe.reply(to: "a" + paste("b") + "\r") == "line ab")
    #expect(try probe.reply(to: paste("quit") + "x\u{7f}\r") == "line quit")
    #expect(try probe.reply(to: "typed\r") == "line typed")
  }

  @Test func `a Tab in a paste is text and completes nothing`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |choices=M,F")
    #expect(try probe.reply(to: paste("M\t") + "\r") == "pasted M<9>")
    #expect(try probe.reply(to: paste("a\tb") + "\r") == "pasted a<9>b")
    try probe.wait(rows: ["> M^I", "=pasted M<9>", "> a^Ib", "=pasted a<9>b", ">"])
  }

  @Test func `control characters and broken UTF-8 are refused with their whole line`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    try probe.type("x" + paste("a\u{1b}[31mb"), until: "control characters")
    try probe.type(paste("a\u{0}b") + paste("\u{9b}"))
    try probe.terminal.type(Array("\u{1b}[200~a".utf8) + [0xff] + Array("b\u{1b}[201~".utf8))
    #expect(try probe.reply(to: "y\r") == "line xy")
    #expect(probe.bells == 4)
  }

  @Test func `a line of many characters is taken whole where the gate allows it`() throws {
    let probe = try ProbeTerminal("prompt=> ")
    let text = String(repeating: "0123456789", count: 500)
    #expect(try probe.reply(to: paste(text) + "\r") == "pasted " + text)
  }

  @Test func `Ctrl-C drops the lines of a paste that wait`() throws {
    // The first answer is asked for again without dropping the paste; Ctrl-C then drops it.
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    try probe.type(paste("a\rb"), until: "> b")
    #expect(try probe.reply() == "pasted a")
    #expect(try probe.reply(to: "\u{3}") == "interrupted false")
    #expect(try probe.reply(to: "c\r") == "line c")
  }
}
