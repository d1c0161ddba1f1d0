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
    if n < 8 {
      for i in 0..<n where self[i] &- 0x20 > 0x5E { return false }
      return true
    }
    // The last word overlaps the one before it, so that no byte is left over.
    var bad = unprintable(at: n &- 8)
    var i = 0
    while i < n &- 8 {
      bad |= unprintable(at: i)
      i &+= 8
    }
    return bad == 0
  }

  /// The high bit of each of eight bytes that is below 0x20, or 0x7F or above; others may be set above one.
  @inlinable @inline(__always)
  func unprintable(at offset: Int) -> UInt64 {
    let x = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
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
