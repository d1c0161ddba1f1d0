import CEditline
import Glibc

/// Why a part of `.editrc` is not used.
public enum EditrcFault: Error, Sendable, Equatable {
  /// It cannot be read: the system's error number.
  case unreadable(Int32)
  /// It is something else than a file: a device, a folder.
  case noFile
  /// It has more bytes than this.
  case tooLarge(limit: Int)
  /// A quote, or a backslash at its end, is left open in this line.
  case openQuote(line: Int)
  /// A word of this line has more bytes than this.
  case longWord(line: Int, limit: Int)
  /// The line holds NUL, or bytes that are no UTF-8.
  case noText(line: Int)
  /// What names the program before the colon is more than a name with `*` in it.
  case program(line: Int)
  /// The macro of this key calls itself, or others that do, or does more than anybody can want.
  case endlessMacro(key: String)
}

/// The person's `.editrc`, read and looked at before libedit sees a word of it.
///
/// libedit reads past its own memory at a quote that is left open, writes past it at a long key, and reads a device
/// for ever.
struct Editrc {
  /// More than this nobody writes by hand.
  private static let largest = 65_536
  /// libedit has room for 1,024 characters of a key, and writes one as up to eight of them.
  private static let longestWord = 120
  /// What is of use: the others are for libedit's own screen and history, which are not used, and for the modes of
  /// the terminal, on which the prompt rests.
  private static let commands = ["bind", "edit"]

  /// The lines for libedit, each as its words.
  private(set) var lines: [[[UInt8]]] = []
  private(set) var faults: [EditrcFault] = []
  /// Where it stands, or would; nil where nothing says so.
  let path: String?

  /// None at all.
  static let none = Editrc(path: nil)

  /// Reads the file that `EDITRC` names, else the one in the home folder, as libedit does.
  static func read() -> Editrc {
    var editrc = Editrc(path: environment("EDITRC") ?? environment("HOME").map { $0 + "/.editrc" })
    if let path = editrc.path, !path.isEmpty, let text = editrc.contents(of: path) {
      editrc.take(text)
    }
    return editrc
  }

  private init(path: String?) { self.path = path }

  private mutating func contents(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if file < 0 {
      if errno != ENOENT && errno != ENOTDIR { faults.append(.unreadable(errno)) }
      return nil
    }
    defer { _ = close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      faults.append(.noFile)
      return nil
    }
    var text: [UInt8] = []
    while text.count <= Self.largest {
      let (count, error) = readWaiting(file, most: Self.largest + 1 - text.count, into: &text)
      if let error {
        faults.append(.unreadable(error))
        return nil
      }
      if count == 0 { return text }
    }
    faults.append(.tooLarge(limit: Self.largest))
    return nil
  }

  private mutating func take(_ text: [UInt8]) {
    let tokenizer = Tokenizer()
    for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let line = line.drop { $0 == 0x20 || 9...13 ~= $0 }
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      do throws(EditrcFault) {
        let words = try Self.words(Array(line), number: index + 1, tokenizer)
        if !words.isEmpty { lines.append(words) }
      } catch {
        // One word for each kind is enough.
        if faults.count < 3 { faults.append(error) }
      }
    }
  }

  /// The words of a line, none where it is of no use.
  private static func words(
    _ line: [UInt8], number: Int, _ tokenizer: Tokenizer
  ) throws(EditrcFault) -> [[UInt8]] {
    if line.contains(0) || String(validating: line, as: UTF8.self) == nil {
      throw .noText(line: number)
    }
    guard let words = tokenizer.words(of: line) else { throw .openQuote(line: number) }
    guard let head = words.first else { return [] }
    var command = head[...]
    if let colon = head.firstIndex(of: UInt8(ascii: ":")) {
      command = head[(colon + 1)...]
      // libedit takes it for a regular expression, and there are some that cost all memory.
      let isName = head[..<colon].allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: "-_.*".utf8.contains($0)
        }
      }
      guard isName else { throw .program(line: number) }
    }
    guard commands.contains(where: { command.elementsEqual($0.utf8) }) else { return [] }
    guard words.allSatisfy({ $0.count <= longestWord }) else {
      throw .longWord(line: number, limit: longestWord)
    }
    return words
  }
}

/// libedit's way to take a line apart into words.
@safe private final class Tokenizer {
  private let handle: OpaquePointer?

  init() { unsafe handle = tok_init(nil) }

  /// The words of a line; nil where a quote or a backslash is left open.
  func words(of line: [UInt8]) -> [[UInt8]]? {
    guard let handle = unsafe handle else { return [] }
    unsafe tok_reset(handle)
    let text = line.map { CChar(bitPattern: $0) } + [0]
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    // Its words are set only where it says that the line is whole.
    guard unsafe tok_str(handle, text, &count, &words) == 0, let words = unsafe words else {
      return nil
    }
    return (0..<Int(count)).map { index in
      guard let word = unsafe words[index] else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  deinit { if let handle = unsafe handle { unsafe tok_end(handle) } }
}
