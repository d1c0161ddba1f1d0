// Where the cells of a row are: RFC 4180, read leniently where a quote stands within a bare cell.

import Forms

/// What ended a cell.
enum CellEnd {
  case separator
  /// A line end, or the end of the bytes; the offset is behind it.
  case row
  case fault(SourceFault)
}

/// Takes cells from bytes, one after the other; CR LF, LF and a lone CR end a row.
struct TableScanner {
  let separator: UInt8
  var offset = 0
  /// Line ends passed so far, those within quotes included.
  var lines = 0
  /// The bytes of the cells so far, all or-ed, eight side by side.
  private var seen: UInt64 = 0
  /// Whether all cells so far are ASCII.
  var isASCII: Bool { seen & 0x8080_8080_8080_8080 == 0 }

  init(separator: UInt8) { self.separator = separator }

  /// Reads the cell at `offset`.
  @inline(__always)
  mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: inout Cell) -> CellEnd {
    var i = offset
    if i < bytes.count, bytes[i] == UInt8(ascii: "\"") { return quoted(bytes, &cell) }
    let start = i
    i = endOfBare(bytes, from: i)
    cell.range = start..<i
    cell.isQuoted = false
    cell.hasDoubledQuotes = false
    return end(bytes, at: i)
  }

  /// The offset of the separator or line end behind a bare cell.
  @inline(__always)
  private mutating func endOfBare(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var i = start
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return i }
    while i + 8 <= bytes.count {
      let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      let found =
        EightBytes.find(separator, in: word) | EightBytes.find(0x0A, in: word)
        | EightBytes.find(0x0D, in: word)
      if found != 0 {
        // The lowest bit that is set is always that of a byte that was sought.
        let place = found.trailingZeroBitCount & ~7
        seen |= word & ((1 as UInt64) << UInt64(place) &- 1)
        return i + place / 8
      }
      seen |= word
      i += 8
    }
    while i < bytes.count {
      let byte = bytes[i]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      seen |= UInt64(byte)
      i += 1
    }
    return i
  }

  @inline(__always)
  private mutating func end(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> CellEnd {
    guard i < bytes.count else {
      offset = i
      return .row
    }
    if bytes[i] == separator {
      offset = i + 1
      return .separator
    }
    let isPair = bytes[i] == 0x0D && i + 1 < bytes.count && bytes[i + 1] == 0x0A
    offset = isPair ? i + 2 : i + 1
    lines += 1
    return .row
  }

  @inline(never)
  private mutating func quoted(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: inout Cell) -> CellEnd {
    let quote = UInt8(ascii: "\"")
    let start = offset + 1
    var i = start
    cell.isQuoted = true
    cell.hasDoubledQuotes = false
    while i < bytes.count {
      let byte = bytes[i]
      seen |= UInt64(byte)
      if byte == quote {
        guard i + 1 < bytes.count, bytes[i + 1] == quote else { break }
        cell.hasDoubledQuotes = true
        i += 1
      } else if byte == 0x0A || byte == 0x0D && !(i + 1 < bytes.count && bytes[i + 1] == 0x0A) {
        lines += 1
      }
      i += 1
    }
    cell.range = start..<i
    guard i < bytes.count else {
      offset = i
      return .fault(.openQuote)
    }
    let after = i + 1
    if after < bytes.count, bytes[after] != separator, bytes[after] != 0x0A, bytes[after] != 0x0D {
      skipRow(bytes, from: after)
      return .fault(.textAfterQuote)
    }
    return end(bytes, at: after)
  }

  /// Goes behind the next line end that stands in no quoted cell.
  mutating func skipRow(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    offset = start
    var cell = Cell()
    // The rest of the broken cell counts as bare.
    var i = start
    while i < bytes.count, bytes[i] != separator, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
    var found = end(bytes, at: i)
    while case .separator = found { found = next(bytes, &cell) }
  }

  /// Goes behind line ends that end empty lines.
  @inline(__always)
  mutating func skipEmptyLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    while offset < bytes.count, bytes[offset] == 0x0A || bytes[offset] == 0x0D {
      _ = end(bytes, at: offset)
    }
  }
}

extension TableScanner {
  /// The cells of the first row of some bytes as texts; nil when the row is no right one.
  ///
  /// `offset` and `lines` are those behind the row afterwards.
  mutating func row(_ bytes: Span<UInt8>) -> [Bytes]? {
    bytes.withUnsafeBufferPointer { storage in
      var texts: [Bytes] = []
      var cell = Cell()
      while true {
        let found = next(storage, &cell)
        if case .fault = found { return nil }
        var text: Bytes = []
        TableReader.text(cell, in: bytes, into: &text)
        texts.append(text)
        if case .row = found { return texts }
      }
    }
  }
}
