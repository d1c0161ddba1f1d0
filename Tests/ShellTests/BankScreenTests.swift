import Foundation
import TestSupport
import Testing

/// Acceptance cases whose point is the screen, in a terminal emulator.
@Suite struct BankScreenTests {
  private let greeting = [
    "Person: type an answer and press Return to go on; prev goes back.",
    "help lists the commands, Tab what a field takes; quit or Ctrl-D ends.",
  ]
  /// What the first refused key of the name field says.
  private let rule = "name: at most 10 characters"

  /// A prompt's row with its live state at the right edge.
  private func row(_ text: String, width: Int, _ state: String, columns: Int = 80) -> String {
    text + String(repeating: " ", count: columns - 1 - width - state.count) + state
  }

  private func start(columns: Int = 80, environment: [String: String] = [:]) throws -> Tmux {
    let tmux = try Tmux(columns: columns, environment: environment)
    try tmux.wait(for: "1/4 name:")
    return tmux
  }

  @Test("bank-080: after a stop the shell has its terminal, and fg brings prompt and text back")
  func stopAndResume() throws {
    let folder = try TemporaryFolder()
    let tmux = try Tmux(
      environment: ["PS1": "$ ", "formsh": Program.path], in: folder.url,
      command: "exec bash --norc --noprofile -i")
    try tmux.wait(for: "$")
    try tmux.type("\"$formsh\" > out")
    try tmux.press("Enter")
    try tmux.wait(for: "1/4 name:")
    try tmux.type("To")
    try tmux.wait(for: "1/4 name: To")
    try tmux.press("C-z")
    try tmux.wait(for: "Stopped")
    try tmux.type("clear; stty -a; echo do''ne")
    try tmux.press("Enter")
    let modes = try tmux.wait(for: "done").rows.joined(separator: " ")
    #expect(modes.contains(" icanon ") && modes.contains(" echo "))
    try tmux.type("clear; fg")
    try tmux.press("Enter")
    try tmux.wait(for: "1/4 name: To")
    try tmux.type("ve")
    try tmux.press("Enter")
    for (answer, prompt) in zip(
      Bank.answers().dropFirst(), ["2/4 age:", "3/4 gender:", "4/4 email:"])
    {
      try tmux.wait(for: prompt)
      try tmux.type(answer)
      try tmux.press("Enter")
    }
    try tmux.wait(for: "record 1")
    #expect(folder.text("out") == Bank.person())
  }

  @Test("bank-082: a window that changes its size shows prompt and text once") func resize() throws
  {
    let tmux = try start()
    try tmux.type("To")
    try tmux.wait(for: "2/10")
    for columns in [20, 200] {
      try tmux.resize(columns: columns, rows: 24)
      let wanted = row("1/4 name: To", width: 12, "2/10", columns: columns)
      let screen = try tmux.wait(for: "the row at \(columns) columns") { screen in
        screen.rows.filter { $0.contains("name") } == [wanted] && screen.column == 12
      }
      #expect(screen.rows[screen.row] == wanted)
    }
    try tmux.type("ve")
    try tmux.press("Enter")
    let screen = try tmux.wait(for: "2/4 age:")
    #expect(screen.rows.filter { $0.contains("name") } == ["1/4 name: Tove"])
  }

  @Test("bank-084: the cursor stands between wide characters") func wideCursor() throws {
    let tmux = try start()
    try tmux.type("\u{6F22}\u{5B57}\u{6F22}\u{5B57}")
    try tmux.press("Left", "Left")
    try tmux.type("x")
    let text = "1/4 name: \u{6F22}\u{5B57}x\u{6F22}\u{5B57}"
    try tmux.wait(
      rows: greeting + [row(text, width: 19, "5/10")], column: 15, row: 2)
    try tmux.press("Enter")
    try tmux.wait(rows: greeting + [text, "2/4 age:"], column: 9, row: 3)
    try tmux.type("30")
    try tmux.press("Enter")
    try tmux.type("M")
    try tmux.press("Enter")
    try tmux.type("tove@example.org")
    try tmux.press("Enter")
    try tmux.wait(for: #"{"name":"\#u{6F22}\#u{5B57}x\#u{6F22}\#u{5B57}""#)
  }

  @Test("bank-086: editing at the line's start leaves a coloured or long prompt alone")
  func colouredPrompt() throws {
    let tmux = try start()
    try tmux.type("abcdefghij")
    try tmux.press("C-a")
    // The name is full: the X is the eleventh character.
    try tmux.type("X")
    try tmux.wait(
      rows: greeting + [rule, row("1/4 name: abcdefghij", width: 20, "10/10")], column: 10, row: 3)
    try tmux.press("DC")
    try tmux.type("X")
    try tmux.wait(
      rows: greeting + [rule, row("1/4 name: Xbcdefghij", width: 20, "10/10")], column: 11, row: 3)
    // A prompt longer than the window keeps its end, and the text its place.
    let folder = try Bank.form(
      #""a":{"type":"string","title":"A question whose words are longer than the window is wide"}"#)
    let narrow = try Tmux(["form.json"], columns: 40, in: folder.url)
    try narrow.wait(for: "is wide):")
    try narrow.type("abcdefghij")
    try narrow.press("C-a")
    try narrow.type("X")
    let screen = try narrow.wait(for: "X before the text") { screen in
      screen.rows.indices.contains(screen.row)
        && screen.rows[screen.row].hasSuffix("is wide): Xabcdefghij        ✓")
    }
    #expect(screen.rows[screen.row].prefix(screen.column).hasSuffix("): X"))
    #expect(screen.rows.filter { $0.contains("abcdefghij") }.count == 1)
  }

  @Test(
    "bank-087: recall and repainting show the prompt once; no colour codes where none are wanted")
  func historyKeys() throws {
    let tmux = try start()
    try tmux.press("Up", "Down")
    try tmux.type("a")
    try tmux.press("C-l")
    let screen = try tmux.wait(for: "the row after Ctrl-L") { screen in
      screen.rows == [row("1/4 name: a", width: 11, "1/10")]
    }
    #expect(screen.column == 11)
    for environment in [["TERM": "dumb"], ["NO_COLOR": "1"]] {
      let desk = try BankDesk(environment: environment)
      try desk.terminal.type("\u{1B}[A\u{1B}[Ba\u{C}")
      try desk.finishPerson()
      #expect(try desk.records(1) == Bank.person("a"))
      if environment["TERM"] == "dumb" {
        #expect(!desk.terminal.output.contains(0x1B))
      } else {
        #expect(desk.terminal.text.firstMatch(of: #/\u{1B}\[[0-9;]*m/#) == nil)
      }
    }
  }

  @Test("bank-088: what completion leaves on the screen is what is judged")
  func completionInTheMiddle() throws {
    let folder = try Bank.form(
      #""tree":{"enum":["maple","mahogany"]}"#, more: #","required":["tree"]"#)
    let tmux = try Tmux(["form.json"], in: folder.url)
    try tmux.wait(for: "tree:")
    // No choice begins with mapx: both x are refused.
    try tmux.type("mapxx")
    try tmux.wait(for: "tree: map ")
    try tmux.press("Left", "Left", "Tab")
    try tmux.wait(for: "maple     mahogany")
    #expect(try tmux.screen().rows.contains(row("tree: map", width: 9, "…")))
    try tmux.press("Enter")
    try tmux.wait(for: "tree: map is not one of maple, mahogany")
    try tmux.press("End", "Tab")
    try tmux.wait(for: "tree: maple ")
    try tmux.press("Enter")
    try tmux.wait(for: #"{"tree":"maple"}"#)
  }

  @Test("bank-090: a Tab in a paste is text, and no key in a script") func tabFromPaste() throws {
    let tmux = try start()
    try tmux.paste("a\tb")
    try tmux.wait(
      rows: greeting + [rule, row("1/4 name:", width: 9, "0/10")], column: 10, row: 3)
    try tmux.type("Kim")
    try tmux.press("Enter")
    try tmux.wait(for: "2/4 age:")
    let script = try Bank.fill([], ["Tove", "30", "M\t", "F\t"])
    #expect(script.message(3, "gender") != nil && script.message(4, "gender") != nil)
    #expect(script.output == "" && script.status == 1)
  }
}
