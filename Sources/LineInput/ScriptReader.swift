// Lines of redirected input: big blocks, CRLF, a mark at the start, a last line without end, bounded memory.

import Glibc

/// What reading gives.
public enum ScriptLine: Sendable {
  /// A line; its bytes are there until the next read (`ScriptReader.withLine`).
  case line
  /// A line of more than the limit; so many bytes, which were not kept.
  case tooLong(bytes: Int)
  /// The input has ended, or `beforeWait` ended the reading.
  case end
  /// The input could not be read: the system's error number.
  case failed(Int32)
}

/// Reads redirected input line by line; libedit is not asked.
///
/// After the end, and after a failure, there are no more lines and nothing more is read.
public struct ScriptReader: ~Copyable {
  /// The longest line, in bytes without its end (DESIGN.md, section 4).
  public static let longestLine = 65_536

  /// The number of the line read last, from 1.
  public private(set) var number = 0
  /// Called before the reader may have to wait, so that what is written reaches its reader first.
  ///
  /// False ends the reading: `next` gives the end.
  public var beforeWait: () -> Bool = { true }

  private let descriptor: Int32
  private let block: Int
  /// What was read and not dropped: nothing else can be seen of it than bytes of the input.
  @usableFromInline var buffer: [UInt8] = []
  /// Where the line read last stands.
  @usableFromInline var line = 0..<0
  /// Where the next line begins.
  private var start = 0
  private var hasEnded = false
  private var isFirst = true

  /// Reads a descriptor; `leavesRest`: what is not used as a line stays for the next program.
  ///
  /// Input that cannot be set back is then read byte by byte, as a shell's `read` does.
  public init(descriptor: Int32, leavesRest: Bool) {
    self.descriptor = descriptor
    let isSeekable = lseek(descriptor, 0, SEEK_CUR) >= 0
    block = leavesRest && !isSeekable ? 1 : 262_144
    buffer.reserveCapacity(block + ScriptReader.longestLine + 2)
  }

  /// Does something with the bytes of the line read last, without its end.
  @inlinable @inline(__always)
  public func withLine<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(buffer.span.extracting(line))
  }

  /// Does something with the line read last and what is known of the input behind it, so many bytes at most.
  public func withLine<Result>(andBehind most: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(buffer.span.extracting(line.lowerBound..<min(buffer.count, line.lowerBound + most)))
  }

  /// Reads the next line.
  public mutating func next() -> ScriptLine {
    var searched = start
    while true {
      if let end = firstLineFeed(in: buffer.span, from: searched) {
        return take(to: end, next: end + 1)
      }
      searched = buffer.count
      if searched - start > ScriptReader.longestLine + 1 { return skipLongLine() }
      searched -= start
      switch fill() {
      case .bytes: searched += start
      case .end:
        guard start < buffer.count else { return .end }
        return take(to: buffer.count, next: buffer.count)
      case .stopped: return .end
      case .failed(let error): return .failed(error)
      }
    }
  }

  /// Sets the input back to the first byte that was not used, where it can be set back.
  public mutating func leaveRest() {
    let rest = buffer.count - start
    if rest > 0, lseek(descriptor, off_t(-rest), SEEK_CUR) >= 0 { drop() }
  }

  @inline(__always)
  private mutating func take(to end: Int, next: Int) -> ScriptLine {
    var low = start
    var high = end
    start = next
    number += 1
    if isFirst {
      isFirst = false
      if high - low >= 3, buffer[low] == 0xEF, buffer[low + 1] == 0xBB, buffer[low + 2] == 0xBF {
        low += 3
        if low == high, next == high {
          number = 0
          return .end
        }
      }
    }
    if high > low, buffer[high - 1] == 13 { high -= 1 }
    if high - low > ScriptReader.longestLine { return .tooLong(bytes: high - low) }
    line = low..<high
    return .line
  }

  /// Reads on without keeping, to the end of the line.
  private mutating func skipLongLine() -> ScriptLine {
    var bytes = 0
    var last: UInt8 = 0
    number += 1
    isFirst = false
    while true {
      let end = firstLineFeed(in: buffer.span, from: start)
      let high = end ?? buffer.count
      bytes += high - start
      if high > start { last = buffer[high - 1] }
      if let end {
        start = end + 1
        return .tooLong(bytes: last == 13 ? bytes - 1 : bytes)
      }
      start = high
      switch fill() {
      case .bytes: break
      case .end: return .tooLong(bytes: bytes)
      case .stopped: return .end
      case .failed(let error): return .failed(error)
      }
    }
  }

  private enum Filling {
    case bytes, end, stopped
    case failed(Int32)
  }

  /// Reads one block more, behind what is not used yet; only after `bytes` is there more of the input than before.
  private mutating func fill() -> Filling {
    if hasEnded { return .end }
    if start > 0 {
      buffer.removeSubrange(..<start)
      line = 0..<0
      start = 0
    }
    guard beforeWait() else {
      drop()
      return .stopped
    }
    let (count, error) = readWaiting(descriptor, most: block, into: &buffer)
    if count > 0 { return .bytes }
    if let error {
      drop()
      return .failed(error)
    }
    hasEnded = true
    return .end
  }

  /// Nothing of what was read is a line any more, and nothing more is read.
  private mutating func drop() {
    hasEnded = true
    buffer.removeAll()
    line = 0..<0
    start = 0
  }
}

/// Where the first line feed stands from an offset on; nil when there is none.
@inline(__always)
private func firstLineFeed(in bytes: Span<UInt8>, from offset: Int) -> Int? {
  unsafe bytes.extracting(offset..<bytes.count).withUnsafeBytes { rest in
    guard let base = rest.baseAddress, let found = unsafe memchr(base, 10, rest.count) else {
      return nil
    }
    return unsafe offset + (UnsafeRawPointer(found) - base)
  }
}
