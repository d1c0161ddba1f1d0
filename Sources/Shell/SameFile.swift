// Whether two names are one file: what is read must not be written, and no two outputs share a file.

internal import Glibc
internal import Records

/// Compares files by device and inode; only regular ones count, since a device may be read and written at once.
enum SameFile {
  /// Whether both paths are one regular file, or will be one once it is made.
  static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
    if one == other { return status(one).map(isRegular) ?? true }
    guard let a = status(one), let b = status(other) else { return false }
    return areSame(a, b)
  }

  /// Whether an open descriptor is the regular file at a path.
  static func isOpen(_ descriptor: Int32, _ path: FilePath) -> Bool {
    guard let a = status(descriptor), let b = status(path) else { return false }
    return areSame(a, b)
  }

  /// Whether two open descriptors are one regular file.
  static func areOpen(_ one: Int32, _ other: Int32) -> Bool {
    guard let a = status(one), let b = status(other) else { return false }
    return areSame(a, b)
  }

  private static func status(_ path: FilePath) -> stat? {
    var found = stat()
    return stat(path.cString, &found) == 0 ? found : nil
  }

  private static func status(_ descriptor: Int32) -> stat? {
    var found = stat()
    return fstat(descriptor, &found) == 0 ? found : nil
  }

  private static func areSame(_ a: stat, _ b: stat) -> Bool {
    a.st_dev == b.st_dev && a.st_ino == b.st_ino && isRegular(a)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
