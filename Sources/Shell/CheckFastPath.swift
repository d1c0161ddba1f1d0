// The records of a chunk that are plain: right beyond doubt, and passed on as they stand where nothing would change.

internal import Forms
internal import Records

/// Passes over plain records, by the same rules as typed lines, until one that is not.
struct CheckFastPath {
  private let plain: PlainRecords
  private var splitter: PlainSplitter
  private let encoder: CheckEncoder?
  /// Whether a plain record is what the output has of it, but for its line end.
  private let isOutputsOwn: Bool
  private var isPassedOn = false
  private let needsEnds: Bool
  private var cells: [PlainCell]

  /// Nil where the form, the file's layout or the output's format have no plain records.
  init?(_ form: Form, _ chunks: ChunkReader, _ encoder: CheckEncoder?, needsEnds: Bool) {
    guard let plain = PlainRecords(form), let splitter = PlainSplitter(form, plain, chunks) else {
      return nil
    }
    self.plain = plain
    self.splitter = splitter
    self.encoder = encoder
    self.needsEnds = needsEnds
    cells = Array(repeating: PlainCell(), count: form.fields.count)
    switch encoder?.kind {
    case .json(let writer): isOutputsOwn = chunks.format == .json && writer.endsLinesPlainly
    case .table(let writer): isOutputsOwn = writer.writesAsRead(chunks.header, chunks.format)
    case .other: return nil
    case nil: isOutputsOwn = false
    }
  }

  /// Begins a chunk.
  mutating func begin(_ chunk: Span<UInt8>) {
    // The line ends of the output are line feeds alone.
    isPassedOn = isOutputsOwn && !chunk.holds(0x0D)
  }

  /// Goes over plain records from the cursor on; the cursor is behind the last of them afterwards.
  mutating func run(_ chunk: Span<UInt8>, _ cursor: inout Cursor, _ result: inout CheckResult) {
    let start = cursor.offset
    var offset = start
    var records = 0
    let base = result.right.count
    while true {
      let end = splitter.next(chunk, offset, &cells)
      guard end > offset, plain.accepts(chunk, cells.span) else { break }
      offset = end
      records += 1
      if isPassedOn {
        if needsEnds { result.ends.append(base + offset - start) }
        continue
      }
      switch encoder?.kind {
      case .json(let writer): writer.write(plain: chunk, cells.span, plain, into: &result.right)
      case .table(let writer): writer.write(plain: chunk, cells.span, into: &result.right)
      case .other, nil: continue
      }
      if needsEnds { result.ends.append(result.right.count) }
    }
    if isPassedOn { result.right.put(chunk.extracting(start..<offset)) }
    result.counts.records += records
    cursor.pass(to: offset, lines: records * splitter.linesOfRecord)
  }
}
