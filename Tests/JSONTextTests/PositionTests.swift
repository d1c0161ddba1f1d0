import JSONText
import Testing

/// Offsets as lines and columns.
@Suite struct PositionTests {
  @Test(arguments: [
    ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4), ("abc", 99, 1, 4),
    ("abc", -1, 1, 1),
    ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\n", 2, 2, 1), ("\n\n\n", 3, 4, 1),
    ("a\r\nb", 1, 1, 2), ("a\r\nb", 2, 1, 3), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 1, 3),
    ("éa", 2, 1, 2), ("漢a", 3, 1, 2), ("😀a", 4, 1, 2), ("e\u{301}a", 3, 1, 3),
    ("é", 1, 1, 1), ("a😀", 3, 1, 2), ("\n😀b", 5, 2, 2), ("\u{2028}a", 3, 1, 2),
  ])
  func lineAndColumn(text: String, offset: Int, line: Int, column: Int) {
    let bytes = Array(text.utf8)
    #expect(JSONPosition(of: offset, in: bytes.span) == JSONPosition(line: line, column: column))
  }

  @Test(arguments: [
    ("", 0, ""), ("abc", 1, "abc"), ("a\nbc\nd", 0, "a"), ("a\nbc\nd", 1, "a"),
    ("a\nbc\nd", 2, "bc"),
    ("a\nbc\nd", 5, "d"), ("a\nbc\nd", 6, "d"), ("a\n", 2, ""), ("ab\r\ncd\r\n", 1, "ab"),
    ("ab\r\ncd\r\n", 5, "cd"), ("\r\n\r\n", 2, ""), ("\r\n", 0, ""), ("é\n漢", 3, "漢"),
    ("abc", 99, "abc"),
  ])
  func theLineAroundAnOffset(text: String, offset: Int, line: String) {
    let bytes = Array(text.utf8)
    let range = JSONPosition.lineRange(around: offset, in: bytes.span)
    #expect(Array(bytes[range]) == Array(line.utf8))
  }
}
