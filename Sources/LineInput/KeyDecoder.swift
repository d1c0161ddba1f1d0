/// A key as a person presses it.
enum Key: Equatable {
  /// A character, or a control that libedit's key maps know.
  case scalar(Scalar)
  /// Alt and a character, or Escape and a character in quick succession.
  case meta(Scalar)
  case enter, tab, backTab, escape, endOfInput, redraw
  case left, right, up, down, home, end, delete, pageUp, pageDown, wordLeft, wordRight
  /// A key sequence that the person has bound in `.editrc`.
  case sequence([UInt8])
  /// What cannot be part of a line was typed: a control of C1, a byte that is no UTF-8.
  case unusable
  /// One line of a bracketed paste.
  case pasted([Scalar])
  /// The end of a line inside a bracketed paste.
  case pastedEnter
  /// A bracketed paste that is longer than any answer; nothing of it is kept.
  case pasteTooLong
}

/// Turns the bytes of a terminal into keys: a state machine that is fed byte after byte.
///
/// Whole sequences are one key; those that nobody knows vanish. Bytes that are no key put nothing
/// into the line.
struct KeyDecoder {
  /// In vi's map Escape is a key of its own, whatever follows.
  var isVi = false
  /// The sequences that the person has bound.
  var boundSequences: Set<[UInt8]> = []
  /// The column of a cursor report (counted from 1), kept instead of being dropped while awaited.
  var awaitsReport = false
  private(set) var reportedColumn: Int?

  private enum State: Equatable {
    case ground
    case character(value: Scalar, left: Int, least: Scalar, isMeta: Bool)
    case escape
    case controlSequence
    case singleShift
    case stringStart(UInt8)
    case string(endsAtBackslash: Bool, left: Int)
    case skip(Int)
    case paste
  }
  private var state = State.ground
  private var sequence: [UInt8] = []
  private var paste = PasteCollector()
  private var keys: [Key] = []
  private var nextKey = 0
  private var endedWithReturn = false

  // MARK: Keys out

  /// The next key that is complete.
  mutating func next() -> Key? {
    guard nextKey < keys.count else { return nil }
    defer {
      nextKey += 1
      if nextKey == keys.count {
        keys.removeAll(keepingCapacity: true)
        nextKey = 0
      }
    }
    return keys[nextKey]
  }

  /// Drops the keys that are complete but not taken, and counts the lines of a paste among them.
  mutating func dropKeys() -> Int {
    let lines = keys[nextKey...].reduce(0) { count, key in
      if case .pasted = key { count + 1 } else { count }
    }
    keys.removeAll()
    nextKey = 0
    return lines
  }

  // MARK: Bytes in

  /// How long to wait for the next byte before `timeOut`, in milliseconds; nil: for ever.
  var patience: Int32? {
    switch state {
    case .ground: nil
    case .escape: 40
    case .stringStart: 40
    case .controlSequence, .singleShift, .string, .skip: 500
    case .character: 1000
    case .paste: 5000
    }
  }

  /// How many bytes may be read at once without reading past the end of what is being decoded.
  var safeCount: Int { state == .paste ? paste.leastLeft : 1 }

  /// Takes a byte that is a printable ASCII character and the next key; false when it is not.
  ///
  /// The key is not kept here.
  mutating func takesPlain(_ byte: UInt8) -> Bool {
    guard case .ground = state, keys.isEmpty, byte >= 0x20, byte < 0x7f else { return false }
    endedWithReturn = false
    return true
  }

  /// Takes one byte; `more` tells whether another one is there already.
  mutating func feed(_ byte: UInt8, more: Bool) {
    switch state {
    case .ground: ground(byte)
    case .character(let value, let left, let least, let isMeta):
      continueCharacter(byte, value: value, left: left, least: least, isMeta: isMeta)
    case .escape: afterEscape(byte, more: more)
    case .controlSequence: inControlSequence(byte)
    case .singleShift:
      sequence.append(byte)
      state = .ground
      finishSequence(byte)
    case .stringStart(let kind): startString(kind, byte)
    case .string(let endsAtBackslash, let left):
      if byte == 7 || (endsAtBackslash && byte == UInt8(ascii: "\\")) || left == 0 {
        state = .ground
      } else {
        state = .string(endsAtBackslash: byte == 0x1b, left: left - 1)
      }
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .paste:
      if paste.take(byte) { endPaste() }
    }
  }

  /// The input fell silent: what was begun is all there is.
  mutating func timeOut() {
    switch state {
    case .escape: keys.append(.escape)
    case .character: keys.append(.unusable)
    case .paste: endPaste()
    case .stringStart(let kind):
      state = .ground
      meta(kind)
    case .ground, .controlSequence, .singleShift, .string, .skip: break
    }
    state = .ground
  }

  /// No byte is there: a line feed that comes later is a key of its own, not the end of CR LF.
  mutating func pause() { endedWithReturn = false }

  /// Awaits a cursor report, or gives up on it.
  mutating func awaitReport(_ isAwaited: Bool) {
    awaitsReport = isAwaited
    reportedColumn = nil
  }

  private mutating func ground(_ byte: UInt8) {
    let followsReturn = endedWithReturn
    endedWithReturn = byte == 0x0d
    switch byte {
    case 0x1b: state = .escape
    case 0x0d: keys.append(.enter)
    case 0x0a: if !followsReturn { keys.append(.enter) }
    case 0x09: keys.append(.tab)
    case 0x04: keys.append(.endOfInput)
    case 0x0c: keys.append(.redraw)
    case 0..<0x80: keys.append(.scalar(Scalar(byte)))
    default: beginCharacter(byte, isMeta: false)
    }
  }

  private mutating func beginCharacter(_ byte: UInt8, isMeta: Bool) {
    switch byte {
    case 0xc2...0xdf:
      state = .character(value: Scalar(byte & 0x1f), left: 1, least: 0x80, isMeta: isMeta)
    case 0xe0...0xef:
      state = .character(value: Scalar(byte & 0x0f), left: 2, least: 0x800, isMeta: isMeta)
    case 0xf0...0xf4:
      state = .character(value: Scalar(byte & 0x07), left: 3, least: 0x10000, isMeta: isMeta)
    default:
      keys.append(.unusable)
      state = .ground
    }
  }

  private mutating func continueCharacter(
    _ byte: UInt8, value: Scalar, left: Int, least: Scalar, isMeta: Bool
  ) {
    guard byte & 0xc0 == 0x80 else {
      keys.append(.unusable)
      state = .ground
      ground(byte)
      return
    }
    let value = value << 6 | Scalar(byte & 0x3f)
    guard left == 1 else {
      state = .character(value: value, left: left - 1, least: least, isMeta: isMeta)
      return
    }
    state = .ground
    if value < least || isControl(value) {
      keys.append(.unusable)
    } else {
      keys.append(isMeta ? .meta(value) : .scalar(value))
    }
  }

  private mutating func afterEscape(_ byte: UInt8, more: Bool) {
    sequence = [0x1b, byte]
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "O"): state = .singleShift
    case 0x1b:
      keys.append(.escape)
      state = .escape
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"):
      if more { state = .stringStart(byte) } else { meta(byte) }
    default: meta(byte)
    }
  }

  /// Tells the reply of a terminal to a question that somebody else asked, which is dropped up to
  /// its end, from a person's Alt and `P`, `]` or `_` with other keys behind.
  private mutating func startString(_ kind: UInt8, _ byte: UInt8) {
    let isReply =
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kind != UInt8(ascii: "_")
      case UInt8(ascii: ">"): kind == UInt8(ascii: "P")
      case UInt8(ascii: "G"): kind == UInt8(ascii: "_")
      default: false
      }
    if isReply {
      state = .string(endsAtBackslash: false, left: 4096)
    } else {
      state = .ground
      meta(kind)
      if state == .ground { feed(byte, more: false) }
    }
  }

  private mutating func meta(_ byte: UInt8) {
    if isVi {
      keys.append(.escape)
      ground(byte)
    } else if byte == 0x0d || byte == 0x0a {
      keys.append(.enter)
    } else if byte < 0x80 {
      keys.append(.meta(Scalar(byte)))
    } else {
      beginCharacter(byte, isMeta: true)
    }
  }

  // MARK: Sequences

  private mutating func inControlSequence(_ byte: UInt8) {
    switch byte {
    case 0x20..<0x40:
      if sequence.count < 64 { sequence.append(byte) }
    case UInt8(ascii: "[") where sequence.count == 2: state = .skip(1)  // F1 to F5 of the console
    case UInt8(ascii: "M") where sequence.count == 2: state = .skip(3)  // an old mouse report
    case 0x40..<0x7f:
      sequence.append(byte)
      state = .ground
      finishSequence(byte)
    case 0x80...: break
    default:
      state = .ground
      ground(byte)
    }
  }

  private mutating func finishSequence(_ final: UInt8) {
    if boundSequences.contains(sequence) {
      keys.append(.sequence(sequence))
      return
    }
    let numbers = sequence.dropFirst(2).dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    // 1 is no modifier, 2 is Shift; the others are Alt, Control and their sums.
    let isModified = numbers.count > 1 && numbers[1] > 2
    switch final {
    case UInt8(ascii: "A"): keys.append(.up)
    case UInt8(ascii: "B"): keys.append(.down)
    case UInt8(ascii: "C"): keys.append(isModified ? .wordRight : .right)
    case UInt8(ascii: "D"): keys.append(isModified ? .wordLeft : .left)
    case UInt8(ascii: "H"): keys.append(.home)
    case UInt8(ascii: "F"): keys.append(.end)
    case UInt8(ascii: "Z"): keys.append(.backTab)
    case UInt8(ascii: "M") where sequence[1] == UInt8(ascii: "O"): keys.append(.enter)
    case UInt8(ascii: "R") where awaitsReport && numbers.count == 2: reportedColumn = numbers[1]
    case UInt8(ascii: "~"):
      switch numbers.first {
      case 1, 7: keys.append(.home)
      case 3: keys.append(.delete)
      case 4, 8: keys.append(.end)
      case 5: keys.append(.pageUp)
      case 6: keys.append(.pageDown)
      case 200:
        state = .paste
        paste = PasteCollector()
      default: break
      }
    default: break
    }
  }

  private mutating func endPaste() {
    state = .ground
    guard let lines = paste.lines() else {
      keys.append(.pasteTooLong)
      return
    }
    for (index, line) in lines.enumerated() {
      if index > 0 { keys.append(.pastedEnter) }
      if !line.isEmpty { keys.append(.pasted(line)) }
    }
  }
}
