// Bytes to descriptors: whole writes, the EINTR rule written once.

internal import Glibc

/// Writing to an open descriptor.
enum Descriptor {
  /// Writes all of the bytes; the system's error number when that fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    writeCounting(bytes, to: descriptor).error
  }

  /// Writes all of the bytes; how many were written, and the system's error number where not all were.
  static func writeCounting(
    _ bytes: [UInt8], to descriptor: Int32
  ) -> (count: Int, error: Int32?) {
    var done = 0
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return (0, nil) }
      while done < buffer.count {
        let n = Glibc.write(descriptor, base + done, buffer.count - done)
        if n > 0 {
          done += n
        } else if n == 0 {
          // Nothing was taken, and nothing said why.
          return (done, EIO)
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          return (done, errno)
        }
      }
      return (done, nil)
    }
  }

  /// Whether an error means that there is no room for more.
  static func isFull(_ error: Int32) -> Bool { [ENOSPC, EFBIG, EDQUOT].contains(error) }

  /// The system's words for an error number.
  static func words(_ error: Int32) -> String { String(cString: strerror(error)) }

  /// Opens the null device on each of the three standard descriptors that is closed.
  ///
  /// Otherwise a file opened later would get one of their numbers, and words meant for a person would land in it.
  /// False where that cannot be had: then nothing may be opened.
  static func keepStandardOnesOpen() -> Bool {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // Standard output is opened for reading alone: a record written there must fail, not vanish.
      if open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY) != descriptor { return false }
    }
    return true
  }
}
