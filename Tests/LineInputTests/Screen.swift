/// A small terminal emulator: what the bytes of a painter make of a screen.
///
/// It knows the sequences that the painter may use and reports any other. Like many terminals it
/// does not join emoji at U+200D: whoever paints must not rely on widths.
struct Screen: Equatable {
  let columns: Int
  let rows: Int
  private(set) var cells: [[String]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var bells = 0
  /// Sequences that are not known, and bytes that should never come.
  private(set) var surprises: [String] = []
  /// Whether a colour or another attribute is on.
  private(set) var hasAttributes = false
  private var saved = (row: 0, column: 0)
  private var wraps = true
  private var isPastEdge = false
  private var pendingBytes: [UInt8] = []

  static func == (one: Screen, other: Screen) -> Bool {
    one.cells == other.cells && one.row == other.row && one.column == other.column
  }

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without the blanks at their ends, without empty rows at the end.
  var lines: [String] {
    var lines = cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func feed(_ text: String) { feed(Array(text.utf8)) }

  mutating func feed(_ bytes: [UInt8]) {
    pendingBytes += bytes
    let text = String(decoding: pendingBytes, as: UTF8.self)
    // A character that is cut by the end of a read waits for its rest.
    if text.unicodeScalars.last == "\u{fffd}", pendingBytes.last.map({ $0 >= 0x80 }) == true {
      return
    }
    pendingBytes = []
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\r":
        column = 0
        isPastEdge = false
      case "\n": lineFeed()
      case "\u{8}":
        column = max(0, column - 1)
        isPastEdge = false
      case "\u{7}": bells += 1
      case "\u{1b}": escape(&scalars)
      default:
        if scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) {
          surprises.append("control \(scalar.value)")
        } else {
          put(scalar)
        }
      }
    }
  }

  private mutating func lineFeed() {
    isPastEdge = false
    if row == rows - 1 {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: columns))
    } else {
      row += 1
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(scalar)
    if width == 0 {
      var at = isPastEdge ? column : column - 1
      while at > 0, cells[row][at].isEmpty { at -= 1 }
      if at >= 0 { cells[row][at].unicodeScalars.append(scalar) }
      return
    }
    if isPastEdge || column + width > columns {
      if wraps {
        column = 0
        lineFeed()
      } else {
        column = columns - width
      }
      isPastEdge = false
    }
    // Half of a wide character that is overwritten leaves a blank.
    if cells[row][column].isEmpty, column > 0 { cells[row][column - 1] = " " }
    if column + width < columns, cells[row][column + width].isEmpty {
      cells[row][column + width] = " "
    }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    if column == columns {
      column -= 1
      isPastEdge = true
    }
  }

  static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1160...0x11ff: return 0
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0x1f300...0x1faff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }

  private mutating func escape(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    switch scalars.popFirst() {
    case "7": saved = (row, column)
    case "8":
      (row, column) = saved
      isPastEdge = false
    case "[":
      var parameters = ""
      while let scalar = scalars.popFirst() {
        if ("@"..."~").contains(scalar) {
          control(parameters, scalar)
          return
        }
        parameters.unicodeScalars.append(scalar)
      }
      surprises.append("cut sequence \(parameters)")
    case let other: surprises.append("escape \(String(describing: other))")
    }
  }

  private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
    let count = max(1, Int(parameters) ?? 1)
    switch (final, parameters) {
    case ("C", _): column = min(columns - 1, column + count)
    case ("D", _): column = max(0, column - count)
    case ("A", _): row = max(0, row - count)
    case ("K", ""): clear(row, from: column)
    case ("J", ""):
      clear(row, from: column)
      for below in row..<rows where below > row { clear(below, from: 0) }
    case ("J", "2"): for each in 0..<rows { clear(each, from: 0) }
    case ("H", ""): (row, column) = (0, 0)
    case ("m", ""): hasAttributes = false
    case ("m", "2"), ("m", "31"), ("m", "32"): hasAttributes = true
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    case ("h", "?2004"), ("l", "?2004"): break
    default: surprises.append("CSI \(parameters)\(final)")
    }
    if final != "m" { isPastEdge = false }
  }

  private mutating func clear(_ row: Int, from column: Int) {
    if cells[row][column].isEmpty, column > 0 { cells[row][column - 1] = " " }
    for each in column..<columns { cells[row][each] = " " }
  }
}

/// Random numbers that are the same on every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
