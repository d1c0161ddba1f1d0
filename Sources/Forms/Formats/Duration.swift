/// `duration` of RFC 3339, appendix A: units in order, none left out between two that stand.
///
/// `P1Y2D` is none, for the months are skipped. The letters may be small, as everywhere in ABNF.
enum DurationFormat {
  static func accepts(_ text: Span<UInt8>) -> Bool {
    guard text.count > 2, text[0].lowercased == .ascii("p") else { return false }
    var place = 1
    if text[1].lowercased != .ascii("t") {
      if units("w", text, &place), place == text.count { return true }
      place = 1
      guard units("ymd", text, &place) else { return false }
      if place == text.count { return true }
    }
    guard text[place].lowercased == .ascii("t") else { return false }
    place += 1
    return units("hms", text, &place) && place == text.count
  }

  /// Takes numbers with their units: one unit of the list or several, one after the other.
  private static func units(_ list: String, _ text: Span<UInt8>, _ place: inout Int) -> Bool {
    var left = Array(list.utf8)[...]
    var taken = false
    while place < text.count, text[place].isDigit {
      while place < text.count, text[place].isDigit { place += 1 }
      guard place < text.count, let index = left.firstIndex(of: text[place].lowercased),
        !taken || index == left.startIndex
      else { return false }
      taken = true
      left = left[(index + 1)...]
      place += 1
    }
    return taken
  }
}
