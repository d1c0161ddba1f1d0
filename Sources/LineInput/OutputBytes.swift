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
struct OutputBytes: ~Copyable, ByteSink {
  private var bytes: [UInt8] = []
  var count: Int { bytes.count }

  init() { bytes.reserveCapacity(256) }

  @inline(__always)
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  // Not inlined: one place of code for the few short texts of a key.
  @inline(never)
  mutating func append(contentsOf bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

  @inline(never)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Puts a sequence before what was appended since there were so many bytes.
  mutating func insert(_ text: StaticString, at index: Int) {
    text.withUTF8Buffer { unsafe bytes.insert(contentsOf: $0, at: index) }
  }

  /// Hands on all bytes, if there are any, and is empty then.
  @inline(__always)
  mutating func send(_ write: (Span<UInt8>) -> Void) {
    guard !bytes.isEmpty else { return }
    write(bytes.span)
    bytes.removeAll(keepingCapacity: true)
  }
}
