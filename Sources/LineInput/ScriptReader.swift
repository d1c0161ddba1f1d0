// Lines of redirected input: big blocks, CRLF, a mark at the start, a last line without end, bounded memory.

import Glibc

/// What reading gives.
public enum ScriptLine: Sendable {
  /// A line; its bytes are `ScriptReader.line` until the next read.
  case line
  /// A line of more than the limit; so many bytes, which were not kept.
  case tooLong(bytes: Int)
  /// The input has ended.
  case end
  /// The input could not be read: the system's error number.
  case failed(Int32)
}

/// Reads redirected input line by line; libedit is not asked.
public final class ScriptReader {
  /// The longest line, in bytes without its end (DESIGN.md, section 4).
  public static let longestLine = 65_536

  /// The number of the line read last, from 1.
  public private(set) var number = 0
  /// The bytes of the line read last, without its end; valid until the next read.
  public private(set) var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// Called before the reader may have to wait, so that what is written reaches its reader first.
  ///
  /// False ends the reading: `next` gives the end.
  public var beforeWait: () -> Bool = { true }

  private let descriptor: Int32
  private let block: Int
  private var buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var start = 0
  private var end = 0
  private var hasEnded = false
  private var isFirst = true

  /// Reads a descriptor; `leavesRest`: what is not used as a line stays for the next program.
  ///
  /// Input that cannot be set back is then read byte by byte, as a shell's `read` does.
  public init(descriptor: Int32, leavesRest: Bool) {
    self.descriptor = descriptor
    let isSeekable = lseek(descriptor, 0, SEEK_CUR) >= 0
    block = leavesRest && !isSeekable ? 1 : 262_144
    capacity = block + 2 * ScriptReader.longestLine
    buffer = .allocate(capacity: capacity)
  }

  deinit { buffer.deallocate() }

  /// Reads the next line.
  public func next() -> ScriptLine {
    // Nearly every line stands whole in the buffer.
    if !isFirst, let newline = memchr(buffer + start, 10, end - start) {
      let from = start
      var to = newline.assumingMemoryBound(to: UInt8.self) - buffer
      start = to + 1
      number += 1
      if to > from, buffer[to - 1] == 13 { to -= 1 }
      if to - from > ScriptReader.longestLine { return .tooLong(bytes: to - from) }
      line = UnsafeBufferPointer(start: buffer + from, count: to - from)
      return .line
    }
    var searched = start
    while true {
      if let newline = memchr(buffer + searched, 10, end - searched) {
        let at = newline.assumingMemoryBound(to: UInt8.self) - buffer
        return take(from: start, to: at, next: at + 1)
      }
      if hasEnded {
        guard start < end else { return .end }
        return take(from: start, to: end, next: end)
      }
      if end - start > ScriptReader.longestLine + 1 { return skipLongLine() }
      searched = end - start
      if let error = fill() { return .failed(error) }
      searched += start
    }
  }

  /// Sets the input back to the first byte that was not used, where it can be set back.
  public func leaveRest() {
    if end > start, lseek(descriptor, off_t(start - end), SEEK_CUR) >= 0 { end = start }
  }

  private func take(from low: Int, to high: Int, next: Int) -> ScriptLine {
    var from = low
    var to = high
    start = next
    number += 1
    if isFirst {
      isFirst = false
      if to - from >= 3, buffer[from] == 0xEF, buffer[from + 1] == 0xBB, buffer[from + 2] == 0xBF {
        from += 3
        if from == to, next == high {
          number = 0
          return .end
        }
      }
    }
    if to > from, buffer[to - 1] == 13 { to -= 1 }
    if to - from > ScriptReader.longestLine { return .tooLong(bytes: to - from) }
    line = UnsafeBufferPointer(start: buffer + from, count: to - from)
    return .line
  }

  /// Reads on without keeping, to the end of the line.
  private func skipLongLine() -> ScriptLine {
    var bytes = end - start
    var last = buffer[end - 1]
    start = end
    number += 1
    isFirst = false
    while true {
      if let error = fill() { return .failed(error) }
      if hasEnded { return .tooLong(bytes: bytes) }
      if let newline = memchr(buffer + start, 10, end - start) {
        let at = newline.assumingMemoryBound(to: UInt8.self) - buffer
        if at > start { last = buffer[at - 1] }
        bytes += at - start - (last == 13 ? 1 : 0)
        start = at + 1
        return .tooLong(bytes: bytes)
      }
      bytes += end - start
      last = buffer[end - 1]
      start = end
    }
  }

  /// Reads one block more; nil when it went well or the input has ended.
  private func fill() -> Int32? {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      end -= start
      start = 0
    }
    if !beforeWait() {
      hasEnded = true
      start = end
      return nil
    }
    while true {
      let n = read(descriptor, buffer + end, min(block, capacity - end))
      if n > 0 {
        end += n
        return nil
      }
      if n == 0 {
        hasEnded = true
        return nil
      }
      if errno != EINTR { return errno }
    }
  }
}
