/// A place in a text as people count it: line and column, both from 1.
///
/// A line ends with LF; the CR of a CR LF is the last character of its line. A column is one
/// Unicode scalar.
public struct JSONPosition: Equatable, Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of a byte; an offset past the end counts as the end.
  ///
  /// An offset inside a scalar is the place of that scalar. It reads the text from its start: meant for messages.
  public init(of offset: Int, in text: Span<UInt8>) {
    let end = min(max(offset, 0), text.count)
    var line = 1
    var column = 1
    for index in 0..<end {
      if text[index] == 0x0A {
        line += 1
        column = 1
      } else if text[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    if end < text.count, text[end] & 0xC0 == 0x80, column > 1 { column -= 1 }
    self.init(line: line, column: column)
  }

  /// The bytes of the line that holds the offset, without its line end: what a message shows above its caret.
  public static func lineRange(around offset: Int, in text: Span<UInt8>) -> Range<Int> {
    let place = min(max(offset, 0), text.count)
    var start = place
    while start > 0, text[start - 1] != 0x0A { start -= 1 }
    var end = place
    while end < text.count, text[end] != 0x0A { end += 1 }
    if end > start, end < text.count, text[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}
