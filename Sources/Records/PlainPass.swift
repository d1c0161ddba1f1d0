// Plain records of a chunk, one after the other: found, judged and written in one go.

public import Forms
import JSONText

/// Takes a field's fault in a record that was found plainly, and the kind and text of the value that is wrong.
///
/// Of a record of lines the text is that of the answer.
public typealias PlainFaultTaker = (Int, borrowing Fault, ValueKind, Span<UInt8>) -> Void

/// Passes over plain records, until one that is not; one thread at a time may use it.
public final class PlainPass {
  /// What is written of each record.
  private enum Writing {
    case nothing
    /// The bytes of the chunk: they are what the writer would write.
    case asRead
    case json(PlainJSONWriter)
    case table(TableWriter)
  }

  private let form: Form
  private let plain: PlainRecords
  private let splitter: PlainSplitter
  private let format: SourceFormat
  private let writing: Writing
  /// What is written where the chunk's own bytes would do but for their line ends.
  private let otherwise: Writing
  private let needsEnds: Bool
  private var isAsRead = false
  private var needsEscapes = true
  private let cells: UnsafeMutableBufferPointer<PlainCell>
  /// Where the record that `cells` hold ends, if the last run came to its end in front of one.
  private var refusedEnd: Int?
  private var scratch = Value.absent
  /// The cells of the refused record that are not plain.
  private var doubtful: [Int] = []

  /// Line ends within a record.
  public var linesOfRecord: Int { splitter.linesOfRecord }

  /// Nil where the form, the file's layout or the output's format have no plain records.
  ///
  /// Without a writer nothing is written; `needsEnds` says whether it is wanted where each record ends. Longer
  /// lines than `longestLine` are no answers.
  public init?(
    _ form: Form, _ chunks: ChunkReader, _ writer: (any RecordWriter)?, needsEnds: Bool,
    longestLine: Int
  ) {
    guard let plain = PlainRecords(form),
      let splitter = PlainSplitter(form, plain, chunks, longestLine: longestLine)
    else { return nil }
    self.form = form
    self.plain = plain
    self.splitter = splitter
    self.needsEnds = needsEnds
    format = chunks.format
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
    cells = .allocate(capacity: form.fields.count)
    cells.initialize(repeating: PlainCell())
  }

  deinit { cells.deallocate() }

  /// Begins a chunk.
  public func begin(_ chunk: Span<UInt8>) {
    let hasQuotes = chunk.holds(UInt8(ascii: "\""))
    splitter.begin(hasQuotes: hasQuotes)
    var isHidden = false
    if case .json = otherwise {
      isHidden =
        (chunk.holds(0xC2) || chunk.holds(0xD8) || chunk.holds(0xE2)) && HiddenControl.isIn(chunk)
    }
    if case .asRead = writing {
      // The line ends of the output are line feeds alone.
      isAsRead = !chunk.holds(0x0D) && !isHidden
    }
    if case .json = otherwise, !isAsRead {
      needsEscapes = hasQuotes || isHidden || chunk.holds(UInt8(ascii: "\\"))
    }
  }

  /// Goes over plain records from an offset on, which is behind the last of them afterwards.
  ///
  /// - Returns: how many they are.
  public func run(
    _ chunk: Span<UInt8>, _ offset: inout Int, into out: inout Bytes, ends: inout [Int]
  ) -> Int {
    refusedEnd = nil
    let start = offset
    let records = chunk.withUnsafeBufferPointer { bytes in
      switch isAsRead ? .asRead : otherwise {
      case .nothing: return pass(bytes, chunk, &offset) { _ in }
      case .asRead:
        let base = out.count - start
        let records = pass(bytes, chunk, &offset) { end in
          if needsEnds { ends.append(base + end) }
        }
        out.put(chunk.extracting(start..<offset))
        return records
      case .table(let writer):
        let cells = UnsafeBufferPointer(cells)
        return pass(bytes, chunk, &offset) { _ in
          writer.write(plain: chunk, cells.span, into: &out)
          if needsEnds { ends.append(out.count) }
        }
      case .json(let writer) where needsEscapes || room(chunk.count - start, writer) > mostRoom:
        let cells = UnsafeBufferPointer(cells)
        return pass(bytes, chunk, &offset) { _ in
          writer.write(plain: chunk, cells.span, into: &out)
          if needsEnds { ends.append(out.count) }
        }
      case .json(let writer): return putWide(bytes, chunk, &offset, writer, &out, &ends)
      }
    }
    return records
  }

  /// The most bytes that are made room for at once.
  private var mostRoom: Int { 16 << 20 }

  /// The most bytes that records of so many bytes, cells with an end each, can take as JSON.
  private func room(_ count: Int, _ writer: PlainJSONWriter) -> Int {
    count + (count / cells.count + 1) * writer.overhead + PlainJSONWriter.slack
  }

  /// Writes JSON of plain records that need no escapes: room for all that can be there is made at once.
  @inline(__always)
  private func putWide(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: Span<UInt8>, _ offset: inout Int,
    _ writer: PlainJSONWriter, _ out: inout Bytes, _ ends: inout [Int]
  ) -> Int {
    let base = out.count
    let most = room(chunk.count - offset, writer)
    var records = 0
    writer.withStencil { stencil in
      guard let source = UnsafeRawPointer(bytes.baseAddress) else { return }
      out.write(most: most) { pen in
        let first = pen.at
        let cells = UnsafeBufferPointer(cells)
        records = pass(bytes, chunk, &offset) { end in
          writer.put(plain: chunk, source, end, stencil, cells, &pen)
          if needsEnds { ends.append(base + (pen.at - first)) }
        }
      }
    }
    return records
  }

  /// Goes over plain records, each given to `take` with the offset behind it.
  ///
  /// - Returns: how many they are.
  @inline(__always)
  private func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: Span<UInt8>, _ offset: inout Int,
    _ take: (Int) -> Void
  ) -> Int {
    guard var cellEnds = splitter.cellEnds(bytes, from: offset) else { return 0 }
    let splitter = splitter
    let plain = plain
    let cells = cells
    let found = UnsafeBufferPointer(cells)
    var records = 0
    var start = offset
    while true {
      let end = splitter.next(bytes, start, &cellEnds, cells)
      guard end > start else { break }
      let isPrintable = splitter.isPrintable(cellEnds)
      guard plain.accepts(chunk, found.span, arePrintable: isPrintable) else {
        refusedEnd = end
        break
      }
      records &+= 1
      start = end
      take(end)
    }
    offset = start
    return records
  }

  /// Gives all that is wrong with the record that the last run came to.
  ///
  /// - Returns: where the record ends; nil where it takes the format's reader to tell, or nothing is wrong.
  public func refused(_ chunk: Span<UInt8>, _ take: PlainFaultTaker) -> Int? {
    guard let end = refusedEnd else { return nil }
    refusedEnd = nil
    doubtful.removeAll(keepingCapacity: true)
    for i in plain.refused..<cells.count {
      let text = chunk.extracting(cells[i].start..<cells[i].end)
      if i > plain.refused, text.isEmpty ? plain.mayBeEmpty(i) : plain.accepts(text, i) { continue }
      guard canTell(i, text) else { return nil }
      doubtful.append(i)
    }
    var isWrong = false
    for i in doubtful {
      let text = chunk.extracting(cells[i].start..<cells[i].end)
      if text.isEmpty {
        take(i, .missing, .absent, text)
        isWrong = true
      } else if let fault = fault(i, text) {
        // What a typed line means nobody saw; a value is told as it is stored.
        if format == .lines {
          take(i, fault, .text, text)
        } else {
          let kind = scratch.kind
          // Lent, not copied: the next cell takes its room.
          scratch.text.withUnsafeBufferPointer { take(i, fault, kind, $0.span) }
        }
        isWrong = true
      }
    }
    return isWrong ? end : nil
  }

  /// Whether no reader would say otherwise of a cell than its field's rules do.
  private func canTell(_ i: Int, _ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return plain.mustBeThere(i) }
    guard text.isReadAsItStands else { return false }
    switch format {
    case .lines: return !form.fields[i].isNoAnswer(text)
    // More zeros than one are no JSON.
    case .json: return plain.kinds[i] == .text || text[0] != UInt8(ascii: "0") || text.count == 1
    case .csv, .tsv: return true
    }
  }

  /// What is wrong with a cell that is not plain; `scratch` holds its value.
  private func fault(_ i: Int, _ text: Span<UInt8>) -> Fault? {
    switch format {
    case .lines: return form.fields[i].judgeNotPlain(text, form.rules, into: &scratch)
    case .json:
      scratch.kind = plain.kinds[i]
      scratch.text.set(text)
      return form.fields[i].judgeNotPlain(stored: scratch, form.rules)
    case .csv, .tsv:
      form.fields[i].cell(text, isQuoted: false, into: &scratch)
      return form.fields[i].judge(stored: scratch, form.rules)
    }
  }
}

extension Span<UInt8> {
  /// Whether every reader takes the text as it stands: valid UTF-8 without control characters, not too long.
  fileprivate var isReadAsItStands: Bool {
    guard count <= 4_096 else { return false }
    if isPrintableASCII { return true }
    for i in 0..<count where self[i] < 0x20 { return false }
    return firstInvalidUTF8(in: self) == nil
  }
}
