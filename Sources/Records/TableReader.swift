// CSV and TSV: a row becomes a record, each cell by its field's kind.

public import Forms
import JSONText

/// One cell of a row, as it stands.
public struct Cell: Sendable {
  /// The bytes of the cell, or of the text between its quotes, in the chunk.
  public internal(set) var range = 0..<0
  /// Whether it stands in quotes; an empty cell without quotes is no value.
  public internal(set) var isQuoted = false
  /// Whether quotes within it are doubled: its text is that of ``TableReader/text(_:in:into:)``.
  public internal(set) var hasDoubledQuotes = false

  /// A cell that is no value.
  public init() {}
}

/// Reads the rows of a table; the header is read beforehand (``ChunkReader`` does).
///
/// An empty cell without quotes is no value, `""` the empty text. An empty line is a record where the table has
/// one column, else it is passed over.
public struct TableReader: RecordReader {
  private let form: Form
  private let fields: [Field]
  /// What no value is, a field each.
  private let nothing: [ValueKind]
  /// Whether an empty cell of a field is noted: a computed value should stand there.
  private let notesEmpty: [Bool]
  private let rows: Rows
  /// The kinds of fields whose usual cells need no further look, a field each.
  private let simple: [Simple]
  private var cells: [Cell]

  /// What a cell can be taken for at once.
  private enum Simple { case text, digits, none }
  private var scratch: Bytes = []

  /// A reader for a form's tables with this header.
  public init(_ form: Form, _ header: TableHeader, separator: Separator) {
    self.form = form
    fields = form.fields
    notesEmpty = form.fields.indices.map {
      form.fields[$0].calculation != nil && header.fields.contains($0)
    }
    nothing = form.fields.indices.map { form.kindOfNoValue($0) }
    rows = Rows(
      columns: header.fields.map { $0 ?? -1 },
      absent: form.fields.indices.filter { !header.fields.contains($0) },
      separator: separator.rawValue)
    simple = form.fields.map { field in
      switch field.kind {
      case .text: .text
      case .integer, .number: .digits
      default: .none
      }
    }
    cells = Array(repeating: Cell(), count: form.fields.count)
  }

  /// Reads a row.
  public mutating func next(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, into record: inout Record
  ) -> Reading {
    let reading = rows.next(chunk, &cursor, &cells)
    guard case .record = reading else { return reading }
    if !record.emptied.isEmpty { record.emptied.removeAll(keepingCapacity: true) }
    for i in fields.indices { take(i, chunk, &record) }
    for i in rows.absent { record.clear(i) }
    form.complete(row: &record)
    if !record.extras.isEmpty { record.extras.removeAll(keepingCapacity: true) }
    return .record
  }

  /// Takes a cell as its field's value.
  @inline(__always)
  private mutating func take(_ i: Int, _ chunk: Span<UInt8>, _ record: inout Record) {
    let cell = cells[i]
    let text = chunk.extracting(cell.range)
    if cell.range.isEmpty, !cell.isQuoted {
      record.clear(i)
      record.values[i].kind = nothing[i]
      if notesEmpty[i] { record.emptied.append(i) }
    } else if cell.hasDoubledQuotes {
      TableReader.text(cell, in: chunk, into: &scratch)
      fields[i].cell(scratch.span, isQuoted: true, into: &record.values[i])
    } else if simple[i] == .text {
      record.set(i, .text, text)
    } else if simple[i] == .digits, TableReader.isPlainNumber(text) {
      record.set(i, .number, text)
    } else {
      fields[i].cell(text, isQuoted: cell.isQuoted, into: &record.values[i])
    }
  }

  /// A whole number of a few digits is the same however its field reads numbers.
  @inline(__always)
  private static func isPlainNumber(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 18, !text.isEmpty, text[0] != UInt8(ascii: "0") else { return false }
    for i in text.indices where text[i] &- 0x30 > 9 { return false }
    return true
  }

  /// Reads a row as it stands: one cell a field, in the form's order; an empty one where there is no column.
  ///
  /// `cells` has as many elements as the form has fields.
  public func next(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, into cells: inout [Cell]
  ) -> Reading {
    rows.next(chunk, &cursor, &cells)
  }

  /// The text of a cell with its doubled quotes halved.
  public static func text(_ cell: Cell, in chunk: Span<UInt8>, into out: inout Bytes) {
    out.removeAll(keepingCapacity: true)
    var i = cell.range.lowerBound
    while i < cell.range.upperBound {
      out.append(chunk[i])
      i += cell.hasDoubledQuotes && chunk[i] == UInt8(ascii: "\"") ? 2 : 1
    }
  }
}

/// Takes rows apart; nothing of it changes from row to row.
private struct Rows {
  /// The field of each column; -1 where there is none.
  let columns: [Int]
  /// The fields that have no column.
  let absent: [Int]
  let separator: UInt8

  @inline(__always)
  func next(_ chunk: Span<UInt8>, _ cursor: inout Cursor, _ cells: inout [Cell]) -> Reading {
    chunk.withUnsafeBufferPointer { bytes in
      cells.withUnsafeMutableBufferPointer { next(bytes, &cursor, $0) }
    }
  }

  @inline(__always)
  private func next(
    _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor,
    _ cells: UnsafeMutableBufferPointer<Cell>
  ) -> Reading {
    var scanner = TableScanner(separator: separator)
    scanner.offset = cursor.offset
    if columns.count != 1 { scanner.skipEmptyLines(bytes) }
    cursor.line += scanner.lines
    scanner.lines = 0
    let start = scanner.offset
    cursor.recordLine = cursor.line
    guard start < bytes.count else {
      cursor.record = start..<start
      cursor.offset = start
      return .end
    }
    var fault: SourceFault?
    var cell = Cell()
    var column = 0
    row: while true {
      let found = scanner.next(bytes, &cell)
      if case .fault(let broken) = found {
        fault = broken
        break
      }
      if column < columns.count, columns[column] >= 0 { cells[columns[column]] = cell }
      column += 1
      if case .row = found { break row }
    }
    cursor.record = start..<scanner.offset
    cursor.offset = scanner.offset
    cursor.line += scanner.lines
    if !scanner.isASCII, let invalid = Rows.invalid(bytes, cursor.record) {
      return .fault(invalid)
    }
    if let fault { return .fault(fault) }
    if column != columns.count {
      return .fault(.cellCount(found: column, expected: columns.count))
    }
    for i in absent { cells[i] = Cell() }
    return .record
  }

  private static func invalid(
    _ bytes: UnsafeBufferPointer<UInt8>, _ record: Range<Int>
  ) -> SourceFault? {
    let row = Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[record]))
    return firstInvalidUTF8(in: row).map { .invalidUTF8(row[$0], column: $0 + 1) }
  }
}
