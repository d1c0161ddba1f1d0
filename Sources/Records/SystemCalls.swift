// The system's calls on files: one thin function each, and the rule about interrupted calls, once.
//
// Nothing else in this module hands memory to the system.

import Forms
import Glibc

/// A system call's `errno`.
struct SystemFault: Error {
  let code: Int32
}

/// Does something with a file, and names the file where a system call of it fails.
@inline(__always)
func at<Result>(
  _ path: FilePath, _ body: () throws(SystemFault) -> Result
) throws(RecordFileError) -> Result {
  do {
    return try body()
  } catch {
    throw RecordFileError(path, .system(error.code))
  }
}

/// The system's calls.
enum System {
  /// A call that signals interrupt so often in a row is given up.
  private static let mostInterruptions = 10_000

  /// Makes a call again as long as a signal interrupts it.
  @inline(__always)
  static func uninterrupted<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemFault) -> Result {
    var interruptions = 0
    while true {
      let result = call()
      if result >= 0 { return result }
      interruptions += 1
      if errno != EINTR || interruptions == mostInterruptions { throw SystemFault(code: errno) }
    }
  }

  // MARK: Paths

  static func open(_ path: FilePath, _ flags: Int32, _ mode: mode_t) throws(SystemFault) -> Int32 {
    let name = path.cString
    return try uninterrupted { unsafe Glibc.open(name, flags, mode) }
  }

  /// What stands at a path; symbolic links are followed unless told otherwise.
  static func status(_ path: FilePath, followsLinks: Bool = true) throws(SystemFault) -> stat {
    let name = path.cString
    var found = stat()
    let follow = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try uninterrupted { unsafe fstatat(AT_FDCWD, name, &found, follow) }
    return found
  }

  /// Sees whether a path may be used so (`W_OK` and such).
  static func check(_ path: FilePath, for use: Int32) throws(SystemFault) {
    let name = path.cString
    _ = try uninterrupted { unsafe access(name, use) }
  }

  static func unlink(_ path: FilePath) throws(SystemFault) {
    let name = path.cString
    _ = try uninterrupted { unsafe Glibc.unlink(name) }
  }

  /// The path without symbolic links; nil where nothing stands there.
  static func realPath(_ path: FilePath) -> FilePath? {
    guard let found = unsafe realpath(path.cString, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe FilePath(Bytes(UnsafeRawBufferPointer(start: found, count: strlen(found))))
  }

  /// What a symbolic link names; nil where there is none.
  static func linkTarget(_ path: FilePath) -> FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let room = buffer.count
    let count = unsafe readlink(path.cString, &buffer, room)
    guard count > 0 else { return nil }
    return FilePath(buffer[..<min(count, room)].map { UInt8(bitPattern: $0) })
  }

  // MARK: Open files

  static func status(_ descriptor: Int32) throws(SystemFault) -> stat {
    var found = stat()
    _ = try uninterrupted { unsafe fstat(descriptor, &found) }
    return found
  }

  /// Appends at most `most` bytes that are read where the file stands; the result is how many, 0 at the end.
  ///
  /// It waits where the descriptor does not wait by itself: whoever handed it over may have set it so.
  static func read(
    _ descriptor: Int32, most: Int, into bytes: inout Bytes
  ) throws(SystemFault) -> Int {
    let before = bytes.count
    var fault: SystemFault?
    bytes.append(addingCapacity: most) { output in
      unsafe output.withUnsafeMutableBufferPointer { storage, count in
        do throws(SystemFault) {
          guard let base = storage.baseAddress else { return }
          count += try uninterrupted {
            while true {
              let result = unsafe Glibc.read(descriptor, base + count, most)
              guard result < 0, errno == EAGAIN else { return result }
              var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
              if unsafe poll(&item, 1, -1) < 0 { return -1 }
            }
          }
        } catch {
          fault = error
        }
      }
    }
    if let fault { throw fault }
    return bytes.count - before
  }

  /// Reads into `bytes` from an offset on; the result is how many were read, 0 at the end.
  static func read(
    _ descriptor: Int32, into bytes: inout Bytes, from start: Int, at offset: Int
  ) throws(SystemFault) -> Int {
    var room = bytes.mutableSpan
    return try unsafe room.withUnsafeMutableBytes { buffer throws(SystemFault) -> Int in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
      return try uninterrupted {
        unsafe pread(descriptor, rest.baseAddress, rest.count, offset)
      }
    }
  }

  /// Writes bytes from one on, at an offset or where the file stands; the result is how many were written.
  static func write(
    _ descriptor: Int32, _ bytes: Span<UInt8>, from start: Int, at offset: Int?
  ) throws(SystemFault) -> Int {
    let rest = bytes.extracting(start...)
    return try unsafe rest.withUnsafeBytes { buffer throws(SystemFault) -> Int in
      guard let offset else {
        return try uninterrupted {
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        }
      }
      return try uninterrupted {
        unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, offset)
      }
    }
  }

  // MARK: Waiting

  /// Milliseconds of a clock that nobody sets.
  static var now: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds that this thread has worked.
  static var workingTime: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Waits so many milliseconds, or until a signal comes.
  static func sleep(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// The most bytes that a file may have that this process writes; nil without limit.
  static var fileSizeLimit: UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max
    else { return nil }
    return UInt64(limit.rlim_cur)
  }
}
