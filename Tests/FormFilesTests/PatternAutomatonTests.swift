import FormFiles
import Forms
import JSONText
import Testing

/// A pattern that is made for many texts gives the verdicts of one that is not.
struct PatternAutomatonTests {
  private struct Random {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private func compare(_ source: String, _ texts: [[UInt8]]) {
    guard let one = try? ECMAPattern(source) else { return }
    guard let many = try? ECMAPattern(source, isForMany: true) else {
      Issue.record("\(source) cannot be made for many")
      return
    }
    for text in texts {
      let span = text.span
      let wanted = one.match(span)
      let found = many.match(span)
      #expect(found == wanted, "\(source) on \(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Texts of a few letters, of all lengths around those that are decided without PCRE2.
  private func texts(_ letters: [UInt8], seed: UInt64) -> [[UInt8]] {
    var random = Random(state: seed)
    var out: [[UInt8]] = [[]]
    for length in [1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10, 12, 20, 40, 80, 200, 300] {
      for _ in 0..<4 { out.append((0..<length).map { _ in letters[random.next(letters.count)] }) }
    }
    return out
  }

  @Test func patternsOfTheSuitesMatchTheSame() throws {
    var count = 0
    for name in ["json-schema-patterns.jsonl", "wpt-patterns.jsonl"] {
      for row in try caseRows(name) {
        let schema = row["schema"] ?? row["fieldSchema"]
        guard let source = schema?["pattern"]?.string else { continue }
        count += 1
        var all = texts(Array("ab01_-. \n@".utf8), seed: UInt64(count))
        for key in ["text", "input", "data"] {
          if let text = row[key]?.stringBytes { all.append(text) }
        }
        compare(source, all)
      }
    }
    #expect(count > 50)
  }

  @Test(arguments: [
    #"^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$"#, "a", "^$", "^", "$", "a$", "^a", "a|^b|c$",
    "(a|b)?c", "a{2,3}b", "a{0}b", "(ab){2}", "(a|ab)(c|bcd)", "[^a]b", "[]", "[^]a",
    #"\w\W\d\D\s\S"#,
    ".", "a.b", "^a*b+a?$", "(?:a*b)?$", "é|a", "(^a|b$)", "a^b", "a$b", "(^)*a", "($)*", "x*",
    "[é-ü]a",
    #"\u{61}"#, "(?:a?){3}b", "a+a+a+a+a+a+a+a+b",
  ])
  func partsOfPatternsMatchTheSame(_ source: String) {
    compare(source, texts(Array("abcé@.0 \n\r_".utf8.filter { $0 < 0x80 }), seed: 3))
    compare(source, ["é", "aé", "éa", "bé\u{2028}"].map { Array($0.utf8) })
  }

  /// The standard library's own matcher is the judge: these texts have no line ends, which it reads otherwise.
  @Test func patternsMadeAtRandomMatchAsTheyShould() throws {
    var random = Random(state: 99)
    let atoms = [
      "a", "b", "[ab]", "[^a]", ".", #"\w"#, "^", "$", "(a|b)", "(a|bc|)", "(?:ab)", "c",
    ]
    let repeats = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "{0,2}"]
    for _ in 0..<400 {
      var source = ""
      for _ in 0...random.next(5) {
        let atom = atoms[random.next(atoms.count)]
        let isPlace = atom == "^" || atom == "$"
        source += atom + (isPlace ? "" : repeats[random.next(repeats.count)])
        if random.next(8) == 0 { source += "|" }
      }
      let pattern = try ECMAPattern(source, isForMany: true)
      let reference = try Regex(source)
      for length in [0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12] {
        let letters = (0..<length).map { _ in Array("abc".utf8)[random.next(3)] }
        let text = String(decoding: letters, as: UTF8.self)
        let wanted = text.firstMatch(of: reference) != nil
        #expect(
          pattern.match(letters.span) == (wanted ? .matches : .differs), "\(source) on \(text)")
      }
    }
  }
}
