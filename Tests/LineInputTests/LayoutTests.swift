import Glibc
import Testing

@testable import LineInput

struct ShownTests {
  private static let texts: [(String, String, Int)] = [
    ("abc", "abc", 3), ("한글", "한글", 4), ("e\u{301}", "e\u{301}", 1),
    // Controls, separators and format controls that stand alone are named.
    ("a\u{1b}[31m", "a^[[31m", 7), ("\t", "^I", 2), ("\u{7f}", "^?", 2), ("\r\n", "^M^J", 4),
    ("\u{9b}2J", "\\u{9b}2J", 8), ("\u{202e}x", "\\u{202e}x", 9), ("\u{200b}", "\\u{200b}", 8),
    ("\u{2028}", "\\u{2028}", 8), ("\u{ad}", "\\u{ad}", 6),
    // A mark without a letter is shown on a dotted circle.
    ("\u{301}a", "\u{25cc}\u{301}a", 2), ("\u{11ab}", "\u{25cc}\u{11ab}", 1),
    // One character of several scalars.
    ("👩\u{200d}💻", "👩\u{200d}💻", 2), ("🇰🇷", "🇰🇷", 2), ("👍🏽", "👍🏽", 2),
    ("\u{1112}\u{1161}\u{11ab}", "\u{1112}\u{1161}\u{11ab}", 2),
  ]

  @Test(arguments: texts.indices)
  func `a text on the terminal is harmless`(index: Int) {
    setlocale(LC_CTYPE, "C.UTF-8")
    let (text, shown, width) = Self.texts[index]
    let harmless = HarmlessText(text)
    #expect(harmless.bytes == Array(shown.utf8))
    #expect(harmless.width == width)
  }

  @Test func `a pile of marks is not sent whole`() {
    let pile = "a" + String(repeating: "\u{301}", count: 20_000)
    #expect(HarmlessText(pile).bytes.count == 1 + 2 * (Shown.mostScalars - 1))
  }

  @Test func `a text is cut to columns at either end`() {
    #expect(HarmlessText(beginningOf: "한글ab", columns: 5).bytes == Array("한글a".utf8))
    #expect(HarmlessText(beginningOf: "한글ab", columns: 3).bytes == Array("한".utf8))
    #expect(HarmlessText(endOf: "ab한글", columns: 5).bytes == Array("b한글".utf8))
    #expect(HarmlessText(endOf: "ab한글", columns: 3).bytes == Array("글".utf8))
  }
}

struct ClustersTests {
  private static let texts = [
    "", "abc", "한글 か漢", "e\u{301}e\u{301}", "👩\u{200d}💻x🇰🇷🇺🇸", "\u{1112}\u{1161}\u{11ab}",
    "\u{1100}\u{ac00}", "\u{600}a", "क्षि", "a\r\nb", "\u{20000}\u{f0000}", "नमस्ते", "กำ",
    "\u{200d}\u{301}",
  ]

  @Test(arguments: texts)
  func `a unit is a character as Swift counts them`(text: String) {
    var clusters = Clusters()
    let units = clusters.units(of: scalars(of: text))
    #expect(units.count == text.count)
    #expect(clusters.text(units) == Array(text.utf8))
  }

  @Test func `two spellings of a character stay two`() {
    var clusters = Clusters()
    let units = clusters.units(of: scalars(of: "\u{e9}e\u{301}"))
    #expect(Set(units).count == 2)
    #expect(clusters.text(units) == Array("\u{e9}e\u{301}".utf8))
  }

  /// Scalars put in one after the other, and taken out again, give the units of the whole text.
  @Test(arguments: 0..<40)
  func `an edit joins and splits as the whole text would`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let pool = scalars(
      of: "ab 한漢e\u{301}👩\u{200d}💻🇰🇷\u{1112}\u{1161}\u{11ab}\u{fe0f}🏽\u{600}क\u{94d}ष")
    var clusters = Clusters()
    var units: [Unit] = []
    for _ in 0..<80 {
      let at = Int.random(in: 0...units.count, using: &random)
      if units.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
        let scalar = pool[Int.random(in: 0..<pool.count, using: &random)]
        units.insert(clusters.unit(ofTyped: scalar), at: at)
        units = clusters.regroup(units, cursor: at + 1, changed: at..<(at + 1)).units
      } else {
        let end = min(units.count, at + 2)
        units.removeSubrange(at..<end)
        units = clusters.regroup(units, cursor: at, changed: at..<at).units
      }
      let text = string(of: clusters.scalars(of: units))
      let whole = clusters.units(of: scalars(of: text))
      #expect(units == whole, "seed \(seed): \(scalars(of: text).map { String($0, radix: 16) })")
      if units != whole { return }
    }
  }

  @Test func `a cursor inside a new character comes to stand behind it`() {
    var clusters = Clusters()
    let units = scalars(of: "x👨\u{200d}👩y")
    let joined = clusters.regroup(units, cursor: 3, changed: 2..<3)
    #expect(joined.units.count == 3)
    #expect(joined.cursor == 2)
  }
}

struct WindowTests {
  private func window(_ widths: [Int], _ cursor: Int, room: Int, previous: Int = 0) -> Window {
    Window(count: widths.count, cursor: cursor, room: room, previous: previous) { widths[$0] }
  }

  @Test func `a line that fits is shown whole`() {
    let window = window([1, 2, 1], 2, room: 4, previous: 2)
    #expect(window.range == 0..<3)
    #expect(!window.cutsLeft && !window.cutsRight)
    #expect(window.cursorColumn == 3 && window.width == 4)
  }

  @Test func `each end that is cut has its mark`() {
    let long = Array(repeating: 1, count: 30)
    let start = window(long, 0, room: 10)
    #expect(start.range == 0..<9 && !start.cutsLeft && start.cutsRight && start.width == 10)
    let end = window(long, 30, room: 10)
    #expect(end.cutsLeft && !end.cutsRight && end.range.upperBound == 30)
    let middle = window(long, 15, room: 10, previous: 12)
    #expect(middle.cutsLeft && middle.cutsRight && middle.range.lowerBound == 12)
  }

  @Test(arguments: 3..<14, [1, 2])
  func `the cursor is always on the row`(room: Int, width: Int) {
    let widths = (0..<40).map { $0 % 3 == 0 ? width : 1 }
    var previous = 0
    for cursor in Array(0...40) + (0...40).reversed() {
      let window = window(widths, cursor, room: room, previous: previous)
      previous = window.range.lowerBound
      #expect(window.width <= room)
      #expect(window.cursorColumn <= room)
      // Only a wide character between two marks may find no place in three columns.
      if room > 3 || width == 1 {
        #expect(window.range.contains(cursor) || cursor == 40, "\(cursor) in \(window)")
      }
    }
  }
}

struct ListingTests {
  private func rows(_ listing: Listing) -> [String] {
    listing.rows.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func `columns are filled from top to bottom`() {
    let items = ["one", "two", "three", "four", "five"]
    let listing = Listing(items: items, total: 5, start: 0, columns: 17, mostRows: 10)
    #expect(rows(listing) == ["one    four", "two    five", "three"])
    #expect(listing.count == 5)
  }

  @Test func `a page says which part it is`() {
    let items = (0..<20).map { "item\($0)" }
    let listing = Listing(items: items, total: 50, start: 10, columns: 20, mostRows: 4)
    // Nine of five columns each fit; a tenth, of six, would leave room for two columns only.
    #expect(
      rows(listing) == [
        "item0  item3  item6", "item1  item4  item7", "item2  item5  item8", "11-19 of 50",
      ])
    #expect(listing.count == 9)
  }

  @Test func `nothing is wider than the window`() {
    let items = [String(repeating: "x", count: 30), "한글한글한글"]
    let listing = Listing(items: items, total: 2, start: 0, columns: 10, mostRows: 5)
    #expect(rows(listing) == ["xxxxxxxxx", "한글한글"])
  }
}

struct KeyTableTests {
  private static let table = """
    Standard key bindings
    "^@"           ->  ed-quoted-insert
    "^\\" to "^]"   ->  ed-ignore
    " "  to "\\""   ->  ed-insert
    "^["           ->  ed-sequence-lead-in
    Alternative key bindings
    "^A"           ->  ed-move-to-beg
    Multi-character bindings
    "^[x"          ->  ed-command
    "^[[1;5C"      ->  em-next-word
    "^X^Y"         -> "a->b^J"
    Arrow key bindings
    down           -> ed-next-history
    """

  @Test func `libedit's table is read back`() {
    let table = KeyTable(Self.table)
    let commands = table.keys.map { "\($0.key) \($0.command) \($0.isAlternative)" }
    #expect(
      commands == [
        "^@ ed-quoted-insert false", "\\034 ed-ignore false", "\\035 ed-ignore false",
        "\\040 ed-insert false", "\\041 ed-insert false", "\\042 ed-insert false",
        "^[ ed-sequence-lead-in false", "^A ed-move-to-beg true", "^[x ed-command false",
        "^[[1;5C em-next-word false", "^X^Y \"a->b^J\" false",
      ])
    #expect(
      table.sequences.map(\.bytes) == [
        [0x1b, 0x78], Array("\u{1b}[1;5C".utf8), [0x18, 0x19],
      ])
  }
}
