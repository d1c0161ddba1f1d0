/// libedit's key table, as it prints it.
struct KeyTable {
  struct Entry: Hashable {
    /// The key as libedit writes it and reads it back.
    var key: String
    var command: String
    var isAlternative: Bool
    /// The bytes of the key.
    var bytes: [UInt8]
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

  /// `"^A"  ->  ed-move-to-beg`, or a range of keys, `" " to "~"  ->  ed-insert`.
  private mutating func add(_ line: Substring, _ part: Part) {
    let bytes = Array(line.utf8)
    guard
      let arrow = bytes.indices.dropLast().last(where: {
        bytes[$0] == UInt8(ascii: "-") && bytes[$0 + 1] == UInt8(ascii: ">")
      })
    else { return }
    let command = String(decoding: bytes[(arrow + 2)...].drop { $0 <= 0x20 }, as: UTF8.self)
    let left = Array(bytes[..<arrow].reversed().drop { $0 <= 0x20 }.reversed())
    for key in Self.keys(left) {
      let name = String(decoding: key, as: UTF8.self)
      let entry = Entry(
        key: name == "\\" ? "\\\\" : name, command: command, isAlternative: part == .alternative,
        bytes: Self.bytes(key))
      keys.append(entry)
      if part == .sequences { sequences.append(entry) }
    }
  }

  /// The keys of the left side: what stands between its outer quotes, or both ends of a range.
  private static func keys(_ left: [UInt8]) -> [[UInt8]] {
    let quote = UInt8(ascii: "\"")
    guard left.count >= 2, let first = left.firstIndex(of: quote),
      let last = left.lastIndex(of: quote), first < last
    else {
      return left.split(separator: 0x20).map(Array.init).filter { $0 != Array("to".utf8) }
    }
    let inner = Array(left[(first + 1)..<last])
    let middle = Array("\" to \"".utf8)
    for start in inner.indices where inner[start...].starts(with: middle) {
      return [Array(inner[..<start]), Array(inner[(start + middle.count)...])]
    }
    return [inner]
  }

  /// The bytes that a printed key stands for: `^X`, `\nnn`, `\e` and plain characters.
  private static func bytes(_ name: [UInt8]) -> [UInt8] {
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
