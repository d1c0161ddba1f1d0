// JSON Lines of plain records: what stands between two values is always the same.

import Forms

/// Writes plain records as ``JSONRecordWriter`` does.
struct PlainJSONWriter: Sendable {
  /// For each field what stands before its value: `{"name":"`, `","age":`; behind the last the line's end.
  private let pieces: Bytes
  /// The same pieces, each begun at a multiple of `stride`, and how long each is.
  let widePieces: Bytes
  private let stride: Int
  private let pieceCounts: [Int]
  /// `"name":` of each field, and where it ends in `keys`.
  private let keys: Bytes
  private let ends: [Int]
  private let isText: [Bool]
  private let lineEnd: Bytes

  init(keys: Bytes, ends: [Int], kinds: [ValueKind], lineEnd: Bytes) {
    self.keys = keys
    self.ends = ends
    self.lineEnd = lineEnd
    isText = kinds.map { $0 == .text }
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

  /// The most bytes of a record beside those of its values.
  var overhead: Int { pieces.count }
  /// Bytes that may be written behind the last record and mean nothing.
  static let slack = 16

  /// Writes a record; an empty cell is no value.
  func write(plain bytes: Span<UInt8>, _ cells: Span<PlainCell>, into out: inout Bytes) {
    var most = overhead + PlainJSONWriter.slack
    for i in cells.indices { most += (cells[i].end - cells[i].start) * 6 }
    out.write(most: most) { pen in
      for i in cells.indices {
        let text = bytes.extracting(cells[i].start..<cells[i].end)
        let isPlain = !text.holds(UInt8(ascii: "\"")) && !text.holds(UInt8(ascii: "\\"))
        if !isPlain { return writeFew(bytes, cells, &pen) }
      }
      putNarrow(bytes, cells, &pen)
    }
  }

  private func putNarrow(_ bytes: Span<UInt8>, _ cells: Span<PlainCell>, _ pen: inout Pen) {
    bytes.withUnsafeBytes { source in
      widePieces.withUnsafeBytes { wide in
        guard let source = source.baseAddress, let wide = wide.baseAddress else { return }
        put(plain: bytes, source, wide, cells, &pen)
      }
    }
  }

  /// Writes a record without anything to escape, where there is room for it and `overhead` more.
  ///
  /// `wide` are the bytes of `widePieces`.
  @inline(__always)
  func put(
    plain bytes: Span<UInt8>, _ source: UnsafeRawPointer, _ wide: UnsafeRawPointer,
    _ cells: Span<PlainCell>, _ pen: inout Pen
  ) {
    for i in cells.indices where cells[i].start == cells[i].end {
      return writeFew(bytes, cells, &pen)
    }
    let counts = pieceCounts.span
    for i in cells.indices {
      pen.putWide(wide + i &* stride, counts[i])
      let cell = cells[i]
      let count = cell.end &- cell.start
      if cell.start &+ count &+ 16 <= bytes.count {
        pen.putWide(source + cell.start, count)
      } else {
        pen.put(bytes.extracting(cell.start..<cell.end))
      }
    }
    pen.putWide(wide + cells.count &* stride, counts[cells.count])
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
    }
    if !isPlain { JSONRecordWriter.putEscaped(text, &pen) }
  }
}
