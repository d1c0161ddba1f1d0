// Strings, numbers and words: the parts of the grammar that have no parts.

/// The end of a string's content and whether an escape stands in it; `start` is behind the quote.
@inline(__always)
func scanString(
  _ text: Span<UInt8>, from start: Int
) throws(JSONFault) -> (end: Int, hasEscapes: Bool) {
  var index = start
  while index < text.count {
    let byte = text[index]
    if byte == UInt8(ascii: "\"") { return (index, false) }
    guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else {
      return try scanRestOfString(text, from: index)
    }
    index += 1
  }
  throw JSONFault(.unfinishedString, at: index, isAtEnd: true)
}

/// The same from the first byte that is no plain ASCII.
@inline(never)
private func scanRestOfString(
  _ text: Span<UInt8>, from start: Int
) throws(JSONFault) -> (end: Int, hasEscapes: Bool) {
  var index = start
  var hasEscapes = false
  while index < text.count {
    let byte = text[index]
    if byte == UInt8(ascii: "\"") { return (index, hasEscapes) }
    if byte >= 0x80 {
      let length = lengthOfScalar(in: text, at: index)
      guard length > 0 else {
        throw JSONFault(.invalidUTF8(byte), at: index, isAtEnd: isScalarCutOff(in: text, at: index))
      }
      index += length
    } else if byte == UInt8(ascii: "\\") {
      hasEscapes = true
      index = try scanEscape(text, at: index)
    } else {
      guard byte >= 0x20 else { throw JSONFault(.controlCharacter(byte), at: index) }
      index += 1
    }
  }
  throw JSONFault(.unfinishedString, at: index, isAtEnd: true)
}

/// The end of the escape, or the pair of escapes, whose backslash stands at `start`.
private func scanEscape(_ text: Span<UInt8>, at start: Int) throws(JSONFault) -> Int {
  guard start + 1 < text.count else {
    throw JSONFault(.unfinishedString, at: text.count, isAtEnd: true)
  }
  switch text[start + 1] {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
    UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
    return start + 2
  case UInt8(ascii: "u"):
    let unit = try scanUnit(text, at: start, isSecondHalf: false)
    guard (0xD800...0xDBFF).contains(unit) else { return start + 6 }
    // The other half must follow at once.
    let second = start + 6
    guard second < text.count, text[second] == UInt8(ascii: "\\") else {
      throw brokenPair(text, at: start, from: second)
    }
    guard second + 1 < text.count, text[second + 1] == UInt8(ascii: "u") else {
      throw brokenPair(text, at: start, from: second + 1)
    }
    _ = try scanUnit(text, at: second, isSecondHalf: true)
    return second + 6
  default:
    throw JSONFault(.invalidEscape, at: start)
  }
}

/// What is wrong where a second half should go on at an offset and does not.
private func brokenPair(_ text: Span<UInt8>, at start: Int, from index: Int) -> JSONFault {
  index < text.count
    ? JSONFault(.loneSurrogate, at: start)
    : JSONFault(.unfinishedString, at: text.count, isAtEnd: true)
}

/// The four digits of the `\u` escape whose backslash stands at `start`.
///
/// Where the text ends among them it still refuses what no further digit could make right.
private func scanUnit(
  _ text: Span<UInt8>, at start: Int, isSecondHalf: Bool
) throws(JSONFault) -> Int {
  let present = min(4, text.count - start - 2)
  var unit = 0
  for place in 0..<present {
    let digit = hexadecimalValue(text[start + 2 + place])
    guard digit >= 0 else { throw JSONFault(.invalidEscape, at: start) }
    unit = unit << 4 | digit
  }
  let missing = (4 - present) * 4
  let possible = unit << missing...(unit + 1) << missing - 1
  let halves = 0xDC00...0xDFFF
  let isRight = isSecondHalf ? possible.overlaps(halves) : !halves.contains(possible)
  guard isRight else { throw JSONFault(.loneSurrogate, at: isSecondHalf ? start - 6 : start) }
  guard missing == 0 else { throw JSONFault(.unfinishedString, at: text.count, isAtEnd: true) }
  return unit
}

/// 0 to 15, or -1 for what is no hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> Int {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x57
  case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x37
  default: -1
  }
}

/// The end of the number that begins, with a digit or a minus sign, at `start`.
@inline(__always)
func scanNumber(_ text: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
  var index = start
  if text[index] == UInt8(ascii: "-") { index += 1 }
  let whole = index
  index = try scanDigits(text, from: index)
  if index - whole > 1, text[whole] == UInt8(ascii: "0") {
    throw JSONFault(.leadingZero, at: whole)
  }
  guard index < text.count else { return index }
  if text[index] == UInt8(ascii: ".") {
    index = try scanDigits(text, from: index + 1)
    guard index < text.count else { return index }
  }
  if text[index] | 0x20 == UInt8(ascii: "e") {
    index += 1
    if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
      index += 1
    }
    index = try scanDigits(text, from: index)
  }
  return index
}

/// The end of one or more digits.
@inline(__always)
private func scanDigits(_ text: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
  var index = start
  while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
  guard index > start else {
    throw JSONFault(.expectedDigit, at: index, isAtEnd: index == text.count)
  }
  return index
}

/// Reads `true`, `false` or `null`.
func scanWord(
  _ text: Span<UInt8>, from start: Int
) throws(JSONFault) -> (kind: JSONKind, end: Int) {
  let kind: JSONKind
  let word: InlineArray<5, UInt8>
  switch text[start] {
  case UInt8(ascii: "t"): (kind, word) = (.true, [0x74, 0x72, 0x75, 0x65, 0])
  case UInt8(ascii: "f"): (kind, word) = (.false, [0x66, 0x61, 0x6C, 0x73, 0x65])
  case UInt8(ascii: "n"): (kind, word) = (.null, [0x6E, 0x75, 0x6C, 0x6C, 0])
  default: throw JSONFault(.expectedValue, at: start)
  }
  let length = kind == .false ? 5 : 4
  for place in 0..<length {
    guard start + place < text.count else {
      throw JSONFault(.expectedValue, at: start, isAtEnd: true)
    }
    guard text[start + place] == word[place] else { throw JSONFault(.expectedValue, at: start) }
  }
  return (kind, start + length)
}
