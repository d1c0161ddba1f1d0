import TestSupport
import Testing

/// What a person sees, in a terminal emulator; whole screens.
struct ScreenTests {
  private func probe(
    _ arguments: String..., columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> Tmux {
    let words = ([ProbeTerminal.path] + arguments).map(Tmux.quoted).joined(separator: " ")
    let screen = try Tmux(
      columns: columns, rows: rows, environment: environment, command: "exec " + words)
    // What is typed before the prompt stands there would be echoed by the terminal's driver.
    try screen.wait(for: ">")
    return screen
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: The row

  @Test func `the live state stands at the right edge, and goes where there is no room`() throws {
    let screen = try probe("prompt=name> |live=count", columns: 30)
    try screen.wait(rows: ["name> " + blank(19) + "0/10"], column: 6, row: 0)
    try screen.type("Tove")
    try screen.wait(rows: ["name> Tove" + blank(15) + "4/10"], column: 10, row: 0)
    try screen.type("0123456789abc")
    try screen.wait(
      rows: ["name> Tove0123456789abc"], column: 23, row: 0)
  }

  @Test func `a wide character takes two columns`() throws {
    let screen = try probe("prompt=> ")
    try screen.type("漢字漢字")
    try screen.press("Left", "Left")
    try screen.type("x")
    try screen.wait(rows: ["> 漢字x漢字"], column: 7, row: 0)
    try screen.press("Enter")
    try screen.wait(for: "=line 漢字x漢字")
  }

  @Test func `the cursor stands right beside emoji and marks`() throws {
    let screen = try probe("prompt=> |live=count")
    try screen.type("e\u{301}👩x")
    try screen.wait(for: "> e\u{301}👩x")
    try screen.press("C-b", "C-b")
    // Whatever the emulator thinks of the width, what is typed now stands before the emoji.
    try screen.type("Y")
    try screen.wait(for: "> e\u{301}Y👩x")
    try screen.press("C-e")
    try screen.type("z")
    try screen.wait(for: "> e\u{301}Y👩xz")
  }

  @Test func `a long line scrolls sideways with a mark at each cut end`() throws {
    let screen = try probe("prompt=> ", columns: 20)
    try screen.type("abcdefghijklmnopqrstuvwxyz")
    try screen.wait(for: "z")
    let row = try screen.screen().rows[0]
    #expect(row.hasPrefix("> <") && row.hasSuffix("z"))
    try screen.press("C-a")
    try screen.wait(rows: ["> abcdefghijklmnop>"], column: 2, row: 0)
    try screen.press("C-e")
    try screen.wait(for: "> <")
    for _ in 0..<13 { try screen.press("Left") }
    try screen.wait(for: "both marks") { $0.rows[0].hasPrefix("> <") && $0.rows[0].hasSuffix(">") }
    try screen.press("Enter")
    // What stays behind is the whole line.
    try screen.wait(
      rows: ["> abcdefghijklmnopqr", "stuvwxyz", "=line abcdefghijklmn", "opqrstuvwxyz"],
      column: 0, row: 4)
  }

  @Test func `editing at the left edge does not touch the prompt`() throws {
    let screen = try probe("prompt=name> |live=count")
    try screen.type("abcdefghij")
    try screen.press("C-a")
    try screen.type("X")
    try screen.wait(rows: ["name> Xabcdefghij" + blank(57) + "11/10"], column: 7, row: 0)
    try screen.press("C-a", "BSpace")
    try screen.wait(rows: ["name> Xabcdefghij" + blank(57) + "11/10"], column: 6, row: 0)
  }

  @Test func `a prompt longer than the window keeps its end`() throws {
    let screen = try probe("prompt=a very long prompt of a field> ", columns: 20)
    try screen.type("abc")
    try screen.wait(rows: ["a field> abc"], column: 12, row: 0)
  }

  @Test func `Ctrl-L clears the screen and keeps the line`() throws {
    let screen = try probe("--repeat", "prompt=> ")
    try screen.type("one")
    try screen.press("Enter")
    try screen.type("two")
    try screen.wait(for: "> two")
    try screen.press("C-l")
    try screen.wait(rows: ["> two"], column: 5, row: 0)
  }

  @Test func `the rule of a refused key stands above the row`() throws {
    let screen = try probe("prompt=> |gate=age|live=count")
    try screen.type("12x")
    try screen.wait(
      rows: ["age: 1 to 100", "> 12" + blank(71) + "2/10"], column: 4, row: 1)
    try screen.type("y3")
    try screen.press("BSpace")
    try screen.wait(rows: ["age: 1 to 100", "> 1" + blank(72) + "1/10"], column: 3, row: 1)
  }

  // MARK: Completion

  @Test func `Tab fills in, lists under the row, and the next key narrows`() throws {
    let screen = try probe("prompt=> |choices=maple,mahogany,oak,M:M  Male")
    try screen.type("m")
    try screen.press("Tab")
    try screen.wait(rows: ["> ma", "maple     mahogany"], column: 4, row: 0)
    try screen.type("p")
    try screen.wait(rows: ["> map"], column: 5, row: 0)
    try screen.press("Tab")
    try screen.wait(rows: ["> maple"], column: 7, row: 0)
    try screen.press("C-u", "Tab")
    try screen.wait(rows: [">", "maple     mahogany  oak       M  Male"], column: 2, row: 0)
    try screen.press("BSpace")
    try screen.wait(rows: [">"], column: 2, row: 0)
  }

  @Test func `a completion in the middle of a word leaves no tail`() throws {
    let screen = try probe("prompt=> |choices=maple,mahogany")
    try screen.type("mapxx")
    try screen.press("Left", "Left", "Tab")
    try screen.wait(rows: ["> maple"], column: 7, row: 0)
    try screen.press("Enter")
    try screen.wait(for: "=line maple")
  }

  @Test func `a listing that does not fit is paged`() throws {
    let screen = try probe("prompt=> |many=100000", columns: 30, rows: 6)
    try screen.press("Tab")
    try screen.wait(
      rows: [
        "> choice", "choice0  choice3  choice6", "choice1  choice4  choice7",
        "choice2  choice5  choice8", "1-9 of 100000; Tab: more",
      ], column: 8, row: 0)
    try screen.press("Tab")
    try screen.wait(
      rows: [
        "> choice", "choice9   choice12  choice15", "choice10  choice13  choice16",
        "choice11  choice14  choice17", "10-18 of 100000; Tab: more",
      ], column: 8, row: 0)
    try screen.type("x")
    try screen.wait(rows: ["> choicex"], column: 9, row: 0)
  }

  @Test func `a listing at the foot of the screen scrolls it`() throws {
    let screen = try probe(
      "--repeat", "prompt=> |choices=maple,mahogany", columns: 30, rows: 4)
    try screen.type("a")
    try screen.press("Enter")
    try screen.type("b")
    try screen.press("Enter")
    try screen.wait(rows: ["=line a", "> b", "=line b", ">"], column: 2, row: 3)
    try screen.press("Tab")
    try screen.wait(rows: ["> b", "=line b", "> ma", "maple     mahogany"], column: 4, row: 2)
    try screen.type("p")
    try screen.wait(rows: ["> b", "=line b", "> map"], column: 5, row: 2)
  }

  // MARK: Windows and jobs

  @Test func `a resize draws the row once, in full, at the new width`() throws {
    let screen = try probe("prompt=name> |live=count", columns: 80)
    try screen.type("To")
    try screen.wait(rows: ["name> To" + blank(67) + "2/10"], column: 8, row: 0)
    for columns in [20, 200, 10, 60] {
      try screen.resize(columns: columns, rows: 24)
      let live = columns == 10 ? "" : blank(columns - 13) + "2/10"
      try screen.wait(rows: ["name> To" + live], column: 8, row: 0)
    }
    try screen.type("ve")
    try screen.press("Enter")
    try screen.wait(rows: ["name> Tove", "=line Tove"], column: 0, row: 2)
  }

  @Test func `a resize below the cursor's column leaves no rest behind`() throws {
    let screen = try probe("--repeat", "prompt=name> |live=count", columns: 60)
    try screen.type("first")
    try screen.press("Enter")
    try screen.type("abcdefghijklmnopqrstuvwxyz")
    try screen.wait(
      rows: [
        "name> first", "=line first", "name> abcdefghijklmnopqrstuvwxyz" + blank(22) + "26/10",
      ],
      column: 32, row: 2)
    // The emulator wraps the row anew; how much of that it scrolls away is its own affair.
    try screen.resize(columns: 10, rows: 24)
    try screen.wait(for: "a short row") { shown in
      shown.rows.last == "name> <yz" && shown.row == shown.rows.count - 1 && shown.column == 9
        && !shown.rows.contains { $0.contains("fgh") || $0.contains("26/10") }
    }
    try screen.resize(columns: 60, rows: 24)
    try screen.wait(for: "one full row") { shown in
      shown.rows.last == "name> abcdefghijklmnopqrstuvwxyz" + blank(22) + "26/10"
        && shown.rows.count { $0.contains("abc") } == 1
        && shown.row == shown.rows.count - 1 && shown.column == 32
    }
  }

  @Test func `after Ctrl-Z and fg the row is drawn again`() throws {
    let screen = try Tmux(environment: ["PS1": "$ "], command: "exec bash --norc --noprofile -i")
    try screen.wait(rows: ["$"], column: 2, row: 0)
    try screen.type(
      "stty -a > before; ./p 'prompt=name> '".replacing("./p", with: ProbeTerminal.path))
    try screen.press("C-u")
    let folder = try TemporaryFolder()
    try screen.type("cd \(folder.path("")); ln -s \(ProbeTerminal.path) p; clear")
    try screen.press("Enter")
    try screen.wait(rows: ["$"], column: 2, row: 0)
    try screen.type("stty -a > before; ./p 'prompt=name> '")
    try screen.press("Enter")
    try screen.wait(for: "name>")
    try screen.type("To")
    try screen.wait(for: "name> To")
    try screen.press("C-z")
    try screen.wait(for: "Stopped")
    try screen.type("stty -a > stopped; cmp before stopped && echo same")
    try screen.press("Enter")
    try screen.wait(for: "the verdict") { $0.rows.contains("same") }
    try screen.type("clear; fg")
    try screen.press("Enter")
    try screen.wait(rows: ["./p 'prompt=name> '", "name> To"], column: 8, row: 1)
    try screen.type("ve")
    try screen.press("Enter")
    try screen.wait(
      rows: ["./p 'prompt=name> '", "name> Tove", "=line Tove", "$"], column: 2, row: 3)
    try screen.type("stty -a > after; cmp before after && echo same")
    try screen.press("Enter")
    try screen.wait(for: "the verdict") { $0.rows.contains("same") }
  }
}
