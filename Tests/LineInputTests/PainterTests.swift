import Testing

@testable import LineInput

/// The bytes of the painter, applied by an emulator, give the screen of a row painted from scratch.
struct PainterTests {
  private static let letters =
    Array("abcdefg XYZ019".unicodeScalars) + Array("éñжя한글漢字かナ".unicodeScalars)
  private static let marks = Array("\u{301}\u{200d}👩💻🇰🇷\u{1161}\u{11ab}\u{fe0f}🏽שא".unicodeScalars)

  private func sent(by painter: inout Painter) -> [UInt8] {
    var bytes: [UInt8] = []
    painter.send { span in bytes = (0..<span.count).map { span[$0] } }
    return bytes
  }

  private func changed(
    _ line: [Unit], _ cursor: Int, _ clusters: inout Clusters, simple: Bool,
    _ random: inout SplitMix
  ) -> ([Unit], Int) {
    var line = line
    var cursor = cursor
    switch Int.random(in: 0..<10, using: &random) {
    case 0: cursor = Int.random(in: 0...line.count, using: &random)
    case 1: cursor = line.count
    case 2 where !line.isEmpty:
      let from = Int.random(in: 0..<line.count, using: &random)
      let to = min(line.count, from + Int.random(in: 1...6, using: &random))
      line.removeSubrange(from..<to)
      cursor = min(from, line.count)
    case 3 where line.count > 1:
      let at = Int.random(in: 1..<line.count, using: &random)
      line.swapAt(at - 1, at)
      cursor = at + 1
    case 4 where cursor > 0:
      line.remove(at: cursor - 1)
      cursor -= 1
    default:
      let pool = simple || Bool.random(using: &random) ? Self.letters : Self.marks
      let count = Int.random(in: 1...8, using: &random) == 1 ? 12 : 1
      let scalars = (0..<count).map { _ in
        Scalar(bitPattern: pool[Int.random(in: 0..<pool.count, using: &random)].value)
      }
      line.insert(contentsOf: scalars, at: cursor)
      (line, cursor) = clusters.regroup(
        line, cursor: cursor + count, changed: cursor..<(cursor + count))
    }
    return (line, cursor)
  }

  private func check(abilities: Abilities, simple: Bool, seed: UInt64) {
    var random = SplitMix(seed: seed)
    var clusters = Clusters()
    let columns = Int.random(in: 10...60, using: &random)
    let prompt = ["name> ", "a prompt that is longer than the window> ", "이름: "][Int(seed % 3)]
    var painter = Painter(abilities: abilities)
    var screen = Screen(columns: columns, rows: 6)
    var line: [Unit] = []
    var cursor = 0
    var first = 0
    for step in 0..<120 {
      (line, cursor) = changed(line, cursor, &clusters, simple: simple, &random)
      let frame = Frame(
        prompt: HarmlessText(prompt), of: prompt, line: line, cursor: cursor, previousFirst: first,
        columns: columns,
        clusters: clusters)
      first = frame.first
      if abilities.escapes {
        if line.isEmpty { frame.add(placeholder: "value") }
        let live = ["", "\(line.count)/10", "= \(line.count * 37) °C"][step / 40]
        frame.add(live: LiveState(live, style: line.count % 2 == 0 ? .good : .none))
        if step % 17 == 0 { frame.listing = [HarmlessText("maple  oak"), HarmlessText("elm")] }
      }
      painter.paint(frame, clusters: clusters)
      screen.feed(sent(by: &painter))

      var fresh = Painter(abilities: abilities)
      var wanted = Screen(columns: columns, rows: 6)
      wanted.feed(String(repeating: "\n", count: screen.row))
      fresh.paint(frame, clusters: clusters)
      wanted.feed(sent(by: &fresh))
      let place = Comment(rawValue: "seed \(seed) step \(step) \(abilities)")
      #expect(screen.lines.dropFirst(screen.row) == wanted.lines.dropFirst(wanted.row), place)
      #expect(screen.column == wanted.column, place)
      #expect(screen.surprises == [], place)
      #expect(!screen.hasAttributes, place)
      // The row of characters on whose width terminals differ may reach it.
      if simple { #expect(screen.cells[screen.row][columns - 1] == " ", place) }
      if screen.lines.dropFirst(screen.row) != wanted.lines.dropFirst(wanted.row) { return }
    }
  }

  @Test(arguments: 0..<60)
  func `random edits are painted as a redraw paints them`(seed: Int) {
    let seed = UInt64(seed)
    check(abilities: Abilities(escapes: true, colours: true), simple: true, seed: seed)
    check(abilities: Abilities(escapes: true, colours: false), simple: false, seed: seed + 1000)
    check(abilities: Abilities(escapes: false, colours: false), simple: true, seed: seed + 2000)
  }

  @Test(arguments: 0..<60)
  func `what is typed at the end is sent as a frame of the longer line would be`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let columns = Int.random(in: 16...70, using: &random)
    let placeholder = Bool.random(using: &random) ? "value" : ""
    let states = ["", "9/10", "10/10", "…", "= 37 °C"]
    let abilities = Abilities(escapes: seed % 5 != 0, colours: seed % 2 == 0)
    let clusters = Clusters()
    var long = Painter(abilities: abilities)
    var short = Painter(abilities: abilities)
    var line: [Unit] = []
    var shortCount = 0
    for step in 0..<90 {
      var count = Int.random(in: 0..<5, using: &random) == 0 ? 3 : 1
      // Now and then something else than a letter at the end.
      var isPlain = true
      switch Int.random(in: 0..<16, using: &random) {
      case 0:
        // No terminal need agree on its width.
        line.append(0x5d0)
        count = 1
      case 1 where line.count > 4:
        line.removeLast(4)
        isPlain = false
      case 2:
        line = []
        isPlain = false
      default:
        for _ in 0..<count {
          let wide = "é한ж漢か".unicodeScalars.randomElement(using: &random)?.value ?? 0
          let isWide = Bool.random(using: &random)
          line.append(isWide ? Unit(wide) : Unit.random(in: 0x20...0x7e, using: &random))
        }
      }
      let cursor = Int.random(in: 0..<16, using: &random) == 0 ? line.count / 2 : line.count
      let live =
        abilities.escapes
        ? LiveState(states[Int.random(in: 0..<states.count, using: &random)], style: .good)
        : .nothing
      func frame() -> Frame {
        let frame = Frame(
          prompt: HarmlessText("name> "), of: "name> ", line: line, cursor: cursor,
          previousFirst: long.last?.first ?? 0, columns: columns, clusters: clusters)
        if line.isEmpty && abilities.escapes { frame.add(placeholder: placeholder) }
        if abilities.escapes { frame.add(live: live) }
        return frame
      }
      long.paint(frame(), clusters: clusters)
      let wanted = sent(by: &long)
      var made = live
      if isPlain && cursor == line.count
        && short.paint(line: line, added: count, live: &made)
      {
        shortCount += 1
      } else {
        short.paint(frame(), clusters: clusters)
      }
      #expect(sent(by: &short) == wanted, "seed \(seed) step \(step)")
      #expect(short.last == long.last, "seed \(seed) step \(step)")
    }
    #expect(shortCount > 0)
  }

  // MARK: Bytes

  private func bytes(
    _ before: String, _ cursorBefore: Int, _ after: String, _ cursorAfter: Int,
    live: (String, String) = ("", ""),
    abilities: Abilities = Abilities(escapes: true, colours: true)
  ) -> String {
    var clusters = Clusters()
    var painter = Painter(abilities: abilities)
    for (text, cursor, state) in [
      (before, cursorBefore, live.0), (after, cursorAfter, live.1),
    ] {
      _ = sent(by: &painter)
      let frame = Frame(
        prompt: HarmlessText("> "), of: "> ", line: clusters.units(of: scalars(of: text)),
        cursor: cursor,
        previousFirst: 0, columns: 80, clusters: clusters)
      frame.add(live: LiveState(state, style: .good))
      painter.paint(frame, clusters: clusters)
    }
    return String(decoding: sent(by: &painter), as: UTF8.self)
  }

  @Test func `a letter at the end is sent alone`() {
    #expect(bytes("ab", 2, "abc", 3) == "c")
    #expect(bytes("", 0, "한", 1) == "한")
  }

  @Test func `a letter with a live state takes at most forty bytes`() {
    let sent = bytes("ab", 2, "abc", 3, live: ("2/10", "3/10"))
    #expect(sent == "c\u{1b}7\r\u{1b}[75C\u{1b}[32m3/10\u{1b}[m\u{1b}8")
    #expect(sent.utf8.count <= 40)
  }

  @Test func `without escape sequences only backspaces and spaces are sent`() {
    let bare = Abilities(escapes: false, colours: false)
    #expect(bytes("abc", 3, "ab", 2, abilities: bare) == "\u{8} \u{8}")
    #expect(bytes("abc", 3, "abc", 1, abilities: bare) == "\u{8}\u{8}")
    #expect(bytes("abc", 1, "aXbc", 2, abilities: bare) == "Xbc\u{8}\u{8}")
    #expect(bytes("abc", 1, "abc", 3, abilities: bare) == "bc")
  }

  @Test func `nothing is sent for a frame that is there`() {
    #expect(bytes("abc", 3, "abc", 3) == "")
  }

  @Test func `without colours no attribute is sent`() {
    let sent = bytes(
      "ab", 2, "abc", 3, live: ("2/10", "3/10"),
      abilities: Abilities(escapes: true, colours: false))
    #expect(sent == "c\u{1b}7\r\u{1b}[75C3/10\u{1b}8")
  }
}
