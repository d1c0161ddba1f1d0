import CEditline
import Glibc

/// Where libedit's own screen output goes: nowhere.
///
/// Its bells are noted, and its key table is kept when it is asked for.
final class Sink {
  private(set) var stream: UnsafeMutablePointer<FILE>?
  private var hasBell = false
  private var captured: [UInt8]?

  init() {
    stream = editline_open_sink(Unmanaged.passUnretained(self).toOpaque()) { cookie, bytes, count in
      guard let cookie else { return count }
      let sink = Unmanaged<Sink>.fromOpaque(cookie).takeUnretainedValue()
      sink.take(UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    if captured != nil {
      captured?.append(contentsOf: bytes)
    } else if bytes.contains(7) {
      hasBell = true
    }
  }

  /// Whether libedit rang its bell since the last call.
  func takeBell() -> Bool {
    defer { hasBell = false }
    return hasBell
  }

  /// What an action prints.
  func capture(_ action: () -> Void) -> String {
    fflush(stream)
    captured = []
    action()
    fflush(stream)
    defer { captured = nil }
    return String(decoding: captured ?? [], as: UTF8.self)
  }

  deinit { if let stream { fclose(stream) } }
}
