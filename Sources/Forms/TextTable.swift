// Texts found by their bytes: a table for many, without a copy of any.

/// Places of texts by their bytes; the texts themselves stand with whoever asks.
struct TextTable: Sendable {
  private var slots: [Int32]  // place + 1; 0 is free
  private let mask: Int

  /// A table for so many texts.
  init(count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  /// Notes a place, unless the same text has one; `isSame` says whether the text of a place is this one.
  mutating func insert(_ text: Span<UInt8>, _ place: Int, isSame: (Int) -> Bool) {
    var slot = hash(text) & mask
    while slots[slot] != 0 {
      if isSame(Int(slots[slot]) - 1) { return }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: place + 1)
  }

  /// The place of a text; nil when it has none.
  func find(_ text: Span<UInt8>, isSame: (Int) -> Bool) -> Int? {
    var slot = hash(text) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if isSame(place) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// FNV-1a, its high bits brought down.
  private func hash(_ text: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<text.count { hash = (hash ^ UInt64(text[i])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
  }
}
