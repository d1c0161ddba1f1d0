/// Completions in columns, as many as fit under the row.
struct Listing: Equatable {
  /// The rows, to be shown as they are.
  var rows: [HarmlessText]
  /// How many completions they show.
  var count: Int

  /// Columns between two columns of a listing.
  private static let gap = 2

  /// Lays completions out, top to bottom and then left to right.
  ///
  /// - Parameters:
  ///   - items: what can be shown, in order.
  ///   - total: how many there are in all.
  ///   - start: how many come before the items.
  ///   - columns: the width of the terminal; its last column stays empty.
  ///   - mostRows: at least 1. When not all fits, the last row says which part is shown.
  init(items: [String], total: Int, start: Int, columns: Int, mostRows: Int) {
    let room = max(1, columns - 1)
    let texts = items.map { HarmlessText(beginningOf: $0, columns: room) }
    if start == 0, texts.count == total,
      let rows = Self.arrange(texts[...], room: room, mostRows: mostRows)
    {
      self.rows = rows
      count = texts.count
      return
    }
    // One row says what part it is, so long as there are two.
    let bodyRows = max(1, mostRows - 1)
    var fitting = 0
    var arranged: [HarmlessText] = []
    var low = 1
    var high = texts.count
    while low <= high {
      let middle = (low + high) / 2
      if let rows = Self.arrange(texts[..<middle], room: room, mostRows: bodyRows) {
        arranged = rows
        fitting = middle
        low = middle + 1
      } else {
        high = middle - 1
      }
    }
    rows = arranged
    count = fitting
    if mostRows > 1 {
      let part = "\(start + 1)-\(start + fitting) of \(total)"
      let full = HarmlessText(part + "; Tab: more")
      rows.append(full.width <= room ? full : HarmlessText(beginningOf: part, columns: room))
    }
  }

  /// How many completions a page can hold at most: narrow ones, side by side.
  static func most(columns: Int, rows: Int) -> Int {
    max(1, (columns / (1 + gap) + 1) * max(1, rows))
  }

  private static func arrange(
    _ texts: ArraySlice<HarmlessText>, room: Int, mostRows: Int
  ) -> [HarmlessText]? {
    let widest = texts.reduce(1) { max($0, $1.width) }
    let across = max(1, (room + gap) / (widest + gap))
    let rowCount = (texts.count + across - 1) / across
    guard rowCount <= mostRows else { return nil }
    var rows: [HarmlessText] = []
    for row in 0..<rowCount {
      var line = HarmlessText.empty
      for index in stride(from: row, to: texts.count, by: rowCount) {
        line.append(texts[texts.startIndex + index], atColumn: index / rowCount * (widest + gap))
      }
      rows.append(line)
    }
    return rows
  }
}
