// Lists in columns, tables, and words wrapped into lines.

internal import LineInput

/// Lists and tables set in columns, by the widths that a terminal gives to characters.
enum Columns {
  /// Wider cells stand out of their column, so that one long value does not push all others away.
  private static let widestCell = 40

  /// The lines of a table, its columns aligned, two spaces between them and none at the ends.
  static func table(_ rows: [[String]]) -> [String] {
    let count = rows.map { $0.count }.max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }
        .filter { $0 <= widestCell }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      var column = 0
      for (cell, width) in zip(row, widths) {
        let isLast = row[(column + 1)...].allSatisfy { $0.isEmpty }
        line += cell
        if isLast { break }
        line += String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)) + 2)
        column += 1
      }
      return line
    }
  }

  /// A text cut between words into lines that fit the width; a longer word stands alone.
  static func wrapped(_ text: String, width: Int) -> String {
    if width < 20 { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrapped(line: $0, width: width) }.joined(separator: "\n")
  }

  private static func wrapped(line: Substring, width: Int) -> String {
    if line.utf8.count <= width || DisplayWidth.of(String(line)) <= width { return String(line) }
    var out = ""
    var used = 0
    for (i, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let wide = DisplayWidth.of(String(word))
      if i > 0 {
        let isFull = used > 0 && used + 1 + wide > width
        out += isFull ? "\n" : " "
        used = isFull ? 0 : used + 1
      }
      out += word
      used += wide
    }
    return out
  }

  /// The lines of a list, read downwards, in as many columns as fit the width.
  static func lines(_ items: [String], width: Int) -> String {
    let widths = items.map { DisplayWidth.of($0) }
    let widest = (widths.max() ?? 0) + 2
    let columns = max(1, width / widest)
    let rows = (items.count + columns - 1) / columns
    var lines: [String] = []
    for row in 0..<rows {
      var line = ""
      for column in 0..<columns {
        let i = column * rows + row
        guard i < items.count else { continue }
        line += items[i]
        if i + rows < items.count {
          line += String(repeating: " ", count: widest - widths[i])
        }
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
