// The values of a picker: codes with titles, found by code, title and beginning.

/// One value of a picker.
public struct Choice: Sendable {
  /// The value that is stored.
  public var value: Value
  /// The title that a person sees and may type; nil where the code says it all.
  public var title: Bytes?

  /// A choice of a value, with a title or without.
  public init(value: Value, title: Bytes? = nil) {
    self.value = value
    self.title = title
  }
}

/// The choices of one field, in the order of its form.
///
/// A typed text is a choice when it is the code, or else the title, of one, compared by canonical equivalence.
public final class Choices: Sendable {
  /// The choices, in the form's order.
  public let list: [Choice]
  /// The keywords of the form file that list them: `enum`, `const`, `oneOf` or `anyOf`; at least one.
  public let keywords: [String]
  /// The longest code or title, in characters.
  public let longest: Int

  private let isShort: Bool
  private let hasMixedKinds: Bool
  // For many choices; few are looked at one by one.
  private let codes: TextTable
  private let titles: TextTable
  /// Numbers that are spelled otherwise than plainly, by their plain digits.
  private let byNumber: [String: Int]
  /// Decomposed codes and titles, in order; of equal ones, codes first.
  private let sorted: [(key: Bytes, index: Int)]

  /// Above this many choices a dictionary finds them.
  private static let few = 12

  /// The choices in the form's order, and the keywords that list them.
  public init(_ list: [Choice], keywords: [String] = ["enum"]) {
    self.list = list
    self.keywords = keywords
    isShort = list.count <= Choices.few
    hasMixedKinds = list.contains { $0.value.kind != list[0].value.kind }
    var codeTable = TextTable(count: isShort ? 0 : list.count)
    var titleTable = TextTable(count: isShort ? 0 : list.count)
    var byNumber: [String: Int] = [:]
    var codes: [(key: Bytes, index: Int)] = []
    var titles: [(key: Bytes, index: Int)] = []
    var longest = 0
    codes.reserveCapacity(list.count)
    for (i, c) in list.enumerated() {
      let code = c.value.text
      if c.value.kind != .null {
        if !isShort {
          codeTable.insert(code.span, i) {
            list[$0].value.kind != .null && list[$0].value.text == code
          }
        }
        codes.append((CanonicalForm.decomposed(code), i))
      }
      if let title = c.title {
        if !isShort { titleTable.insert(title.span, i) { list[$0].title == title } }
        titles.append((CanonicalForm.decomposed(title), i))
      }
      if !isShort, c.value.kind == .number, !Choices.isPlain(code),
        let number = c.value.number?.description
      {
        byNumber[number] = byNumber[number] ?? i
      }
      longest = max(longest, Choices.characters(code), c.title.map(Choices.characters) ?? 0)
    }
    // A stable sort: a code stays before an equal title, an earlier choice before a later one.
    let all = codes + titles
    // Long lists mostly come in order.
    let isInOrder = all.indices.dropFirst().allSatisfy {
      !Choices.isBefore(all[$0].key, all[$0 - 1].key)
    }
    sorted = isInOrder ? all : all.sorted { Choices.isBefore($0.key, $1.key) }
    self.codes = codeTable
    self.titles = titleTable
    self.byNumber = byNumber
    self.longest = longest
  }

  private static func characters(_ text: Bytes) -> Int {
    text.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? text.count : String(bytes: text.span).count
  }

  /// Whether a number is spelled in plain digits, as `Decimal` describes it.
  private static func isPlain(_ text: Bytes) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let first = digits.first, digits.count < 300 else { return false }
    if first == UInt8(ascii: "0"), text.count > 1 { return false }
    return digits.allSatisfy { $0 &- 0x30 <= 9 }
  }

  private func find(coded text: Span<UInt8>) -> Int? {
    codes.find(text) { list[$0].value.kind != .null && list[$0].value.text.equals(text) }
  }

  /// The place of the choice that a typed text names; nil when it names none.
  public func index(typed text: Span<UInt8>) -> Int? {
    if isShort {
      for i in list.indices where list[i].value.kind != .null {
        if list[i].value.text.equals(text) { return i }
      }
      for i in list.indices {
        if let title = list[i].title, title.equals(text) { return i }
      }
    } else if let i = find(coded: text) {
      // A code goes before a title that another choice has.
      return i
    } else if let i = titles.find(text, isSame: { list[$0].title?.equals(text) ?? false }) {
      return i
    }
    // 1.0 is the choice 1.
    if let number = Decimal(text), let i = index(of: number) { return i }
    let key = CanonicalForm.decomposed(Bytes(text))
    let at = lowerBound(key)
    return at < sorted.count && sorted[at].key == key ? sorted[at].index : nil
  }

  private func index(of number: Decimal) -> Int? {
    if !isShort {
      let plain = number.description
      let i = find(coded: plain.utf8Span.span)
      if let i, list[i].value.kind == .number { return i }
      if let i = byNumber[plain] { return i }
      if !hasMixedKinds { return nil }
    }
    return list.firstIndex { $0.value.number == number }
  }

  /// The place of the choice whose code is exactly this text.
  public func index(coded text: Span<UInt8>) -> Int? {
    if !isShort { return find(coded: text) }
    for i in list.indices where list[i].value.kind != .null {
      if list[i].value.text.equals(text) { return i }
    }
    return nil
  }

  /// The place of the choice that a stored value is; it must be spelled as the form spells it.
  public func index(stored kind: ValueKind, _ text: Span<UInt8>) -> Int? {
    if !isShort {
      // The same text may also be a value of another kind.
      if let i = find(coded: text), list[i].value.equals(kind, text) { return i }
      if kind == .number { return Decimal(text).flatMap(index(of:)) }
      if !hasMixedKinds { return nil }
    }
    for i in list.indices where list[i].value.equals(kind, text) { return i }
    return nil
  }

  /// Whether a code or title begins with this text, canonical equivalence included.
  public func mayBegin(with text: Span<UInt8>) -> Bool {
    let key = CanonicalForm.decomposed(Bytes(text))
    var at = lowerBound(key)
    if at < sorted.count, sorted[at].key.begins(with: key) { return true }
    // A mark that is typed later may belong before the marks at the end.
    let end = CanonicalForm.endWithoutMarks(key)
    if end == key.count { return false }
    let base = Bytes(key[..<end])
    at = lowerBound(base)
    while at < sorted.count, sorted[at].key.begins(with: base) {
      if CanonicalForm.hasMarks(sorted[at].key, of: key, from: end) { return true }
      at += 1
    }
    return false
  }

  /// The places of the choices whose code or title begins with the text, in the form's order.
  public func matching(prefix text: Span<UInt8>, limit: Int = .max) -> [Int] {
    if text.isEmpty { return Array(list.indices.prefix(limit)) }
    let key = CanonicalForm.decomposed(Bytes(text))
    var out: [Int] = []
    var at = lowerBound(key)
    while at < sorted.count, sorted[at].key.begins(with: key) {
      out.append(sorted[at].index)
      at += 1
    }
    out.sort()
    var unique: [Int] = []
    for i in out where unique.last != i { unique.append(i) }
    return unique.count > limit ? Array(unique.prefix(limit)) : unique
  }

  private func lowerBound(_ key: Bytes) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let mid = (low + high) / 2
      if Choices.isBefore(sorted[mid].key, key) { low = mid + 1 } else { high = mid }
    }
    return low
  }

  private static func isBefore(_ a: Bytes, _ b: Bytes) -> Bool {
    for i in 0..<min(a.count, b.count) where a[i] != b[i] { return a[i] < b[i] }
    return a.count < b.count
  }
}
