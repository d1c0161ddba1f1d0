import Forms
import Testing

@Suite("Choices")
struct ChoicesTests {
  /// Codes and titles; enough of them, if asked, to be found by a dictionary.
  private func choices(_ pairs: [(String, String?)], many: Bool) -> Choices {
    var list = pairs.map { code, title in
      Choice(value: .text(code), title: title.map { Bytes(text: $0) })
    }
    if many { list += (0..<20).map { Choice(value: .text("filling \($0)")) } }
    return Choices(list)
  }

  @Test("A code, then a title, by canonical equivalence", arguments: [false, true])
  func typed(_ many: Bool) {
    let all = choices(
      [
        ("sp", "S\u{E3}o Paulo"), ("M", "Monday"), ("T", "M"), ("ko", "\u{AC01}"), ("", "empty"),
        ("\u{212B}", nil),
      ], many: many)
    #expect(all.index(typed: "sp") == 0)
    #expect(all.index(typed: "S\u{E3}o Paulo") == 0)
    #expect(all.index(typed: "Sa\u{303}o Paulo") == 0)
    #expect(all.index(typed: "Sao Paulo") == nil)
    #expect(all.index(typed: "M") == 1, "a code goes before a title")
    #expect(all.index(typed: "Monday") == 1)
    #expect(all.index(typed: "m") == nil)
    #expect(all.index(typed: "\u{1100}\u{1161}\u{11A8}") == 3)
    #expect(all.index(typed: "") == 4)
    #expect(all.index(typed: "A\u{30A}") == 5)
    #expect(all.index(typed: "\u{C5}") == 5)
    #expect(all.index(typed: " sp") == nil)
    #expect(all.index(typed: "filling 19") == (many ? 25 : nil))
  }

  @Test("A code goes before a title in every spelling", arguments: [false, true])
  func codeFirst(_ many: Bool) {
    let all = choices([("a", "\u{E9}"), ("\u{E9}", "other")], many: many)
    #expect(all.index(typed: "\u{E9}") == 1)
    #expect(all.index(typed: "e\u{301}") == 1)
  }

  @Test("ASCII is a spelling too: the Kelvin sign is a K", arguments: [false, true])
  func kelvin(_ many: Bool) {
    let all = choices([("\u{212A}", nil), (";", nil)], many: many)
    #expect(all.index(typed: "K") == 0)
    #expect(all.index(typed: "\u{37E}") == 1)
  }

  @Test("A stored text is spelled as the form spells it", arguments: [false, true])
  func stored(_ many: Bool) {
    let all = choices([("S\u{E3}o", "city"), ("b", "S\u{E3}o")], many: many)
    #expect(all.index(stored: .text, "S\u{E3}o") == 0)
    #expect(all.index(stored: .text, "Sa\u{303}o") == nil)
    #expect(all.index(stored: .text, "city") == nil)
    #expect(all.index(stored: .text, "b") == 1)
    #expect(all.index(coded: "b") == 1)
    #expect(all.index(coded: "city") == nil)
  }

  @Test("Numbers are compared by value, kinds are kept apart", arguments: [false, true])
  func numbers(_ many: Bool) {
    var list = [
      Choice(value: .number("1")), Choice(value: .number("2.50"), title: Bytes(text: "two")),
      Choice(value: .text("3")), Choice(value: Value(.null), title: Bytes(text: "none")),
    ]
    if many { list += (10..<40).map { Choice(value: .number("\($0)")) } }
    let all = Choices(list)
    #expect(all.index(typed: "1.0") == 0)
    #expect(all.index(typed: "1") == 0)
    #expect(all.index(typed: "2.5") == 1)
    #expect(all.index(typed: "two") == 1)
    #expect(all.index(typed: "3") == 2)
    #expect(all.index(typed: "3.0") == nil, "a text is no number")
    #expect(all.index(typed: "none") == 3)
    #expect(all.index(typed: "null") == nil)
    #expect(all.index(stored: .number, "1.00") == 0)
    #expect(all.index(stored: .text, "1") == nil)
    #expect(all.index(stored: .number, "3") == nil)
    #expect(all.index(stored: .text, "3") == 2)
    #expect(all.index(stored: .null, "") == 3)
  }

  @Test("What a choice may begin with: every beginning of every spelling")
  func beginnings() {
    let spellings = [
      "S\u{E3}o Paulo", "Sa\u{303}o Paulo", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}",
      // Dot below and circumflex, in all three spellings of Unicode's canonical equivalence.
      "\u{1ED9}", "\u{F4}\u{323}", "\u{1ECD}\u{302}", "o\u{302}\u{323}", "o\u{323}\u{302}x",
    ]
    let all = choices(
      [("S\u{E3}o Paulo", nil), ("\u{AC01}", nil), ("\u{1ED9}", nil), ("\u{1ED9}x", nil)],
      many: false)
    for spelling in spellings {
      #expect(all.index(typed: spelling) != nil)
      var begun = ""
      for scalar in spelling.unicodeScalars {
        begun.unicodeScalars.append(scalar)
        #expect(all.begins(begun), "\(begun.unicodeScalars.map(\.value))")
      }
    }
    for wrong in ["s", "Sx", "S\u{E3}o  ", "ox", "\u{AC02}", "San"] {
      #expect(!all.begins(wrong), "\(wrong)")
    }
  }

  @Test("The choices that begin with a text, in the form's order, each once")
  func matching() {
    let all = choices(
      [("no", "Norway"), ("a", "Nor"), ("S\u{E3}o", "x"), ("nor", nil)], many: false)
    #expect(all.matching("") == [0, 1, 2, 3])
    #expect(all.matching("", limit: 2) == [0, 1])
    #expect(all.matching("no") == [0, 3])
    #expect(all.matching("Nor") == [0, 1])
    #expect(all.matching("Nor", limit: 1) == [0])
    #expect(all.matching("Sa\u{303}") == [2])
    #expect(all.matching("z") == [])
  }

  @Test("The longest code or title, in characters")
  func longest() {
    #expect(choices([("a", "Sa\u{303}o"), ("bb", nil)], many: false).longest == 3)
    #expect(Choices([]).longest == 0)
  }

  @Test("100,000 choices, each found by code and title")
  func many() {
    let all = Choices(
      (0..<100_000).map {
        Choice(value: .text("c\($0)"), title: Bytes(text: "title \($0)"))
      })
    for i in stride(from: 0, to: 100_000, by: 997) {
      #expect(all.index(typed: "c\(i)") == i)
      #expect(all.index(typed: "title \(i)") == i)
      #expect(all.index(stored: .text, "c\(i)") == i)
      #expect(all.begins("title \(i)"))
    }
    #expect(all.index(typed: "c100000") == nil)
    #expect(!all.begins("c100000"))
    #expect(all.matching("c9999").count == 11)
  }
}
