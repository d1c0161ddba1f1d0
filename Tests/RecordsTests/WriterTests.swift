import Forms
import Records
import TestSupport
import Testing

/// What the writers make of records: DESIGN.md, sections 2 and 8; RFC 8259, RFC 4180.
struct WriterTests {
  private let kim = record(text("Kim"), number("30"), text("F"), text("kim@example.org"))

  @Test func jsonIsOneObjectALineInTheOrderOfTheForm() {
    #expect(
      written(person, .json, [kim, kim])
        == String(
          repeating: #"{"name":"Kim","age":30,"gender":"F","email":"kim@example.org"}"# + "\n",
          count: 2))
  }

  @Test func jsonTellsNoValueNullEmptyAndZeroApart() {
    let form = form(("a", .text), ("b", .text), ("c", .text), ("d", .integer), ("e", .yesNo))
    #expect(
      written(form, .json, [record(.absent, Value(.null), text(""), number("0"), boolean(false))])
        == #"{"b":null,"c":"","d":0,"e":false}"# + "\n")
    let nothing = Array(repeating: Value.absent, count: 5)
    #expect(written(form, .json, [record(nothing)]) == "{}\n")
  }

  @Test(arguments: [
    "9007199254740993", "12345678901234567890", "0.10", "1e3", "-0.5", "1.0",
  ])
  func numbersKeepTheirDigits(_ digits: String) {
    let form = form(("n", .number))
    #expect(written(form, .json, [record(number(digits))]) == "{\"n\":\(digits)}\n")
    #expect(written(form, .csv, [record(number(digits))]) == "n\n\(digits)\n")
  }

  @Test func jsonEscapesWhatItMustAtEveryPlaceOfATextOfEveryLength() {
    let form = form(("t", .text))
    for (raw, escaped) in [
      ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{1}", "\\u0001"), ("\u{7F}", "\u{7F}"),
      ("\u{20}", " "), ("é", "é"), ("\u{2028}", "\u{2028}"), ("!", "!"), ("#", "#"), ("[", "["),
    ] {
      for length in 0..<20 {
        for place in 0...length {
          let before = String(repeating: "x", count: place)
          let after = String(repeating: "y", count: length - place)
          #expect(
            written(form, .json, [record(text(before + raw + after))])
              == "{\"t\":\"\(before)\(escaped)\(after)\"}\n")
        }
      }
    }
  }

  @Test func jsonWritesLongTextsAndManyEscapes() {
    let form = form(("t", .text))
    let long = String(repeating: "\u{1}", count: 300) + String(repeating: "z", count: 300)
    let escaped =
      String(repeating: "\\u0001", count: 300) + String(repeating: "z", count: 300)
    #expect(written(form, .json, [record(text(long))]) == "{\"t\":\"\(escaped)\"}\n")
  }

  @Test func jsonHasTheMembersThatTheFormDoesNotKnowBehindItsFields() {
    var kept = record(text("Kim"), .absent, .absent, .absent)
    kept.extras = [
      ExtraMember(name: Bytes("x\"y".utf8), value: Value(.list, Bytes("[1, 2]".utf8))),
      ExtraMember(name: Bytes("z".utf8), value: text("\t")),
      ExtraMember(name: Bytes("n".utf8), value: Value(.null)),
    ]
    #expect(
      written(person, .json, [kept])
        == #"{"name":"Kim","x\"y":[1, 2],"z":"\t","n":null}"# + "\n")
    kept.clear(0)
    #expect(written(person, .json, [kept]).hasPrefix(#"{"x\"y":[1, 2],"#))
  }

  @Test func aTableHasOneHeaderAndARowARecord() {
    #expect(
      written(person, .csv, [kim, kim])
        == "name,age,gender,email\nKim,30,F,kim@example.org\nKim,30,F,kim@example.org\n")
    #expect(
      written(person, .tsv, [kim]) == "name\tage\tgender\temail\nKim\t30\tF\tkim@example.org\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("\"\"\"\"\"\"\"\"\"", "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""),
    ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\tb", "a\tb"), (" a ", " a "), ("=1+1", "=1+1"),
    ("-7", "-7"), ("@SUM(A1)", "@SUM(A1)"), ("\u{FEFF}a", "\"\u{FEFF}a\""),
    ("\u{FF21}", "\u{FF21}"),
    ("oak, \"red\"\nelm", "\"oak, \"\"red\"\"\nelm\""), ("0123456789,", "\"0123456789,\""),
    (",0123456789", "\",0123456789\""), ("01234567,9012345678", "\"01234567,9012345678\""),
  ])
  func aCellIsQuotedOnlyWhereItMustBe(_ raw: String, _ cell: String) {
    #expect(written(form(("t", .text)), .csv, [record(text(raw))]) == "t\n\(cell)\n")
  }

  @Test func aTabIsQuotedInTSVAndACommaIsNot() {
    #expect(
      written(form(("t", .text), ("u", .text)), .tsv, [record(text("a\tb"), text("a,b"))])
        == "t\tu\n\"a\tb\"\ta,b\n")
  }

  @Test func noValueIsAnEmptyCellAndOneEmptyCellAnEmptyLine() {
    #expect(
      written(form(("a", .text), ("b", .integer)), .csv, [record(.absent, Value(.null))])
        == "a,b\n,\n")
    #expect(
      written(form(("a", .text)), .csv, [record(.absent), record(text(""))]) == "a\n\n\"\"\n")
  }

  @Test func namesOfColumnsAreQuotedAsCellsAre() {
    #expect(written(form(("a,b", .text), ("c", .text)), .csv, []) == "\"a,b\",c\n")
    #expect(written(form(("\u{FEFF}a", .text)), .csv, []) == "\"\u{FEFF}a\"\n")
  }

  @Test func aTableTakesAnotherOrderAndLineEnd() {
    var writer: any RecordWriter = TableWriter(
      person, separator: .comma, columns: [3, 0, 1, 2], lineEnd: .crlf)
    #expect(
      written(&writer, [kim]) == "email,name,age,gender\r\nkim@example.org,Kim,30,F\r\n")
  }

  @Test func shWritesALineForEveryField() {
    let form = form(("a", .text), ("b", .integer), ("c", .text), ("d", .text))
    #expect(
      written(form, .sh, [record(text("it's"), number("7"), .absent, text(""))])
        == "a='it'\\''s'\nb='7'\nc=\nd=''\n")
  }

  @Test(arguments: [
    "Kim", "", "it's", "''", "$HOME `id` \\ \"x\"", "two\nlines", "a#b; rm -rf", "ünïcödé ✓",
    "trailing\\", "'", "12345678'",
  ])
  func aShellReadsBackWhatShWrites(_ raw: String) throws {
    let lines = written(form(("value", .text)), .sh, [record(text(raw))])
    let outcome = try tool("sh", "-c", "eval \"$(cat)\"; printf %s. \"$value\"", input: lines)
    #expect(outcome.output == raw + ".")
  }

  @Test func shRefusesNamesThatAreNoVariablesOfOnesOwn() {
    #expect(ShWriter.unusableField(person) == nil)
    for name in ["first-name", "1st", "", "naïve", "a b", "a=b"] {
      let fault = ShWriter.unusableField(form(("ok", .text), (name, .text)))
      #expect(fault?.name == Bytes(name.utf8))
      #expect(fault?.reason == .notAnIdentifier)
    }
    for name in ["PATH", "IFS", "HOME", "PWD", "BASH_ENV", "LD_PRELOAD", "LC_ALL", "PS1", "_"] {
      #expect(ShWriter.unusableField(form((name, .text)))?.reason == .ownedByShell)
    }
    for name in ["Path", "name", "_name", "home", "address2"] {
      #expect(ShWriter.unusableField(form((name, .text))) == nil)
    }
  }
}
