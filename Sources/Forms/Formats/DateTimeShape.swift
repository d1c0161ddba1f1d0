/// Dates and times of RFC 3339, section 5.6, followed as far as a text goes.
///
/// `T` and `Z` may be small letters, the years are 0000 to 9999, days are those of the Gregorian
/// calendar. The second 60 stands only where a leap second can: in the last minute of a day in UTC.
struct DateTimeShape {
  private var place = 0
  /// What came of the parts taken so far; once it is not `whole`, nothing more is taken.
  private var shape = FormatShape.whole

  static func date(_ text: Span<UInt8>) -> FormatShape {
    var taken = DateTimeShape()
    taken.takeDate(text)
    return taken.end(text)
  }

  static func time(_ text: Span<UInt8>) -> FormatShape {
    var taken = DateTimeShape()
    taken.takeTime(text)
    return taken.end(text)
  }

  static func dateTime(_ text: Span<UInt8>) -> FormatShape {
    var taken = DateTimeShape()
    taken.takeDate(text)
    taken.take("T", text)
    taken.takeTime(text)
    return taken.end(text)
  }

  /// A right text has nothing after it.
  private func end(_ text: Span<UInt8>) -> FormatShape {
    shape == .whole && place < text.count ? .wrong : shape
  }

  // MARK: - Date and time

  private mutating func takeDate(_ text: Span<UInt8>) {
    let century = takeTwo(0...99, text)
    let year = century * 100 + takeTwo(0...99, text)
    take("-", text)
    let month = takeTwo(1...12, text)
    take("-", text)
    _ = takeTwo(1...Self.days(of: month, in: year), text)
  }

  /// The number of days of a month; 31 for a month not read yet.
  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  private mutating func takeTime(_ text: Span<UInt8>) {
    let hour = takeTwo(0...23, text)
    take(":", text)
    let minute = takeTwo(0...59, text)
    take(":", text)
    let second = takeTwo(0...60, text)
    takeFraction(text)
    takeOffset(text, minuteOfDay: hour * 60 + minute, isLeap: second == 60)
  }

  private mutating func takeFraction(_ text: Span<UInt8>) {
    guard shape == .whole, place < text.count, text[place] == .ascii(".") else { return }
    place += 1
    let first = place
    while place < text.count, text[place].isDigit { place += 1 }
    if place == first { shape = place == text.count ? .beginning : .wrong }
  }

  private mutating func takeOffset(_ text: Span<UInt8>, minuteOfDay: Int, isLeap: Bool) {
    guard shape == .whole else { return }
    guard place < text.count else {
      shape = .beginning
      return
    }
    // In the second 60 the offset must make it 23:59 in UTC: there is one for each sign.
    let ahead = (minuteOfDay + 1) % 1_440
    let needed: Int
    switch text[place] {
    case .ascii("Z"), .ascii("z"):
      place += 1
      if isLeap, ahead != 0 { shape = .wrong }
      return
    case .ascii("+"): needed = ahead
    case .ascii("-"): needed = (1_440 - ahead) % 1_440
    default:
      shape = .wrong
      return
    }
    place += 1
    _ = takeTwo(isLeap ? needed / 60...needed / 60 : 0...23, text)
    take(":", text)
    _ = takeTwo(isLeap ? needed % 60...needed % 60 : 0...59, text)
  }

  // MARK: - Parts

  /// Takes one character; a letter may be small.
  private mutating func take(_ scalar: Unicode.Scalar, _ text: Span<UInt8>) {
    guard shape == .whole else { return }
    guard place < text.count else {
      shape = .beginning
      return
    }
    if text[place].lowercased != UInt8.ascii(scalar).lowercased { shape = .wrong }
    place += 1
  }

  /// Takes two digits whose number is in a range; of one alone, a second may yet bring it there.
  private mutating func takeTwo(_ range: ClosedRange<Int>, _ text: Span<UInt8>) -> Int {
    guard shape == .whole else { return 0 }
    var value = 0
    var digits = 0
    while digits < 2, place < text.count {
      guard text[place].isDigit else {
        shape = .wrong
        return 0
      }
      value = value * 10 + Int(text[place] - 0x30)
      digits += 1
      place += 1
    }
    switch digits {
    case 0: shape = .beginning
    case 1: shape = (value * 10...value * 10 + 9).overlaps(range) ? .beginning : .wrong
    default: if !range.contains(value) { shape = .wrong }
    }
    return value
  }
}
