// A file of records in chunks that end between two records, for workers that read them side by side.

public import Forms
import Glibc

/// The formats of records that are read from bytes; the raw values are the words of `--from`.
public enum SourceFormat: String, Sendable, CaseIterable {
  /// JSON Lines.
  case json
  /// CSV with a header.
  case csv
  /// TSV with a header.
  case tsv
  /// One answer a line.
  case lines

  var separator: Separator? {
    switch self {
    case .csv: .comma
    case .tsv: .tab
    case .json, .lines: nil
    }
  }
}

/// A part of a file: whole records.
public struct Chunk: Sendable {
  /// The records' bytes.
  public var bytes: Bytes = []
  /// The line of the file in which the first of them begins, from 1.
  public var line = 1

  /// An empty chunk, whose storage is used again and again.
  public init() {}
}

/// Reads a file, or standard input, and cuts it between records; its memory does not grow with the file.
///
/// A byte order mark is passed over, the header of a table is read when the file is opened.
public final class ChunkReader {
  /// Longer records are refused.
  public static let recordLimit = 64 << 20

  /// What the chunks hold.
  public let format: SourceFormat
  /// The columns of a table, matched to the form; nil for the formats that have no header.
  public private(set) var header: TableHeader?
  /// Why no record can be judged, whatever the records are; nil where nothing speaks against it.
  public private(set) var fault: FileFault?
  /// The bytes of the header with its line end, to be put before rejected rows.
  public private(set) var headerBytes: Bytes = []
  /// How many bytes the file has; nil for what is no regular file.
  public let size: Int?
  /// How many bytes were read so far.
  public private(set) var bytesRead = 0

  private let path: FilePath
  private let file: OpenFile
  private let form: Form
  private let blockSize: Int
  private var boundary: RecordBoundary
  private var rest: Bytes = []
  private var line = 1
  private var isAtEnd = false

  /// Opens a file, or standard input for `-`.
  ///
  /// What is wrong with the file as a whole is no error: `fault` and `header` tell.
  public init(
    _ path: FilePath, _ format: SourceFormat, form: Form, blockSize: Int = 1 << 20
  ) throws(RecordFileError) {
    self.path = path
    self.format = format
    self.form = form
    self.blockSize = blockSize
    boundary =
      if let separator = format.separator {
        .rows(RowBoundary(separator: separator.rawValue))
      } else if format == .lines {
        .linesOfRecord(max(1, LinesReader(form).fields.count))
      } else {
        .lines
      }
    file = try at(path) { () throws(SystemFault) in
      path == "-" ? .standardInput() : try OpenFile(path, O_RDONLY)
    }
    let status = try at(path) { [file] () throws(SystemFault) in try file.status }
    if status.isFolder { throw RecordFileError(path, .system(EISDIR)) }
    size = status.isRegular ? status.size : nil
    try begin()
  }

  /// A reader for the chunks' records, one a worker; nil for lines (``LinesReader``).
  public func makeReader() -> (any RecordReader)? {
    if let separator = format.separator {
      return TableReader(form, header ?? TableHeader([], form), separator: separator)
    }
    return format == .json ? JSONRecordReader(form) : nil
  }

  /// Reads the next chunk; false at the end of the file.
  public func next(_ chunk: inout Chunk) throws(RecordFileError) -> Bool {
    chunk.line = line
    swap(&chunk.bytes, &rest)
    rest.removeAll(keepingCapacity: true)
    boundary.restart()
    var wanted = blockSize
    var lineEnds: Int?
    while true {
      while !isAtEnd, chunk.bytes.count < wanted { try fill(&chunk.bytes, wanted) }
      if chunk.bytes.isEmpty { return false }
      if isAtEnd { break }
      let (end, lineEndsBefore) = chunk.bytes.withUnsafeBufferPointer { boundary.last(in: $0) }
      if end > 0 {
        lineEnds = lineEndsBefore
        rest.append(contentsOf: chunk.bytes[end...])
        chunk.bytes.removeLast(chunk.bytes.count - end)
        break
      }
      if wanted >= ChunkReader.recordLimit {
        throw RecordFileError(
          path, .recordTooLong(line: line, limit: ChunkReader.recordLimit))
      }
      wanted *= 2
    }
    line += lineEnds ?? chunk.bytes.withUnsafeBufferPointer { boundary.lineEnds(in: $0) }
    return true
  }

  private func fill(_ bytes: inout Bytes, _ wanted: Int) throws(RecordFileError) {
    let count = try at(path) { () throws(SystemFault) in
      try file.read(most: wanted - bytes.count, into: &bytes)
    }
    bytesRead += count
    if count > 0 { return }
    // A file that ends before its size says has been cut, or cannot be read: its records are not judged in silence.
    if let size, path != "-", bytesRead < size { throw RecordFileError(path, .unsteady) }
    isAtEnd = true
  }

  /// Passes over a byte order mark, looks at the head of the file, and takes the header of a table.
  private func begin() throws(RecordFileError) {
    let most = max(blockSize, byteOrderMark.count)
    while !isAtEnd, rest.count < most { try fill(&rest, most) }
    if rest.starts(with: byteOrderMark) { rest.removeFirst(byteOrderMark.count) }
    guard let separator = format.separator else {
      let begin = rest
      fault = FileHead(form: form, format: format, isWhole: isAtEnd).fault(lines: begin.span)
      return
    }
    while true {
      var rows = RowBoundary(separator: separator.rawValue)
      rest.withUnsafeBufferPointer { rows.scan($0) }
      if rows.boundary > 0 || isAtEnd { break }
      if rest.count >= ChunkReader.recordLimit {
        throw RecordFileError(path, .recordTooLong(line: 1, limit: ChunkReader.recordLimit))
      }
      let wanted = rest.count + max(rest.count, blockSize)
      try fill(&rest, wanted)
    }
    var scanner = TableScanner(separator: separator.rawValue)
    let block = rest
    let names = rest.isEmpty ? [] : scanner.row(block.span)
    let header = names.map { TableHeader($0, form) }
    let head = FileHead(form: form, format: format, isWhole: isAtEnd)
    fault = head.fault(table: block.span, separator, header)
    self.header = header ?? TableHeader([], form)
    guard header != nil else { return }
    headerBytes = Bytes(rest[..<scanner.offset])
    rest.removeFirst(scanner.offset)
    line += scanner.lines
  }
}
