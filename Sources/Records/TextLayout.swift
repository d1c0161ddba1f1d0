// What an appended text file is like: its columns, line ends, and how it ends.

import Forms
import Glibc
import JSONText

/// What must be known of a text file before records are appended to it.
struct TextLayout {
  /// What makes the file's own way of writing records.
  struct Style: Equatable {
    /// The fields in the order of the columns; nil for the form's order.
    var columns: [Int]?
    var lineEnd = LineEnd.lf
  }

  var style = Style()
  /// The length for which this holds.
  var length = 0
  /// The end of the last record that has its line end.
  var wholeLength = 0
  /// What completes the last record.
  var completion: Bytes = []
  var needsHeader = false

  private let format: TextFormat
  private let form: Form

  private var separator: Separator? { format.separator }

  /// That of a new file.
  init(_ format: TextFormat, _ form: Form) {
    self.format = format
    self.form = form
    needsHeader = separator != nil
  }

  /// A writer in the file's style.
  var writer: any RecordWriter {
    if let separator {
      return TableWriter(
        form, separator: separator, columns: style.columns, lineEnd: style.lineEnd)
    }
    return format == .json
      ? JSONRecordWriter(form, lineEnd: style.lineEnd) : format.writer(for: form)
  }

  /// Looks at what the file has beyond what is known already; at all of it at first.
  mutating func follow(_ file: OpenFile, size: Int, path: FilePath) throws(RecordFileError) {
    if size == length { return }
    if size < length { self = TextLayout(format, form) }
    if length == 0 { try begin(file, size: size, path) }
    try scanEnd(file, size: size, path)
    length = size
  }

  /// Byte order mark, header, line ends.
  private mutating func begin(
    _ file: OpenFile, size: Int, _ path: FilePath
  ) throws(RecordFileError) {
    var head = try file.whole(0..<min(size, 1 << 16), path)
    let mark = head.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    wholeLength = mark
    guard size > mark else { return }
    let look = FileHead(
      form: form, format: format == .tsv ? .tsv : format == .csv ? .csv : .lines,
      isWhole: head.count >= size)
    if let foreign = look.foreign(head.span) { throw RecordFileError(path, .unfit(foreign)) }
    guard let separator else {
      let feed = head.firstIndex(of: 0x0A)
      if let feed, feed > 0, head[feed - 1] == 0x0D { style.lineEnd = .crlf }
      // Only the last line matters.
      if format == .json || format == .sh { try skipToLastLine(file, size: size, path) }
      return
    }
    var scanner = TableScanner(separator: separator.rawValue)
    while true {
      var rows = RowBoundary(separator: separator.rawValue)
      head.dropFirst(mark).withUnsafeBufferPointer { rows.scan($0) }
      if rows.boundary > 0 || head.count >= size { break }
      if head.count >= ChunkReader.recordLimit {
        throw RecordFileError(path, .recordTooLong(line: 1, limit: ChunkReader.recordLimit))
      }
      head = try file.whole(0..<min(size, head.count * 2), path)
    }
    let row = Bytes(head.dropFirst(mark))
    let header = scanner.row(row.span).map { TableHeader($0, form) }
    guard let header, header.isExact else {
      let fault = look.fault(table: row.span, separator, header)
      if let header, fault?.isOfColumns ?? true { throw RecordFileError(path, .columns(header)) }
      throw RecordFileError(path, .unfit(fault ?? .header(.openQuote)))
    }
    let columns = header.fields.compactMap { $0 }
    // A file that another process made meanwhile is no other style: what is encoded already still fits.
    style.columns = columns == Array(columns.indices) ? nil : columns
    if scanner.lines > 0 {
      let end = row[..<scanner.offset]
      style.lineEnd = end.last == 0x0D ? .cr : end.dropLast().last == 0x0D ? .crlf : .lf
    }
    needsHeader = false
  }

  /// Finds the last line from behind, since a file of lines is whole up to its last line feed.
  private mutating func skipToLastLine(
    _ file: OpenFile, size: Int, _ path: FilePath
  ) throws(RecordFileError) {
    var end = size
    while end > wholeLength {
      let start = max(wholeLength, end - 1 << 16)
      let block = try file.whole(start..<end, path)
      if let feed = block.lastIndex(of: 0x0A) {
        wholeLength = start + feed + 1
        return
      }
      end = start
    }
  }

  /// Follows the records from the last whole one to the end of the file.
  private mutating func scanEnd(
    _ file: OpenFile, size: Int, _ path: FilePath
  ) throws(RecordFileError) {
    var boundary: RecordBoundary =
      separator.map { .rows(RowBoundary(separator: $0.rawValue)) } ?? .lines
    var rest: Bytes = []
    var offset = wholeLength
    while offset < size {
      let next = min(size, offset + max(1 << 18, rest.count))
      let block = try file.whole(offset..<next, path)
      offset += block.count
      rest += block
      let (end, _) = rest.withUnsafeBufferPointer { boundary.last(in: $0) }
      if end > 0 {
        wholeLength += end
        rest.removeFirst(end)
        boundary.restart()
      } else if rest.count > ChunkReader.recordLimit {
        let line = try lineOfEnd(file, path)
        throw RecordFileError(path, .recordTooLong(line: line, limit: ChunkReader.recordLimit))
      }
    }
    completion = []
    if rest.isEmpty { return }
    guard let missing = completion(of: rest) else {
      throw RecordFileError(path, .torn(line: try lineOfEnd(file, path)))
    }
    completion = missing
  }

  /// What completes a last record without its line end; nil where it is torn.
  private func completion(of rest: Bytes) -> Bytes? {
    guard let separator else {
      if format == .sh { return nil }
      var reader = JSONLineReader()
      return reader.read(rest.span) == nil ? style.lineEnd.bytes : nil
    }
    var scanner = TableScanner(separator: separator.rawValue)
    guard let cells = scanner.row(rest.span), scanner.offset == rest.count,
      cells.count == form.fields.count
    else { return nil }
    if rest.last == 0x0D, scanner.lines > 0 { return style.lineEnd == .crlf ? [0x0A] : [] }
    return style.lineEnd.bytes
  }

  /// The line in which what follows the last whole record begins.
  private func lineOfEnd(_ file: OpenFile, _ path: FilePath) throws(RecordFileError) -> Int {
    let boundary: RecordBoundary =
      separator.map { .rows(RowBoundary(separator: $0.rawValue)) } ?? .lines
    var count = 0
    var offset = 0
    while offset < wholeLength {
      var block = try file.whole(offset..<min(wholeLength, offset + 1 << 20), path)
      offset += block.count
      if block.last == 0x0D, offset < wholeLength {
        // CR and LF are one line end.
        block += try file.whole(offset..<offset + 1, path)
        offset += 1
      }
      count += block.withUnsafeBufferPointer { boundary.lineEnds(in: $0) }
    }
    return count + 1
  }

  /// Records of so many bytes were appended, or cut off again.
  mutating func move(to newLength: Int) {
    if newLength > length {
      needsHeader = false
      completion = []
      wholeLength = newLength
    }
    length = newLength
  }
}
