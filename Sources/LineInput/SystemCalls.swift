import Glibc

// One thin function for each call of the system that works on a descriptor; the rules about interrupted calls,
// and about descriptors that do not wait, are written here.

/// Appends what one read gives, at most `most` bytes.
///
/// - Returns: how many bytes came, 0 at the end; the system's error number where the read failed, EINTR and EAGAIN
///   among them.
func readOnce(
  _ descriptor: Int32, most: Int, into bytes: inout [UInt8]
) -> (count: Int, error: Int32?) {
  var result = 0
  var error: Int32 = 0
  bytes.append(addingCapacity: most) { output in
    unsafe output.withUnsafeMutableBufferPointer { storage, count in
      guard let room = storage.baseAddress else { return }
      result = unsafe read(descriptor, room + count, most)
      error = errno
      if result > 0 { count += result }
    }
  }
  return (max(0, result), result < 0 ? error : nil)
}

/// Appends what one read gives, and waits for it, even where the descriptor does not wait by itself.
///
/// - Returns: how many bytes came, 0 at the end; the system's error number where the read failed.
func readWaiting(
  _ descriptor: Int32, most: Int, into bytes: inout [UInt8]
) -> (count: Int, error: Int32?) {
  while true {
    let result = readOnce(descriptor, most: most, into: &bytes)
    switch result.error {
    case EINTR: continue
    case EAGAIN: waitUntil(descriptor, is: POLLIN, milliseconds: -1)
    default: return result
    }
  }
}

/// Writes all bytes; what takes none any more, such as a terminal that is gone, swallows them.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) {
  unsafe bytes.withUnsafeBytes { bytes in
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN {
        waitUntil(descriptor, is: POLLOUT, milliseconds: 1000)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }
}

/// Waits until a descriptor is ready, a signal comes, or the time has passed; -1 waits for ever.
private func waitUntil(_ descriptor: Int32, is ready: Int32, milliseconds: Int32) {
  var item = pollfd(fd: descriptor, events: Int16(ready), revents: 0)
  _ = unsafe poll(&item, 1, milliseconds)
}

/// What came first of all that was waited for.
enum Awaited {
  /// The first descriptor has input, or is at its end.
  case input
  /// The other one has.
  case other
  /// A signal was handled.
  case interrupted
  case silence
  case failed
}

/// Waits for input on one of two descriptors, for so many milliseconds; -1 waits for ever.
func awaitInput(_ descriptor: Int32, or other: Int32, milliseconds: Int32) -> Awaited {
  var items: InlineArray<2, pollfd> = [
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    pollfd(fd: other, events: Int16(POLLIN), revents: 0),
  ]
  var span = items.mutableSpan
  let ready = unsafe span.withUnsafeMutableBufferPointer {
    unsafe poll($0.baseAddress, 2, milliseconds)
  }
  if ready < 0 { return errno == EINTR || errno == EAGAIN ? .interrupted : .failed }
  if ready == 0 { return .silence }
  return items[1].revents != 0 ? .other : .input
}

/// Whether what a descriptor led to is gone: a terminal that was hung up.
func isHungUp(_ descriptor: Int32) -> Bool {
  var item = pollfd(fd: descriptor, events: 0, revents: 0)
  return unsafe poll(&item, 1, 0) > 0 && item.revents & Int16(POLLHUP) != 0
}

/// How many bytes are there to be read.
func countWaiting(_ descriptor: Int32) -> Int {
  var count: Int32 = 0
  return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
}

/// The size of a terminal's window, as it says.
func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

/// Milliseconds of a clock that nobody sets.
func now() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// What an environment variable says; nil where there is none.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Has the C library take text as UTF-8, whatever the environment says; numbers and dates stay as they are.
func useUTF8() { _ = unsafe setlocale(LC_CTYPE, "C.UTF-8") }
