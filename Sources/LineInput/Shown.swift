/// How a character of a text is painted: never as a raw control, never without a base.
enum Shown {
  /// More scalars of one character than this are not sent to a terminal.
  static let mostScalars = 64

  /// Appends the bytes that stand for one character on a terminal, and gives their columns.
  ///
  /// A control is shown as `^[` or `\u{9b}`, a lone mark on a dotted circle, a lone format
  /// control or separator by its number.
  @discardableResult
  static func append(character: some Collection<Scalar>, to bytes: inout [UInt8]) -> Int {
    guard let first = character.first else { return 0 }
    if character.count == 1, let width = agreedWidth(first) {
      bytes.append(scalar: first)
      return width
    }
    if isControl(first) {
      return character.reduce(0) { $0 + append(control: $1, to: &bytes) }
    }
    if let base = Unicode.Scalar(UInt32(bitPattern: first)) {
      switch base.properties.generalCategory {
      case .format where character.count == 1, .lineSeparator, .paragraphSeparator:
        return append(number: first, to: &bytes)
      default: break
      }
    }
    let lacksBase = libraryWidth(first) == 0
    if lacksBase { bytes.append(scalar: 0x25cc) }
    for scalar in character.prefix(mostScalars) { bytes.append(scalar: scalar) }
    return lacksBase ? 1 : width(character, first: first)
  }

  /// The columns of a character that has a base, as most terminals count them.
  private static func width(_ character: some Collection<Scalar>, first: Scalar) -> Int {
    if character.count == 1 { return max(1, libraryWidth(first)) }
    var sum = 0
    for scalar in character.prefix(mostScalars) {
      switch scalar {
      // An emoji presentation, a joined emoji, half a flag beside its other half.
      case 0xfe0f, 0x200d, 0x1f1e6...0x1f1ff: return 2
      // A skin tone lies on the emoji before it.
      case 0x1f3fb...0x1f3ff where sum > 0: break
      default: sum += max(0, libraryWidth(scalar))
      }
    }
    return max(1, sum)
  }

  private static func append(control scalar: Scalar, to bytes: inout [UInt8]) -> Int {
    switch scalar {
    case 0..<0x20, 0x7f:
      bytes.append(UInt8(ascii: "^"))
      bytes.append(UInt8(truncatingIfNeeded: scalar ^ 0x40))
      return 2
    default:
      return append(number: scalar, to: &bytes)
    }
  }

  private static func append(number scalar: Scalar, to bytes: inout [UInt8]) -> Int {
    let text = "\\u{" + String(UInt32(bitPattern: scalar), radix: 16) + "}"
    bytes.append(contentsOf: text.utf8)
    return text.utf8.count
  }
}

/// A text as it may be sent to a terminal, and the columns it takes there.
struct HarmlessText: Equatable, Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var width = 0

  static let empty = HarmlessText("")

  init(_ text: String) {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) {
      bytes = Array(text.utf8)
      width = bytes.count
      return
    }
    for character in text { append(character) }
  }

  /// The longest end of a text that takes at most so many columns.
  init(endOf text: String, columns: Int) {
    self.init(text)
    var rest = text[...]
    while width > columns, !rest.isEmpty {
      rest.removeFirst()
      self.init(String(rest))
    }
  }

  /// The longest beginning of a text that takes at most so many columns.
  init(beginningOf text: String, columns: Int) {
    for character in text {
      let before = self
      append(character)
      if width > columns {
        self = before
        return
      }
    }
  }

  /// Appends another text at a column that is not left of the end.
  mutating func append(_ other: HarmlessText, atColumn column: Int) {
    let gap = max(0, column - width)
    bytes.append(contentsOf: repeatElement(0x20, count: gap))
    bytes.append(contentsOf: other.bytes)
    width += gap + other.width
  }

  /// Sets a number that is not negative, and printable ASCII behind it, in the room that is there.
  mutating func set(count: Int, _ behind: [UInt8]) {
    var digits = 1
    var rest = count / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    width = digits + behind.count
    while bytes.count < width { bytes.append(0) }
    while bytes.count > width { bytes.removeLast() }
    var room = bytes.mutableSpan
    rest = count
    for index in (0..<digits).reversed() {
      room[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    for index in behind.indices { room[digits + index] = behind[index] }
  }

  private mutating func append(_ character: Character) {
    width += Shown.append(character: scalars(of: String(character)), to: &bytes)
  }
}
