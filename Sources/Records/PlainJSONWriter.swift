// JSON Lines of plain records: what stands between two values is always the same.

import Forms

/// Writes plain records as ``JSONRecordWriter`` does.
struct PlainJSONWriter: Sendable {
  /// For each field what stands before its value: `{"name":"`, `","age":`; behind the last the line's end.
  private let pieces: Bytes
  private let pieceEnds: [Int]
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
    self.pieceEnds = pieceEnds
  }

  /// The most bytes of a record beside those of its values.
  var overhead: Int { pieces.count }

  /// Writes a record; an empty cell is no value.
  func write(plain bytes: Span<UInt8>, _ cells: Span<PlainCell>, into out: inout Bytes) {
    var most = pieces.count
    for i in cells.indices { most += (cells[i].end - cells[i].start) * 6 }
    out.write(most: most) { pen in
      for i in cells.indices {
        let text = bytes.extracting(cells[i].start..<cells[i].end)
        let isPlain = !text.holds(UInt8(ascii: "\"")) && !text.holds(UInt8(ascii: "\\"))
        if !isPlain { return writeFew(bytes, cells, &pen) }
      }
      put(plain: bytes, cells, &pen)
    }
  }

  /// Writes a record without anything to escape, where there is room for it.
  @inline(__always)
  func put(plain bytes: Span<UInt8>, _ cells: Span<PlainCell>, _ pen: inout Pen) {
    for i in cells.indices where cells[i].start == cells[i].end {
      return writeFew(bytes, cells, &pen)
    }
    let pieces = pieces.span
    let pieceEnds = pieceEnds.span
    var start = 0
    for i in cells.indices {
      let end = pieceEnds[i]
      pen.put(pieces.extracting(start..<end))
      start = end
      pen.put(bytes.extracting(cells[i].start..<cells[i].end))
    }
    pen.put(pieces.extracting(start..<pieces.count))
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
