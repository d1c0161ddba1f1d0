/// Which part of a line fits on the row, and where the cursor is on it.
struct Window: Equatable {
  /// The first unit shown, and the one after the last.
  var range: Range<Int>
  /// Whether `<` and `>` stand for what is cut off.
  var cutsLeft: Bool
  var cutsRight: Bool
  /// Columns from the start of the text to the cursor, and to the end of what is shown.
  var cursorColumn: Int
  var width: Int

  /// Lays a line out in a number of columns.
  ///
  /// The window stays where it was as long as the cursor is inside; else it moves so that the
  /// cursor stands at a third of the row. The cursor after the last unit may stand one column past
  /// the room.
  ///
  /// - Parameters:
  ///   - widths: the columns of each unit.
  ///   - cursor: the unit the cursor stands on.
  ///   - room: columns there are, at least 1.
  ///   - previous: the first unit shown before, 0 at the start.
  init(widths: [Int], cursor: Int, room: Int, previous: Int) {
    let count = widths.count
    let total = widths.reduce(0, +)
    var first = total <= room ? 0 : min(previous, count)
    if total > room {
      func fits(_ start: Int) -> Bool {
        guard start <= cursor else { return false }
        var used = start > 0 ? 1 : 0
        for index in start..<cursor {
          used += widths[index]
          if used > room { return false }
        }
        if cursor == count { return true }
        return used + widths[cursor] + (cursor + 1 < count ? 1 : 0) <= room
      }
      if !fits(first) || (first > 0 && first >= count) {
        let wanted = cursor < first ? room / 3 : room * 2 / 3
        first = cursor
        var used = 0
        while first > 0, used + widths[first - 1] <= wanted {
          first -= 1
          used += widths[first]
        }
        if first <= 1 && fits(0) { first = 0 }
        while first < cursor, !fits(first) { first += 1 }
      }
    }
    var used = first > 0 ? 1 : 0
    var end = first
    while end < count, used + widths[end] + (end + 1 < count ? 1 : 0) <= room {
      used += widths[end]
      end += 1
    }
    cutsLeft = first > 0
    cutsRight = end < count
    range = first..<end
    cursorColumn = (first > 0 ? 1 : 0)
    for index in first..<min(max(cursor, first), end) { cursorColumn += widths[index] }
    width = used + (end < count ? 1 : 0)
  }
}
