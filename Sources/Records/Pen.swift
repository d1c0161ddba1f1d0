// Writing into storage that is large enough already: no check and no bookkeeping a byte.

import Forms

/// Writes bytes one after the other into reserved storage; whoever makes one has reserved enough.
struct Pen {
  private(set) var at: UnsafeMutablePointer<UInt8>

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    at.pointee = byte
    at += 1
  }

  /// Copies a text.
  @inline(__always)
  mutating func put(_ text: Span<UInt8>) {
    text.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      copy(base, source.count)
    }
  }

  /// Copies bytes a block at once: up to a block behind them is read, and written over later.
  ///
  /// Blocks of 16 bytes (`SIMD2<UInt64>`) suit names, of 32 (`SIMD4<UInt64>`) values: then one mostly does.
  @inline(__always)
  mutating func putWide<Block: BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ count: Int, by _: Block.Type
  ) {
    let target = UnsafeMutableRawPointer(at)
    var offset = 0
    repeat {
      let block = source.loadUnaligned(fromByteOffset: offset, as: Block.self)
      target.storeBytes(of: block, toByteOffset: offset, as: Block.self)
      offset &+= MemoryLayout<Block>.size
    } while offset < count
    at += count
  }

  /// Copies a text as long as `special` finds nothing in it; false, with nothing written, where it does.
  ///
  /// `special` gets eight bytes at once and gives 0 where none of them is special.
  @inline(__always)
  mutating func putPlain(_ text: Span<UInt8>, _ special: (UInt64) -> UInt64) -> Bool {
    text.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return true }
      let count = source.count
      var seen: UInt64
      if count < 8 {
        seen = special(Pen.word(base, count))
      } else {
        // The last word overlaps the one before it, so that no byte is left over.
        seen = special(base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
        var offset = 0
        while offset < count - 8 {
          seen |= special(base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          offset += 8
        }
      }
      if seen != 0 { return false }
      copy(base, count)
      return true
    }
  }

  /// Copies a few bytes; most texts of a form are too short for a call to be worth its while.
  @inline(__always)
  private mutating func copy(_ source: UnsafeRawPointer, _ count: Int) {
    let target = UnsafeMutableRawPointer(at)
    if count < 8 {
      // What is written beyond the text is overwritten by what comes next, or lies within `slack`.
      target.storeBytes(of: Pen.word(source, count), as: UInt64.self)
    } else if count <= 64 {
      var offset = 0
      while offset < count - 8 {
        let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      let last = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
    } else {
      target.copyMemory(from: source, byteCount: count)
    }
    at += count
  }

  /// Fewer than eight bytes as a word, filled up with letters, which are special nowhere.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let letters: UInt64 = 0x6161_6161_6161_6161
    var word: UInt64
    if count >= 4 {
      let low = UInt64(source.loadUnaligned(as: UInt32.self))
      let high = UInt64(source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      word = low | high << UInt64(8 * (count - 4))
    } else if count >= 2 {
      let low = UInt64(source.loadUnaligned(as: UInt16.self))
      let high = UInt64(source.loadUnaligned(fromByteOffset: count - 2, as: UInt16.self))
      word = low | high << UInt64(8 * (count - 2))
    } else {
      word = count == 1 ? UInt64(source.load(as: UInt8.self)) : 0
    }
    return word | letters &<< UInt64(8 * count)
  }

  /// Bytes that must be reserved beyond what is written.
  static let slack = 8
}

extension [UInt8] {
  /// Appends at most `most` bytes through a pen.
  @inline(__always)
  mutating func write(most: Int, _ body: (inout Pen) -> Void) {
    append(addingCapacity: most + Pen.slack) { output in
      output.withUnsafeMutableBufferPointer { storage, count in
        guard let base = storage.baseAddress else { return }
        var pen = Pen(at: base + count)
        body(&pen)
        count = pen.at - base
      }
    }
  }
}

/// Where bytes of a kind stand in eight bytes: the high bit of each such byte is set, others may be above it.
enum EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Not 0 where any of the bytes is this one.
  @inline(__always)
  static func find(_ byte: UInt8, in word: UInt64) -> UInt64 {
    let x = word ^ (ones &* UInt64(byte))
    return (x &- ones) & ~x & highs
  }

  /// Not 0 where any of the bytes may begin a control character beyond ASCII (`HiddenControl`).
  @inline(__always)
  static func findHidden(in word: UInt64) -> UInt64 {
    word & highs == 0 ? 0 : find(0xC2, in: word) | find(0xD8, in: word) | find(0xE2, in: word)
  }

  /// Not 0 where any of the bytes is below this one, which is at most 0x80.
  @inline(__always)
  static func findBelow(_ byte: UInt8, in word: UInt64) -> UInt64 {
    (word &- ones &* UInt64(byte)) & ~word & highs
  }
}
