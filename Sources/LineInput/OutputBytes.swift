/// What bytes can be appended to: a text that is being made, or what goes to the terminal.
protocol ByteSink: ~Copyable {
  mutating func append(_ byte: UInt8)
}

extension [UInt8]: ByteSink {}

extension ByteSink where Self: ~Copyable {
  /// Appends a number that is not negative, in decimal digits.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a scalar as UTF-8.
  @inline(__always)
  mutating func append(scalar: Scalar) {
    let value = UInt32(bitPattern: scalar)
    if value < 0x80 {
      append(UInt8(truncatingIfNeeded: value))
      return
    }
    if value < 0x800 {
      append(UInt8(truncatingIfNeeded: 0xc0 | value >> 6))
    } else {
      if value < 0x10000 {
        append(UInt8(truncatingIfNeeded: 0xe0 | value >> 12))
      } else {
        append(UInt8(truncatingIfNeeded: 0xf0 | value >> 18))
        append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3f))
      }
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3f))
    }
    append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3f))
  }
}

/// The bytes on their way to the terminal, in room that is used again with every key.
///
/// Few instructions a byte: this is most of what is done with a key. Elsewhere arrays do.
struct OutputBytes: ~Copyable, ByteSink {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private var capacity = 256
  private(set) var count = 0

  init() {}

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow() }
    start[count] = byte
    count += 1
  }

  // Not inlined: one place of code for the few short texts of a key.
  @inline(never)
  mutating func append(contentsOf bytes: [UInt8]) {
    for byte in bytes { append(byte) }
  }

  @inline(never)
  mutating func append(_ text: StaticString) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for byte in bytes { append(byte) }
  }

  /// Puts a sequence before what was appended since there were so many bytes.
  mutating func insert(_ text: StaticString, at index: Int) {
    let length = text.utf8CodeUnitCount
    let end = count
    append(text)
    (start + index + length).update(from: start + index, count: end - index)
    text.withUTF8Buffer { for (offset, byte) in $0.enumerated() { start[index + offset] = byte } }
  }

  /// Hands on all bytes, if there are any, and is empty then.
  @inline(__always)
  mutating func send(_ write: (UnsafeRawBufferPointer) -> Void) {
    guard count > 0 else { return }
    write(UnsafeRawBufferPointer(start: start, count: count))
    count = 0
  }

  private mutating func grow() {
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
    room.update(from: start, count: count)
    start.deallocate()
    start = room
    capacity *= 2
  }

  deinit { start.deallocate() }
}
