import Foundation
import TestSupport
import Testing

/// Files of cases that others wrote, through the program: one process for many texts.
@Suite struct BankDataTests {
  /// A text as it stands in a JSON record of the program: only what must be escaped is, by JSON or for a terminal.
  private func json(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{8}": out += "\\b"
      case "\u{C}": out += "\\f"
      default:
        if (0x80...0x9F).contains(scalar.value) || scalar.properties.isBidiControl {
          let hex = String(scalar.value, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else if scalar.value < 0x20 {
          out += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }

  private func person(
    _ name: String = "\"n\"", age: String = "1", gender: String = "\"M\"",
    email: String = "\"a@b.cc\""
  ) -> String {
    #"{"name":\#(name),"age":\#(age),"gender":\#(gender),"email":\#(email)}"#
  }

  // MARK: Addresses

  /// Rows that a typed answer passes all the same: it loses outer spaces.
  private static let spaced: Set<String> = [
    "isemail-v3-157", "isemail-v3-158", "own-email-27", "own-email-28",
  ]

  @Test func addresses() throws {
    var batch = BankBatch()
    var spaced: Set<String> = []
    var stored = ""
    var right = ""
    let rows = try BankRow.rows(of: "FormFilesTests/Cases/email-cases.jsonl")
    #expect(rows.count == 519)
    for row in rows {
      let isRight = row.bool("productAccepts") == true
      let record = person(email: json(row.input))
      stored += record + "\n"
      if isRight { right += record + "\n" }
      guard row.isOneLine else { continue }
      // A line over 64 KiB is refused by its length.
      let isShort = row.input.utf8.count < 65_536
      let passes = isRight && isShort || Self.spaced.contains(row.id)
      if passes && !isRight { spaced.insert(row.id) }
      batch.add(
        row.input, row.id, before: ["n", "1", "M"],
        record: passes ? person(email: json(row.trimmed)) : nil)
    }
    #expect(spaced == Self.spaced)
    try batch.run("person", "email")
    let check = try Program.run(
      ["check", "person", "-", "--from", "jsonl", "-f", "json"],
      input: .redirected(Array(stored.utf8)))
    #expect(check.outputBytes == Array(right.utf8) && check.ending == .exited(1))
    #expect(!Bank.hasControls(check.error))
  }

  // MARK: Characters

  @Test func namesAtTheLimit() throws {
    var batch = BankBatch()
    let rows = try BankRow.rows(of: "FormsTests/Cases/name-limit.jsonl")
    #expect(rows.count == 282)
    for row in rows {
      let isRight = row.words("expect") == "accept"
      batch.add(
        row.input, row.id, after: ["1", "M", "a@b.cc"],
        record: isRight ? person(json(row.input)) : nil)
    }
    try batch.run("person", "name")
  }

  // MARK: Numbers

  /// Rows whose stored number is another one here; the tests of the form files say why.
  private func isOtherwise(_ input: String) -> Bool {
    input == "1,000" || input.utf8.count > 15 && input.utf8.allSatisfy { $0 < 58 }
  }

  @Test func numbers() throws {
    var tiles = BankBatch()
    var ages = BankBatch()
    var temperatures = BankBatch()
    let rows = try BankRow.rows(of: "FormFilesTests/Cases/numbers.jsonl")
    #expect(rows.count == 220)
    for row in rows {
      if let count = row.integer("tileCount") {
        tiles.add(row.input, row.id, after: ["next"], record: "{\"count\":\(count)}")
      } else if row.words("tileCount") == nil {
        #expect(row.input == "")
        tiles.add(row.input, row.id, after: ["next"], record: "{\"count\":null}")
      } else {
        tiles.add(row.input, row.id, record: nil)
      }
      let age = row.integer("age").map { person(age: String($0)) }
      ages.add(row.input, row.id, before: ["n"], after: ["M", "a@b.cc"], record: age)
      // A sample: plain numbers, written as the record keeps them; ties go to the even digit.
      let celsius = row.words("temperatureTieHalfEven") ?? row.words("temperatureCelsius")
      if celsius == "???" {
        guard row.input.contains(where: { $0.isLetter || $0 == "," }) else { continue }
        temperatures.add(row.input, row.id, record: nil)
      } else if let celsius, let number = Double(row.input), "\(number)" == row.input,
        !isOtherwise(row.input)
      {
        temperatures.add(
          row.input, row.id, record: "{\"fahrenheit\":\(row.input),\"celsius\":\(celsius)}")
      }
    }
    try tiles.run("tiles", "count")
    try ages.run("person", "age")
    try temperatures.run("temperature", "fahrenheit")
  }

  // MARK: Strings that break programs

  private func naughty() throws -> [BankRow] {
    let rows = try BankRow.rows(of: "ShellTests/Cases/naughty-strings.jsonl")
    #expect(rows.count == 515)
    return rows
  }

  @Test func naughtyLines() throws {
    var names = BankBatch()
    var ages = BankBatch()
    var genders = BankBatch()
    var emails = BankBatch()
    var tiles = BankBatch()
    for row in try naughty() {
      #expect(row.isOneLine)
      let verdict = try #require(row.words("name"))
      // A line with a control character is refused; the separators of lines are none.
      let isDecided = verdict.hasPrefix("decide")
      let characters = try #require(row.integer("graphemes"))
      // The verdicts know nothing of the bound on one character.
      let isName =
        (isDecided ? !row.hasControl && characters <= 10 : verdict == "accept")
        && !row.hasEndlessCharacter
      names.add(
        row.input, row.id, after: ["1", "M", "a@b.cc"],
        record: isName ? person(json(row.trimmed)) : nil)
      ages.add(
        row.input, row.id, before: ["n"], after: ["M", "a@b.cc"],
        record: row.integer("age").map { person(age: String($0)) })
      genders.add(row.input, row.id, before: ["n", "1"], record: nil)
      #expect(row.words("email") != "accept")
      emails.add(row.input, row.id, before: ["n", "1", "M"], record: nil)
      if row.input.isEmpty {
        tiles.add("", row.id, after: ["next"], record: "{\"count\":null}")
      } else {
        tiles.add(
          row.input, row.id, after: ["next"],
          record: row.integer("tileCount").map { "{\"count\":\($0)}" })
      }
    }
    try names.run("person", "name")
    try ages.run("person", "age")
    try genders.run("person", "gender")
    try emails.run("person", "email")
    try tiles.run("tiles", "count")
  }

  /// A text without rules takes them all, but for control characters: byte by byte, whatever the format.
  @Test func naughtyTexts() throws {
    let folder = try Bank.form(#""text":{"type":"string"}"#)
    var batch = BankBatch()
    var all = ""
    for row in try naughty() {
      all += "{\"text\":\(json(row.input))}\n"
      guard !row.input.isEmpty else { continue }
      batch.add(
        row.input, row.id,
        record: row.trimmed.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? nil : "{\"text\":\(json(row.trimmed))}")
    }
    try batch.run("form.json", "text", in: folder)
    // Stored texts may hold anything, and come back from every format as they were.
    try folder.write("in.jsonl", all)
    for file in ["a.jsonl", "a.csv", "a.tsv", "a.db"] {
      let there = try Program.run(["check", "form.json", "in.jsonl", "-o", file], in: folder.url)
      #expect(there.ending == .exited(0))
      let back = try Program.run(["check", "form.json", file, "-f", "json"], in: folder.url)
      #expect(back.outputBytes == Array(all.utf8) && back.ending == .exited(0), "\(file)")
    }
  }

  @Test func naughtyRecords() throws {
    let rows = try naughty()
    /// The stored records with each string in one field; those that must pass come back as they were.
    func check(
      _ form: String, _ record: (BankRow) -> String, isRight: (BankRow) throws -> Bool
    ) throws {
      let all = rows.map { record($0) + "\n" }.joined()
      let right = try rows.filter(isRight).map { record($0) + "\n" }.joined()
      let outcome = try Program.run(
        ["check", form, "-", "--from", "jsonl", "-f", "json"], input: .redirected(Array(all.utf8)))
      let isSame = outcome.outputBytes == Array(right.utf8)
      #expect(isSame)
      #expect(!Bank.hasControls(outcome.error) && outcome.ending == .exited(1))
    }
    // No rule asks for a character at all: the empty name of a stored record is a name.
    try check("person", { self.person(self.json($0.input)) }) {
      try #require($0.integer("graphemes")) <= 10 && !$0.hasEndlessCharacter
    }
    // A text is no number, whatever it says.
    try check("person", { self.person(age: self.json($0.input)) }) { _ in false }
    try check("person", { self.person(gender: self.json($0.input)) }) { _ in false }
    try check("person", { self.person(email: self.json($0.input)) }) { _ in false }
    try check("tiles", { "{\"count\":\(self.json($0.input))}" }) { _ in false }
    try check("temperature", { "{\"fahrenheit\":\(self.json($0.input))}" }) { _ in false }
  }
}
