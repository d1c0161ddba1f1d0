// Functions of SQL that formsh works out itself: SQLite's own would take time without measure, or look at the clock.

import Forms

/// An argument of a function.
struct SQLArgument {
  /// Its text, or what SQLite makes a text of; the bytes of a blob; nil for NULL.
  var bytes: Bytes?
  /// Whether it is bytes that are no text.
  var isBlob = false
  /// The whole number that SQLite reads it as.
  var whole = 0
}

/// What a function gives.
enum SQLOutcome {
  case null
  case whole(Int)
  case text(Bytes)
  /// The argument at this place, as it is.
  case argument(Int)
  /// More than a text may be long.
  case tooLong
  /// What SQLite's own function gives.
  case own
}

/// The functions by name, with the numbers of arguments that each takes.
///
/// SQLite's own search compares a text at every place of another, its `trim` with every character to be
/// taken off, and its `printf` goes on counting when the text is too long already: seconds for what is
/// allowed. These are in proportion to the texts.
enum SQLFunction: String, CaseIterable {
  case instr, replace, trim, ltrim, rtrim, printf, format
  case date, time, datetime, julianday, unixepoch, strftime, timediff

  /// How many arguments it is called with here; nil for any number.
  var argumentCount: Int? {
    switch self {
    case .replace: 3
    case .instr, .trim, .ltrim, .rtrim: 2
    default: nil
    }
  }

  /// The version of SQLite that has it first.
  var since: Int32 { self == .timediff ? 3_043_000 : 0 }

  /// Works the function out; no text may be longer than `longest` bytes.
  ///
  /// `isLasting`: the value must be the same tomorrow and elsewhere; what asks for the present time, or for
  /// that of a place, is NULL.
  func callAsFunction(_ arguments: [SQLArgument], longest: Int, isLasting: Bool) -> SQLOutcome {
    switch self {
    case .instr: SQLFunction.place(of: arguments[1], in: arguments[0])
    case .printf, .format: SQLFunction.padding(arguments) > longest ? .tooLong : .own
    case .replace: SQLFunction.replace(arguments, longest)
    case .trim: SQLFunction.trim(arguments, atStart: true, atEnd: true)
    case .ltrim: SQLFunction.trim(arguments, atStart: true, atEnd: false)
    case .rtrim: SQLFunction.trim(arguments, atStart: false, atEnd: true)
    default: isLasting && asksForThePresent(arguments) ? .null : .own
    }
  }

  // MARK: Search

  /// `instr`: the place of the first occurrence, in characters from 1 (bytes where both are blobs); 0 for none.
  private static func place(of wanted: SQLArgument, in text: SQLArgument) -> SQLOutcome {
    guard let bytes = text.bytes, let needle = wanted.bytes else { return .null }
    var search = Search(needle)
    guard let found = search.next(in: bytes, from: 0) else { return .whole(0) }
    if text.isBlob, wanted.isBlob { return .whole(found + 1) }
    return .whole(bytes[..<found].count { $0 & 0xC0 != 0x80 } + 1)
  }

  private static func replace(_ arguments: [SQLArgument], _ longest: Int) -> SQLOutcome {
    guard let text = arguments[0].bytes, let old = arguments[1].bytes else { return .null }
    if old.isEmpty || old[0] == 0 { return .argument(0) }
    guard let new = arguments[2].bytes else { return .null }
    var search = Search(old)
    var out: Bytes = []
    var at = 0
    while let found = search.next(in: text, from: at) {
      out += text[at..<found]
      out += new
      if out.count > longest { return .tooLong }
      at = found + old.count
    }
    return .text(out + text[at...])
  }

  /// Takes characters of a set off the ends of a text.
  private static func trim(
    _ arguments: [SQLArgument], atStart: Bool, atEnd: Bool
  ) -> SQLOutcome {
    guard let text = arguments[0].bytes, let set = arguments[1].bytes else { return .null }
    let characters = Set(SQLFunction.characters(set).map { Bytes(set[$0]) })
    var rest = SQLFunction.characters(text)[...]
    while atStart, let first = rest.first, characters.contains(Bytes(text[first])) {
      rest.removeFirst()
    }
    while atEnd, let last = rest.last, characters.contains(Bytes(text[last])) {
      rest.removeLast()
    }
    guard let first = rest.first, let last = rest.last else { return .text([]) }
    return .text(Bytes(text[first.lowerBound..<last.upperBound]))
  }

  /// The places of a text's characters.
  private static func characters(_ text: Bytes) -> [Range<Int>] {
    var out: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      out.append(start..<end)
      start = end
    }
    return out
  }

  /// The characters that the widths and precisions of a `printf` ask for, all together.
  private static func padding(_ arguments: [SQLArgument]) -> Int {
    guard let format = arguments.first?.bytes else { return 0 }
    var rest = arguments.dropFirst()
    var sum = 0
    var at = 0
    /// Reads digits, or `*` and the argument that it stands for.
    func count() -> Int {
      if at < format.count, format[at] == UInt8(ascii: "*") {
        at += 1
        // SQLite takes as much of the number as a C int holds.
        return Int(Int32(truncatingIfNeeded: rest.popFirst()?.whole ?? 0).magnitude)
      }
      var count = 0
      while at < format.count, format[at] &- 0x30 <= 9 {
        count = min(count * 10 + Int(format[at] &- 0x30), 1 << 31)
        at += 1
      }
      return count
    }
    while let percent = format[at...].firstIndex(of: UInt8(ascii: "%")) {
      at = percent + 1
      while at < format.count, "-+ #0!,".utf8.contains(format[at]) { at += 1 }
      let width = count()
      var precision = 0
      if at < format.count, format[at] == UInt8(ascii: ".") {
        at += 1
        precision = count()
      }
      while at < format.count, format[at] == UInt8(ascii: "l") { at += 1 }
      guard at < format.count else { return sum + width + precision }
      let conversion = Character(Unicode.Scalar(format[at]))
      at += 1
      // A precision only shortens a text.
      sum += "sqQwz".contains(conversion) ? width : width + precision
      if !"%n".contains(conversion) { rest = rest.dropFirst() }
    }
    return sum
  }

  // MARK: Time

  /// Whether a call asks for the time of day, or for that of a place: without a time value, or by a word for it.
  private func asksForThePresent(_ arguments: [SQLArgument]) -> Bool {
    let times: Range<Int> =
      switch self {
      case .strftime: 1..<2
      case .timediff: 0..<2
      default: 0..<1
      }
    guard arguments.count >= times.upperBound else { return true }
    for (i, argument) in arguments.enumerated() where i >= times.lowerBound {
      // SQLite reads these words up to a zero byte, in any case.
      guard let bytes = argument.bytes else { continue }
      let word = lowercased(Bytes(bytes.prefix { $0 != 0 })).string
      if times.contains(i) ? SQLFunction.words.contains(word) : word == "localtime" || word == "utc"
      {
        return true
      }
    }
    return false
  }

  /// The words for the time of day or of a place.
  static let words: Set<String> = ["now", "subsec", "subsecond", "localtime", "utc"]

  /// Whether it is one of the functions of time.
  var isOfTime: Bool {
    switch self {
    case .instr, .replace, .trim, .ltrim, .rtrim, .printf, .format: false
    default: true
    }
  }
}

/// Looks for a text in another one in proportion to their lengths (Knuth, Morris and Pratt).
private struct Search {
  private let wanted: Bytes
  /// For each beginning of the text, how much of its end is a beginning as well.
  private var borders: [Int] = []

  init(_ wanted: Bytes) {
    self.wanted = wanted
    var border = 0
    for i in wanted.indices {
      while border > 0, i > 0, wanted[i] != wanted[border] { border = borders[border - 1] }
      if i > 0, wanted[i] == wanted[border] { border += 1 }
      borders.append(border)
    }
  }

  /// Where it stands first, at this place or behind it.
  mutating func next(in text: Bytes, from start: Int) -> Int? {
    if wanted.isEmpty { return start }
    var matched = 0
    var at = start
    while at < text.count {
      while matched > 0, text[at] != wanted[matched] { matched = borders[matched - 1] }
      if text[at] == wanted[matched] { matched += 1 }
      at += 1
      if matched == wanted.count { return at - matched }
    }
    return nil
  }
}
