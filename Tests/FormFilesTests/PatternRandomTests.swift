import FormFiles
import Forms
import Testing

/// Patterns made at random, against another matcher.
struct PatternRandomTests {
  private struct Random {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
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
      let pattern = try ECMAPattern(source)
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
