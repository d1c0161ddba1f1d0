import Foundation
import TestSupport
import Testing

/// Acceptance cases about the walk of a script: drafts, choices, commands, lines and their ends.
@Suite struct BankWalkTests {
  @Test("bank-049: the accepted value and the refused draft are both to be seen")
  func draftKeptApart() throws {
    let outcome = try Bank.fill(["tiles"], ["24", "2.5", "prev", ".show"])
    #expect(outcome.messages.contains("stdin:3: prev: this is the first field"))
    let shown = try #require(outcome.messages.first { $0.hasPrefix("> count") })
    #expect(shown.hasPrefix("> count  24  draft: 2.5  (2.5 is not a whole number"))
    #expect(outcome.output == "{\"count\":24}\n" && outcome.status == 1)
  }

  @Test("bank-053: an empty line chooses nothing") func noChoiceIsMade() throws {
    let outcome = try Bank.fill([], ["Tove", "30", ""])
    #expect(outcome.message(3, "gender")?.contains("an answer is required") == true)
    #expect(outcome.error.contains("gender, email missing"))
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test("bank-054: only a default stands for an empty line, and the prompt shows it")
  func defaultChoice() throws {
    let folder = try Bank.form(#""tree":{"enum":["oak","elm"],"default":"elm"}"#)
    let outcome = try Bank.fill(["form.json"], [""], in: folder.url)
    #expect(outcome.output == "{\"tree\":\"elm\"}\n" && outcome.status == 0)
    _ = try BankDesk(["form.json"], prompt: "tree [elm]: ", in: folder)
    try folder.write("form.json", #"{"properties":{"tree":{"enum":["oak","elm"]}}}"#)
    let without = try Bank.fill(["form.json"], [""], in: folder.url)
    #expect(without.output == "{}\n" && without.status == 0)
  }

  @Test("bank-055: a choice is exactly M or F") func exactChoice() throws {
    let outcome = try Bank.fill(
      [], ["Tove", "30", "m", "male", "MF", " F", "F", "tove@example.org"])
    for line in 3...6 {
      #expect(outcome.message(line, "gender")?.contains("one of M, F") == true)
    }
    #expect(outcome.output == Bank.person("Tove", "30", "F") && outcome.status == 1)
  }

  @Test("bank-057: going back from an invalid field is allowed and loses nothing")
  func backFromInvalid() throws {
    let outcome = try Bank.fill(
      [], ["Tove", "30", "M", "mina@", "prev", ".show", "next", "mina@example.org"])
    #expect(outcome.message(4, "email")?.hasPrefix("invalid email") == true)
    #expect(outcome.messages.contains { $0.hasPrefix("> gender") })
    #expect(outcome.messages.contains { $0.contains("email") && $0.contains("draft: mina@") })
    #expect(outcome.output == Bank.person("Tove", "30", "M", "mina@example.org"))
    #expect(outcome.status == 1)
  }

  @Test("bank-058: going back from an empty field, and at the first one, is no fault")
  func backFromEmpty() throws {
    let outcome = try Bank.fill(
      [], ["Tove", "prev", "prev", "Tov", ".show", "30", "M", "tove@example.org"])
    #expect(outcome.messages.contains("stdin:3: prev: this is the first field"))
    #expect(outcome.messages.contains { $0.hasPrefix("> age") && !$0.contains("30") })
    #expect(outcome.output == Bank.person("Tov") && outcome.status == 0)
  }

  @Test("bank-059: whatever the route, no record without an age") func nothingIsSkipped() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "Tove", "30", "M", "mina@", "prev", "prev", "clear", "next", "next", "mina@example.org",
    ]
    let short = try Bank.fill(["-o", "a.jsonl", "--retry"], lines + [".show"], in: folder.url)
    #expect(short.message(10, "age")?.contains("required") == true)
    #expect(short.messages.contains { $0.hasPrefix("> age") })
    #expect((folder.text("a.jsonl") ?? "") == "" && short.status == 1)
    let whole = try Bank.fill(["-o", "a.jsonl", "--retry"], lines + ["31"], in: folder.url)
    #expect(folder.text("a.jsonl") == Bank.person("Tove", "31", "M", "mina@example.org"))
    #expect(whole.status == 1)
  }

  @Test("bank-061: command words can be answers, and words that begin like them are")
  func commandWordsAsValues() throws {
    for word in ["next", "prev", "clear"] {
      let outcome = try Bank.fill([], Bank.answers("\\" + word))
      #expect(outcome.output == Bank.person(word) && outcome.error == "" && outcome.status == 0)
      let plain = try Bank.fill(["--no-commands"], Bank.answers(word))
      #expect(plain.output == Bank.person(word) && plain.status == 0)
    }
    for word in ["nextor", "clearly", "previn"] {
      let outcome = try Bank.fill([], Bank.answers(word))
      #expect(outcome.output == Bank.person(word) && outcome.error == "" && outcome.status == 0)
    }
    #expect(try Bank.fill([], ["help"]).error.contains("\\"))
  }

  @Test("bank-063: an end of input names the field where it came") func endAfterCommand() throws {
    let outcome = try Bank.fill([], ["Tove", "30", "next"])
    #expect(
      outcome.error == "stdin:3: the record is not finished: gender, email missing\n")
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test(
    "bank-064: CRLF ends a line like LF",
    arguments: [Input.redirected, Input.piped] as [@Sendable ([UInt8]) -> Input])
  func crlfLines(_ input: @Sendable ([UInt8]) -> Input) throws {
    let outcome = try Program.run(
      input: input(Array("Tove\r\n30\r\nM\r\ntove@example.org\r\n".utf8)))
    #expect(outcome.output == Bank.person() && outcome.error == "" && outcome.status == 0)
  }

  @Test("bank-066: a byte order mark is dropped at the very start only") func bomFirst() throws {
    let outcome = try Bank.fill([], Bank.answers("\u{FEFF}Tove") + Bank.answers("\u{FEFF}Kim"))
    #expect(
      outcome.outputBytes == Array((Bank.person("Tove") + Bank.person("\u{FEFF}Kim")).utf8))
    #expect(outcome.error == "" && outcome.status == 0)
  }

  @Test("bank-068: the last line needs no end") func lastLineWithoutEnd() throws {
    let outcome = try Program.run(input: "Tove\n30\nM\ntove@example.org")
    #expect(outcome.output == Bank.person() && outcome.error == "" && outcome.status == 0)
  }

  @Test("bank-070: no input at all ends at once", arguments: [Input.nothing, .closed])
  func noInput(_ input: Input) throws {
    let outcome = try Program.run(input: input)
    #expect(outcome.output == "" && outcome.error == "" && outcome.status == 0)
    let one = try Program.run(["-n", "1"], input: input)
    #expect(one.error == "stdin: the input ended after 0 of 1 records\n")
    #expect(one.output == "" && one.status == 1)
  }

  @Test("bank-072: a refusal and the end of input are a line each") func invalidThenEnd() throws {
    let outcome = try Bank.fill([], ["Tove", "200"])
    #expect(
      outcome.error == """
        stdin:2: age: 200 is not between 1 and 100
        stdin:2: the record is not finished: age, gender, email missing

        """)
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test("bank-073: nothing but records comes out of a script") func noPromptInOutput() throws {
    let outcome = try Bank.fill([], Bank.answers(), environment: ["TERM": "xterm-256color"])
    #expect(outcome.output == Bank.person() && outcome.error == "" && outcome.status == 0)
  }

  @Test("bank-098: a long line is refused by its true length") func longLine() throws {
    let letters = String(repeating: "a", count: 5000)
    let outcome = try Bank.fill([], [letters])
    #expect(outcome.message(1, "name")?.hasPrefix("5000 of 10 characters") == true)
    #expect(outcome.output == "" && outcome.status == 1)
    let desk = try BankDesk()
    try desk.terminal.type(letters)
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person("aaaaaaaaaa"))
    let pasted = try BankDesk()
    try pasted.typeRefused("\u{1B}[200~\(letters)\u{1B}[201~")
    try pasted.terminal.type("Kim")
    try pasted.finishPerson()
    #expect(try pasted.records(1) == Bank.person("Kim"))
  }
}
