import TestSupport
import Testing

/// A script's records go through in one go where all their lines stand in the buffer and are right beyond doubt.
///
/// With `--count` each line is looked at by itself: nobody may see the difference.
@Suite struct ScriptRecordsTests {
  private static let visit = """
    { "title": "visit", "type": "object", "required": ["who", "kind"],
      "properties": {
        "who": { "type": "string", "maxLength": 12, "pattern": "^[^0-9]+$" },
        "weight": { "type": "integer", "minimum": -5, "maximum": 250 },
        "kind": { "enum": ["first", "next", "last one"], "default": "first" },
        "note": { "type": ["string", "null"] }
      } }
    """
  private static let answers: [String: [[String]]] = [
    "person": [
      ["Kim", "nina", "next of", "김민서"], ["1", "100"], ["M", "F"], ["a@b.cc", "x.y@z.org"],
    ],
    "visit.json": [
      ["Kim", "prev", "Zoë"], ["7", "-5", ""], ["next", "first", ""], ["", "quit?", "\\next"],
    ],
  ]
  private static let anything = [
    "next", "prev", "clear", "", "\\", "\\clear", ".undo", ".clear", ".go 2", ".new", ".show",
    ".why",
    "0", "101", "m", "nobody", "Maximiliane Maria", " Kim ", "\u{7F}", "tab\there", "help age",
    ".nothing",
    String(repeating: "z", count: 70_000), "nul\u{0}",
  ]

  @Test(arguments: ["person", "visit.json"], ["json", "csv", "sh"])
  func whichWayALineGoesIsNotSeen(_ form: String, _ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("visit.json", Self.visit)
    for seed in 1...4 {
      var random = SplitMix(state: UInt64(seed))
      func pick(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
      let lineEnd = seed == 2 ? "\r\n" : "\n"
      var lines: [String] = []
      for _ in 0..<400 {
        for list in Self.answers[form] ?? [] {
          if random.next() % 50 == 0 { lines.append(pick(Self.anything)) }
          lines.append(pick(list))
        }
      }
      // The last record is begun anew and right, so that both runs end with it.
      lines += [".new"] + (Self.answers[form] ?? []).map { $0[0] }
      let script = (seed == 3 ? "\u{FEFF}" : "") + lines.map { $0 + lineEnd }.joined()
      let input = Input.redirected(Array(script.utf8))
      let atOnce = try Program.run([form, "-f", format], input: input, in: folder.url)
      let records = try Program.run([form, "-f", "json"], input: input, in: folder.url)
      let count = records.output.split(separator: "\n").count
      let oneByOne = try Program.run(
        [form, "-f", format, "--count", "\(count)"], input: input, in: folder.url)
      #expect(atOnce.output == oneByOne.output, "seed \(seed)")
      #expect(atOnce.error == oneByOne.error, "seed \(seed)")
      #expect(atOnce.status == oneByOne.status)
      // The script is of use only where most of it is right and some of it is not.
      #expect(count > 200 && atOnce.error.split(separator: "\n").count > 10)
    }
  }

  @Test(arguments: ["x.jsonl", "x.csv", "x.db"])
  func whatIsKeptIsTheSame(_ file: String) throws {
    let folder = try TemporaryFolder()
    let answers = Self.answers["person"] ?? []
    var random = SplitMix(state: 7)
    var script = ""
    for _ in 0..<3_000 {
      for list in answers { script += list[Int(random.next() % UInt64(list.count))] + "\n" }
    }
    let input = Input.redirected(Array(script.utf8))
    let atOnce = try Program.run(["person", "-o", file], input: input, in: folder.url)
    let oneByOne = try Program.run(
      ["person", "-o", "1" + file, "--count", "3000"], input: input, in: folder.url)
    #expect(atOnce.error == "" && oneByOne.error == "" && atOnce.status == 0)
    if file == "x.db" {
      let rows = try ["x.db", "1x.db"].map { name in
        try Program.run(["check", "person", name, "-f", "json"], in: folder.url).output
      }
      #expect(rows[0] == rows[1] && rows[0].split(separator: "\n").count == 3_000)
    } else {
      #expect(folder.text(file) == folder.text("1" + file))
      #expect(folder.text(file)?.split(separator: "\n").count == (file == "x.csv" ? 3_001 : 3_000))
    }
  }
}
