// A form file: its bytes read, its faults given line and column.

public import Forms
import Glibc
import JSONText

/// What a form is read for.
public enum FormPurpose: Sendable {
  /// To be filled in: what it requires must be a field of it.
  case fill
  /// To judge whole records that come from elsewhere.
  case check
}

/// Reads forms from JSON Schema, from files and from the program itself.
public enum FormFile {
  /// The longest form file that is read, in bytes.
  public static let longest = 8 << 20

  /// Reads the form in a file.
  public static func load(
    path: String, purpose: FormPurpose = .fill
  ) throws(FormFileError) -> Form {
    try load(path: Bytes(text: path), purpose: purpose)
  }

  /// Reads the form in a file whose name need not be text.
  public static func load(
    path file: Bytes, purpose: FormPurpose = .fill
  ) throws(FormFileError) -> Form {
    let bytes = try contents(of: file)
    let path = String(decoding: file, as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return try read(bytes, name: stem, file: path, purpose: purpose)
  }

  /// Reads a form from its text; `name` is the form's, `file` stands before line and column in messages.
  public static func read(
    _ bytes: Bytes, name: String, file: String? = nil, purpose: FormPurpose = .fill
  ) throws(FormFileError) -> Form {
    try read(bytes, name: name, file: file ?? name, purpose: purpose, isTrusted: false)
  }

  /// The names of the built-in forms, the default one first.
  public static var builtInNames: [String] { BuiltInForms.all.map { $0.name } }

  /// The JSON Schema of a built-in form.
  public static func builtInText(_ name: String) -> Bytes? {
    BuiltInForms.all.first { $0.name == name }.map { Bytes($0.text.utf8) }
  }

  /// A built-in form by its name; nil when there is none of this name.
  ///
  /// Its patterns are compiled when they are first needed.
  public static func builtIn(_ name: String, purpose: FormPurpose = .fill) -> Form? {
    guard let text = builtInText(name) else { return nil }
    return try? read(text, name: name, file: name, purpose: purpose, isTrusted: true)
  }

  private static func read(
    _ bytes: Bytes, name: String, file: String, purpose: FormPurpose, isTrusted: Bool
  ) throws(FormFileError) -> Form {
    if let encoding = otherEncoding(bytes) {
      throw FormFileError(
        file: file, line: 0, column: 0, sourceLine: "", field: nil,
        reason: .otherEncoding(encoding))
    }
    let mark: Bytes = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? Bytes(bytes.dropFirst(3)) : bytes
    do throws(SchemaFault) {
      let json = try parsed(text)
      return try FormReader.read(
        json, name: name, digest: digest(bytes), purpose: purpose, isTrusted: isTrusted)
    } catch {
      let place = JSONPosition(of: error.offset, in: text.span)
      let line = JSONPosition.lineRange(around: error.offset, in: text.span)
      throw FormFileError(
        file: file, line: place.line, column: place.column,
        sourceLine: String(decoding: text[line], as: UTF8.self),
        field: error.field?.string, reason: error.reason)
    }
  }

  /// The encoding that a text's mark, or the zero bytes beside its first character, tell of; nil where it may be UTF-8.
  private static func otherEncoding(_ bytes: Bytes) -> String? {
    let start = bytes.prefix(4) + Bytes(repeating: 1, count: max(0, 4 - bytes.count))
    switch (start[0], start[1], start[2], start[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (1..., 0, 0, 0), (0, 0, 0, 1...): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (1..., 0, _, _), (0, 1..., _, _): return "UTF-16"
    default: return nil
    }
  }

  private static func parsed(_ text: Bytes) throws(SchemaFault) -> JSONValue {
    do throws(JSONFault) {
      return try JSONValue(parsing: text)
    } catch {
      throw SchemaFault(at: error.offset, .json(error))
    }
  }

  /// FNV-1a over the bytes.
  private static func digest(_ bytes: Bytes) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func contents(of path: Bytes) throws(FormFileError) -> Bytes {
    func fault(_ reason: FormFileError.Reason) -> FormFileError {
      let name = String(decoding: path, as: UTF8.self)
      return FormFileError(
        file: name, line: 0, column: 0, sourceLine: "", field: nil, reason: reason)
    }
    let file = unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw fault(.cannotRead(errno: errno)) }
    defer { close(file) }
    var bytes: Bytes = []
    var block = Bytes(repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(file, &block, block.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw fault(.cannotRead(errno: errno))
      }
      if count == 0 { return bytes }
      bytes += block[..<count]
      if bytes.count > longest { throw fault(.tooLarge(limit: longest)) }
    }
  }
}

/// The system's words for an error number.
func systemMessage(_ number: Int32) -> String {
  guard let words = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: words)
}
