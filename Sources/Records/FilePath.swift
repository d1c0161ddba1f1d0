// Names of files: bytes, as the command line and the system have them, whether they are text or not.

public import Forms
import Glibc

/// The path of a file, byte for byte as it was given.
public struct FilePath: Sendable, Hashable {
  /// The bytes of the path; what stands behind a NUL no system call sees.
  public let bytes: Bytes

  /// A path of these bytes, which need not be UTF-8.
  public init(_ bytes: Bytes) { self.bytes = bytes }

  /// A path that is text.
  public init(_ text: String) { bytes = Bytes(text: text) }

  /// The path as C takes it.
  public var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// What stands behind the last point of the last name, in small letters; empty where there is none.
  public var ending: String {
    let name = FilePath.name(of: self).bytes
    guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(decoding: name[(point + 1)...], as: UTF8.self).lowercased()
  }

  /// The path with some bytes behind it.
  func adding(_ bytes: some Sequence<UInt8>) -> FilePath { FilePath(self.bytes + bytes) }
}

extension FilePath: ExpressibleByStringLiteral {
  /// A path that is written in the program.
  public init(stringLiteral text: String) { self.init(text) }
}

// MARK: Parts of paths

extension FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The folder that a path's last name stands in.
  static func folder(of path: FilePath) -> FilePath {
    guard let slash = path.bytes.lastIndex(of: slash) else { return "." }
    return slash == 0 ? "/" : FilePath(Bytes(path.bytes[..<slash]))
  }

  /// The last name of a path.
  static func name(of path: FilePath) -> FilePath {
    guard let slash = path.bytes.lastIndex(of: slash) else { return path }
    return FilePath(Bytes(path.bytes[(slash + 1)...]))
  }

  /// A name in a folder.
  static func join(_ folder: FilePath, _ name: FilePath) -> FilePath {
    folder.adding(folder == "/" ? [] : [slash]).adding(name.bytes)
  }

  /// The path with its symbolic links followed, that of a file that may not be there yet too.
  static func resolved(_ path: FilePath) -> FilePath {
    if let real = System.realPath(path) { return real }
    let folder = folder(of: path)
    if let target = System.linkTarget(path) {
      // A link to nothing yet: what it names, seen from its folder.
      return target.bytes.first == slash
        ? target : join(System.realPath(folder) ?? folder, target)
    }
    guard let real = System.realPath(folder) else { return path }
    return join(real, name(of: path))
  }

  /// Sees whether a file could be made at a path.
  static func checkFolder(of path: FilePath) throws(SystemFault) {
    try System.check(folder(of: resolved(path)), for: W_OK | X_OK)
  }
}
