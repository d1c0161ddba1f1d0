// JSON objects as they are written here: keys in the form's order, no spaces, nothing escaped.

import Forms

/// Finds the values of an object in a line.
struct PlainObject: Sendable {
  /// `"name":` of each field, and where it ends in `keys`.
  private let keys: Bytes
  private let ends: [Int]
  private let isText: [Bool]
  private let mayBeEmpty: [Bool]
  private let hasOptional: Bool
  /// What stands before each value and behind the last one, eight bytes a number, filled up with zeros.
  private let pieces: [UInt64]
  /// How many numbers each piece takes, how many bytes, and which bytes of the last number are its own.
  private let shapes: [(words: Int, count: Int, mask: UInt64)]

  init(_ form: Form, _ plain: PlainRecords) {
    let written = JSONRecordWriter(form).plainWriter(plain)
    let texts = written.pieceTexts
    keys = written.keys
    ends = written.ends
    isText = written.isText
    mayBeEmpty = form.fields.indices.map { plain.mayBeEmpty($0) }
    hasOptional = mayBeEmpty.contains(true)
    shapes = texts.map { text in
      let rest = text.count % 8
      return ((text.count + 7) / 8, text.count, rest == 0 ? .max : (1 << UInt64(8 * rest)) - 1)
    }
    pieces = texts.flatMap { text in
      stride(from: 0, to: text.count, by: 8).map { start in
        text[start..<min(start + 8, text.count)].reversed().reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        }
      }
    }
  }

  /// Finds the values of the object at an offset, one cell a field, an empty one for a field that is not there.
  ///
  /// - Returns: the offset behind its line; the same one when it is written otherwise, or not there.
  @inline(__always)
  func next(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    let end = whole(bytes, offset, cells)
    return end == offset && hasOptional ? partial(bytes, offset, cells) : end
  }

  /// An object that has all fields.
  @inline(__always)
  private func whole(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return offset }
    let count = bytes.count
    let fields = cells.count
    let pieces = pieces.span
    let shapes = shapes.span
    var i = offset
    var piece = 0
    var field = 0
    while true {
      let shape = shapes[field]
      guard i &+ 8 &* shape.words <= count else { return offset }
      var difference: UInt64 = 0
      for k in 0..<shape.words {
        let word = base.loadUnaligned(fromByteOffset: i &+ 8 &* k, as: UInt64.self)
        let other = word ^ pieces[piece &+ k]
        difference |= k == shape.words &- 1 ? other & shape.mask : other
      }
      if difference != 0 { return offset }
      i &+= shape.count
      piece &+= shape.words
      if field == fields { return i }
      let start = i
      i = valueEnd(field, bytes, base, start)
      // What is there and empty is not what is not there.
      if i == start { return offset }
      cells[field].start = start
      cells[field].end = i
      field &+= 1
    }
  }

  /// The end of a text that a quote closes, or of digits; the start where there is no such value.
  @inline(__always)
  private func valueEnd(
    _ field: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafeRawPointer, _ start: Int
  ) -> Int {
    var i = start
    if isText[field] {
      i = PlainObject.textEnd(base, i, bytes.count)
      return i < bytes.count && bytes[i] == UInt8(ascii: "\"") ? i : start
    }
    while i < bytes.count, bytes[i] &- 0x30 <= 9 { i &+= 1 }
    return i
  }

  /// The place of the next quote or backslash.
  @inline(__always)
  private static func textEnd(_ base: UnsafeRawPointer, _ start: Int, _ count: Int) -> Int {
    var i = start
    while i &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      // The lowest of the bits that are set is right, whatever stands above it.
      let found =
        EightBytes.find(UInt8(ascii: "\""), in: word)
        | EightBytes.find(UInt8(ascii: "\\"), in: word)
      if found != 0 { return i &+ found.trailingZeroBitCount &>> 3 }
      i &+= 8
    }
    // The last few bytes of a chunk are left to the format's reader.
    return count
  }

  /// An object that may lack fields.
  @inline(never)
  private func partial(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int,
    _ cells: UnsafeMutableBufferPointer<PlainCell>
  ) -> Int {
    guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return offset }
    var i = offset
    var mark = UInt8(ascii: "{")
    var keyStart = 0
    for field in ends.indices {
      let keyEnd = ends[field]
      defer { keyStart = keyEnd }
      let length = keyEnd - keyStart
      let quotes = isText[field] ? 1 : 0
      guard i + length + 3 < bytes.count else { return offset }
      guard bytes[i] == mark, hasKey(bytes, i + 1, keyStart, length),
        quotes == 0 || bytes[i + 1 + length] == UInt8(ascii: "\"")
      else {
        guard mayBeEmpty[field] else { return offset }
        cells[field].start = i
        cells[field].end = i
        continue
      }
      mark = UInt8(ascii: ",")
      let start = i + 1 + length + quotes
      let end = valueEnd(field, bytes, base, start)
      if end == start { return offset }
      cells[field].start = start
      cells[field].end = end
      i = end + quotes
    }
    guard mark == UInt8(ascii: ","), i + 1 < bytes.count, bytes[i] == UInt8(ascii: "}"),
      bytes[i + 1] == 0x0A
    else { return offset }
    return i + 2
  }

  @inline(__always)
  private func hasKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ start: Int, _ length: Int
  ) -> Bool {
    let keys = keys.span
    for k in 0..<length where bytes[place + k] != keys[start + k] { return false }
    return true
  }
}
