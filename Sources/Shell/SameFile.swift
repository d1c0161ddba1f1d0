// Whether two names are one file: what is read must not be written, and no two outputs share a file.

internal import Records

/// Compares files by device and inode; only regular ones count, since a device may be read and written at once.
enum SameFile {
  /// Whether both paths are one regular file, or will be one once it is made.
  static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
    if one == other { return FileState(one)?.isRegular ?? true }
    return areSame(FileState(one), FileState(other))
  }

  /// Whether an open descriptor is the regular file at a path.
  static func isOpen(_ descriptor: Int32, _ path: FilePath) -> Bool {
    areSame(FileState(descriptor: descriptor), FileState(path))
  }

  /// Whether two open descriptors are one regular file.
  static func areOpen(_ one: Int32, _ other: Int32) -> Bool {
    areSame(FileState(descriptor: one), FileState(descriptor: other))
  }

  private static func areSame(_ one: FileState?, _ other: FileState?) -> Bool {
    guard let one, let other else { return false }
    return one.isSame(other) && one.isRegular
  }
}
