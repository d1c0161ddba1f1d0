// Where records end in a growing block of bytes, so that it can be cut between two of them.

import Forms
import Glibc

extension Span<UInt8> {
  /// Whether a byte occurs.
  func holds(_ byte: UInt8) -> Bool {
    withUnsafeBufferPointer { $0.find(byte, in: 0..<$0.count) != nil }
  }

  /// The offset of the next line feed, or the end.
  @inline(__always)
  func lineEnd(from start: Int) -> Int {
    withUnsafeBufferPointer { $0.find(0x0A, in: start..<$0.count) ?? $0.count }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte within a range.
  @inline(__always)
  func find(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The last place of a byte within a range.
  func findLast(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress else { return nil }
    var i = range.upperBound
    while i > range.lowerBound {
      i -= 1
      if base[i] == byte { return i }
    }
    return nil
  }

  /// How often a byte occurs.
  func count(of byte: UInt8) -> Int {
    guard let base = baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
    let wanted = SIMD16<UInt8>(repeating: byte)
    var total = 0
    var i = 0
    while i + 16 <= count {
      // Each lane counts for itself, at most 255 times, before they are added up.
      var lanes = SIMD16<UInt8>()
      let end = Swift.min(i + 255 * 16, count - 15)
      while i < end {
        let bytes = base.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
        // A lane of the mask is 255 where they are equal, which is one less than 0.
        lanes = lanes &- unsafeBitCast(bytes .== wanted, to: SIMD16<UInt8>.self)
        i += 16
      }
      for lane in lanes.indices { total += Int(lanes[lane]) }
    }
    while i < count {
      if self[i] == byte { total += 1 }
      i += 1
    }
    return total
  }
}

/// How records end in a format.
enum RecordBoundary {
  /// Each line feed ends a record.
  case lines
  /// Every so many line feeds end one.
  case linesOfRecord(Int)
  /// A line end outside of quoted cells ends one.
  case rows(RowBoundary)

  /// The end of the last whole record, 0 where there is none, and the line ends before it where they are known.
  ///
  /// Each call goes on where the last one stopped.
  mutating func last(in bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, lineEnds: Int?) {
    switch self {
    case .lines: return (bytes.findLast(0x0A, in: 0..<bytes.count).map { $0 + 1 } ?? 0, nil)
    case .linesOfRecord(let lines):
      let feeds = bytes.count(of: 0x0A)
      var surplus = feeds % lines
      let whole = feeds - surplus
      var end = bytes.count
      // The line feed that ends the last whole record is the one before those of the next record.
      while whole > 0, let found = bytes.findLast(0x0A, in: 0..<end) {
        if surplus == 0 { return (found + 1, whole) }
        surplus -= 1
        end = found
      }
      return (0, 0)
    case .rows(var rows):
      rows.scan(bytes)
      self = .rows(rows)
      return (rows.boundary, nil)
    }
  }

  /// Begins anew: the bytes before `last` were taken away.
  mutating func restart() {
    if case .rows(let rows) = self { self = .rows(RowBoundary(separator: rows.separator)) }
  }

  /// The line ends in some bytes: line feeds, in tables a lone CR too.
  func lineEnds(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let feeds = bytes.count(of: 0x0A)
    guard case .rows = self, bytes.find(0x0D, in: 0..<bytes.count) != nil else { return feeds }
    var lone = 0
    for i in bytes.indices where bytes[i] == 0x0D {
      if i + 1 == bytes.count || bytes[i + 1] != 0x0A { lone += 1 }
    }
    return feeds + lone
  }
}

/// Follows the quotes of a table, to tell which line ends end rows.
struct RowBoundary {
  let separator: UInt8
  /// The end of the last whole row.
  private(set) var boundary = 0
  /// Whether what was scanned ends within a quoted cell.
  private(set) var isQuoted = false
  private var offset = 0

  init(separator: UInt8) { self.separator = separator }

  /// Goes on to the end of the bytes, which are those of the last call and more.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    let quote = UInt8(ascii: "\"")
    // The last byte may be a CR of which only now is seen that no line feed follows.
    var bare = isQuoted ? offset : max(0, offset - 1)
    while offset < bytes.count {
      let found = bytes.find(quote, in: offset..<bytes.count)
      if isQuoted {
        // The byte behind a quote tells whether it closes; it may not be there yet.
        guard let found, found + 1 < bytes.count else {
          offset = found ?? bytes.count
          return
        }
        if bytes[found + 1] == quote {
          offset = found + 2
        } else {
          isQuoted = false
          offset = found + 1
          bare = offset
        }
      } else if let found {
        offset = found + 1
        guard opensCell(bytes, found) else { continue }
        note(bytes, bare..<found)
        isQuoted = true
      } else {
        offset = bytes.count
      }
    }
    if !isQuoted { note(bytes, bare..<bytes.count) }
  }

  private func opensCell(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    guard place > 0 else { return true }
    let before = bytes[place - 1]
    return before == separator || before == 0x0A || before == 0x0D
  }

  /// Takes up the last line end of a part without quoted cells.
  private mutating func note(_ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) {
    if let feed = bytes.findLast(0x0A, in: part) {
      boundary = feed + 1
      return
    }
    // A line feed may still follow the last byte.
    let known = min(part.upperBound, bytes.count - 1)
    guard known > part.lowerBound,
      let lone = bytes.findLast(0x0D, in: part.lowerBound..<known)
    else { return }
    boundary = lone + 1
  }
}
