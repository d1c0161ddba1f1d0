import Foundation
import TestSupport
import Testing

/// Acceptance cases about texts: characters, bytes, invisible and control characters, addresses.
@Suite struct BankTextTests {
  private let technologist = "\u{1F469}\u{200D}\u{1F4BB}"

  @Test("bank-001: ten joined emoji are ten characters, an eleventh is refused")
  func joinedEmoji() throws {
    let ten = String(repeating: technologist, count: 10)
    let good = try Bank.fill([], Bank.answers(ten))
    #expect(good.output == Bank.person(ten) && good.error == "" && good.status == 0)
    let eleven = try Bank.fill([], [ten + technologist])
    #expect(eleven.message(1, "name")?.hasPrefix("11 of 10 characters") == true)
    #expect(eleven.output == "" && eleven.status == 1)
  }

  @Test("bank-007: a text over the limit is refused whole, with both numbers")
  func overTheLimit() throws {
    let outcome = try Bank.fill(
      [], ["Tove", "prev", "Wilhelmina Oakes", ".show", "next", "30", "M", "tove@example.org"])
    #expect(outcome.message(3, "name")?.hasPrefix("16 of 10 characters") == true)
    // The value that was there stays, and is what is handed over.
    let shown = try #require(outcome.messages.first { $0.hasPrefix("> name") })
    #expect(shown.contains(" Tove ") && shown.contains("draft: Wilhelmina Oakes"))
    #expect(outcome.output == Bank.person("Tove") && outcome.status == 1)
  }

  @Test("bank-011: one character of 20,001 scalars is refused with a message of its own")
  func endlessCharacter() throws {
    let outcome = try Bank.fill([], ["a" + String(repeating: "\u{301}", count: 20_000)])
    let message = try #require(outcome.message(1, "name"))
    #expect(message.contains("20001") && message.contains("64"))
    #expect(outcome.errorBytes.count < 1000)
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test("bank-015: both spellings of a name have four characters and are stored as typed")
  func normalForms() throws {
    let folder = try Bank.form(#""name":{"type":"string","x-maxCharacters":4}"#)
    for name in ["Jos\u{E9}", "Jose\u{301}"] {
      let outcome = try Bank.fill(["form.json", "-o", "a.db"], [name], in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
    }
    #expect(
      try Bank.query(folder.path("a.db"), "SELECT hex(name) FROM form ORDER BY rowid")
        == "4A6F73C3A9\n4A6F7365CC81\n")
  }

  @Test(
    "bank-016: a choice in another normal form is the same choice, stored as the form spells it")
  func choiceNormalForms() throws {
    let folder = try Bank.form(#""city":{"enum":["S\u00e3o","Rio"]}"#)
    let outcome = try Bank.fill(["form.json"], ["Sa\u{303}o"], in: folder.url)
    #expect(outcome.outputBytes == Array("{\"city\":\"S\u{E3}o\"}\n".utf8))
    #expect(outcome.status == 0)
    // A stored record must spell it so.
    try folder.write("a.jsonl", "{\"city\":\"Sa\u{303}o\"}\n")
    let check = try Program.run(["check", "form.json", "a.jsonl"], in: folder.url)
    #expect(check.error.hasPrefix("a.jsonl:1: city: ") && check.error.contains("S\u{E3}o, Rio"))
    #expect(check.status == 1)
  }

  @Test("bank-017: digits of another script are no age")
  func arabicDigits() throws {
    let outcome = try Bank.fill([], ["Tove", "\u{664}\u{662}"])
    #expect(outcome.message(2, "age") != nil)
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test("bank-100: two syllables are stored under LC_ALL=C, by script and at a terminal")
  func localeC() throws {
    let outcome = try Bank.fill([], Bank.answers("가나"), environment: ["LC_ALL": "C"])
    #expect(outcome.output == Bank.person("가나") && outcome.status == 0)
    let desk = try BankDesk(environment: ["LC_ALL": "C"])
    try desk.terminal.type("가나")
    try desk.finishPerson()
    #expect(try desk.records(1) == Bank.person("가나"))
  }

  @Test("bank-102: a line with a bad byte is refused by line and byte")
  func invalidUTF8() throws {
    let bytes = Array("To".utf8) + [0xFF] + Array("ve\n30\nM\n".utf8)
    let outcome = try Program.run(input: .redirected(bytes))
    let message = try #require(outcome.message(1, "name"))
    #expect(message.contains("byte 3") && message.contains("0xFF"))
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test(
    "bank-104: nothing is read up to a NUL",
    arguments: [
      ("person", "To\0ve\n", "name"), ("temperature", "5\0junk\n", "fahrenheit"),
      ("tiles", "5\0junk\n", "count"),
    ])
  func nulByte(_ form: String, _ line: String, _ field: String) throws {
    let outcome = try Program.run([form], input: .redirected(Array((line + ".show\n").utf8)))
    #expect(outcome.message(1, field)?.contains("NUL") == true)
    #expect(outcome.output == "" && outcome.status == 1)
    switch form {
    case "temperature":
      #expect(outcome.error.contains("???") && !outcome.error.contains("-15"))
    case "tiles": #expect(outcome.error.contains("12"))
    default: #expect(!outcome.error.contains("To"))
    }
  }

  @Test("bank-129: escape codes are refused on entry and never reach the messages raw")
  func terminalInjection() throws {
    for name in ["\u{1B}[31mred", "\u{9B}2J", "a\u{7}"] {
      let outcome = try Bank.fill([], [name])
      #expect(outcome.message(1, "name")?.contains("control character") == true)
      #expect(!Bank.hasControls(outcome.error))
      #expect(outcome.output == "" && outcome.status == 1)
    }
    let folder = try TemporaryFolder()
    let escaped = #"\u001b]0;own\u0007"#
    // A stored name may hold them; the report of another field's fault, and of their own, shows them escaped.
    try folder.write("a.jsonl", Bank.person(escaped) + Bank.person("Kim", "30", "M", escaped))
    let check = try Program.run(["check", "person", "a.jsonl", "-f", "json"], in: folder.url)
    #expect(check.output == Bank.person(escaped))
    #expect(check.error.hasPrefix("a.jsonl:2: email: invalid email"))
    #expect(!Bank.hasControls(check.error) && check.status == 1)
    // Shown at a terminal: the same file, its faults and a name with an escape in an enum's message.
    let form = try Bank.form(#""name":{"enum":["Kim","Lee"]}"#)
    try form.write("a.jsonl", #"{"name":"\#(escaped)"}"# + "\n")
    let terminal = try Terminal(["check", "form.json", "a.jsonl"], in: form.url)
    #expect(try terminal.waitForEnd() == .exited(1))
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("own") && !shown.contains("\u{1B}]0") && !shown.contains("\u{7}"))
  }

  @Test(
    "bank-131: the given pattern is the rule",
    arguments: [
      ("mina@example.photography", false), ("mina@example.museum", true),
      ("Mina@example.org", false), ("mina+t@example.org", false), (".mina@example.org", true),
    ])
  func emailAsGiven(_ email: String, _ isRight: Bool) throws {
    let outcome = try Bank.fill([], Bank.answers("Mina", "30", "F", email))
    #expect(outcome.output == (isRight ? Bank.person("Mina", "30", "F", email) : ""))
    #expect(outcome.status == (isRight ? 0 : 1))
    if !isRight {
      let message = try #require(outcome.message(4, "email"))
      #expect(message.hasPrefix("invalid email"))
      #expect(message.contains("small letters") && message.contains("2 to 6"))
    }
  }

  @Test("bank-134: an invisible character is named, an outer space dropped")
  func invisibleInEmail() throws {
    let start = ["Mina", "30", "F"]
    for (email, name) in [
      ("\u{200B}mina@example.org", "U+200B"), ("mina@example.org\u{A0}", "U+00A0"),
    ] {
      let outcome = try Bank.fill([], start + [email])
      let message = try #require(outcome.message(4, "email"))
      #expect(message.contains("invisible character") && message.contains(name))
      #expect(outcome.output == "" && outcome.status == 1)
    }
    let outcome = try Bank.fill([], start + ["mina@example.org "])
    #expect(outcome.output == Bank.person("Mina", "30", "F", "mina@example.org"))
    #expect(outcome.status == 0)
  }

  @Test("bank-136: no line end is stored with an address")
  func trailingLineEnd() throws {
    let script = try Program.run(input: "Mina\r\n30\r\nF\r\nmina@example.org\r\n")
    #expect(script.output == Bank.person("Mina", "30", "F", "mina@example.org"))
    let inside = try Program.run(input: "Mina\n30\nF\nmina@example.org\r\r\n")
    #expect(inside.message(4, "email")?.contains("U+000D") == true)
    #expect(inside.output == "" && inside.status == 1)
    let folder = try TemporaryFolder()
    let form = try Program.run(["forms", "person"]).output
    let changed = form.replacingOccurrences(
      of: #""title": "Email","#, with: #""title": "Email", "default": "mina@example.org\n","#)
    #expect(changed != form)
    try folder.write("form.json", changed)
    let refused = try Program.run(["form.json"], in: folder.url)
    #expect(refused.error.contains("email") && refused.error.contains("default"))
    #expect(refused.status == 2)
    for end in [#"\n"#, #"\r"#, #"\r\n"#, #"\u2028"#] {
      try folder.write("a.jsonl", Bank.person("Mina", "30", "F", "mina@example.org" + end))
      let check = try Program.run(["check", "person", "a.jsonl"], in: folder.url)
      #expect(check.error.hasPrefix("a.jsonl:1: email: invalid email") && check.status == 1)
    }
  }

  @Test(
    "bank-140: only ASCII digits are digits of the pattern",
    arguments: ["mina@ex1\u{FE0F}\u{20E3}.org", "mina@ex\u{663}.org"])
  func patternDigits(_ email: String) throws {
    let outcome = try Bank.fill([], Bank.answers("Mina", "30", "F", email))
    #expect(outcome.message(4, "email")?.hasPrefix("invalid email") == true)
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test("bank-123: a person called Null has a name in every format")
  func nullAsName() throws {
    let folder = try TemporaryFolder()
    let records = Bank.person("Null") + Bank.person("NULL")
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let outcome = try Bank.fill(
        ["-o", file], Bank.answers("Null") + Bank.answers("NULL"), in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
      let check = try Program.run(["check", "person", file, "-f", "json"], in: folder.url)
      #expect(check.output == records && check.status == 0)
    }
    #expect(
      try Bank.query(folder.path("a.db"), "SELECT name, typeof(name) FROM person ORDER BY rowid")
        == "Null|text\nNULL|text\n")
  }

  @Test("bank-125: names that look like numbers stay texts in SQLite")
  func sqliteAffinity() throws {
    let folder = try TemporaryFolder()
    let lines = ["007", "1e3", "0x10"].flatMap { Bank.answers($0) }
    #expect(try Bank.fill(["-o", "a.db"], lines, in: folder.url).status == 0)
    #expect(
      try Bank.query(folder.path("a.db"), "SELECT name, typeof(name) FROM person ORDER BY rowid")
        == "007|text\n1e3|text\n0x10|text\n")
    #expect(
      try Bank.query(
        folder.path("a.db"), "SELECT type FROM pragma_table_info('person') WHERE name = 'name'")
        == "TEXT\n")
  }
}
