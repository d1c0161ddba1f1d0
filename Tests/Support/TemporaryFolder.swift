package import Foundation

/// A fresh folder that is gone when its last owner is.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("formsh-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The absolute path of a name in it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file in it and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// The bytes of a file in it; nil when there is none.
  package func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appendingPathComponent(name))).map { Array($0) }
  }

  /// A file in it as text; nil when there is none.
  package func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
