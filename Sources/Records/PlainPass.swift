// Plain records of a chunk, one after the other: found, judged and written in one go.

public import Forms

/// Passes over plain records, until one that is not.
public struct PlainPass: Sendable {
  /// What is written of each record.
  private enum Writing: Sendable {
    case nothing
    /// The bytes of the chunk: they are what the writer would write.
    case asRead
    case json(PlainJSONWriter)
    case table(TableWriter)
  }

  private var plain: PlainRecords
  private var splitter: PlainSplitter
  private let writing: Writing
  /// What is written where the chunk's own bytes would do but for their line ends.
  private let otherwise: Writing
  private let needsEnds: Bool
  private var isAsRead = false
  private var needsEscapes = true
  private var cells: [PlainCell]

  /// Line ends within a record.
  public var linesOfRecord: Int { splitter.linesOfRecord }

  /// Nil where the form, the file's layout or the output's format have no plain records.
  ///
  /// Without a writer nothing is written; `needsEnds` says whether it is wanted where each record ends.
  public init?(
    _ form: Form, _ chunks: ChunkReader, _ writer: (any RecordWriter)?, needsEnds: Bool
  ) {
    guard let plain = PlainRecords(form), let splitter = PlainSplitter(form, plain, chunks) else {
      return nil
    }
    self.plain = plain
    self.splitter = splitter
    self.needsEnds = needsEnds
    cells = Array(repeating: PlainCell(), count: form.fields.count)
    if let json = writer as? JSONRecordWriter {
      otherwise = .json(json.plainWriter(plain))
      writing = chunks.format == .json && json.endsLinesPlainly ? .asRead : otherwise
    } else if let table = writer as? TableWriter {
      otherwise = .table(table)
      writing = table.writesAsRead(chunks.header, chunks.format) ? .asRead : otherwise
    } else if writer == nil {
      otherwise = .nothing
      writing = .nothing
    } else {
      return nil
    }
  }

  /// Begins a chunk.
  public mutating func begin(_ chunk: Span<UInt8>) {
    splitter.begin(chunk)
    needsEscapes = chunk.holds(UInt8(ascii: "\"")) || chunk.holds(UInt8(ascii: "\\"))
    if case .asRead = writing {
      // The line ends of the output are line feeds alone.
      isAsRead = !chunk.holds(0x0D)
    }
  }

  /// Goes over plain records from an offset on, which is behind the last of them afterwards.
  ///
  /// - Returns: how many they are.
  public mutating func run(
    _ chunk: Span<UInt8>, _ offset: inout Int, into out: inout Bytes, ends: inout [Int]
  ) -> Int {
    var cells: [PlainCell] = []
    swap(&cells, &self.cells)
    defer { swap(&cells, &self.cells) }
    var records = 0
    let start = offset
    switch isAsRead ? .asRead : otherwise {
    case .nothing: while pass(chunk, &offset, &cells) { records += 1 }
    case .asRead:
      let base = out.count - start
      while pass(chunk, &offset, &cells) {
        records += 1
        if needsEnds { ends.append(base + offset) }
      }
      out.put(chunk.extracting(start..<offset))
    case .table(let writer):
      while pass(chunk, &offset, &cells) {
        records += 1
        writer.write(plain: chunk, cells.span, into: &out)
        if needsEnds { ends.append(out.count) }
      }
    case .json(let writer) where needsEscapes:
      while pass(chunk, &offset, &cells) {
        records += 1
        writer.write(plain: chunk, cells.span, into: &out)
        if needsEnds { ends.append(out.count) }
      }
    case .json(let writer):
      let base = out.count
      // Nothing is escaped: room for all that can be there is made at once.
      let smallest = max(2 * splitter.linesOfRecord, cells.count)
      let left = chunk.count - start
      let most = left + (left / smallest + 1) * writer.overhead + PlainJSONWriter.slack
      chunk.withUnsafeBytes { source in
        writer.widePieces.withUnsafeBytes { wide in
          guard let source = source.baseAddress, let wide = wide.baseAddress else { return }
          out.write(most: most) { pen in
            let first = pen.at
            while pass(chunk, &offset, &cells) {
              records += 1
              writer.put(plain: chunk, source, wide, cells.span, &pen)
              if needsEnds { ends.append(base + (pen.at - first)) }
            }
          }
        }
      }
    }
    return records
  }

  /// Goes behind a record that is plain; false, and nowhere, where none is.
  @inline(__always)
  private mutating func pass(
    _ chunk: Span<UInt8>, _ offset: inout Int, _ cells: inout [PlainCell]
  ) -> Bool {
    let end = splitter.next(chunk, offset, &cells)
    guard end > offset, plain.accepts(chunk, cells.span) else { return false }
    offset = end
    return true
  }
}
