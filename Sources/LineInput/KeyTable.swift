/// libedit's key table, as it prints it.
struct KeyTable {
  struct Entry: Hashable {
    /// The key as libedit writes it and reads it back.
    var key: String
    var command: String
    var isAlternative: Bool
    /// The bytes of the key.
    var bytes: [UInt8]
    /// The bytes that the key stands for (`bind -s`); nil where it is no macro.
    var macro: [UInt8]? {
      let text = Array(command.utf8)
      guard text.count >= 2, text.first == KeyTable.quote, text.last == KeyTable.quote else {
        return nil
      }
      return KeyTable.bytes(Array(text.dropFirst().dropLast()))
    }
  }
  /// Every key, sequences of several bytes among them.
  private(set) var keys: [Entry] = []
  /// The sequences of several bytes.
  private(set) var sequences: [Entry] = []

  private enum Part {
    case none, standard, alternative, sequences, arrows
  }

  init(_ table: String) {
    var part = Part.none
    for line in table.split(separator: "\n") {
      if line.hasPrefix("Standard key") {
        part = .standard
      } else if line.hasPrefix("Alternative key") {
        part = .alternative
      } else if line.hasPrefix("Multi-character") {
        part = .sequences
      } else if line.hasPrefix("Arrow key") {
        part = .arrows
      } else if part != .none && part != .arrows {
        add(line, part)
      }
    }
  }

  /// Takes a row such as `"^A"  ->  ed-move-to-beg`, or one of a range, `" "  to "/"  ->  ed-insert`.
  private mutating func add(_ line: Substring, _ part: Part) {
    let bytes = Array(line.utf8)
    var lastInk: UInt8 = 0
    var arrow: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "-"), lastInk == Self.quote, bytes[(index + 1)...].first == 0x3e {
        arrow = index
        break
      }
      if byte > 0x20 { lastInk = byte }
    }
    guard let arrow else { return }
    let command = String(decoding: bytes[(arrow + 2)...].drop { $0 <= 0x20 }, as: UTF8.self)
    for key in Self.keys(bytes[..<arrow]) {
      let name = String(decoding: key, as: UTF8.self)
      let entry = Entry(
        key: name == "\\" ? "\\\\" : name, command: command, isAlternative: part == .alternative,
        bytes: Self.bytes(key))
      keys.append(entry)
      if part == .sequences { sequences.append(entry) }
    }
  }

  fileprivate static let quote = UInt8(ascii: "\"")

  /// The keys between the quotes of the left side: one, or all of a range.
  private static func keys(_ left: ArraySlice<UInt8>) -> [[UInt8]] {
    guard let first = left.firstIndex(of: quote), let last = left.lastIndex(of: quote),
      first < last
    else { return [] }
    let inner = Array(left[(first + 1)..<last])
    let middle = Array("to \"".utf8)
    for start in inner.indices where inner[start...].starts(with: middle) {
      let before = inner[..<start].reversed().drop { $0 == 0x20 }
      guard before.first == quote else { continue }
      let from = bytes(Array(before.dropFirst().reversed()))
      let to = bytes(Array(inner[(start + middle.count)...]))
      guard from.count == 1, to.count == 1, from[0] <= to[0] else { return [] }
      return (from[0]...to[0]).map { byte in
        let digits = String(byte, radix: 8)
        return Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
      }
    }
    return [inner]
  }

  /// The bytes that a printed key stands for: `^X`, `\nnn`, `\e` and plain characters.
  fileprivate static func bytes(_ name: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < name.count {
      let byte = name[index]
      if byte == UInt8(ascii: "^"), index + 1 < name.count {
        bytes.append(name[index + 1] == UInt8(ascii: "?") ? 0x7f : name[index + 1] & 0x1f)
        index += 2
      } else if byte == UInt8(ascii: "\\"), index + 3 < name.count,
        let value = UInt8(
          String(decoding: name[(index + 1)...(index + 3)], as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        index += 4
      } else if byte == UInt8(ascii: "\\"), index + 1 < name.count {
        bytes.append(name[index + 1] == UInt8(ascii: "e") ? 0x1b : name[index + 1])
        index += 2
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    return bytes
  }
}
