// Thin functions over calls of C about files and the surroundings: what they lend C is gone when they return.

internal import Forms
internal import Glibc
internal import Records

/// What a file is, as the system tells it.
struct FileState {
  private let status: stat

  /// That of what stands at a path, symbolic links followed; nil where nothing does, or it cannot be seen.
  init?(_ path: FilePath) {
    var found = stat()
    guard unsafe stat(path.cString, &found) == 0 else { return nil }
    status = found
  }

  /// That of an open descriptor; nil where it is closed.
  init?(descriptor: Int32) {
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { return nil }
    status = found
  }

  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
  /// How many bytes it has; of no meaning for what is no regular file.
  var size: Int { Int(status.st_size) }

  /// Whether both are one file.
  func isSame(_ other: FileState) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}

/// What the program asks of the system around it.
enum System {
  /// Opens a file; the descriptor, or the error number below zero.
  static func open(_ path: FilePath, _ flags: Int32) -> Int32 {
    while true {
      let file = unsafe Glibc.open(path.cString, flags | O_CLOEXEC | O_NOCTTY, 0o666)
      if file >= 0 { return file }
      if errno != EINTR { return -errno }
    }
  }

  /// Removes a name.
  static func remove(_ path: FilePath) { _ = unsafe unlink(path.cString) }

  /// Whether a path names something, a symbolic link to nothing too.
  static func isNamed(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(path.cString, &status) == 0
  }

  /// A variable of the environment; nil where it is not set.
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Seconds on a clock that never goes back.
  static var seconds: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The columns of the terminal at a descriptor; nil where it has none, or does not say.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
