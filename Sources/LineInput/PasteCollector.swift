/// Collects the bytes of a bracketed paste up to its end mark.
struct PasteCollector {
  /// A longer paste is refused as a whole; no line of any form is that long.
  static let mostBytes = 1 << 20

  private static let endMark = Array("\u{1b}[201~".utf8)
  private var bytes: [UInt8] = []
  private var matched = 0
  private var isTooLong = false

  /// How many bytes are still to come at least.
  var leastLeft: Int { Self.endMark.count - matched }

  /// Takes one byte; true when it was the last of the end mark.
  mutating func take(_ byte: UInt8) -> Bool {
    if bytes.count < Self.mostBytes { bytes.append(byte) } else { isTooLong = true }
    if byte == Self.endMark[matched] {
      matched += 1
    } else {
      matched = byte == Self.endMark[0] ? 1 : 0
    }
    guard matched == Self.endMark.count else { return false }
    if !isTooLong { bytes.removeLast(matched) }
    return true
  }

  /// The lines of the paste, without their ends: CR LF, CR and LF each end one; nil when the paste
  /// is too long.
  ///
  /// A byte that is no UTF-8, and NUL, come as a value between 0xdc00 and 0xdcff, which no line
  /// takes. Tabs and other controls come as they are.
  func lines() -> [[Scalar]]? {
    if isTooLong { return nil }
    var lines: [[Scalar]] = [[]]
    var followsReturn = false
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    reading: while true {
      let scalar: Scalar
      switch decoder.parseScalar(from: &iterator) {
      case .emptyInput: break reading
      case .error: scalar = 0xdcff
      case .valid(let encoded): scalar = Scalar(bitPattern: UTF8.decode(encoded).value)
      }
      if scalar == 0x0a && followsReturn {
        followsReturn = false
        continue
      }
      followsReturn = scalar == 0x0d
      if scalar == 0x0a || scalar == 0x0d {
        lines.append([])
      } else {
        lines[lines.count - 1].append(scalar == 0 ? 0xdc00 : scalar)
      }
    }
    return lines
  }
}
