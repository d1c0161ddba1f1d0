// Open files: whole reads, whole writes, the lock.

import Forms
import Glibc

/// What a file is.
struct FileStatus: Equatable {
  var device: UInt
  var inode: UInt
  var size: Int
  var owner: UInt32
  var links: Int
  var kind: UInt32
  /// The permissions.
  var mode: UInt32

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    owner = status.st_uid
    links = Int(status.st_nlink)
    kind = status.st_mode & S_IFMT
    mode = status.st_mode & 0o7777
  }

  /// The status of what stands at a path, symbolic links followed; nil where nothing does.
  init?(path: FilePath) throws(SystemFault) {
    do {
      self.init(try System.status(path))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Whether both are the same file.
  func isSame(_ other: FileStatus) -> Bool { device == other.device && inode == other.inode }
  var isRegular: Bool { kind == S_IFREG }
  var isFolder: Bool { kind == S_IFDIR }
  var isPipe: Bool { kind == S_IFIFO }
  /// Whether others than the owner may write to it.
  var isOpenToOthers: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
}

/// An open file; it is closed when its owner goes.
final class OpenFile {
  let descriptor: Int32
  private let isOwned: Bool

  /// Opens a path; the descriptor is not handed to other programs.
  init(_ path: FilePath, _ flags: Int32, mode: mode_t = 0o666) throws(SystemFault) {
    descriptor = try System.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
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
    get throws(SystemFault) { FileStatus(try System.status(descriptor)) }
  }

  /// Whether what is written goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Takes the lock, which only one open file has at a time, if nobody has it.
  func tryLock() throws(SystemFault) -> Bool {
    do {
      _ = try System.uninterrupted { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Waits for the lock.
  func lock(_ path: FilePath, _ patience: Patience) throws(RecordFileError) {
    var waiting = patience.begin(path)
    while !(try at(path) { () throws(SystemFault) in try tryLock() }) { try waiting.more() }
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// From now on a call waits until the file, a pipe, is ready for it.
  func letWait() throws(SystemFault) {
    let flags = try System.uninterrupted { fcntl(descriptor, F_GETFL) }
    _ = try System.uninterrupted { fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Appends at most `most` bytes that are read; the result is how many, 0 at the end.
  func read(most: Int, into bytes: inout Bytes) throws(SystemFault) -> Int {
    try System.read(descriptor, most: most, into: &bytes)
  }

  /// The bytes of a part of the file, fewer where it ends earlier.
  func read(_ range: Range<Int>) throws(SystemFault) -> Bytes {
    var bytes = Bytes(repeating: 0, count: range.count)
    var done = 0
    while done < range.count {
      let count = try System.read(
        descriptor, into: &bytes, from: done, at: range.lowerBound + done)
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(range.count - done)
    return bytes
  }

  /// The bytes of a part of the file that is there by the file's size.
  ///
  /// - Throws: `unsteady` where the file gives fewer: it was cut meanwhile, or cannot be read.
  func whole(_ range: Range<Int>, _ path: FilePath) throws(RecordFileError) -> Bytes {
    let bytes = try at(path) { () throws(SystemFault) in try read(range) }
    guard bytes.count == range.count else { throw RecordFileError(path, .unsteady) }
    return bytes
  }

  /// Writes all bytes where the file stands, or at an offset, in one call where the system takes them so.
  ///
  /// The fault says why not all were written.
  func write(_ bytes: Span<UInt8>, at offset: Int? = nil) -> (written: Int, fault: SystemFault?) {
    var done = 0
    while done < bytes.count {
      do throws(SystemFault) {
        let count = try System.write(
          descriptor, bytes, from: done, at: offset.map { $0 + done })
        if count == 0 { return (done, SystemFault(code: EIO)) }
        done += count
      } catch {
        return (done, error)
      }
    }
    return (done, nil)
  }

  func truncate(to length: Int) throws(SystemFault) {
    _ = try System.uninterrupted { ftruncate(descriptor, length) }
  }

  func setMode(_ mode: mode_t) throws(SystemFault) {
    _ = try System.uninterrupted { fchmod(descriptor, mode) }
  }

  /// Waits until all that was written is on the disk; what has no disk, such as a pipe, needs none.
  func sync() throws(SystemFault) { try OpenFile.sync { fsync(self.descriptor) } }

  /// Waits until the content is on the disk; times and such may come later.
  func syncData() throws(SystemFault) { try OpenFile.sync { fdatasync(self.descriptor) } }

  private static func sync(_ call: () -> Int32) throws(SystemFault) {
    do {
      _ = try System.uninterrupted(call)
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
