/// What a terminal can do for the painter.
struct Abilities: Equatable {
  /// Escape sequences; without them only `\r`, `\b` and spaces are used.
  var escapes: Bool
  /// Colours and other attributes of the letters.
  var colours: Bool
}

/// Puts frames on the row of the prompt, sending only what differs from the frame before.
///
/// It is never shown a text that was refused. It holds no descriptor: its bytes are taken and
/// written by others, in one write.
struct Painter: ~Copyable {
  let abilities: Abilities
  /// What is on the row; nil when nothing is known of it.
  private(set) var last: Frame?
  private var bytes = OutputBytes()

  init(abilities: Abilities) { self.abilities = abilities }

  /// Hands on the bytes since the last call, to be written at once; not called without any.
  @inline(__always)
  mutating func send(_ write: (Span<UInt8>) -> Void) { bytes.send(write) }

  /// Rings the bell.
  mutating func ring() { bytes.append(7) }

  /// Forgets what is on the row.
  mutating func forget() { last = nil }

  /// Brings the row from the last frame to another one.
  mutating func paint(_ frame: Frame, clusters: Clusters) {
    if let previous = last {
      if !abilities.escapes {
        if previous != frame { paintBare(frame, after: previous, clusters) }
      } else if isComparable(previous, frame) {
        paintDifference(from: previous, to: frame, clusters)
      } else if previous != frame {
        paintWhole(frame, clears: !previous.listing.isEmpty, clusters)
      }
    } else if abilities.escapes {
      paintWhole(frame, clears: false, clusters)
    } else {
      paintBare(frame, after: nil, clusters)
    }
    last = frame
  }

  /// Brings the row to what it is with more units behind the cursor, and a live state.
  ///
  /// What is sent is what `paint` would send for the frame of the longer line. The live state is
  /// exchanged for the one before.
  ///
  /// - Returns: false, and nothing is painted, when more of the row changes than that.
  mutating func paint(line: [Unit], added count: Int, live: inout LiveState) -> Bool {
    guard let last else { return false }
    let addition = last.add(line, count, live: &live)
    if case .none = addition { return false }
    for index in (line.count - count)..<line.count { bytes.append(scalar: line[index]) }
    if case .textAndState = addition {
      put("\u{1b}7")
      putLive(last)
      put("\u{1b}8")
    }
    return true
  }

  private func isComparable(_ last: Frame, _ frame: Frame) -> Bool {
    last.isSimple && frame.isSimple && last.columns == frame.columns
      && last.prompt == frame.prompt && last.first == frame.first
      && last.placeholder == frame.placeholder && last.listing.isEmpty && frame.listing.isEmpty
  }

  // MARK: The whole row

  private mutating func paintWhole(_ frame: Frame, clears: Bool, _ clusters: Clusters) {
    // Without wrapping a width that the terminal counts otherwise does no harm to other rows, and
    // the saved position is where the terminal itself thinks that the cursor is.
    put("\r\u{1b}[?7l")
    if clears { put("\u{1b}[J") }
    putHead(frame, clusters)
    put("\u{1b}7")
    putTail(frame, clusters)
    put("\u{1b}[K")
    putLive(frame)
    if frame.listing.isEmpty {
      put("\u{1b}8")
    } else {
      for row in frame.listing {
        put("\r\n\u{1b}[K")
        bytes.append(contentsOf: row.bytes)
      }
      // Relative, because the screen may have scrolled under a saved position.
      put("\u{1b}[", frame.listing.count, "A\r")
      putHead(frame, clusters)
    }
    put("\u{1b}[?7h")
  }

  private mutating func putHead(_ frame: Frame, _ clusters: Clusters) {
    bytes.append(contentsOf: frame.prompt.bytes)
    if frame.cutsLeft { put("<") }
    putUnits(frame, 0..<frame.cursor, clusters)
  }

  private mutating func putTail(_ frame: Frame, _ clusters: Clusters) {
    putUnits(frame, frame.cursor..<frame.units.count, clusters)
    if frame.cutsRight { put(">") }
    if frame.placeholder.width > 0 {
      put(frame.placeholder.bytes, style: .quiet)
    }
  }

  // MARK: Only what differs

  private func commonCount(_ last: Frame, _ frame: Frame) -> Int {
    var count = 0
    for (one, other) in zip(last.units, frame.units) {
      if one != other { break }
      count += 1
    }
    return count
  }

  private mutating func paintDifference(from last: Frame, to frame: Frame, _ clusters: Clusters) {
    let common = commonCount(last, frame)
    let sameText =
      common == last.units.count && common == frame.units.count && last.cutsRight == frame.cutsRight
    let liveStays = last.live == frame.live
    if sameText {
      move(from: last.cursorColumn, to: frame.cursorColumn)
      if !liveStays {
        put("\u{1b}7")
        replaceLive(last, frame, isErased: false)
        put("\u{1b}8")
      }
      return
    }
    let start = min(common, frame.cursor)
    let startColumn =
      start == frame.cursor
      ? frame.cursorColumn
      : start == last.cursor ? last.cursorColumn : column(of: start, in: frame, clusters)
    move(from: last.cursorColumn, to: startColumn)
    putUnits(frame, start..<frame.cursor, clusters)
    let restStays =
      frame.width == last.width && last.cutsRight == frame.cutsRight
      && last.units.count == frame.units.count
      && last.units[frame.cursor...] == frame.units[frame.cursor...]
    if restStays && liveStays { return }
    let before = bytes.count
    var restWidth = 0
    if !restStays {
      putUnits(frame, frame.cursor..<frame.units.count, clusters)
      if frame.cutsRight { put(">") }
      restWidth = frame.width - (frame.cursorColumn - frame.prompt.width)
    }
    let gone = max(0, last.width - frame.width)
    if liveStays && gone <= 3 {
      putSpaces(gone)
      if restWidth + gone <= 4 {
        back(restWidth + gone)
      } else {
        saveAround(from: before)
      }
      return
    }
    // Behind the text: the old live state may stand where text is now.
    let isErased = !restStays && (gone > 0 || last.live.shown.width > frame.live.shown.width)
    if isErased { put("\u{1b}[K") }
    replaceLive(last, frame, isErased: isErased)
    saveAround(from: before)
  }

  /// Puts the sequences that save and restore the position around what was appended.
  private mutating func saveAround(from index: Int) {
    bytes.insert("\u{1b}7", at: index)
    put("\u{1b}8")
  }

  private mutating func replaceLive(_ last: Frame, _ frame: Frame, isErased: Bool) {
    if !isErased {
      if last.live == frame.live { return }
      if last.live.shown.width > frame.live.shown.width {
        put("\r\u{1b}[", last.liveColumn, "C\u{1b}[K")
      }
    }
    putLive(frame)
  }

  private func column(of unit: Int, in frame: Frame, _ clusters: Clusters) -> Int {
    var column = frame.prompt.width + (frame.cutsLeft ? 1 : 0)
    for unit in frame.units.prefix(unit) { column += clusters.width(unit) }
    return column
  }

  private mutating func move(from: Int, to: Int) {
    if to < from {
      if from - to <= 4 { back(from - to) } else { put("\u{1b}[", from - to, "D") }
    } else if to > from {
      if to - from == 1 { put("\u{1b}[C") } else { put("\u{1b}[", to - from, "C") }
    }
  }

  // MARK: Without escape sequences

  private mutating func paintBare(
    _ frame: Frame, after previous: Frame?, _ clusters: Clusters
  ) {
    var last = previous
    if !frame.listing.isEmpty {
      for row in frame.listing {
        put("\r\n")
        bytes.append(contentsOf: row.bytes)
      }
      put("\r\n")
      last = nil
    }
    if let last, last.isSimple && frame.isSimple && last.columns == frame.columns,
      last.prompt == frame.prompt, last.first == frame.first
    {
      let start = min(commonCount(last, frame), last.cursor, frame.cursor)
      let startColumn = column(of: start, in: frame, clusters)
      back(last.cursorColumn - startColumn)
      putUnits(frame, start..<frame.cursor, clusters)
      let same = last.units == frame.units && last.cutsRight == frame.cutsRight
      if same { return }
      putUnits(frame, frame.cursor..<frame.units.count, clusters)
      if frame.cutsRight { put(">") }
      let gone = max(0, last.width - frame.width)
      putSpaces(gone)
      back(gone + frame.width - (frame.cursorColumn - frame.prompt.width))
      return
    }
    put("\r")
    putHead(frame, clusters)
    putTail(frame, clusters)
    let gone = max(
      0, (last.map { $0.prompt.width + $0.width } ?? 0) - frame.prompt.width - frame.width)
    putSpaces(gone)
    guard gone > 0 || frame.cursorColumn < frame.prompt.width + frame.width else { return }
    // Written again instead of counted back: the terminal knows its widths better.
    put("\r")
    putHead(frame, clusters)
  }

  // MARK: Other output on the row's place

  /// Leaves the row as it is to stay on the screen, with the whole text, and goes below it.
  ///
  /// The prompt and the text are the whole ones, even where the row had room for a part; of a
  /// secret there is no text. The mark is put behind the text.
  mutating func finish(
    prompt: HarmlessText, text: some Sequence<Unit>, mark: StaticString, clusters: Clusters
  ) {
    let isWhole = last.map { $0.prompt == prompt && !$0.cutsLeft && !$0.cutsRight } ?? false
    if !abilities.escapes, isWhole, let last {
      putUnits(last, last.cursor..<last.units.count, clusters)
    } else {
      if abilities.escapes { clearRow() } else { put(last == nil ? "\r" : "\r\n") }
      bytes.append(contentsOf: prompt.bytes)
      for unit in text { clusters.appendShown(unit, to: &bytes) }
    }
    put(mark)
    put("\r\n")
    last = nil
  }

  /// Puts a message on the place of the row; the row is painted again below it.
  mutating func say(_ message: HarmlessText, style: Style) {
    if abilities.escapes {
      clearRow()
    } else if let last {
      put("\r")
      putSpaces(last.prompt.width + last.width)
      put("\r")
    }
    put(message.bytes, style: style)
    put("\r\n")
    last = nil
  }

  /// Clears the screen; the next frame is painted on its first row.
  mutating func clearScreen() {
    put(abilities.escapes ? "\u{1b}[H\u{1b}[2J" : "\r\n")
    last = nil
  }

  /// Goes to the start of an empty row, so that others can write there.
  mutating func leaveRow() {
    put("\r\n")
    last = nil
  }

  /// Goes up to where the row begins after a terminal wrapped it anew, and clears from there.
  mutating func clearUpwards(rows: Int) {
    if abilities.escapes {
      if rows > 0 { put("\u{1b}[", rows, "A") }
      put("\r\u{1b}[J")
    } else {
      put("\r\n")
    }
    last = nil
  }

  // MARK: Small pieces

  /// Clears the row, and a listing below it.
  ///
  /// Not the rest of the screen where that is not needed: some terminals keep what is cleared from
  /// the first row on in their history.
  private mutating func clearRow() {
    put(last?.listing.isEmpty == false ? "\r\u{1b}[J" : "\r\u{1b}[K")
  }

  @inline(__always)
  mutating func put(_ sequence: StaticString) { bytes.append(sequence) }

  /// Puts a sequence with a number in it.
  private mutating func put(_ start: StaticString, _ number: Int, _ end: StaticString) {
    put(start)
    bytes.append(decimal: number)
    put(end)
  }

  private mutating func put(_ text: [UInt8], style: Style) {
    let sequence: StaticString? =
      switch style {
      case .none: nil
      case .good: "\u{1b}[32m"
      case .bad: "\u{1b}[31m"
      case .quiet: "\u{1b}[2m"
      }
    if abilities.escapes, abilities.colours, let sequence {
      put(sequence)
      bytes.append(contentsOf: text)
      put("\u{1b}[m")
    } else {
      bytes.append(contentsOf: text)
    }
  }

  private mutating func putUnits(_ frame: Frame, _ range: Range<Int>, _ clusters: Clusters) {
    for index in range {
      clusters.appendShown(frame.units[index], to: &bytes)
    }
  }

  private mutating func putLive(_ frame: Frame) {
    guard frame.live.shown.width > 0 else { return }
    put("\r\u{1b}[", frame.liveColumn, "C")
    put(frame.live.shown.bytes, style: frame.live.style)
  }

  private mutating func putSpaces(_ count: Int) {
    for _ in 0..<max(0, count) { bytes.append(0x20) }
  }

  private mutating func back(_ count: Int) {
    for _ in 0..<max(0, count) { bytes.append(8) }
  }
}
