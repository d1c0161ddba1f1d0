/// The offset of the first byte that is no part of well-formed UTF-8, or nil where all of it is.
///
/// Strict, as the Unicode standard's table 3-7: no overlong forms, no surrogates, nothing past
/// U+10FFFF. A sequence that is wrong or cut off is reported at its first byte. Text in ASCII is
/// passed over in blocks.
public func firstInvalidUTF8(in bytes: Span<UInt8>) -> Int? {
  var index = 0
  while index < bytes.count {
    index = endOfASCII(in: bytes, from: index)
    while index < bytes.count, bytes[index] >= 0x80 {
      let length = lengthOfScalar(in: bytes, at: index)
      if length == 0 { return index }
      index += length
    }
  }
  return nil
}

/// The first offset not before `start` of a byte that is not ASCII, else the count of bytes.
private func endOfASCII(in bytes: Span<UInt8>, from start: Int) -> Int {
  var index = start
  // Four words at a time: the sum of their high bits shows whether any byte is not ASCII.
  while bytes.count - index >= 32 {
    var seen: UInt8 = 0
    let block = bytes.extracting(index..<index + 32)
    for offset in 0..<32 { seen |= block[offset] }
    if seen >= 0x80 { break }
    index += 32
  }
  while index < bytes.count, bytes[index] < 0x80 { index += 1 }
  return index
}

/// The length in bytes, 2 to 4, of the non-ASCII scalar that begins at `index`; 0 where none does.
func lengthOfScalar(in bytes: Span<UInt8>, at index: Int) -> Int {
  let lead = bytes[index]
  let expected = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  guard bytes.count - index >= expected else { return 0 }
  let second = bytes[index + 1]
  guard isSecondByte(second, after: lead) else { return 0 }
  if expected >= 3 && bytes[index + 2] & 0xC0 != 0x80 { return 0 }
  if expected == 4 && bytes[index + 3] & 0xC0 != 0x80 { return 0 }
  return expected
}

/// Whether the end of the bytes cuts off a sequence at `index` that was right as far as it went.
func isScalarCutOff(in bytes: Span<UInt8>, at index: Int) -> Bool {
  let lead = bytes[index]
  let present = bytes.count - index
  let expected = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  guard lead >= 0xC2, lead <= 0xF4, present < expected else { return false }
  if present >= 2 && !isSecondByte(bytes[index + 1], after: lead) { return false }
  if present >= 3 && bytes[index + 2] & 0xC0 != 0x80 { return false }
  return true
}

/// Whether the byte may follow this first byte of a sequence; false for all that begins none.
private func isSecondByte(_ byte: UInt8, after lead: UInt8) -> Bool {
  switch lead {
  case 0xC2...0xDF, 0xE1...0xEC, 0xEE...0xEF, 0xF1...0xF3: byte & 0xC0 == 0x80
  case 0xE0: (0xA0...0xBF).contains(byte)  // below: overlong
  case 0xED: (0x80...0x9F).contains(byte)  // above: surrogates
  case 0xF0: (0x90...0xBF).contains(byte)  // below: overlong
  case 0xF4: (0x80...0x8F).contains(byte)  // above: past U+10FFFF
  default: false
  }
}
