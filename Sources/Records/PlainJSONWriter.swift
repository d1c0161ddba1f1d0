// JSON Lines of plain records: what stands between two values is always the same.

import Forms
import JSONText

/// Writes plain records as ``JSONRecordWriter`` does.
struct PlainJSONWriter: Sendable {
  /// For each field what stands before its value: `{"name":"`, `","age":`; behind the last the line's end.
  private let pieces: Bytes
  /// The same pieces, each begun at a multiple of `stride`, and how long each is.
  private let widePieces: Bytes
  private let stride: Int
  private let pieceCounts: [Int]
  /// Whether a record may lack a value.
  private let hasOptional: Bool
  /// `"name":` of each field, and where it ends in `keys`.
  let keys: Bytes
  let ends: [Int]
  /// Whether a field's value stands in quotes.
  let isText: [Bool]
  private let lineEnd: Bytes

  init(keys: Bytes, ends: [Int], _ plain: PlainRecords, lineEnd: Bytes) {
    self.keys = keys
    self.ends = ends
    self.lineEnd = lineEnd
    isText = plain.kinds.map { $0 == .text }
    hasOptional = ends.indices.contains { plain.mayBeEmpty($0) }
    var pieces: Bytes = []
    var pieceEnds: [Int] = []
    let quote = UInt8(ascii: "\"")
    for i in ends.indices {
      if i > 0, isText[i - 1] { pieces.append(quote) }
      pieces.append(UInt8(ascii: i == 0 ? "{" : ","))
      pieces.append(contentsOf: keys[(i == 0 ? 0 : ends[i - 1])..<ends[i]])
      if isText[i] { pieces.append(quote) }
      pieceEnds.append(pieces.count)
    }
    if isText.last ?? false { pieces.append(quote) }
    pieces.append(UInt8(ascii: "}"))
    pieces.append(contentsOf: lineEnd)
    self.pieces = pieces
    let starts = [0] + pieceEnds
    let counts = starts.indices.map { (starts + [pieces.count])[$0 + 1] - starts[$0] }
    let stride = ((counts.max() ?? 0) + 15) / 16 * 16
    widePieces = starts.indices.flatMap { i in
      Array(pieces[starts[i]..<starts[i] + counts[i]])
        + Array(repeating: 0, count: stride - counts[i])
    }
    self.stride = stride
    pieceCounts = counts
  }

  /// What stands before each field's value, and behind the last one.
  var pieceTexts: [Bytes] {
    var rest = pieces[...]
    return pieceCounts.map { count in
      defer { rest = rest.dropFirst(count) }
      return Bytes(rest.prefix(count))
    }
  }

  /// The most bytes of a record beside those of its values.
  var overhead: Int { pieces.count }
  /// Bytes that may be written behind the last record and mean nothing.
  static let slack = 32

  /// Writes a record; an empty cell is no value.
  func write(plain bytes: Span<UInt8>, _ cells: Span<PlainCell>, into out: inout Bytes) {
    var most = overhead + PlainJSONWriter.slack
    for i in cells.indices { most += (cells[i].end - cells[i].start) * 6 }
    out.write(most: most) { pen in
      for i in cells.indices {
        let text = bytes.extracting(cells[i].start..<cells[i].end)
        let isPlain =
          !text.holds(UInt8(ascii: "\"")) && !text.holds(UInt8(ascii: "\\"))
          && !HiddenControl.isIn(text)
        if !isPlain { return writeFew(bytes, cells, &pen) }
      }
      putNarrow(bytes, cells, &pen)
    }
  }

  private func putNarrow(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>, _ pen: inout Pen) {
    for i in cells.indices where cells[i].start == cells[i].end {
      return writeFew(bytes, cells, &pen)
    }
    let pieces = pieces.span
    var start = 0
    for i in cells.indices {
      pen.put(pieces.extracting(start..<start + pieceCounts[i]))
      start += pieceCounts[i]
      pen.put(bytes.extracting(cells[i].start..<cells[i].end))
    }
    pen.put(pieces.extracting(start...))
  }

  /// Where the pieces stand while many records are written.
  struct Stencil {
    fileprivate let pieces: UnsafeRawPointer
    fileprivate let counts: UnsafePointer<Int>
  }

  /// Lets many records be written.
  @inline(__always)
  func withStencil(_ body: (Stencil) -> Void) {
    widePieces.withUnsafeBytes { pieces in
      pieceCounts.withUnsafeBufferPointer { counts in
        guard let pieces = pieces.baseAddress, let counts = counts.baseAddress else { return }
        body(Stencil(pieces: pieces, counts: counts))
      }
    }
  }

  /// Writes a record without anything to escape, which ends at `end`, where there is room for it and `overhead` more.
  @inline(__always)
  func put(
    plain bytes: Span<UInt8>, _ source: UnsafeRawPointer, _ end: Int, _ stencil: Stencil,
    _ cells: UnsafeBufferPointer<PlainCell>, _ pen: inout Pen
  ) {
    // What is copied in wide steps is read beyond the record.
    guard end &+ PlainJSONWriter.slack <= bytes.count,
      !(hasOptional && cells.contains { $0.start == $0.end })
    else {
      return putNarrow(bytes, cells.span, &pen)
    }
    let count = cells.count
    var piece = stencil.pieces
    for i in 0..<count {
      pen.putWide(piece, stencil.counts[i], by: SIMD2<UInt64>.self)
      piece += stride
      let cell = cells[i]
      pen.putWide(source + cell.start, cell.end &- cell.start, by: SIMD4<UInt64>.self)
    }
    pen.putWide(piece, stencil.counts[count], by: SIMD2<UInt64>.self)
  }

  /// Writes a record that has not all values, or something to escape.
  @inline(never)
  private func writeFew(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>, _ pen: inout Pen) {
    let quote = UInt8(ascii: "\"")
    var mark = UInt8(ascii: "{")
    for i in cells.indices where cells[i].start < cells[i].end {
      pen.put(mark)
      mark = UInt8(ascii: ",")
      pen.put(keys.span.extracting((i == 0 ? 0 : ends[i - 1])..<ends[i]))
      if isText[i] { pen.put(quote) }
      put(bytes.extracting(cells[i].start..<cells[i].end), &pen)
      if isText[i] { pen.put(quote) }
    }
    if mark == UInt8(ascii: "{") { pen.put(mark) }
    pen.put(UInt8(ascii: "}"))
    pen.put(lineEnd.span)
  }

  /// A text or digits; neither has control characters.
  @inline(never)
  private func put(_ text: Span<UInt8>, _ pen: inout Pen) {
    let isPlain = pen.putPlain(text) { word in
      EightBytes.find(UInt8(ascii: "\""), in: word) | EightBytes.find(UInt8(ascii: "\\"), in: word)
        | EightBytes.findHidden(in: word)
    }
    if !isPlain { JSONRecordWriter.putEscaped(text, &pen) }
  }
}
