// Open files: one thin function a system call, and the rule about interrupted calls, once.

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

/// Makes a system call again as long as a signal interrupts it.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) throws(SystemFault) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemFault(code: errno) }
  }
}

/// What a file is.
struct FileStatus: Equatable {
  var device: UInt
  var inode: UInt
  var size: Int
  var owner: UInt32
  var links: Int
  var kind: UInt32
  /// Whether others than the owner may write to it.
  var isOpenToOthers: Bool

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    owner = status.st_uid
    links = Int(status.st_nlink)
    kind = status.st_mode & S_IFMT
    isOpenToOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  /// The status of what stands at a path, symbolic links followed; nil where nothing does.
  init?(path: FilePath) throws(SystemFault) {
    var found = stat()
    let name = path.cString
    do {
      _ = try uninterrupted { stat(name, &found) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    self.init(found)
  }

  /// Whether both are the same file.
  func isSame(_ other: FileStatus) -> Bool { device == other.device && inode == other.inode }
  var isRegular: Bool { kind == S_IFREG }
  var isFolder: Bool { kind == S_IFDIR }
  var isPipe: Bool { kind == S_IFIFO }
}

/// An open file; it is closed when its owner goes.
final class OpenFile {
  let descriptor: Int32
  private let isOwned: Bool

  /// Opens a path; the descriptor is not handed to other programs.
  init(_ path: FilePath, _ flags: Int32, mode: mode_t = 0o666) throws(SystemFault) {
    let name = path.cString
    descriptor = try uninterrupted { open(name, flags | O_CLOEXEC | O_NOCTTY, mode) }
    isOwned = true
  }

  /// Standard input, which stays open.
  static func standardInput() -> OpenFile { OpenFile(borrowing: 0) }

  private init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  deinit {
    guard isOwned else { return }
    // A child that is being started still shares the open file, and would keep the lock for a moment.
    unlock()
    _ = close(descriptor)
  }

  var status: FileStatus {
    get throws(SystemFault) {
      var found = stat()
      _ = try uninterrupted { fstat(descriptor, &found) }
      return FileStatus(found)
    }
  }

  /// Whether what is written goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Waits for the lock that only one open file has at a time.
  func lock() throws(SystemFault) { _ = try uninterrupted { flock(descriptor, LOCK_EX) } }

  /// Takes the lock if nobody has it.
  func tryLock() throws(SystemFault) -> Bool {
    do {
      _ = try uninterrupted { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Appends at most `most` bytes that are read; the result is how many, 0 at the end.
  func read(most: Int, into bytes: inout Bytes) throws(SystemFault) -> Int {
    var result = 0
    var failed: Int32 = 0
    bytes.append(addingCapacity: most) { output in
      output.withUnsafeMutableBufferPointer { storage, count in
        guard let base = storage.baseAddress else { return }
        repeat {
          result = Glibc.read(descriptor, base + count, most)
        } while result < 0 && errno == EINTR
        failed = errno
        if result > 0 { count += result }
      }
    }
    if result < 0 { throw SystemFault(code: failed) }
    return result
  }

  /// The bytes of a part of the file, fewer where it ends earlier.
  func read(_ range: Range<Int>) throws(SystemFault) -> Bytes {
    var bytes = Bytes(repeating: 0, count: range.count)
    var done = 0
    while done < range.count {
      let count = try uninterrupted {
        bytes.withUnsafeMutableBytes { buffer in
          pread(
            descriptor, buffer.baseAddress.map { $0 + done }, range.count - done,
            range.lowerBound + done)
        }
      }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(range.count - done)
    return bytes
  }

  /// Writes all bytes, in one call where the system takes them so; the fault says how many were written.
  func write(_ bytes: Span<UInt8>) -> (written: Int, fault: SystemFault?) {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if count > 0 {
          done += count
        } else if count == 0 {
          return (done, SystemFault(code: EIO))
        } else if errno != EINTR {
          return (done, SystemFault(code: errno))
        }
      }
      return (done, nil)
    }
  }

  func truncate(to length: Int) throws(SystemFault) {
    _ = try uninterrupted { ftruncate(descriptor, length) }
  }

  /// Waits until all that was written is on the disk; what has no disk, such as a pipe, needs none.
  func sync() throws(SystemFault) { try OpenFile.sync { fsync(self.descriptor) } }

  /// Waits until the content is on the disk; times and such may come later.
  func syncData() throws(SystemFault) { try OpenFile.sync { fdatasync(self.descriptor) } }

  private static func sync(_ call: () -> Int32) throws(SystemFault) {
    do {
      _ = try uninterrupted(call)
    } catch {
      if error.code != EINVAL && error.code != EROFS && error.code != ENOTSUP { throw error }
    }
  }

  /// Waits until the names in the folder of a file are on the disk, as far as one may.
  static func syncFolder(of path: FilePath) throws(SystemFault) {
    let folder: OpenFile
    do {
      folder = try OpenFile(FilePath.folder(of: path), O_RDONLY | O_DIRECTORY)
    } catch {
      if error.code == EACCES { return }  // a folder that may be written and not read
      throw error
    }
    try folder.sync()
  }
}
