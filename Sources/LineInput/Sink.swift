import CEditline
import Glibc

/// Where libedit's own screen output goes: nowhere.
///
/// Its bells are noted, and its key table is kept when it is asked for.
@safe final class Sink {
  private(set) var stream: UnsafeMutablePointer<FILE>?
  private var hasBell = false
  private var captured: [UInt8]?

  init() {
    let cookie = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe stream = editline_open_sink(cookie) { cookie, bytes, count in
      guard let cookie = unsafe cookie else { return count }
      let sink = unsafe Unmanaged<Sink>.fromOpaque(cookie).takeUnretainedValue()
      unsafe sink.take(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      return count
    }
  }

  private func take(_ bytes: [UInt8]) {
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
    _ = unsafe fflush(stream)
    captured = []
    action()
    _ = unsafe fflush(stream)
    defer { captured = nil }
    return String(decoding: captured ?? [], as: UTF8.self)
  }

  deinit { if let stream = unsafe stream { _ = unsafe fclose(stream) } }
}
