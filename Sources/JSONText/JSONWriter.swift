/// Appends a JSON string in quotes with the escapes that RFC 8259 asks for, and those that a terminal asks for.
///
/// Escaped are the quote, the backslash and what is below U+0020: `\b \f \n \r \t` where there is a
/// short form, else `\u00XX`; also the controls U+0080 to U+009F and those of the direction of text. All else, DEL,
/// U+2028 and U+2029 too, is written as it is. The text is valid UTF-8.
public func appendJSONString(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
  var index = 0
  // Mostly nothing needs an escape: one reservation, and each byte is looked at once.
  bytes.append(addingCapacity: text.count + 2) { output in
    output.append(UInt8(ascii: "\""))
    index = appendPlain(text, from: 0, to: &output)
    if index == text.count { output.append(UInt8(ascii: "\"")) }
  }
  guard index < text.count else { return }
  while index < text.count {
    let start = index + appendEscape(text, at: index, to: &bytes)
    bytes.append(addingCapacity: text.count - start + 1) { output in
      index = appendPlain(text, from: start, to: &output)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}

/// Copies up to the first byte that cannot stand in a string as it is; the result is its offset.
@inline(__always)
private func appendPlain(
  _ text: Span<UInt8>, from start: Int, to output: inout OutputSpan<UInt8>
) -> Int {
  var index = start
  while index < text.count {
    let byte = text[index]
    guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
    if byte >= 0x80, HiddenControl(in: text, at: index) != nil { break }
    output.append(byte)
    index += 1
  }
  return index
}

/// Appends JSON text as it stands, but for controls beyond ASCII: they can only stand in its strings, and are escaped.
public func appendJSONText(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
  var start = 0
  for index in text.indices {
    guard let hidden = HiddenControl(in: text, at: index) else { continue }
    appendCopy(of: text.extracting(start..<index), to: &bytes)
    bytes.append(UInt8(ascii: "\\"))
    appendUnit(hidden.scalar, to: &bytes)
    start = index + hidden.length
  }
  appendCopy(of: text.extracting(start..<text.count), to: &bytes)
}

/// Appends the escape of a character that cannot stand in a string; the result is how many bytes it has.
private func appendEscape(_ text: Span<UInt8>, at index: Int, to bytes: inout [UInt8]) -> Int {
  bytes.append(UInt8(ascii: "\\"))
  if let hidden = HiddenControl(in: text, at: index) {
    appendUnit(hidden.scalar, to: &bytes)
    return hidden.length
  }
  let byte = text[index]
  switch byte {
  case 0x08: bytes.append(UInt8(ascii: "b"))
  case 0x09: bytes.append(UInt8(ascii: "t"))
  case 0x0A: bytes.append(UInt8(ascii: "n"))
  case 0x0C: bytes.append(UInt8(ascii: "f"))
  case 0x0D: bytes.append(UInt8(ascii: "r"))
  case 0x00..<0x20: appendUnit(UInt16(byte), to: &bytes)
  default: bytes.append(byte)
  }
  return 1
}

/// Appends `u` and four digits.
private func appendUnit(_ unit: UInt16, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "u"))
  for shift in [12, 8, 4, 0] {
    let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// Appends `true`, `false` or `null`.
public func appendJSONWord(_ value: Bool?, to bytes: inout [UInt8]) {
  switch value {
  case true?: bytes.append(contentsOf: "true".utf8)
  case false?: bytes.append(contentsOf: "false".utf8)
  case nil: bytes.append(contentsOf: "null".utf8)
  }
}

/// Writes JSON into bytes, part by part, and puts the commas where they belong.
///
/// The caller opens, names and closes in the right order; nothing is checked. Nothing is put
/// between the parts, so a record is one line.
public struct JSONWriter: Sendable {
  /// What has been written so far; the caller may take it away or empty it between two texts.
  public var bytes: [UInt8] = []

  private var needsComma = false

  /// Makes a writer with nothing written.
  public init() {}

  /// Begins an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Ends the innermost object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Begins an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Ends the innermost array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a text with a line feed; the next one may follow.
  public mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  /// Writes the key of the value that comes next.
  public mutating func key(_ name: Span<UInt8>) {
    separate()
    appendJSONString(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the key of the value that comes next.
  public mutating func key(_ name: String) { key(Array(name.utf8).span) }

  /// Writes a string; the text is valid UTF-8.
  public mutating func string(_ text: Span<UInt8>) {
    separate()
    appendJSONString(text, to: &bytes)
  }

  /// Writes a string.
  public mutating func string(_ text: String) { string(Array(text.utf8).span) }

  /// Writes JSON text as it stands: the text of a number, with its digits kept, or a whole value.
  public mutating func text(_ text: Span<UInt8>) {
    separate()
    appendCopy(of: text, to: &bytes)
  }

  /// Writes a whole number.
  public mutating func number(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes `true` or `false`, or `null` for nil.
  public mutating func word(_ value: Bool?) {
    separate()
    appendJSONWord(value, to: &bytes)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Puts a comma after the value before, if there is one.
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
