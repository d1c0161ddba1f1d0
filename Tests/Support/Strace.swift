import Glibc

/// strace, where it is there and may trace.
package enum Strace {
  /// Its path.
  package static let path = "/usr/bin/strace"
  /// Whether it is there and may trace: a container may forbid it.
  package static let canTrace: Bool = {
    guard access(path, X_OK) == 0 else { return false }
    return (try? Program.run(["-o", "/dev/null", "/bin/true"], program: path))?.status == 0
  }()
}
