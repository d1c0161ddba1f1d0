// What the values of each field are like: missing, distinct, least, most, how they are spread. Bounded memory.

internal import Forms

/// The statistics of a form's fields over many records.
struct CheckStatistics {
  private(set) var fields: [FieldStatistics]

  init(_ form: Form) { fields = form.fields.map { FieldStatistics($0) } }

  /// Takes a record's values.
  mutating func take(_ record: Record) {
    for i in fields.indices { fields[i].take(record.values[i]) }
  }

  /// Adds what another worker has seen.
  mutating func add(_ other: CheckStatistics) {
    for i in fields.indices { fields[i].add(other.fields[i]) }
  }
}

/// The statistics of one field.
struct FieldStatistics {
  /// So many distinct values are told exactly.
  static let mostDistinct = 10_000

  /// Whether least, most and bars are told: not of values that stand in no listing.
  let isShown: Bool
  /// Records without value.
  private(set) var missing = 0
  /// Records with a value.
  private(set) var present = 0
  /// Digests of the distinct values; nil when they are more than the bound.
  private(set) var digests: Set<UInt64>? = []
  private(set) var leastNumber: Decimal?
  private(set) var mostNumber: Decimal?
  private(set) var leastText: Bytes?
  private(set) var mostText: Bytes?
  /// How the numbers are spread.
  private(set) var bars = NumberBars()
  /// How often each choice is taken, in the form's order.
  private(set) var choices: [Int]
  private let list: Choices?

  init(_ field: Field) {
    isShown = !field.isSecret
    list = field.choices
    choices = Array(repeating: 0, count: field.choices?.list.count ?? 0)
  }

  mutating func take(_ value: Value) {
    switch value.kind {
    case .absent, .null:
      missing += 1
      return
    case .number: takeNumber(value)
    case .boolean, .text, .list, .object:
      takeText(value.text)
      insert(FieldStatistics.digest(value.text, value.kind.rawValue))
    }
    present += 1
    if let i = list?.index(stored: value.kind, value.text.span) { choices[i] += 1 }
  }

  private mutating func takeNumber(_ value: Value) {
    guard let number = Decimal(value.text.span) else { return }
    if leastNumber.map({ number < $0 }) ?? true { leastNumber = number }
    if mostNumber.map({ number > $0 }) ?? true { mostNumber = number }
    if let double = Double(value.text.string), double.isFinite { bars.take(double) }
    // 1.0 is 1.
    let digits =
      value.text.count < 18 && value.text.allSatisfy { $0 &- 0x30 <= 9 }
      ? value.text : Bytes(text: number.description)
    insert(FieldStatistics.digest(digits, ValueKind.number.rawValue))
  }

  private mutating func takeText(_ text: Bytes) {
    if leastText.map({ text.lexicographicallyPrecedes($0) }) ?? true { leastText = text }
    if mostText.map({ $0.lexicographicallyPrecedes(text) }) ?? true { mostText = text }
  }

  private mutating func insert(_ digest: UInt64) {
    guard digests != nil else { return }
    digests?.insert(digest)
    if digests?.count ?? 0 > FieldStatistics.mostDistinct { digests = nil }
  }

  /// FNV-1a with its bits mixed: equal for equal values alone, but for one chance in 10^11.
  private static func digest(_ text: Bytes, _ kind: UInt8) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(kind)
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    hash = hash &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }

  mutating func add(_ other: FieldStatistics) {
    missing += other.missing
    present += other.present
    if let mine = digests, let others = other.digests {
      let all = mine.union(others)
      digests = all.count > FieldStatistics.mostDistinct ? nil : all
    } else {
      digests = nil
    }
    if let least = other.leastNumber, leastNumber.map({ least < $0 }) ?? true {
      leastNumber = least
    }
    if let most = other.mostNumber, mostNumber.map({ most > $0 }) ?? true { mostNumber = most }
    if let least = other.leastText, leastText.map({ least.lexicographicallyPrecedes($0) }) ?? true {
      leastText = least
    }
    if let most = other.mostText, mostText.map({ $0.lexicographicallyPrecedes(most) }) ?? true {
      mostText = most
    }
    bars.add(other.bars)
    for i in choices.indices { choices[i] += other.choices[i] }
  }
}

/// How numbers are spread over at most sixteen equal parts, found without knowing their range beforehand.
///
/// A part is a power of two wide. Where a number falls outside, parts are joined in pairs until it fits: what comes
/// out depends on the numbers alone, not on their order.
struct NumberBars {
  private static let most = 16.0
  /// A part is 2^exponent wide.
  private var exponent = -1_074
  private var parts: [Double: Int] = [:]
  private var low = 0.0
  private var high = 0.0

  var isEmpty: Bool { parts.isEmpty }

  mutating func take(_ number: Double) { add(number, 1) }

  private mutating func add(_ number: Double, _ count: Int) {
    if parts.isEmpty {
      low = number
      high = number
      // Narrow enough to tell any two numbers near the first one apart.
      if number != 0 { exponent = max(exponent, Int(number.exponent) - 52) }
      parts[part(number)] = count
      return
    }
    low = min(low, number)
    high = max(high, number)
    widen()
    parts[part(number), default: 0] += count
  }

  /// Makes the parts wide enough for the range.
  private mutating func widen() {
    var wide = exponent
    while part(high, wide) - part(low, wide) >= NumberBars.most { wide += 1 }
    join(wide)
  }

  private mutating func join(_ wide: Int) {
    guard wide > exponent else { return }
    var joined: [Double: Int] = [:]
    for (part, count) in parts {
      joined[(part / scale(wide - exponent)).rounded(.down), default: 0] += count
    }
    exponent = wide
    parts = joined
  }

  private func part(_ number: Double) -> Double { part(number, exponent) }

  private func part(_ number: Double, _ exponent: Int) -> Double {
    // In two steps, since 2^1074 is no Double.
    let half = exponent / 2
    return (number / scale(half) / scale(exponent - half)).rounded(.down)
  }

  private func scale(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  mutating func add(_ other: NumberBars) {
    if other.parts.isEmpty { return }
    if parts.isEmpty {
      self = other
      return
    }
    low = min(low, other.low)
    high = max(high, other.high)
    var others = other
    let wide = max(exponent, other.exponent)
    join(wide)
    others.join(wide)
    for (part, count) in others.parts { parts[part, default: 0] += count }
    widen()
  }

  /// The counts of the parts from the least number to the greatest.
  var counts: [Int] {
    if parts.isEmpty { return [] }
    let first = part(low)
    let count = Int(part(high) - first) + 1
    return (0..<count).map { parts[first + Double($0), default: 0] }
  }
}
