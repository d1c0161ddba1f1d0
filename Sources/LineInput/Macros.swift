/// What the person's macros do, each for all that it calls.
///
/// libedit carries macros out without asking anybody: one that calls itself never comes back.
struct Macros {
  /// More characters than this no macro puts in, with all that it calls.
  private static let longest = 10_000

  private struct Macro {
    var entry: KeyTable.Entry
    var body: [UInt8]
    var size: Int?
    var isBegun = false
  }
  private var macros: [Macro]

  /// The macros of a key table.
  init(_ table: KeyTable) {
    macros = table.keys.compactMap { entry in
      entry.macro.map { Macro(entry: entry, body: $0) }
    }
  }

  /// Those that do not end, or hardly.
  mutating func endless() -> [KeyTable.Entry] {
    macros.indices.filter { size(of: $0) > Self.longest }.map { macros[$0].entry }
  }

  /// How many characters a macro comes to at most.
  private mutating func size(of index: Int) -> Int {
    if let size = macros[index].size { return size }
    if macros[index].isBegun { return .max }
    macros[index].isBegun = true
    let body = macros[index].body
    var sum = body.count
    for other in macros.indices where sum <= Self.longest {
      let calls = Self.calls(body, macros[other].entry.bytes)
      if calls > 0 {
        let (product, isTooMuch) = calls.multipliedReportingOverflow(by: size(of: other))
        sum = isTooMuch ? .max : sum &+ min(product, Self.longest + 1)
      }
    }
    macros[index].size = sum
    return sum
  }

  /// How often a key may begin in a body: whole, or at its end, where what is read behind it may complete the key.
  private static func calls(_ body: [UInt8], _ key: [UInt8]) -> Int {
    guard !key.isEmpty else { return 0 }
    return body.indices.count { start in
      let rest = body[start...]
      return rest.count >= key.count ? rest.starts(with: key) : key.starts(with: rest)
    }
  }
}
