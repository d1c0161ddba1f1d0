// Bytes to descriptors: whole writes, the EINTR rule written once.

internal import Glibc

/// Writing to an open descriptor.
enum Descriptor {
  /// Writes all of the bytes; the system's error number when that fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var done = 0
    return bytes.withUnsafeBytes { buffer -> Int32? in
      guard let base = buffer.baseAddress else { return nil }
      while done < buffer.count {
        let n = Glibc.write(descriptor, base + done, buffer.count - done)
        if n > 0 {
          done += n
        } else if n == 0 {
          return EIO  // nothing was taken, and nothing said why
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

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
