import Foundation
import TestSupport
import Testing

/// Acceptance cases about terminals: what is left of them, poor ones, none, and what is kept of a session.
@Suite struct BankTerminalTests {
  @Test("bank-071: a hang-up, and an input that cannot be read, end promptly") func hangUp() throws
  {
    let folder = try TemporaryFolder()
    let desk = try BankDesk(["-o", "a.jsonl"], in: folder)
    try desk.answer("Tove", thenWaitFor: "age: ")
    desk.terminal.hangUp()
    let ending = try desk.terminal.waitForEnd()
    #expect(ending == .killed(SIGHUP) || ending == .exited(1))
    #expect((folder.text("a.jsonl") ?? "") == "")
    let directory = try Bank.shell("\"$formsh\" < /")
    #expect(directory.error == "stdin: standard input: Is a directory; 0 records saved\n")
    #expect(directory.output == "" && directory.status == 3)
  }

  @Test(
    "bank-075: records go into a pipe or a file, prompts to the terminal",
    arguments: ["\"$0\" -n 1 | tee log", "\"$0\" -n 1 > log", "\"$0\" -n 1 2>words > log"])
  func outputRedirected(_ command: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try Terminal(
      ["-c", command, Program.path], in: folder.url, program: "/bin/sh")
    for (answer, prompt) in zip(Bank.answers(), ["name: ", "age: ", "gender: ", "email: "]) {
      try terminal.wait(for: prompt)
      try terminal.type(answer + "\r")
    }
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(folder.text("log") == Bank.person())
  }

  @Test("bank-076: Ctrl-C drops a line, then leaves, and the terminal is as it was")
  func interrupt() throws {
    let folder = try TemporaryFolder()
    let desk = try BankDesk(["-o", "a.jsonl"], in: folder)
    try desk.terminal.type("To", thenWaitFor: "2/10")
    try desk.terminal.type("\u{3}", thenWaitFor: "0/10")
    try desk.terminal.type("\u{3}")
    #expect(try desk.terminal.waitForEnd() == .killed(SIGINT))
    #expect(desk.terminal.isAsFound)
    let output = desk.terminal.text
    #expect(!output.contains("\u{1B}[?25l") || output.hasSuffix("\u{1B}[?25h"))
    #expect(output.contains("\u{1B}[?2004l"))
    #expect(try desk.records(0) == "" && (folder.text("a.jsonl") ?? "") == "")
  }

  @Test("bank-078: an interrupted record leaves the file alone") func partialRecord() throws {
    let folder = try TemporaryFolder()
    let before = "name,age,gender,email\nKim,1,F,k@example.org\nLee,2,M,l@example.org"
    try folder.write("a.csv", before)
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }
    let script = try Bank.fill(["-o", "a.csv"], ["Tove", "30"], in: folder.url)
    #expect(script.error.contains("gender, email missing") && script.status == 1)
    #expect(folder.text("a.csv") == before)
    #expect(try names() == ["a.csv"])
    let desk = try BankDesk(["-o", "a.csv"], in: folder)
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.answer("30", thenWaitFor: "gender: ")
    try desk.terminal.type("\u{3}", thenWaitFor: "kept for the next start")
    #expect(try desk.terminal.waitForEnd() == .killed(SIGINT))
    #expect(folder.text("a.csv") == before)
    #expect(try names() == ["a.csv", ".a.csv.formsh-journal", "records"])
  }

  @Test(
    "bank-105: a terminal that can nothing gets no escape sequence",
    arguments: [["TERM=dumb"], ["-u", "TERM"], ["TERM=nosuch"]])
  func dumbTerminal(_ setting: [String]) throws {
    let folder = try TemporaryFolder()
    let terminal = try Terminal(
      setting + [Program.path, "-n", "1"], in: folder.url,
      redirecting: [1: folder.path("records")], program: "/usr/bin/env")
    for (answer, prompt) in zip(Bank.answers(), ["name: ", "age: ", "gender: ", "email: "]) {
      try terminal.wait(for: prompt)
      try terminal.type(answer + "\r")
    }
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(folder.text("records") == Bank.person())
    #expect(!terminal.output.contains(0x1B))
    #expect(!terminal.text.lowercased().contains("warning"))
  }

  @Test("bank-106: no terminal description and no window size are no obstacle") func noTerminfo()
    throws
  {
    let desk = try BankDesk(
      columns: 0, rows: 0, environment: ["TERMINFO": "/nonexistent", "TERM": "xterm"])
    try desk.terminal.type("Tove")
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person())
    try desk.terminal.type("\u{4}")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
  }

  @Test("bank-107: no colours in a file, none with NO_COLOR") func redirectedColours() throws {
    let folder = try TemporaryFolder()
    let list = try Terminal(
      ["forms"], environment: ["TERM": "xterm-256color"], in: folder.url,
      redirecting: [1: folder.path("out.txt")])
    #expect(try list.waitForEnd() == .exited(0))
    let text = try #require(folder.text("out.txt"))
    #expect(text.contains("person") && !text.contains("\u{1B}"))
    let desk = try BankDesk(environment: ["NO_COLOR": "1"])
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.typeRefused("x")
    try desk.answer("250", thenWaitFor: "\u{7}")
    try desk.answer("\u{15}", thenWaitFor: "an answer is required")
    let isColour = #/\u{1B}\[[0-9;]*m/#
    #expect(desk.terminal.text.firstMatch(of: isColour) == nil)
    // The same with colours has some: the look-out for them sees them.
    let coloured = try BankDesk()
    try coloured.answer(thenWaitFor: "an answer is required")
    #expect(coloured.terminal.text.firstMatch(of: isColour) != nil)
  }

  /// Every regular file below a folder, by its path, and what is in it.
  private func contents(of folder: TemporaryFolder) -> [String: String] {
    var found: [String: String] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder.url.path)
      ?? .init()
    {
      if let text = folder.text(name) { found[name] = text }
    }
    return found
  }

  @Test("bank-110: no history file is written") func historyPrivate() throws {
    let home = try TemporaryFolder()
    let desk = try BankDesk(
      environment: [
        "HOME": home.url.path, "TMPDIR": home.url.path, "XDG_STATE_HOME": home.url.path,
      ])
    try desk.terminal.type("Tove")
    try desk.finishPerson()
    try desk.terminal.type("\u{4}")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
    #expect(contents(of: home).isEmpty)
    #expect(contents(of: desk.folder) == ["records": Bank.person()])
  }

  @Test("bank-111: a secret is in the record and nowhere else") func secretStays() throws {
    let home = try Bank.form(#""word":{"type":"string","writeOnly":true},"note":{"type":"string"}"#)
    let secret = "hunter-2-oak"
    let desk = try BankDesk(
      ["form.json", "-o", "a.jsonl"], prompt: "word: ",
      environment: ["HOME": home.url.path, "TMPDIR": home.url.path], in: home)
    try desk.answer(secret, thenWaitFor: "note: ")
    #expect(contents(of: home).values.allSatisfy { !$0.contains("hunter") })
    try desk.answer(thenWaitFor: "record 1")
    // Up offers nothing: the record that follows has no word.
    try desk.terminal.wait(for: "word: ", since: desk.terminal.output.count - 30)
    try desk.answer("\u{1B}[A\u{1B}[A", thenWaitFor: "note: ")
    try desk.answer(thenWaitFor: "record 2")
    try desk.terminal.type("\u{4}")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
    #expect(!desk.terminal.text.contains("hunter"))
    #expect(home.text("a.jsonl") == "{\"word\":\"\(secret)\"}\n{}\n")
    #expect(
      contents(of: home).filter { $0.value.contains("hunter") }.map(\.key) == ["a.jsonl"])
  }

  @Test("bank-113: what is recalled is what was typed; other programs' histories are no matter")
  func historyFormat() throws {
    let home = try TemporaryFolder()
    for name in [".history", ".editline_history", ".formsh_history"] {
      try home.write(name, "_HiStOrY_V2_\na\\040b\n\u{1}\u{2}junk\n")
    }
    let environment = ["HOME": home.url.path]
    let desk = try BankDesk(environment: environment)
    try desk.terminal.type("a b\\c")
    try desk.finishPerson()
    try desk.terminal.wait(for: "0/10", since: desk.terminal.output.count - 20)
    try desk.terminal.type("\u{1B}[A", thenWaitFor: "5/10")
    try desk.answer(thenWaitFor: "age: ")
    try desk.answer("30", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 2")
    #expect(try desk.records(2) == Bank.person("a b\\\\c") + Bank.person("a b\\\\c"))
    // Another session begins without any.
    let next = try BankDesk(environment: environment)
    try next.terminal.type("\u{1B}[A")
    try next.answer(thenWaitFor: "an answer is required")
    #expect(home.text(".history")?.hasSuffix("junk\n") == true)
  }
}
