// Where the cells of a table, or lines, end: sixty-four bytes are looked at at once.

/// Goes from one separator or line feed to the next.
struct CellEnds {
  private static let width = 64

  private let base: UnsafeRawPointer
  private let count: Int
  /// The separator in each lane: spread anew for each block it would be waited for.
  private let separators: SIMD16<UInt8>
  /// Where the block begins that is looked at.
  private var block: Int
  /// The separators and line feeds of the block that were not passed yet, a bit each.
  private var ends: UInt64 = 0
  /// Whether the block has other bytes than printable ASCII and line feeds.
  private var isOdd = false
  /// Whether blocks since the last ``beginRecord()`` have nothing but printable ASCII and line feeds.
  private(set) var arePrintable = true

  /// Begins at an offset; nil where there are no bytes.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int, separator: UInt8) {
    guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
    self.base = UnsafeRawPointer(base)
    count = bytes.count
    separators = SIMD16(repeating: separator)
    block = offset
    look()
  }

  /// Begins a record at the place behind the last one that was given.
  @inline(__always)
  mutating func beginRecord() { arePrintable = !isOdd }

  /// The place of the next separator or line feed; the count of bytes where there is none.
  @inline(__always)
  mutating func next() -> Int {
    while ends == 0 {
      block &+= CellEnds.width
      guard block < count else { return count }
      look()
    }
    let place = block &+ ends.trailingZeroBitCount
    ends &= ends &- 1
    return place
  }

  /// Looks at the block.
  @inline(__always)
  private mutating func look() {
    guard block &+ CellEnds.width <= count else { return lookAtRest() }
    let feeds = SIMD16<UInt8>(repeating: 0x0A)
    let space = SIMD16<UInt8>(repeating: 0x20)
    let widest = SIMD16<UInt8>(repeating: 0x5E)
    var found: UInt64 = 0
    var odd = SIMD2<UInt64>()
    for part in 0..<4 {
      let bytes = base.loadUnaligned(
        fromByteOffset: block &+ 16 &* part, as: SIMD16<UInt8>.self)
      let isFeed = CellEnds.halves(bytes .== feeds)
      let isEnd = isFeed | CellEnds.halves(bytes .== separators)
      found |= CellEnds.bits(isEnd) &<< UInt64(16 &* part)
      odd |= CellEnds.halves((bytes &- space) .> widest) & ~isFeed
    }
    ends = found
    isOdd = odd[0] | odd[1] != 0
    if isOdd { arePrintable = false }
  }

  /// A mask of sixteen bytes, all bits of a byte alike.
  @inline(__always)
  private static func halves(_ mask: SIMDMask<SIMD16<UInt8>.MaskStorage>) -> SIMD2<UInt64> {
    unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// One bit for each of sixteen bytes.
  @inline(__always)
  private static func bits(_ halves: SIMD2<UInt64>) -> UInt64 {
    // Each byte keeps the bit of its own place; the product's highest byte is the sum of the eight.
    let places: UInt64 = 0x8040_2010_0804_0201
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = ((halves[0] & places) &* ones) &>> 56
    let high = ((halves[1] & places) &* ones) &>> 56
    return low | high &<< 8
  }

  /// The last few bytes, one by one.
  @inline(never)
  private mutating func lookAtRest() {
    ends = 0
    isOdd = false
    for i in block..<count {
      let byte = base.load(fromByteOffset: i, as: UInt8.self)
      if byte == separators[0] || byte == 0x0A { ends |= 1 << UInt64(i - block) }
      if byte != 0x0A, byte &- 0x20 > 0x5E { isOdd = true }
    }
    if isOdd { arePrintable = false }
  }
}
