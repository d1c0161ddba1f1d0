import TestSupport
import Testing

/// What a person sees who has never used the program, on a real terminal.
@Suite struct FirstMinuteTests {
  @Test func theFirstScreenSaysInTwoLinesWhatToDo() throws {
    let tmux = try Tmux(columns: 80, rows: 10)
    let screen = try tmux.wait(for: "1/4 name:")
    #expect(screen.rows.count == 3)
    #expect(screen.rows[0].contains("Return"))
    #expect(screen.rows[1].contains("help") && screen.rows[1].contains("quit"))
  }

  @Test func aSecondRefusedKeyInARowSaysWhatToDo() throws {
    let tmux = try Tmux(columns: 80, rows: 12)
    try tmux.wait(for: "1/4 name:")
    try tmux.type("Kim")
    try tmux.press("Enter")
    try tmux.wait(for: "2/4 age:")
    try tmux.type("x")
    let first = try tmux.wait(for: "age: 1 to 100")
    #expect(!first.rows.contains { $0.contains("quit leaves") })
    try tmux.type("y")
    try tmux.wait(for: "Tab lists what is right; Ctrl-U empties the line; prev goes")
    // Once a question.
    try tmux.type("xyz3")
    let last = try tmux.wait(for: "2/4 age: 3")
    #expect(last.rows.filter { $0.contains("quit leaves") }.count == 1)
  }

  @Test func aWrongTurnAtThePromptIsToldTheCommand() throws {
    let tmux = try Tmux(["contact"], columns: 80, rows: 12)
    try tmux.wait(for: "1/8 name:")
    try tmux.type(".goto email")
    try tmux.press("Enter")
    try tmux.wait(for: "3/8 email")
    try tmux.type("exit")
    try tmux.press("Enter")
    try tmux.wait(for: "email: exit is not an e-mail address like mina@example.org; to leave: quit")
  }

  /// Colours where they add meaning, none where they are not wanted.
  @Test(
    arguments: [
      ([:], "xterm-256color", true), (["NO_COLOR": "1"], "xterm-256color", false),
      (["ACCESSIBLE": "1"], "xterm-256color", false), ([:], "dumb", false),
    ] as [([String: String], String, Bool)])
  func coloursAreForTerminalsThatWantThem(
    _ environment: [String: String], _ type: String, _ isColoured: Bool
  ) throws {
    let terminal = try Terminal(
      ["tiles"], environment: environment.merging(["TERM": type]) { $1 })
    try terminal.wait(for: "count")
    let start = terminal.output.count
    try terminal.type("\u{15}-\r")
    let said = try terminal.wait(for: "is not a whole number", since: start)
    let text = String(decoding: said, as: UTF8.self)
    #expect(text.contains("\u{1b}[31m") == isColoured)
    try terminal.type("\u{15}quit\r\u{15}quit\r")
    _ = try terminal.waitForEnd()
  }
}
