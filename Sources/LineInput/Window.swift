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
  ///   - count: how many units the line has.
  ///   - cursor: the unit the cursor stands on.
  ///   - room: columns there are, at least 1.
  ///   - previous: the first unit shown before, 0 at the start.
  ///   - width: the columns of a unit.
  init(count: Int, cursor: Int, room: Int, previous: Int, width: (Int) -> Int) {
    var total = 0
    var before = 0
    for index in 0..<count {
      if index == cursor { before = total }
      total += width(index)
    }
    if total <= room {
      range = 0..<count
      cutsLeft = false
      cutsRight = false
      cursorColumn = cursor < count ? before : total
      self.width = total
      return
    }
    var first = min(previous, count)
    func fits(_ start: Int) -> Bool {
      guard start <= cursor else { return false }
      var used = start > 0 ? 1 : 0
      for index in start..<cursor {
        used += width(index)
        if used > room { return false }
      }
      if cursor == count { return true }
      return used + width(cursor) + (cursor + 1 < count ? 1 : 0) <= room
    }
    if !fits(first) || (first > 0 && first >= count) {
      let wanted = cursor < first ? room / 3 : room * 2 / 3
      first = cursor
      var used = 0
      while first > 0, used + width(first - 1) <= wanted {
        first -= 1
        used += width(first)
      }
      if first <= 1 && fits(0) { first = 0 }
      while first < cursor, !fits(first) { first += 1 }
    }
    var used = first > 0 ? 1 : 0
    var end = first
    while end < count, used + width(end) + (end + 1 < count ? 1 : 0) <= room {
      used += width(end)
      end += 1
    }
    cutsLeft = first > 0
    cutsRight = end < count
    range = first..<end
    cursorColumn = (first > 0 ? 1 : 0)
    for index in first..<min(max(cursor, first), end) { cursorColumn += width(index) }
    self.width = used + (end < count ? 1 : 0)
  }
}
