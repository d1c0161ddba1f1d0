// Where the values of a plain record stand: a look at its bytes, without the reader's care.

import Forms
import JSONText

/// Finds the values of records that are written in the plainest way of their format.
///
/// A row of bare cells, an object as ``JSONRecordWriter`` writes it, lines. What is written otherwise is left to
/// the format's reader. Each value is a text without quotes and backslashes, or digits.
struct PlainSplitter: Sendable {
  /// Line ends within a record, its own included.
  let linesOfRecord: Int

  private let format: SourceFormat
  private let separator: UInt8
  private let columns: [Int]
  /// `"name":` of each field, for text with the quote that opens it.
  private let keys: Bytes
  private let ends: [Int]
  private let isText: [Bool]
  private let mayBeEmpty: [Bool]
  private var hasQuotes = true

  /// Nil where the file's columns are not the form's, or fields have no line.
  init?(_ form: Form, _ plain: PlainRecords, _ chunks: ChunkReader) {
    let count = form.fields.count
    format = chunks.format
    separator = format.separator?.rawValue ?? 0
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
    var keys: Bytes = []
    var ends: [Int] = []
    for (i, field) in form.fields.enumerated() {
      let name = field.name
      appendJSONString(name.span, to: &keys)
      keys.append(UInt8(ascii: ":"))
      if plain.kinds[i] == .text { keys.append(UInt8(ascii: "\"")) }
      ends.append(keys.count)
    }
    self.keys = keys
    self.ends = ends
    isText = plain.kinds.map { $0 == .text }
    mayBeEmpty = form.fields.indices.map { plain.mayBeEmpty($0) }
  }

  /// Finds the values of the record at an offset, one cell a field.
  ///
  /// - Returns: the offset behind the record; the same one when it is not plain, or not there.
  mutating func next(
    _ chunk: Span<UInt8>, _ offset: Int, _ cells: inout [PlainCell]
  ) -> Int {
    chunk.withUnsafeBufferPointer { bytes in
      cells.withUnsafeMutableBufferPointer { cells in
        switch format {
        case .csv, .tsv: row(bytes, offset, cells)
        case .json: object(bytes, offset, cells)
        case .lines: lines(bytes, offset, cells)
        }
      }
    }
  }

  /// A row of bare cells that ends with a line feed, or CR LF.
  @inline(__always)
  private func row(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    columns.withUnsafeBufferPointer { columns in
      let count = bytes.count
      let last = columns.count - 1
      let separator = separator
      var i = offset
      var column = 0
      while true {
        let start = i
        i = PlainSplitter.cellEnd(bytes, i, separator)
        guard i < count else { return offset }
        let isLast = bytes[i] == 0x0A
        guard isLast == (column == last) else { return offset }
        let field = columns[column]
        cells[field].start = start
        cells[field].end = i
        i += 1
        column += 1
        if isLast {
          if cells[field].end > start, bytes[i - 2] == 0x0D { cells[field].end -= 1 }
          // A quote within a cell is rare: it is looked for where the chunk has any.
          if hasQuotes, bytes.find(UInt8(ascii: "\""), in: offset..<i) != nil { return offset }
          return i
        }
      }
    }
  }

  /// Looks over a chunk before its records.
  mutating func begin(_ chunk: Span<UInt8>) {
    hasQuotes = chunk.holds(UInt8(ascii: "\""))
  }

  /// The place of the next separator or line feed.
  @inline(__always)
  private static func cellEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ separator: UInt8
  ) -> Int {
    guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
    let count = bytes.count
    var i = start
    while i &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      // The lowest of the bits that are set is right, whatever stands above it.
      let found = EightBytes.find(separator, in: word) | EightBytes.find(0x0A, in: word)
      if found != 0 { return i &+ found.trailingZeroBitCount &>> 3 }
      i &+= 8
    }
    while i < count, bytes[i] != separator, bytes[i] != 0x0A { i &+= 1 }
    return i
  }

  /// An object as it is written: keys in the form's order, no spaces, nothing escaped.
  @inline(__always)
  private func object(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    var i = offset
    var mark = UInt8(ascii: "{")
    var keyStart = 0
    let ends = ends.span
    for field in 0..<ends.count {
      let keyEnd = ends[field]
      defer { keyStart = keyEnd }
      let length = keyEnd - keyStart
      guard i + length + 2 < bytes.count else { return offset }
      guard bytes[i] == mark, hasKey(bytes, i + 1, keyStart, length) else {
        guard mayBeEmpty[field] else { return offset }
        cells[field].start = i
        cells[field].end = i
        continue
      }
      i += 1 + length
      mark = UInt8(ascii: ",")
      cells[field].start = i
      if isText[field] {
        while bytes[i] != UInt8(ascii: "\"") {
          if bytes[i] == UInt8(ascii: "\\") { return offset }
          i += 1
          if i >= bytes.count { return offset }
        }
        cells[field].end = i
        // What is there and empty is not what is not there.
        if cells[field].start == i { return offset }
        i += 1
      } else {
        while i < bytes.count, bytes[i] &- 0x30 <= 9 { i += 1 }
        cells[field].end = i
        if cells[field].start == i { return offset }
      }
    }
    guard mark == UInt8(ascii: ","), i + 1 < bytes.count, bytes[i] == UInt8(ascii: "}"),
      bytes[i + 1] == 0x0A
    else { return offset }
    return i + 2
  }

  @inline(__always)
  private func hasKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ start: Int, _ length: Int
  ) -> Bool {
    let keys = keys.span
    for k in 0..<length where bytes[place + k] != keys[start + k] { return false }
    return true
  }

  /// As many lines as there are fields; the CR of a CR LF belongs to the line end.
  @inline(__always)
  private func lines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    var i = offset
    for field in cells.indices {
      let end = PlainSplitter.cellEnd(bytes, i, 0x0A)
      guard end < bytes.count else { return offset }
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
