// Files that the program makes whole: none replaces a file that is there, unless `--overwrite` says so.

internal import Forms
internal import Glibc
internal import Records

/// A file that is made whole, not appended to.
final class NewFile {
  private let path: FilePath
  private let descriptor: Int32

  /// Makes the file.
  ///
  /// What is there and is no regular file, such as a pipe or the null device, holds nothing that could be lost.
  /// - Throws: the system's error number; EEXIST where a file is there and may not be replaced.
  init(_ path: FilePath, overwrites: Bool) throws(NewFileError) {
    self.path = path
    var file = System.open(path, O_WRONLY | O_CREAT | O_EXCL)
    if file == -EEXIST {
      if FileState(path)?.isRegular ?? true, !overwrites { throw NewFileError(code: EEXIST) }
      file = System.open(path, O_WRONLY | (overwrites ? O_CREAT | O_TRUNC : 0))
    }
    if file < 0 { throw NewFileError(code: -file) }
    descriptor = file
  }

  deinit { _ = close(descriptor) }

  /// Whether what is written goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Writes bytes; the system's error number when that fails.
  func write(_ bytes: Bytes) -> Int32? {
    bytes.isEmpty ? nil : Descriptor.write(bytes, to: descriptor)
  }

  /// Puts all on the disk; a disk that is full may say so only here.
  func sync() -> Int32? {
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, EROFS, ENOTSUP: return nil
      default: return errno
      }
    }
    return nil
  }

  /// Writes a whole file to the disk; the system's error number when that fails, and then no new file is left.
  static func write(_ bytes: Bytes, to path: FilePath, overwrites: Bool) -> Int32? {
    let wasThere = System.isNamed(path)
    do throws(NewFileError) {
      let file = try NewFile(path, overwrites: overwrites)
      let error = file.write(bytes) ?? file.sync()
      if error != nil, !wasThere { System.remove(path) }
      return error
    } catch {
      return error.code
    }
  }

  /// Why the file could not be made or written, in words.
  static func words(_ error: Int32) -> String {
    error == EEXIST
      ? "it is there already; --overwrite replaces it" : Descriptor.words(error)
  }
}

/// Why a file cannot be made.
struct NewFileError: Error {
  /// The system's error number.
  let code: Int32
}
