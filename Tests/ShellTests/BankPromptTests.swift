import Foundation
import TestSupport
import Testing

/// Acceptance cases about keys and drafts at the prompt.
@Suite struct BankPromptTests {
  @Test("bank-003: what joins the tenth character is no eleventh") func limitCutsNoCluster() throws
  {
    let desk = try BankDesk()
    for key in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "\u{1F44D}", "\u{1F3FD}"] {
      try desk.terminal.type(key)
    }
    try desk.terminal.wait(for: "10/10")
    try desk.typeRefused("x")
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person("abcdefghi\u{1F44D}\u{1F3FD}"))
    #expect(desk.bells == 1)
  }

  @Test("bank-005: a syllable is composed at the limit") func hangulAtLimit() throws {
    let name =
      "\u{AC00}\u{B098}\u{B2E4}\u{B77C}\u{B9C8}\u{BC14}\u{C0AC}\u{C544}\u{C790}\u{1112}\u{1161}\u{11AB}"
    let desk = try BankDesk()
    for scalar in name.unicodeScalars { try desk.terminal.type(String(scalar)) }
    try desk.finishPerson()
    #expect(Array(try desk.records(1).utf8) == Array(Bank.person(name).utf8))
    #expect(desk.bells == 0)
  }

  @Test("bank-009: a name from before the limit can be shortened") func editAtLimit() throws {
    let folder = try TemporaryFolder()
    let person = try Program.run(["forms", "person"]).output
    let wide = person.replacingOccurrences(
      of: #""x-maxCharacters": 10"#, with: #""x-maxCharacters": 20"#)
    #expect(wide != person)
    try folder.write("form.json", wide)
    let arguments = ["form.json", "-o", "a.jsonl"]
    let before = try BankDesk(arguments, in: folder)
    try before.answer("Wilhelmina-Oak", thenWaitFor: "age: ")
    before.terminal.hangUp()
    try before.terminal.waitForEnd()
    try folder.write("form.json", person)
    let desk = try BankDesk(arguments, prompt: "14/10", in: folder)
    // Leaving the field gives the message.
    try desk.answer(thenWaitFor: "14 of 10 characters")
    for length in [13, 12, 11, 10, 9] {
      try desk.terminal.type("\u{7F}", thenWaitFor: "\(length)/10")
    }
    try desk.finishPerson()
    #expect(folder.text("a.jsonl") == Bank.person("Wilhelmin"))
    #expect(desk.bells == 0)
  }

  @Test("bank-013: one keypress removes one character") func backspaceInCluster() throws {
    let desk = try BankDesk()
    try desk.terminal.type("x\u{1F469}\u{200D}\u{1F4BB}", thenWaitFor: "2/10")
    try desk.terminal.type("\u{7F}", thenWaitFor: "1/10")
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person("x"))
  }

  @Test("bank-019: a foreign digit is refused among others") func mixedDigits() throws {
    let desk = try BankDesk()
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.terminal.type("1")
    try desk.typeRefused("\u{660}")
    try desk.answer("2", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 1")
    #expect(try desk.records(1) == Bank.person("Tove", "12"))
    // As one paste they are refused together.
    let pasted = try BankDesk()
    try pasted.answer("Tove", thenWaitFor: "age: ")
    try pasted.typeRefused("\u{1B}[200~1\u{660}2\u{1B}[201~")
    try pasted.finishFromAge()
    #expect(try pasted.records(1) == Bank.person("Tove", "30"))
  }

  @Test("bank-023: a minus is a draft; nothing blocks what follows") func minusAlone() throws {
    let desk = try BankDesk(["tiles"], prompt: "12")
    let start = desk.terminal.output.count
    try desk.terminal.type("\u{15}-", thenWaitFor: "…")
    #expect(!String(decoding: desk.terminal.output[start...], as: UTF8.self).contains("NaN"))
    #expect(desk.bells == 0)
    try desk.answer("5", thenWaitFor: "✓")
    try desk.answer("\u{15}.next", thenWaitFor: "record 1")
    #expect(try desk.records(1) == "{\"count\":-5}\n")
    #expect(!desk.terminal.text.contains("not a whole number"))
    // Left at the minus, the accepted number is still 12.
    let other = try BankDesk(["tiles"], prompt: "12")
    try other.terminal.type("\u{15}-", thenWaitFor: "…")
    try other.terminal.type("\u{15}.show\r", thenWaitFor: "count  12")
  }

  @Test("bank-025: a minus can be typed, and left") func minusLeft() throws {
    let tiles = try BankDesk(["tiles"], prompt: "12")
    try tiles.answer("\u{15}-", thenWaitFor: "- is not a whole number")
    try tiles.terminal.type("\u{15}.show\r", thenWaitFor: "count  12  draft: -")
    // A record is not handed over while a draft differs: once, both are said.
    try tiles.terminal.type("\u{15}.done\r", thenWaitFor: "the draft - is not the accepted 12")
    try tiles.terminal.type("\u{15}.done\r", thenWaitFor: "record 1")
    #expect(try tiles.records(1) == "{\"count\":12}\n" && tiles.bells == 0)
    let temperature = try BankDesk(["temperature"], prompt: "= ???")
    let start = temperature.terminal.output.count
    try temperature.terminal.type("-", thenWaitFor: "-")
    try temperature.answer(thenWaitFor: "record 1")
    #expect(try temperature.records(1) == "{\"fahrenheit\":null,\"celsius\":null}\n")
    #expect(temperature.bells == 0)
    #expect(
      !String(decoding: temperature.terminal.output[start...], as: UTF8.self).contains("= -"))
  }

  @Test("bank-028: no e in an age, typed or scripted") func letterE() throws {
    let desk = try BankDesk()
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.terminal.type("1")
    try desk.typeRefused("e")
    try desk.answer("2", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 1")
    #expect(try desk.records(1) == Bank.person("Tove", "12"))
    let script = try Bank.fill([], ["Tove", "1e2"])
    #expect(script.message(2, "age") != nil && script.output == "" && script.status == 1)
  }

  @Test("bank-033: a paste with two separators is refused whole") func separatorsPasted() throws {
    let desk = try BankDesk(["temperature"], prompt: "= ???")
    try desk.typeRefused("\u{1B}[200~1.234,5\u{1B}[201~")
    try desk.answer(thenWaitFor: "record 1")
    #expect(try desk.records(1) == "{\"fahrenheit\":null,\"celsius\":null}\n")
    #expect(desk.terminal.text.contains("fahrenheit: a number"))
  }

  @Test("bank-034: a second separator is refused") func twoSeparators() throws {
    let desk = try BankDesk(["temperature"], prompt: "= ???")
    try desk.terminal.type("1.2")
    try desk.typeRefused(".")
    try desk.answer("3", thenWaitFor: "record 1")
    #expect(try desk.records(1) == "{\"fahrenheit\":1.23,\"celsius\":-17.1}\n")
  }

  @Test("bank-046: an emptied field has no value, and can be answered again") func emptyIsNone()
    throws
  {
    for (file, expected) in [
      ("a.jsonl", "{\"count\":null}\n{\"count\":7}\n"), ("a.csv", "count\n\n7\n"), ("a.db", ""),
    ] {
      let folder = try TemporaryFolder()
      let desk = try BankDesk(["tiles", "-o", file], prompt: "12", in: folder)
      try desk.answer("\u{15}24", thenWaitFor: "24\u{1B}7")
      try desk.answer("\u{15}", thenWaitFor: ": \u{1B}7")
      try desk.answer("5", thenWaitFor: "5\u{1B}7")
      try desk.answer("\u{15}", thenWaitFor: ": \u{1B}7")
      try desk.answer("next", thenWaitFor: "record 1")
      try desk.answer("\u{15}7", thenWaitFor: "7\u{1B}7")
      try desk.answer("\u{15}next", thenWaitFor: "record 2")
      if file == "a.db" {
        #expect(
          try Bank.query(folder.path(file), "SELECT quote(count) FROM tiles ORDER BY rowid")
            == "NULL\n7\n")
      } else {
        #expect(folder.text(file) == expected)
      }
    }
  }

  @Test("bank-048: to change a number its only digit can be deleted") func emptiedOnTheWay() throws
  {
    let desk = try BankDesk()
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.answer("1", thenWaitFor: "gender: ")
    try desk.terminal.type("\u{1B}[Z", thenWaitFor: "age: 1")
    try desk.terminal.type("\u{7F}")
    try desk.answer("5", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 1")
    #expect(try desk.records(1) == Bank.person("Tove", "5") && desk.bells == 0)
  }

  @Test("bank-051: a message goes when the answer is mended") func staleMessage() throws {
    let desk = try BankDesk()
    try desk.answer("Mina", thenWaitFor: "age: ")
    try desk.answer("30", thenWaitFor: "gender: ")
    try desk.answer("F", thenWaitFor: "email: ")
    try desk.answer("mina@", thenWaitFor: "invalid email")
    try desk.terminal.wait(for: "email: mina@\u{1B}7")
    let start = desk.terminal.output.count
    try desk.answer("example.org", thenWaitFor: "record 1")
    #expect(!String(decoding: desk.terminal.output[start...], as: UTF8.self).contains("invalid"))
    #expect(try desk.records(1) == Bank.person("Mina", "30", "F", "mina@example.org"))
  }

  @Test("bank-092: a key that nobody bound puts nothing into an age") func functionKeys() throws {
    let desk = try BankDesk()
    try desk.answer("Tove", thenWaitFor: "age: ")
    try desk.terminal.type("1\u{1B}[1;5C")
    for key in ["\u{1B}[15~", "\u{1B}OP", "\u{1B}[24;80R"] { try desk.terminal.type(key) }
    try desk.answer("2", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 1")
    #expect(try desk.records(1) == Bank.person("Tove", "12"))
  }

  @Test("bank-094: the marks of a paste are no text") func bracketedPaste() throws {
    let desk = try BankDesk()
    try desk.terminal.type("\u{1B}[200~Tove \u{1B}[201~")
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person("Tove"))
    #expect(!desk.terminal.text.contains("00~") && !desk.terminal.text.contains("01~"))
  }

  @Test(
    "bank-095: the lines of a paste answer a field each, up to a wrong one",
    arguments: [
      ("\u{1B}[200~Tove\r30\rX\r\u{1B}[201~", "M or F"),
      ("Tove\r30\rX\r", "an answer is required"),
    ])
  func multiLinePaste(_ paste: String, _ message: String) throws {
    let desk = try BankDesk()
    // Without the marks they are keys like others: no gender begins with X, and the line stays empty.
    try desk.terminal.type(paste, thenWaitFor: "gender: \(message)")
    try desk.terminal.type("\u{15}M\r", thenWaitFor: "email: ")
    try desk.answer("tove@example.org", thenWaitFor: "record 1")
    #expect(try desk.records(1) == Bank.person())
  }

  @Test("bank-097: Ctrl-D deletes in a line and ends on an empty one") func endKey() throws {
    let desk = try BankDesk()
    try desk.answer("Tove\u{1}\u{4}", thenWaitFor: "age: ")
    try desk.terminal.type("\u{4}", thenWaitFor: "not saved yet")
    try desk.terminal.wait(for: "age: \u{1B}7")
    try desk.terminal.type(".show\r", thenWaitFor: "name    ove")
    try desk.terminal.type("\u{4}", thenWaitFor: "not saved yet")
    try desk.terminal.type("\u{4}", thenWaitFor: "the record is not finished: age, gender, email")
    #expect(try desk.terminal.waitForEnd() == .exited(1))
    #expect(try desk.records(0) == "" && desk.terminal.isAsFound)
  }

  @Test("bank-133: an address is judged on leaving, once") func judgedOnLeaving() throws {
    let desk = try BankDesk()
    try desk.answer("Mina", thenWaitFor: "age: ")
    try desk.answer("30", thenWaitFor: "gender: ")
    try desk.answer("F", thenWaitFor: "email: ")
    for key in ["m", "i", "n", "a", "@"] { try desk.terminal.type(key, thenWaitFor: key) }
    #expect(!desk.terminal.text.contains("invalid"))
    try desk.answer(thenWaitFor: "invalid email")
    // The cursor stays behind the text, which can be gone on with.
    try desk.terminal.wait(for: "email: mina@\u{1B}7")
    try desk.answer("example.org", thenWaitFor: "record 1")
    #expect(desk.terminal.text.components(separatedBy: "invalid").count == 2)
    #expect(try desk.records(1) == Bank.person("Mina", "30", "F", "mina@example.org"))
  }

  @Test("bank-112: recall gives the draft back and knows this field's answers only")
  func historyAcrossFields() throws {
    let desk = try BankDesk()
    try desk.answer("Kim", thenWaitFor: "age: ")
    try desk.answer("30", thenWaitFor: "gender: ")
    try desk.answer("F", thenWaitFor: "email: ")
    try desk.terminal.type("mina@exa\u{1B}[A\u{1B}[B")
    try desk.answer("mple.org", thenWaitFor: "record 1")
    try desk.answer("Lee", thenWaitFor: "age: ")
    try desk.answer("31", thenWaitFor: "gender: ")
    try desk.answer("M", thenWaitFor: "email: ")
    // More than there is: the oldest answer of this field stays.
    try desk.terminal.type("lee@exa\u{1B}[A\u{1B}[A\u{1B}[A", thenWaitFor: "mina@example.org")
    try desk.terminal.type("\u{1B}[B\u{1B}[B")
    try desk.answer("mple.net", thenWaitFor: "record 2")
    #expect(
      try desk.records(2) == Bank.person("Kim", "30", "F", "mina@example.org")
        + Bank.person("Lee", "31", "M", "lee@example.net"))
  }
}
