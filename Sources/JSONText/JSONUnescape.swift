/// Appends what the content of a JSON string, as a reader of this module gave it, means.
///
/// The result is UTF-8. The content is what stands between the quotes and has been validated;
/// of anything else some text comes out, never a trap.
public func appendUnescaped(_ content: Span<UInt8>, to bytes: inout [UInt8]) {
  var index = 0
  while index < content.count {
    var plain = index
    while plain < content.count, content[plain] != UInt8(ascii: "\\") { plain += 1 }
    appendCopy(of: content.extracting(index..<plain), to: &bytes)
    guard plain + 1 < content.count else { return }
    index = plain + 2
    switch content[plain + 1] {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      var scalar = unit(in: content, at: index)
      index = min(index + 4, content.count)
      if (0xD800...0xDBFF).contains(scalar) {
        let low = unit(in: content, at: index + 2)
        scalar = 0x1_0000 + (scalar & 0x3FF) << 10 + low & 0x3FF
        index = min(index + 6, content.count)
      }
      appendScalar(scalar, to: &bytes)
    case let other: bytes.append(other)
    }
  }
}

/// Appends bytes as they are.
@inline(__always)
func appendCopy(of source: Span<UInt8>, to bytes: inout [UInt8]) {
  bytes.append(addingCapacity: source.count) { output in
    for index in 0..<source.count { output.append(source[index]) }
  }
}

/// The number that four hexadecimal digits make; what is missing counts as 0.
private func unit(in content: Span<UInt8>, at start: Int) -> UInt32 {
  var value: UInt32 = 0
  for index in start..<start + 4 {
    let digit = index < content.count ? hexadecimalValue(content[index]) : 0
    value = value << 4 | UInt32(max(digit, 0))
  }
  return value
}

/// Appends a scalar as UTF-8; half of a surrogate pair becomes U+FFFD.
private func appendScalar(_ value: UInt32, to bytes: inout [UInt8]) {
  let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
  for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
}
