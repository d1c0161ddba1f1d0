import Foundation
import TestSupport
import Testing

/// Nobody may see which way a record went.
///
/// Most records of a file are found and judged in one pass; the others, and all of them where a table is
/// wanted, go the general way.
@Suite struct CheckPlainTests {
  private static let visit = """
    { "title": "visit", "type": "object", "required": ["who", "kind"],
      "properties": {
        "who": { "type": "string", "maxLength": 12, "pattern": "^[^0-9]+$" },
        "weight": { "type": "integer", "minimum": -5, "maximum": 250 },
        "kind": { "enum": ["first", "next", "last one"] },
        "note": { "type": "string" }
      } }
    """
  private static let loose = """
    { "title": "loose", "type": "object", "required": ["b"],
      "properties": {
        "a": { "type": ["string", "null"], "maxLength": 12 },
        "b": { "type": "number", "minimum": 0, "x-unreadable": "none" },
        "c": { "enum": ["M", "first", "nul"], "default": "M" },
        "d": { "type": "string", "pattern": "^[a-z.@]*$" }
      } }
    """
  private static let texts = [
    "Kim", "Lee", "Annelies", "Maximiliane", "김민서", "Zoë", "e\u{301}a", " Kim", "Kim ", "a1", "",
    "tab\there", "\u{7F}", "\u{A0}x", "\u{FEFF}x", "back\\slash", "a \"quote\"", "nul\u{0}",
    "cr\rcr",
    String(repeating: "long ", count: 15), String(repeating: "ü", count: 12), "eightbyt",
  ]
  private static let numbers = [
    "1", "100", "101", "0", "007", "-3", "+5", "12.0", "1e2", "abc", "", " 7",
    "99999999999999999999",
  ]
  private static let codes = [
    "M", "F", "m", "first", "next", "last one", "last", "", "M\u{0}", "FF",
  ]
  private static let mails = [
    "a@b.cc", "nobody", "x.y_z-1@example.org", "A@b.cc", "a@b.c", "", "ä@b.cc",
  ]

  /// Cells of a record in the order of a form's fields.
  private struct Source {
    var state: UInt64
    let isPerson: Bool

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    /// Mostly a value that may be right; else any.
    mutating func pick(_ list: [String], _ usual: Int) -> String {
      list[next(next(3) > 0 ? usual : list.count)]
    }

    mutating func cells() -> [String] {
      let text = pick(CheckPlainTests.texts, 3)
      let number = pick(CheckPlainTests.numbers, 2)
      let code = pick(CheckPlainTests.codes, 2)
      var last = pick(CheckPlainTests.mails, 1)
      // A note may be as long as anybody likes, a line may not.
      if !isPerson, next(40) == 0 { last = String(repeating: "z", count: 65_536 + next(2)) }
      return isPerson
        ? [text, number, code, last] : [text, number, pick(["first", code], 1), last]
    }
  }

  private static func quoted(_ cell: String, _ separator: String) -> String {
    let isBare = !cell.contains { "\"\n\r".contains($0) } && !cell.contains(separator)
    return isBare ? cell : "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static func json(_ cells: [String], _ names: [String], _ source: inout Source) -> String {
    var members: [String] = []
    for (i, cell) in cells.enumerated() {
      if cell.isEmpty, source.next(2) == 0 { continue }
      let isNumber = i == 1 && Double(cell) != nil && !cell.hasPrefix("+") && !cell.hasPrefix(" ")
      let text = cell.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\" + String(scalar)
        // A control character as it stands is no JSON.
        case "\u{0}"..<" " where source.next(2) == 0: String(format: "\\u%04x", scalar.value)
        default: String(scalar)
        }
      }
      let value = isNumber ? cell : "\"" + text.joined() + "\""
      members.append("\"\(names[i])\":" + (source.next(20) == 0 ? " " : "") + value)
    }
    if source.next(30) == 0 { members.reverse() }
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test(arguments: ["csv", "tsv", "jsonl", "lines"], ["person", "visit", "loose"])
  func whichWayARecordGoesIsNotSeen(_ format: String, _ name: String) throws {
    let isPerson = name == "person"
    let names =
      isPerson
      ? ["name", "age", "gender", "email"]
      : name == "visit" ? ["who", "weight", "kind", "note"] : ["a", "b", "c", "d"]
    let separator = format == "tsv" ? "\t" : ","
    for seed in 1...6 {
      var source = Source(state: UInt64(seed), isPerson: isPerson)
      let lineEnd = seed % 3 == 0 ? "\r\n" : "\n"
      var data = Data()
      if format == "csv" || format == "tsv" {
        // The columns may stand in any order.
        let columns = seed == 5 ? names.reversed() : names
        data.append(Data((columns.joined(separator: separator) + lineEnd).utf8))
      }
      for _ in 0..<300 {
        let cells = source.cells()
        switch format {
        case "jsonl": data.append(Data((Self.json(cells, names, &source) + lineEnd).utf8))
        case "lines":
          for cell in cells {
            let line = cell.replacingOccurrences(of: "\r", with: "")
            data.append(Data((line + lineEnd).utf8))
          }
        default:
          // A row may have other cells than the header.
          let found = source.next(30) == 0 ? Array(cells.dropLast()) : cells
          let ordered = seed == 5 ? found.reversed() : found
          let row = ordered.map { Self.quoted($0, separator) }.joined(separator: separator)
          data.append(Data((row + lineEnd).utf8))
        }
        // A byte that no UTF-8 text has.
        if source.next(40) == 0 { data[data.count - 3] = 0xFF }
      }
      // A file may end without a line end.
      if seed % 2 == 0 { data.removeLast(lineEnd.utf8.count) }
      let folder = try CheckFolder(["visit.json": Self.visit, "loose.json": Self.loose])
      try data.write(to: folder.folder.url.appending(path: "x"))
      let form = isPerson ? "person" : name + ".json"
      for output in ["json", "csv"] {
        let plain = try folder.check(form, "x", "--from", format, "-f", output)
        let general = try folder.check(form, "x", "--from", format, "-f", output, "--summary")
        #expect(plain.output == general.output, "seed \(seed)")
        let faults = general.said.filter { $0.hasPrefix("x:") }
        #expect(plain.said.filter { $0.hasPrefix("x:") } == faults, "seed \(seed)")
        #expect(plain.status == general.status)
        // The data are of use only where there is something to be seen.
        #expect(!plain.output.isEmpty && faults.count > 20)
      }
    }
  }

  /// What is written of a record may be much longer than the record.
  @Test(arguments: ["lines", "csv", "tsv", "jsonl"])
  func shortRecordsOfLongNamesAreWrittenWhole(_ format: String) throws {
    let name = String(repeating: "k", count: 3_000)
    let folder = try CheckFolder([
      "long.json": """
      { "type": "object", "properties": { "\(name)": { "type": "string" }, "b": { "type": "string" } } }
      """
    ])
    let separator = format == "tsv" ? "\t" : ","
    let record =
      switch format {
      case "lines": "x\n\n"
      case "jsonl": "{\"\(name)\":\"x\"}\r\n"
      default: "x\(separator)\n"
      }
    let header = format == "csv" || format == "tsv" ? "\(name)\(separator)b\n" : ""
    try folder.folder.write("x", header + String(repeating: record, count: 2_000))
    let outcome = try folder.check("long.json", "x", "--from", format, "-f", "json")
    let expected = "{\"\(name)\":\"x\"}\n"
    #expect(outcome.status == 0)
    #expect(outcome.output == String(repeating: expected, count: 2_000))
  }
}
