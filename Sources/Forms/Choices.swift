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
  /// The longest code or title, in characters.
  public let longest: Int

  private let isShort: Bool
  private let byText: [Bytes: Int]  // exact code or title -> place; only when there are many
  // A number's plain digits -> place; only when there are many.
  private let byNumber: [String: Int]
  // Decomposed codes and titles; of equal ones the codes first.
  private let sorted: [(key: Bytes, index: Int)]

  /// Above this many choices a dictionary finds them.
  private static let few = 12

  /// The choices in the form's order.
  public init(_ list: [Choice]) {
    self.list = list
    isShort = list.count <= Choices.few
    var byText: [Bytes: Int] = [:]
    var byNumber: [String: Int] = [:]
    var codes: [(key: Bytes, index: Int)] = []
    var titles: [(key: Bytes, index: Int)] = []
    var longest = 0
    codes.reserveCapacity(list.count)
    if !isShort { byText.reserveCapacity(list.count) }
    for (i, c) in list.enumerated() {
      // A code goes before a title that another choice has.
      if !isShort, c.value.kind != .null { byText[c.value.text] = byText[c.value.text] ?? i }
      if c.value.kind != .null { codes.append((CanonicalForm.decomposed(c.value.text), i)) }
      if let t = c.title { titles.append((CanonicalForm.decomposed(t), i)) }
      if !isShort, let number = c.value.number?.description {
        byNumber[number] = byNumber[number] ?? i
      }
      longest = max(
        longest, String(bytes: c.value.text.span).count,
        c.title.map { String(bytes: $0.span).count } ?? 0)
    }
    if !isShort {
      for (i, c) in list.enumerated() {
        if let t = c.title, byText[t] == nil { byText[t] = i }
      }
    }
    // A stable sort: a code stays before an equal title, an earlier choice before a later one.
    sorted = (codes + titles).sorted { Choices.isBefore($0.key, $1.key) }
    self.byText = byText
    self.byNumber = byNumber
    self.longest = longest
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
    } else if let i = byText[Bytes(text)] {
      return i
    }
    // 1.0 is the choice 1.
    if let number = Decimal(text), let i = index(of: number) { return i }
    let key = CanonicalForm.decomposed(Bytes(text))
    let at = lowerBound(key)
    return at < sorted.count && sorted[at].key == key ? sorted[at].index : nil
  }

  private func index(of number: Decimal) -> Int? {
    if !isShort { return byNumber[number.description] }
    return list.firstIndex { $0.value.number == number }
  }

  /// The place of the choice whose code is exactly this text.
  public func index(coded text: Span<UInt8>) -> Int? {
    if !isShort {
      guard let i = byText[Bytes(text)], list[i].value.text.equals(text) else { return nil }
      return i
    }
    for i in list.indices where list[i].value.kind != .null {
      if list[i].value.text.equals(text) { return i }
    }
    return nil
  }

  /// The place of the choice that a stored value is; it must be spelled as the form spells it.
  public func index(stored kind: ValueKind, _ text: Span<UInt8>) -> Int? {
    if !isShort, kind == .text {
      guard let i = byText[Bytes(text)], list[i].value.equals(kind, text) else {
        return list.firstIndex { $0.value.equals(kind, text) }
      }
      return i
    }
    if !isShort, kind == .number { return Decimal(text).flatMap { byNumber[$0.description] } }
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
