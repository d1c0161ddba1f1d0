import Testing

@testable import LineInput

struct KeyDecoderTests {
  /// Feeds bytes as if they came in one read, then falls silent.
  private func keys(
    _ bytes: [UInt8], vi: Bool = false, bound: [[UInt8]] = [], silence: Bool = true
  ) -> [Key] {
    var decoder = KeyDecoder()
    decoder.isVi = vi
    decoder.boundSequences = Set(bound)
    for (index, byte) in bytes.enumerated() { decoder.feed(byte, more: index + 1 < bytes.count) }
    if silence && decoder.patience != nil { decoder.timeOut() }
    var keys: [Key] = []
    while let key = decoder.next() { keys.append(key) }
    return keys
  }

  private func keys(_ text: String, vi: Bool = false) -> [Key] { keys(Array(text.utf8), vi: vi) }

  private static let sequences: [(String, [Key])] = [
    ("\u{1b}[A", [.up]), ("\u{1b}OA", [.up]), ("\u{1b}[B", [.down]), ("\u{1b}[C", [.right]),
    ("\u{1b}[D", [.left]), ("\u{1b}[1;5C", [.wordRight]), ("\u{1b}[1;5D", [.wordLeft]),
    ("\u{1b}[1;3D", [.wordLeft]), ("\u{1b}[1;2C", [.right]), ("\u{1b}[H", [.home]),
    ("\u{1b}OF", [.end]), ("\u{1b}[1~", [.home]), ("\u{1b}[4~", [.end]), ("\u{1b}[7~", [.home]),
    ("\u{1b}[8~", [.end]), ("\u{1b}[3~", [.delete]), ("\u{1b}[5~", [.pageUp]),
    ("\u{1b}[6~", [.pageDown]), ("\u{1b}[Z", [.backTab]), ("\u{1b}OM", [.enter]),
    // Keys and reports that nobody knows vanish whole.
    ("\u{1b}[15~", []), ("\u{1b}[24;2~", []), ("\u{1b}OP", []), ("\u{1b}[[A", []),
    ("\u{1b}[<0;10;5M", []), ("\u{1b}[M !!", []), ("\u{1b}[2;5R", []), ("\u{1b}[I", []),
    ("\u{1b}[?62;c", []), ("\u{1b}]11;rgb:0/0/0\u{7}", []), ("\u{1b}P>|x\u{1b}\\", []),
    ("\u{1b}[97;5u", []),
    // What follows a sequence is a key again.
    ("\u{1b}[15~5", [.scalar(0x35)]), ("\u{1b}]4;x\u{1b}\\a", [.scalar(0x61)]),
    ("1\u{1b}[1;5C2", [.scalar(0x31), .wordRight, .scalar(0x32)]),
    ("\u{1b}_Gi=1;OK\u{1b}\\a", [.scalar(0x61)]),
    // Keys in quick succession are no reply.
    ("\u{1b}Px", [.meta(0x50), .scalar(0x78)]), ("\u{1b}_\r", [.meta(0x5f), .enter]),
    ("\u{1b}]\u{1b}[A", [.meta(0x5d), .up]), ("\u{1b}P", [.meta(0x50)]),
    // Cut sequences.
    ("\u{1b}", [.escape]), ("\u{1b}[", []), ("\u{1b}[1;", []), ("\u{1b}\u{1b}[A", [.escape, .up]),
    ("\u{1b}[1\u{3}", [.scalar(3)]),
    // Alt.
    ("\u{1b}f", [.meta(0x66)]), ("\u{1b}\u{7f}", [.meta(0x7f)]), ("\u{1b}é", [.meta(0xe9)]),
    ("\u{1b}\r", [.enter]),
    // Single keys.
    ("\r", [.enter]), ("\n", [.enter]), ("\r\n", [.enter]), ("\r\r", [.enter, .enter]),
    ("\n\n", [.enter, .enter]), ("\t", [.tab]), ("\u{4}", [.endOfInput]), ("\u{c}", [.redraw]),
    ("\u{1}", [.scalar(1)]), ("\u{0}", [.scalar(0)]), ("\u{7f}", [.scalar(0x7f)]),
    ("é한👩", [.scalar(0xe9), .scalar(0xd55c), .scalar(0x1f469)]),
    ("\u{9b}", [.unusable]),
  ]

  @Test(arguments: sequences.indices)
  func `a sequence is one key or none`(index: Int) {
    let (text, wanted) = Self.sequences[index]
    #expect(keys(text) == wanted, "\(text.debugDescription)")
  }

  static let invalid: [([UInt8], [Key])] = [
    ([0xff], [.unusable]), ([0x80], [.unusable]), ([0xc0, 0xaf], [.unusable, .unusable]),
    ([0xc3], [.unusable]), ([0xc3, 0x61], [.unusable, .scalar(0x61)]),
    ([0xe0, 0x80, 0xaf], [.unusable]), ([0xed, 0xa0, 0x80], [.unusable]),
    ([0xf4, 0x90, 0x80, 0x80], [.unusable]), ([0xf5], [.unusable]),
  ]

  @Test(arguments: invalid.indices)
  func `bytes that are no UTF-8 put nothing into the line`(index: Int) {
    #expect(keys(Self.invalid[index].0) == Self.invalid[index].1)
  }

  @Test func `Escape is a key of its own in vi`() {
    #expect(keys("\u{1b}f", vi: true) == [.escape, .scalar(0x66)])
    #expect(keys("\u{1b}[A", vi: true) == [.up])
  }

  @Test func `a sequence that was bound is handed on`() {
    let sequence = Array("\u{1b}[1;5C".utf8)
    #expect(keys(sequence + [0x61], bound: [sequence]) == [.sequence(sequence), .scalar(0x61)])
  }

  @Test func `a line feed long after a return is another Return`() {
    var decoder = KeyDecoder()
    decoder.feed(0x0d, more: false)
    decoder.pause()
    decoder.feed(0x0a, more: false)
    #expect(decoder.next() == .enter)
    #expect(decoder.next() == .enter)
  }

  @Test func `a character may come in pieces`() {
    var decoder = KeyDecoder()
    for byte in Array("한".utf8) {
      #expect(decoder.next() == nil)
      decoder.feed(byte, more: false)
      decoder.pause()
    }
    #expect(decoder.next() == .scalar(0xd55c))
    #expect(decoder.next() == nil)
  }

  // MARK: Pastes

  private func pasted(_ text: String) -> [Key] { keys("\u{1b}[200~" + text + "\u{1b}[201~") }

  private func line(_ text: String) -> Key { .pasted(scalars(of: text)) }

  @Test func `each line of a paste is a key and each line end another`() {
    #expect(
      pasted("a\rb\nc\r\nd") == [
        line("a"), .pastedEnter, line("b"), .pastedEnter, line("c"), .pastedEnter, line("d"),
      ])
    #expect(pasted("a\r\r\nb") == [line("a"), .pastedEnter, .pastedEnter, line("b")])
    #expect(pasted("") == [])
    #expect(pasted("\r") == [.pastedEnter])
  }

  @Test func `a Tab and escape sequences in a paste are text`() {
    #expect(pasted("a\tb") == [line("a\tb")])
    #expect(pasted("\u{1b}[A") == [line("\u{1b}[A")])
    #expect(pasted("\u{1b}[20\u{1b}[201") == [line("\u{1b}[20\u{1b}[201")])
  }

  @Test func `bytes that are no text are marked`() {
    let bytes = Array("\u{1b}[200~a".utf8) + [0xff, 0x00] + Array("b\u{1b}[201~".utf8)
    #expect(keys(bytes) == [.pasted([0x61, 0xdcff, 0xdc00, 0x62])])
  }

  @Test func `a paste that is too long is dropped as a whole`() {
    let long = String(repeating: "x", count: PasteCollector.mostBytes)
    #expect(pasted(long) == [.pasteTooLong])
  }

  @Test func `a paste without end is what came until silence`() {
    #expect(keys("\u{1b}[200~ab") == [line("ab")])
  }

  @Test func `no byte behind the end of a paste is asked for`() {
    var decoder = KeyDecoder()
    for byte in Array("\u{1b}[200~".utf8) { decoder.feed(byte, more: true) }
    #expect(decoder.safeCount == 6)
    for byte in Array("a\u{1b}[20".utf8) { decoder.feed(byte, more: true) }
    #expect(decoder.safeCount == 2)
    for byte in Array("1~".utf8) { decoder.feed(byte, more: true) }
    #expect(decoder.safeCount == 1)
  }

  @Test func `dropping keys counts the lines of a paste`() {
    var decoder = KeyDecoder()
    for byte in Array("\u{1b}[200~a\rb\rc\u{1b}[201~".utf8) { decoder.feed(byte, more: true) }
    #expect(decoder.next() == line("a"))
    #expect(decoder.dropKeys() == 2)
    #expect(decoder.next() == nil)
  }
}
