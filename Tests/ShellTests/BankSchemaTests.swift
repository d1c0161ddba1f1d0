import Foundation
import TestSupport
import Testing

/// Acceptance cases about form files: defaults, lengths, patterns, exact decimals, locales.
@Suite struct BankSchemaTests {
  /// Answers one field of a form of its own.
  private func answer(_ field: String, _ lines: [String], more: String = "") throws -> Outcome {
    let folder = try Bank.form(#""a":{\#(field)}"#, more: more)
    return try Bank.fill(["form.json"], lines, in: folder.url)
  }

  @Test("bank-120: a cell with line feed, comma and quotes is read back by another reader")
  func csvQuoting() throws {
    let folder = try Bank.form(#""a":{"type":"string"},"b":{"type":"integer"}"#)
    try folder.write("in.jsonl", #"{"a":"oak, \"red\"\nelm","b":7}"# + "\n")
    let outcome = try Program.run(
      ["check", "form.json", "in.jsonl", "-o", "a.csv"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(folder.text("a.csv") == "a,b\n\"oak, \"\"red\"\"\nelm\",7\n")
    #expect(
      try Bank.shell("sqlite3 x.db '.import --csv a.csv t' 'SELECT hex(a), b FROM t'", in: folder)
        .output == "6F616B2C2022726564220A656C6D|7\n")
  }

  @Test("bank-124: the empty text, no value and zero are three things in every format")
  func nullOrEmpty() throws {
    let folder = try Bank.form(#""a":{"type":"string"},"b":{"type":["integer","null"]}"#)
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let outcome = try Bank.fill(
        ["form.json", "-o", file], ["\\", "", "", "0"], in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
    }
    #expect(folder.text("a.jsonl") == "{\"a\":\"\",\"b\":null}\n{\"b\":0}\n")
    #expect(folder.text("a.csv") == "a,b\n\"\",\n,0\n")
    #expect(
      try Bank.query(
        folder.path("a.db"), "SELECT typeof(a), typeof(b), b FROM form ORDER BY rowid")
        == "text|null|\nnull|integer|0\n")
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let check = try Program.run(["check", "form.json", file, "-f", "json"], in: folder.url)
      #expect(check.output == folder.text("a.jsonl") && check.status == 0)
    }
  }

  @Test("bank-138: nested repeats end with an answer, not a hang") func nestedRepeats() throws {
    let letters = String(repeating: "a", count: 40)
    let folder = try Bank.form(#""a":{"pattern":"^([\\w%+-]+\\.?)+@x$"}"#)
    let outcome = try Bank.fill(["form.json"], [letters, letters + "@x"], in: folder.url)
    let message = try #require(outcome.message(1, "a"))
    #expect(message.contains("too costly") || message.contains("does not match"))
    #expect(outcome.output == "{\"a\":\"\(letters)@x\"}\n" && outcome.status == 1)
    let address = "a@" + String(repeating: "a.", count: 20_000) + "!"
    let builtIn = try Bank.fill([], ["Tove", "30", "M", address])
    #expect(builtIn.message(4, "email")?.hasPrefix("invalid email") == true)
    #expect(builtIn.output == "" && builtIn.status == 1)
    // Ctrl-C works after, and between, costly answers.
    let desk = try BankDesk(["form.json"], prompt: "a: ", in: folder)
    try desk.answer(letters, thenWaitFor: "a: \(letters)\u{1B}7")
    try desk.terminal.type("\u{3}", thenWaitFor: "a: \u{1B}7")
    try desk.terminal.type("\u{3}")
    #expect(try desk.terminal.waitForEnd() == .killed(SIGINT))
    #expect(try desk.records(0) == "" && desk.terminal.isAsFound)
  }

  @Test("bank-139: thousands of dots are judged, and a hopeless pattern is given up")
  func manyDots() throws {
    let dots = String(repeating: ".", count: 5000)
    let outcome = try Bank.fill([], ["Tove", "30", "M", dots, dots + "@"])
    for line in 4...5 {
      #expect(outcome.message(line, "email")?.hasPrefix("invalid email") == true)
    }
    #expect(outcome.output == "" && outcome.status == 1)
    let text = String(repeating: "a", count: 5000) + "b"
    let schema = try answer(#""pattern":"(a|a)*$""#, [text])
    #expect(
      schema.message(1, "a") == "the pattern is too costly to judge this text"
        || schema.output == "{\"a\":\"\(text)\"}\n")
  }

  @Test("bank-142: maxLength counts code points, the name's limit characters")
  func lengthUnits() throws {
    let marks = "a\u{301}\u{301}\u{301}"
    let refused = try answer(#""type":"string","maxLength":3"#, [marks])
    #expect(refused.message(1, "a")?.hasPrefix("4 of 3 code points") == true)
    #expect(refused.output == "" && refused.status == 1)
    let pair = "\u{1F4A9}\u{1F4A9}"
    #expect(
      try answer(#""type":"string","maxLength":2"#, [pair]).output == "{\"a\":\"\(pair)\"}\n")
    #expect(try Bank.fill([], Bank.answers(marks)).output == Bank.person(marks))
    #expect(try Bank.fill([], ["help name"]).output == "")
    #expect(try Bank.fill([], [".help name"]).error.contains("at most 10 characters"))
  }

  @Test("bank-144: multiples are judged in exact decimals") func multipleOf() throws {
    for text in ["1.11", "4.35", "19.99", "300.52"] {
      let outcome = try answer(#""type":"number","multipleOf":0.01"#, [text])
      #expect(outcome.output == "{\"a\":\(text)}\n" && outcome.status == 0)
    }
    let refused = try answer(#""type":"number","multipleOf":0.01"#, ["0.075"])
    #expect(refused.message(1, "a")?.contains("not a multiple of 0.01") == true)
    #expect(refused.output == "" && refused.status == 1)
  }

  @Test("bank-146: an empty line is no value; the empty text is given on purpose")
  func requiredEmpty() throws {
    let outcome = try answer(#""type":"string""#, ["", "oak"], more: #","required":["a"]"#)
    #expect(outcome.message(1, "a")?.contains("an answer is required") == true)
    #expect(outcome.output == "{\"a\":\"oak\"}\n" && outcome.status == 1)
    let onPurpose = try answer(#""type":"string""#, ["\\"], more: #","required":["a"]"#)
    #expect(onPurpose.output == "{\"a\":\"\"}\n" && onPurpose.status == 0)
  }

  @Test("bank-148: a default is used as the value it is, a wrong one refused at the start")
  func schemaDefault() throws {
    let good = try answer(#""type":"integer","default":5"#, [""], more: #","required":["a"]"#)
    #expect(good.output == "{\"a\":5}\n" && good.error == "" && good.status == 0)
    let wrong = try answer(#""type":"integer","default":"x""#, [""], more: #","required":["a"]"#)
    #expect(wrong.error.contains("form.json:1:") && wrong.error.contains("default"))
    #expect(wrong.output == "" && wrong.status == 2)
  }

  /// A locale of the test's own whose decimal sign is the comma.
  private func commaLocale(_ name: String) throws -> (folder: TemporaryFolder, [String: String]) {
    let folder = try TemporaryFolder()
    try folder.write(
      "source",
      """
      LC_NUMERIC
      decimal_point ","
      thousands_sep "."
      grouping 3;3
      END LC_NUMERIC

      """)
    // It warns of all other categories, which are not there.
    _ = try Bank.shell("localedef -c -i source -f UTF-8 ./\(name)", in: folder)
    return (folder, ["LOCPATH": folder.url.path, "LC_ALL": name])
  }

  private static let hasCharacterMaps = FileManager.default.fileExists(
    atPath: "/usr/share/i18n/charmaps")

  @Test(
    "bank-149: numbers have a point, whatever the locale",
    .enabled(if: hasCharacterMaps, "localedef needs the package locales"))
  func numbersAndLocale() throws {
    let (locale, environment) = try commaLocale("de_DE.UTF-8")
    let shown = try Program.run(
      ["-c", "printf %.2f 0,75"], environment: environment, program: "/bin/bash")
    #expect(shown.output == "0,75", "the locale is in force")
    let folder = try Bank.form(#""a":{"type":"number","minimum":0.5}"#)
    for file in ["a.jsonl", "a.csv", "a.db"] {
      let outcome = try Bank.fill(
        ["form.json", "-o", file], ["0.75"], environment: environment, in: folder.url)
      #expect(outcome.error == "" && outcome.status == 0)
      let temperature = try Bank.fill(
        ["temperature", "-o", "t" + file], ["98.6"], environment: environment, in: folder.url)
      #expect(temperature.error == "" && temperature.status == 0)
    }
    #expect(folder.text("a.jsonl") == "{\"a\":0.75}\n")
    #expect(folder.text("a.csv") == "a\n0.75\n")
    #expect(try Bank.query(folder.path("a.db"), "SELECT a, typeof(a) FROM form") == "0.75|real\n")
    #expect(folder.text("ta.jsonl") == "{\"fahrenheit\":98.6,\"celsius\":37}\n")
    #expect(folder.text("ta.csv") == "fahrenheit,celsius\n98.6,37\n")
    #expect(
      try Bank.query(folder.path("ta.db"), "SELECT fahrenheit, celsius = 37 FROM temperature")
        == "98.6|1\n")
    #expect(locale.bytes("source") != nil)
  }

  @Test(
    "bank-150: what is written under a comma locale is valid and passes its own check",
    .enabled(if: hasCharacterMaps, "localedef needs the package locales"))
  func commaLocaleRoundTrip() throws {
    var (locale, environment) = try commaLocale("fr_FR.UTF-8")
    environment["LC_ALL"] = nil
    environment["LC_NUMERIC"] = "fr_FR.UTF-8"
    let folder = try Bank.form(#""a":{"type":"number","multipleOf":0.5}"#)
    let outcome = try Bank.fill(
      ["form.json", "-o", "a.jsonl"], ["1.5", ".quit"], environment: environment, in: folder.url)
    #expect(outcome.error == "" && outcome.status == 0)
    #expect(folder.text("a.jsonl") == "{\"a\":1.5}\n")
    let shown = try Bank.fill(
      ["form.json"], ["1.5", "1.5", "1.25", ".show"], environment: environment, in: folder.url)
    #expect(shown.message(3, "a")?.contains("not a multiple of 0.5") == true)
    let check = try Program.run(
      ["check", "form.json", "a.jsonl", "-f", "csv"], environment: environment, in: folder.url)
    #expect(check.output == "a\n1.5\n" && check.status == 0)
    #expect(locale.bytes("source") != nil)
  }
}
