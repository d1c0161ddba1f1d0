// Where the values of a plain record stand: a look at its bytes, without the reader's care.

import Forms
import JSONText

/// Finds the values of records that are written in the plainest way of their format.
///
/// A row of bare cells, an object as ``JSONRecordWriter`` writes it, lines. What is written otherwise is left to
/// the format's reader. Each value is a text without quotes and backslashes, or digits.
final class PlainSplitter {
  /// Line ends within a record, its own included.
  let linesOfRecord: Int

  private let format: SourceFormat
  private let separator: UInt8
  /// The most bytes of an answer.
  private let longestLine: Int
  private let columns: [Int]
  /// Of JSON alone.
  private let object: PlainObject?
  private var hasQuotes = true

  /// Nil where the file's columns are not the form's, or fields have no line.
  init?(_ form: Form, _ plain: PlainRecords, _ chunks: ChunkReader, longestLine: Int) {
    self.longestLine = longestLine
    let count = form.fields.count
    format = chunks.format
    separator = format.separator?.rawValue ?? 0x0A
    linesOfRecord = format == .lines ? count : 1
    var columns: [Int] = []
    if let header = chunks.header {
      guard header.isExact else { return nil }
      columns = header.fields.compactMap { $0 }
    }
    // An empty line is a record of a form with one field, and no text of it.
    guard count > 1, !(format == .lines && form.fields.contains { !$0.isAskable }) else {
      return nil
    }
    self.columns = columns
    object = format == .json ? PlainObject(form, plain) : nil
  }

  /// Where cells end from an offset on, for ``next(_:_:_:_:)``.
  @inline(__always)
  func cellEnds(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> CellEnds? {
    CellEnds(bytes, from: offset, separator: separator)
  }

  /// Finds the values of the record at an offset, one cell a field.
  ///
  /// `cellEnds` stands there too, and goes along.
  /// - Returns: the offset behind the record; the same one when it is not plain, or not there.
  @inline(__always)
  func next(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ cellEnds: inout CellEnds,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    switch format {
    case .csv, .tsv:
      cellEnds.beginRecord()
      return row(bytes, offset, &cellEnds, cells)
    case .json: return object?.next(bytes, offset, cells) ?? offset
    case .lines:
      cellEnds.beginRecord()
      return lines(bytes, offset, &cellEnds, cells)
    }
  }

  /// Whether the record that was found last is known to have nothing but printable ASCII.
  @inline(__always)
  func isPrintable(_ cellEnds: CellEnds) -> Bool { format != .json && cellEnds.arePrintable }

  /// A row of bare cells that ends with a line feed, or CR LF.
  @inline(__always)
  private func row(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ cellEnds: inout CellEnds,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    let count = bytes.count
    let last = columns.count &- 1
    var i = offset
    var column = 0
    while true {
      let start = i
      i = cellEnds.next()
      guard i < count else { return offset }
      let isLast = bytes[i] == 0x0A
      guard isLast == (column == last) else { return offset }
      let field = columns[column]
      cells[field].start = start
      cells[field].end = i
      i &+= 1
      column &+= 1
      if isLast {
        if cells[field].end > start, bytes[i - 2] == 0x0D { cells[field].end -= 1 }
        // A quote within a cell is rare: it is looked for where the chunk has any.
        if hasQuotes, bytes.find(UInt8(ascii: "\""), in: offset..<i) != nil { return offset }
        return i
      }
    }
  }

  /// Begins a chunk; without a quote in it none is looked for in its cells.
  func begin(hasQuotes: Bool) { self.hasQuotes = hasQuotes }

  /// As many lines as there are fields; the CR of a CR LF belongs to the line end.
  @inline(__always)
  private func lines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ cellEnds: inout CellEnds,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    var i = offset
    for field in cells.indices {
      let end = cellEnds.next()
      guard end < bytes.count, end &- i <= longestLine else { return offset }
      cells[field].start = i
      cells[field].end = end > i && bytes[end - 1] == 0x0D ? end - 1 : end
      i = end + 1
    }
    return i
  }
}

extension Cursor {
  /// Moves behind records that were passed over.
  public mutating func pass(to offset: Int, lines: Int) {
    self.offset = offset
    line += lines
    recordLine = line
  }
}
