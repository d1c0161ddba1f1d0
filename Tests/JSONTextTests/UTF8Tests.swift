import JSONText
import Testing

/// UTF-8, judged as strictly as the Unicode standard's table 3-7.
@Suite struct UTF8Tests {
  private func firstInvalid(_ bytes: [UInt8]) -> Int? { firstInvalidUTF8(in: bytes.span) }

  @Test(
    arguments: [
      [], [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xEC, 0xBF, 0xBF],
      [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
      [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF], [0xEF, 0xBB, 0xBF],
    ] as [[UInt8]])
  func wellFormed(bytes: [UInt8]) {
    #expect(firstInvalid(bytes) == nil)
    #expect(firstInvalid([0x41] + bytes + [0x42]) == nil)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2], [0xDF, 0xC0],
      [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xE1, 0x41, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x41], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func illFormed(bytes: [UInt8]) {
    #expect(firstInvalid(bytes) == 0)
    for before in [1, 31, 32, 33, 64, 100] {
      let text = [UInt8](repeating: 0x61, count: before) + bytes + [0x62]
      #expect(firstInvalid(text) == before)
      let han = Array("漢".utf8) + text
      #expect(firstInvalid(han) == before + 3)
      #expect(fault(in: [0x22] + text + [0x22])?.kind == .invalidUTF8(bytes[0]))
      #expect(fault(in: [0x22] + text + [0x22])?.offset == before + 1)
      #expect(
        fault(inRecord: Array(#"{"k":""#.utf8) + text + Array(#""}"#.utf8))?.offset == before + 6)
    }
  }

  /// Every first byte, second bytes to both sides of 80 to BF, each kind of third and fourth.
  @Test func agreesWithTheStandardLibrary() {
    let others: [[UInt8]] = [
      [], [0x41], [0x80], [0xBF], [0x80, 0x80], [0x80, 0x41], [0xBF, 0xC0],
    ]
    var disagreed: [[UInt8]] = []
    for first in 0x7F...UInt8.max {
      for second in UInt8(0x7E)...0xC1 {
        for rest in others {
          let bytes = [first, second] + rest
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          if (firstInvalid(bytes) == nil) != isValid { disagreed.append(bytes) }
        }
      }
    }
    #expect(disagreed == [])
  }
}
