// What a check ends with: one line about all, and a table of the fields when it is asked for.

internal import Forms

/// The words at the end of a check.
struct CheckTable {
  private let form: Form
  private let statistics: CheckStatistics
  private let counts: CheckCounts

  init(_ form: Form, _ statistics: CheckStatistics, _ counts: CheckCounts) {
    self.form = form
    self.statistics = statistics
    self.counts = counts
  }

  /// `1000000 records: 960104 right, 39896 wrong; faults: name 10028, age 9954`.
  static func summary(_ counts: CheckCounts, _ form: Form) -> String {
    let noun = counts.records == 1 ? "record" : "records"
    var line = "\(counts.records) \(noun): \(counts.right) right, \(counts.wrong) wrong"
    var faults: [String] = []
    for (i, count) in counts.byField.enumerated() where count > 0 {
      faults.append("\(Shown.brief(form.fields[i].name)) \(count)")
    }
    if counts.others > 0 { faults.append("of no field \(counts.others)") }
    if !faults.isEmpty { line += "; faults: " + faults.joined(separator: ", ") }
    return line
  }

  /// One row a field.
  var lines: [String] {
    let head = ["field", "faults", "missing", "distinct", "least", "most", "spread"]
    let rows = [head] + form.fields.indices.map { row($0) }
    let widths = head.indices.map { column in rows.map { Display.width($0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let blank = String(repeating: " ", count: widths[column] - Display.width(cell))
        // Counts stand at the right of their column.
        line += (1...3).contains(column) ? blank + cell : cell + blank
        line += "  "
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func row(_ i: Int) -> [String] {
    let field = statistics.fields[i]
    let distinct =
      field.digests.map { "\($0.count)" } ?? "more than \(FieldStatistics.mostDistinct)"
    var cells = [
      Shown.brief(form.fields[i].name), "\(counts.byField[i])", "\(field.missing)", distinct,
    ]
    guard field.isShown else { return cells + ["", "", ""] }
    cells.append(bound(field.leastNumber, field.leastText, i))
    cells.append(bound(field.mostNumber, field.mostText, i))
    cells.append(spread(i, field))
    return cells
  }

  /// A number where the field has any, else a text, cut short.
  private func bound(_ number: Decimal?, _ text: Bytes?, _ i: Int) -> String {
    let bytes = number.map { Bytes(text: $0.spelled(mostDigits: 19)) } ?? text
    guard let bytes, let shown = ShownValue(bytes, of: form.fields[i]).text else { return "" }
    let whole = Shown.brief(shown)
    return whole.count > 20 ? String(whole.prefix(19)) + "…" : whole
  }

  private func spread(_ i: Int, _ field: FieldStatistics) -> String {
    if field.present == 0 { return "" }
    if let choices = form.fields[i].choices {
      let shown = choices.list.indices.filter { choices.list[$0].value.kind != .null }
      let bars = Display.bars(shown.map { field.choices[$0] })
      let parts = shown.prefix(6).enumerated().map { place, choice in
        let share = field.choices[choice] * 100 / field.present
        return "\(Shown.brief(choices.list[choice].value.text)) \(bars[place]) \(share) %"
      }
      return parts.joined(separator: "  ") + (shown.count > 6 ? "  …" : "")
    }
    return Display.bars(field.bars.counts).joined()
  }
}

/// How texts stand in a table.
enum Display {
  /// Bars of eight heights, as tall as each count beside the greatest; a blank for none.
  static func bars(_ counts: [Int]) -> [String] {
    let most = counts.max() ?? 0
    let heights = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return counts.map { $0 == 0 ? " " : heights[($0 * 8 - 1) / most] }
  }

  /// The columns that a text takes: two for a wide character.
  static func width(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      return sum + (isWide(scalar.value) ? 2 : 1)
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
