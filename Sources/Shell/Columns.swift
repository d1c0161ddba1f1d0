// Lists in columns, and numbers with grouped thousands.

/// Lists set in columns, read downwards.
enum Columns {
  /// The lines of a list in as many columns as fit the width, in terminal columns of ASCII text.
  static func lines(_ items: [String], width: Int) -> String {
    let widest = (items.map { $0.count }.max() ?? 0) + 2
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
          line += String(repeating: " ", count: widest - items[i].count)
        }
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}

/// Numbers as they are shown, not as they are stored.
enum Grouped {
  /// A plain decimal with commas between thousands of its whole part.
  static func thousands(_ number: String) -> String {
    let isNegative = number.hasPrefix("-")
    let digits = isNegative ? number.dropFirst() : number[...]
    let whole = digits.prefix { $0 != "." }
    guard whole.allSatisfy({ $0.isNumber }) else { return number }
    var out = ""
    for (i, c) in whole.enumerated() {
      if i > 0, (whole.count - i) % 3 == 0 { out += "," }
      out.append(c)
    }
    return (isNegative ? "-" : "") + out + digits.dropFirst(whole.count)
  }
}
