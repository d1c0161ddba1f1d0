import FormFiles
import Forms
import JSONText
import Testing

/// The number forms, against number texts that others wrote and against the table of DESIGN.md, section 3.
struct BuiltInNumberTests {
  /// Rows whose verdict is another one here, with the reason.
  private static let celsiusOtherwise: [String: String] = [
    "9007199254740993": pastDouble, "9223372036854775807": pastDouble,
    "9223372036854775808": pastDouble, "-9223372036854775808": pastDouble,
    "-9223372036854775809": pastDouble, "99999999999999999999": pastDouble,
    "1,000": "a comma is refused (DESIGN.md, section 3: letters and commas), so there is no number",
  ]
  private static let pastDouble = "past 2^53 the row wants digits that a double does not have"

  private func celsius(_ text: [UInt8]) throws -> String {
    let form = try #require(FormFile.builtIn("temperature"))
    let walk = Walk(form: form, isInteractive: false)
    _ = walk.answer(text.span)
    let value = walk.preview(replacing: nil, with: .absent).values[1]
    return value.kind.isNothing ? try #require(form.fields[1].none) : value.text.string
  }

  @Test func temperatureRows() throws {
    var rows = 0
    var otherwise: Set<String> = []
    for row in try caseRows("numbers.jsonl") {
      let input = try #require(row["input"]?.stringBytes)
      // Where the rows tell ties apart, they are rounded to even (DESIGN.md, section 3).
      let tie = row["temperatureTieHalfEven"]?.string
      let expected = try #require(tie ?? row["temperatureCelsius"]?.string)
      let result = try celsius(input)
      // 400 nines are past a double's range and refused as such.
      if input.count > 300 {
        #expect(result == "???")
        continue
      }
      if Self.celsiusOtherwise[input.string] != nil {
        otherwise.insert(input.string)
        #expect(result != expected, "\(input.string)")
        continue
      }
      rows += 1
      #expect(result == expected, "\(input.string)")
    }
    #expect(otherwise == Set(Self.celsiusOtherwise.keys))
    #expect(rows == 212)
  }

  @Test(arguments: [
    ("212", "100"), ("32", "0"), ("31.95", "0"), ("-40", "-40"), ("32.27", "0.2"), ("33.71", "1"),
    ("32.09", "0.1"), ("-", "???"), (".", "???"), ("-.", "???"), ("", "???"), ("98,6", "???"),
    ("1e2", "???"), ("0x1A", "???"), ("inf", "???"), ("nan", "???"), ("-1.2.-3", "???"),
    ("\u{2212}40", "???"), ("100", "37.8"),
  ])
  func temperatureReads(_ typed: String, _ shown: String) throws {
    #expect(try celsius(Array(typed.utf8)) == shown)
  }

  /// A mere beginning of a number counts as no value, and is no fault; the record says null.
  @Test(arguments: ["-", ".", "-.", "+", ""])
  func temperatureWithoutNumber(_ typed: String) throws {
    let form = try #require(FormFile.builtIn("temperature"))
    let walk = Walk(form: form, isInteractive: false)
    #expect(walk.answer(Bytes(typed.utf8).span) == .finished)
    #expect(walk.finished.values.map { $0.kind } == [.null, .null])
    #expect(form.faults(stored: walk.finished).isEmpty)
  }

  @Test func tilesRows() throws {
    let form = try #require(FormFile.builtIn("tiles"))
    var rows = 0
    for row in try caseRows("numbers.jsonl") {
      let input = try #require(row["input"]?.stringBytes)
      let expected = try #require(row["tileCount"])
      let walk = Walk(form: form, isInteractive: false)
      let outcome = walk.answer(input.span)
      let accepted = walk.accepted.values[0]
      rows += 1
      if expected.kind == .number {
        #expect(outcome == .accepted, "\(input.string)")
        #expect(accepted.text == Array(expected.source), "\(input.string)")
      } else if expected.isNull {
        #expect(outcome == .accepted)
        #expect(accepted.kind == .absent)
      } else {
        // Outer spaces are part of a number's text: judged exactly as typed (DESIGN.md, section 4).
        #expect(outcome == .refused, "\(input.string)")
        #expect(accepted.text == Bytes("12".utf8))
        #expect(walk.draft(0) == input)
      }
    }
    #expect(rows == 220)
  }

  @Test func ageRows() throws {
    let form = try #require(FormFile.builtIn("person"))
    for row in try caseRows("numbers.jsonl") {
      let input = try #require(row["input"]?.stringBytes)
      let expected = try #require(row["age"])
      var value = Value.absent
      let fault = form.fields[1].judge(input.span, form.rules, into: &value)
      if expected.kind == .number {
        #expect(fault == nil, "\(input.string)")
        #expect(value.text == Array(expected.source))
      } else {
        #expect(fault != nil, "\(input.string)")
      }
    }
  }

  /// The table of DESIGN.md, section 3, line by line.
  @Test func tilesTable() throws {
    let form = try #require(FormFile.builtIn("tiles"))
    let walk = Walk(form: form, isInteractive: false)
    func state() -> [String] {
      let value = walk.accepted.values[0]
      return [
        value.kind == .absent ? "none" : value.text.string, walk.draft(0).string,
        walk.fault(0) == nil ? "" : "message",
      ]
    }
    #expect(state() == ["12", "12", ""])
    _ = walk.apply(.clear)
    #expect(state() == ["none", "", ""])
    for (line, expected) in [
      ("24", ["24", "24", ""]), ("-", ["24", "-", "message"]), ("-8", ["-8", "-8", ""]),
      ("0", ["0", "0", ""]), ("2.5", ["0", "2.5", "message"]), ("", ["none", "", ""]),
      ("+024", ["24", "24", ""]), (" 24", ["24", " 24", "message"]),
    ] {
      _ = walk.answer(Bytes(line.utf8).span)
      #expect(state() == expected, "\(line)")
      #expect(walk.current == 0)
    }
    _ = walk.answer(Bytes("7".utf8).span)
    #expect(walk.apply(.next) == .finished)
    #expect(walk.finished.values[0].text == Bytes("7".utf8))
  }
}
