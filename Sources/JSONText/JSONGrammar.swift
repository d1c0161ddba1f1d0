/// What a value is, by its first character.
public enum JSONKind: UInt8, Sendable {
  /// The word `null`.
  case null
  /// The word `false`.
  case `false`
  /// The word `true`.
  case `true`
  /// A number, as its text.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}

/// How deep arrays and objects may be nested unless the caller says otherwise.
public let defaultJSONDepth = 512

/// How many members a record may have unless the caller says otherwise.
public let mostJSONMembers = 100_000

/// Receives the parts of a text in their order.
protocol JSONEvents {
  /// A value without parts; the range of a string is what stands between its quotes.
  mutating func scalar(_ kind: JSONKind, from start: Int, to end: Int, hasEscapes: Bool)
  /// The key of the value that comes next; the range is what stands between its quotes.
  mutating func key(from start: Int, to end: Int, hasEscapes: Bool)
  /// An array or object begins.
  mutating func open(_ kind: JSONKind, at start: Int)
  /// The innermost array or object ends before this offset.
  mutating func close(at end: Int) throws(JSONFault)
}

/// Reads one value and nothing else: the one place where the grammar of RFC 8259 stands.
///
/// It does not recurse, so no input can exhaust the stack.
@inline(__always)
func parse<Events: JSONEvents>(
  _ text: Span<UInt8>, depthLimit: Int, objectOnly: Bool, into events: inout Events
) throws(JSONFault) {
  guard text.count < Int(Int32.max) else { throw JSONFault(.tooLong, at: Int(Int32.max)) }
  var nesting = Nesting()
  var index = skipWhiteSpace(text, from: 0)
  if objectOnly || index == 0 { try checkStart(text, at: index, objectOnly: objectOnly) }

  value: while true {
    guard index < text.count else { throw JSONFault(.expectedValue, at: index, isAtEnd: true) }
    switch text[index] {
    case UInt8(ascii: "\""):
      let string = try scanString(text, from: index + 1)
      events.scalar(.string, from: index + 1, to: string.end, hasEscapes: string.hasEscapes)
      index = string.end + 1
    case UInt8(ascii: "{"):
      try nesting.push(isObject: true, limit: depthLimit, at: index)
      events.open(.object, at: index)
      index = skipWhiteSpace(text, from: index + 1)
      if index < text.count, text[index] == UInt8(ascii: "}") {
        index += 1
        try events.close(at: index)
        nesting.pop()
      } else {
        index = try scanKey(text, from: index, otherwise: .expectedKeyOrBrace, into: &events)
        continue value
      }
    case UInt8(ascii: "["):
      try nesting.push(isObject: false, limit: depthLimit, at: index)
      events.open(.array, at: index)
      index = skipWhiteSpace(text, from: index + 1)
      guard index < text.count, text[index] == UInt8(ascii: "]") else { continue value }
      index += 1
      try events.close(at: index)
      nesting.pop()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let end = try scanNumber(text, from: index)
      events.scalar(.number, from: index, to: end, hasEscapes: false)
      index = end
    default:
      let word = try scanWord(text, from: index)
      events.scalar(word.kind, from: index, to: word.end, hasEscapes: false)
      index = word.end
    }

    while true {
      index = skipWhiteSpace(text, from: index)
      if nesting.depth == 0 {
        guard index == text.count else { throw JSONFault(.expectedEnd, at: index) }
        return
      }
      guard index < text.count else {
        let kind: JSONFault.Kind =
          nesting.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket
        throw JSONFault(kind, at: index, isAtEnd: true)
      }
      let byte = text[index]
      if byte == UInt8(ascii: ",") {
        index = skipWhiteSpace(text, from: index + 1)
        if nesting.isObject {
          index = try scanKey(text, from: index, otherwise: .expectedKey, into: &events)
        }
        continue value
      }
      // "]" and "}" differ from the brackets that open them by 2.
      guard byte == (nesting.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw JSONFault(
          nesting.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: index)
      }
      index += 1
      try events.close(at: index)
      nesting.pop()
    }
  }
}

/// Refuses a byte order mark by its name, and in a record all that is no object.
private func checkStart(_ text: Span<UInt8>, at index: Int, objectOnly: Bool) throws(JSONFault) {
  if index == 0, text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
    throw JSONFault(.byteOrderMark, at: 0)
  }
  if objectOnly {
    guard index < text.count else { throw JSONFault(.expectedObject, at: index, isAtEnd: true) }
    guard text[index] == UInt8(ascii: "{") else { throw JSONFault(.expectedObject, at: index) }
  }
}

/// Reads a key and its colon; the result is where the value begins.
@inline(__always)
private func scanKey<Events: JSONEvents>(
  _ text: Span<UInt8>, from start: Int, otherwise kind: JSONFault.Kind, into events: inout Events
) throws(JSONFault) -> Int {
  guard start < text.count else { throw JSONFault(kind, at: start, isAtEnd: true) }
  guard text[start] == UInt8(ascii: "\"") else { throw JSONFault(kind, at: start) }
  let string = try scanString(text, from: start + 1)
  events.key(from: start + 1, to: string.end, hasEscapes: string.hasEscapes)
  let colon = skipWhiteSpace(text, from: string.end + 1)
  guard colon < text.count else { throw JSONFault(.expectedColon, at: colon, isAtEnd: true) }
  guard text[colon] == UInt8(ascii: ":") else { throw JSONFault(.expectedColon, at: colon) }
  return skipWhiteSpace(text, from: colon + 1)
}

/// The first offset not before `start` that holds no white space.
@inline(__always)
private func skipWhiteSpace(_ text: Span<UInt8>, from start: Int) -> Int {
  var index = start
  while index < text.count {
    let byte = text[index]
    if byte > 0x20 { return index }
    guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return index }
    index += 1
  }
  return index
}

/// Which of the open brackets are objects, one bit each; the first 64 levels need no memory.
private struct Nesting {
  private(set) var depth = 0
  private var levels: UInt64 = 0
  private var outer: [UInt64] = []

  /// Whether the innermost bracket is an object's.
  @inline(__always) var isObject: Bool { levels & 1 == 1 }

  @inline(__always)
  mutating func push(isObject: Bool, limit: Int, at offset: Int) throws(JSONFault) {
    guard depth < limit else { throw JSONFault(.tooDeep(limit: limit), at: offset) }
    if depth > 0, depth & 63 == 0 { outer.append(levels) }
    levels = levels << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  @inline(__always)
  mutating func pop() {
    depth -= 1
    levels >>= 1
    if depth > 0, depth & 63 == 0 { levels = outer.popLast() ?? 0 }
  }
}
