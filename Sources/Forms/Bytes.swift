// Bytes of UTF-8 text: the few operations on them that judging and storing need.

/// Owned UTF-8 text; drafts, values and names are kept as bytes, never as Strings.
public typealias Bytes = [UInt8]

extension [UInt8] {
  /// The bytes of a text.
  @inlinable public init(_ text: Span<UInt8>) {
    self.init()
    put(text)
  }

  /// Appends borrowed bytes in one copy.
  @inlinable public mutating func put(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe self.append(contentsOf: $0) }
  }

  /// Whether both hold the same bytes.
  @inlinable public func equals(_ other: Span<UInt8>) -> Bool { span.equals(other) }

  /// The bytes as text; they must be valid UTF-8.
  @inlinable public var string: String { String(bytes: span) }

  /// The bytes of a text.
  @inlinable public init(text: String) { self = [UInt8](text.utf8) }

  /// Whether the text begins with these bytes.
  @inlinable public func begins(with prefix: Bytes) -> Bool { span.begins(with: prefix.span) }

  /// Replaces the content and keeps the storage, so that a reused buffer allocates once.
  @inlinable public mutating func set(_ text: Span<UInt8>) {
    if text.count == count {
      // In place: what a column holds is often as long as what it held before.
      for i in 0..<text.count { self[i] = text[i] }
      return
    }
    unsafe text.withUnsafeBufferPointer { unsafe self.replaceSubrange(0..<self.count, with: $0) }
  }
}

extension Span<UInt8> {
  /// Whether all bytes are printable ASCII, 0x20 to 0x7E.
  @inlinable public var isPrintableASCII: Bool {
    let n = count
    if n < 8 { return Self.unprintable(word(filler: 0x20)) == 0 }
    // The last word overlaps the one before it, so that no byte is left over.
    var bad = Self.unprintable(word(at: n &- 8))
    var i = 0
    while i < n &- 8 {
      bad |= Self.unprintable(word(at: i))
      i &+= 8
    }
    return bad == 0
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var seen: UInt8 = 0
    for i in 0..<count { seen |= self[i] }
    return seen < 0x80
  }

  /// Eight bytes as one number, the first of them lowest; they must be there.
  @inlinable @inline(__always)
  func word(at offset: Int) -> UInt64 {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// At most eight bytes as one number, the first of them lowest; `filler` stands for those that are missing.
  @inlinable @inline(__always)
  func word(filler: UInt8) -> UInt64 {
    let n = count
    if n == 8 { return word(at: 0) }
    // Two parts that may overlap hold all that is there.
    var word: UInt64
    if n >= 4 {
      let low = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
      let high = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: n &- 4, as: UInt32.self)
      word = UInt64(low) | UInt64(high) &<< UInt64(8 &* (n &- 4))
    } else if n >= 2 {
      let low = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt16.self)
      let high = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: n &- 2, as: UInt16.self)
      word = UInt64(low) | UInt64(high) &<< UInt64(8 &* (n &- 2))
    } else {
      word = n == 1 ? UInt64(self[0]) : 0
    }
    return word | (0x0101_0101_0101_0101 &* UInt64(filler)) &<< UInt64(8 &* n)
  }

  /// The high bit of each of eight bytes that is below 0x20, or 0x7F or above; others may be set above one.
  @inlinable @inline(__always)
  static func unprintable(_ x: UInt64) -> UInt64 {
    let low = x &- 0x2020_2020_2020_2020
    let del = (x ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101
    return (x | low | (del & ~x)) & 0x8080_8080_8080_8080
  }

  /// Whether both hold the same bytes.
  @inlinable public func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for i in 0..<count where self[i] != other[i] { return false }
    return true
  }

  /// Whether the text begins with these bytes.
  @inlinable public func begins(with prefix: Span<UInt8>) -> Bool {
    guard prefix.count <= count else { return false }
    for i in 0..<prefix.count where self[i] != prefix[i] { return false }
    return true
  }

  /// The range without outer spaces and tabs (DESIGN.md, section 4: what text answers lose).
  @inlinable public var trimmedRange: Range<Int> {
    var low = 0
    var high = count
    while low < high, self[low] == 0x20 || self[low] == 0x09 { low += 1 }
    while low < high, self[high - 1] == 0x20 || self[high - 1] == 0x09 { high -= 1 }
    return low..<high
  }

  /// The number of code points; the text must be valid UTF-8.
  public var codePoints: Int {
    var n = 0
    for i in 0..<count where self[i] & 0xC0 != 0x80 { n += 1 }
    return n
  }
}

extension String {
  /// The text of valid UTF-8 bytes.
  @inlinable public init(bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
