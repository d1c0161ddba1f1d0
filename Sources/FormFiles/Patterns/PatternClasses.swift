// Sets of characters, spelled for PCRE2.

extension PatternTranslator {
  mutating func emit(_ set: PatternSet, at offset: Int) throws(PatternFault) {
    let before = out
    out += set.negated ? "[^" : "["
    let empty = out
    for item in set.items { emit(item, at: offset) }
    if out == empty {
      out = before + (set.negated ? "." : "(?:(?!))")
    } else {
      out += "]"
    }
  }

  private mutating func emit(_ item: PatternSet.Item, at offset: Int) {
    switch item {
    case .range(let low, let high):
      if low < 0xD800 { emit(low, through: min(high, 0xD7FF)) }
      if high > 0xDFFF { emit(max(low, 0xE000), through: high) }
    case .digit(let negated):
      out += negated ? "\\D" : "\\d"
    case .word(let negated):
      out += negated ? "\\W" : "\\w"
    case .space(let negated):
      for range in negated ? Self.otherThanSpaces : Self.spaces {
        emit(.range(low: range.lowerBound, high: range.upperBound), at: offset)
      }
    case .property(let property, let negated):
      properties.append((property, offset))
      switch property.meaning {
      case .named(let name): out += (negated ? "\\P{" : "\\p{") + name + "}"
      case .assigned: out += negated ? "\\p{Cn}" : "\\P{Cn}"
      case .changesWhenFolded:
        for range in negated ? PatternProperty.unfolded : PatternProperty.folded {
          emit(range.lowerBound, through: range.upperBound)
        }
      }
    }
  }

  private mutating func emit(_ low: UInt32, through high: UInt32) {
    emit(codePoint: low)
    if high > low {
      out += "-"
      emit(codePoint: high)
    }
  }

  /// WhiteSpace and LineTerminator of ECMA-262, sections 12.2 and 12.3.
  private static let spaces: [ClosedRange<UInt32>] = [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ]

  private static let otherThanSpaces: [ClosedRange<UInt32>] = {
    var ranges: [ClosedRange<UInt32>] = []
    var low: UInt32 = 0
    for space in spaces {
      if space.lowerBound > low { ranges.append(low...(space.lowerBound - 1)) }
      low = space.upperBound + 1
    }
    ranges.append(low...0x10FFFF)
    return ranges
  }()
}

extension PatternSet {
  /// How many characters' worth of work it is to hold one against the set.
  ///
  /// Below U+0100 PCRE2 looks into a table, above it goes through the ranges.
  var weight: Int {
    var ranges = 0
    for item in items {
      switch item {
      case .range(_, let high): if high > 0xFF { ranges += 1 }
      case .digit, .word: break
      case .space: ranges += 8
      case .property(let property, _):
        ranges += property.meaning == .changesWhenFolded ? 2_000 : 16
      }
    }
    // Four ranges are gone through in about the time of one character.
    return 1 + (ranges + 3) / 4
  }
}

extension PatternProperty {
  /// The scalars that NFKC_Casefold changes.
  fileprivate static let folded = scalars(true)
  /// Those that it does not change.
  fileprivate static let unfolded = scalars(false)

  private static func scalars(_ changed: Bool) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    var low: UInt32?
    for value: UInt32 in 0...0x110000 {
      let properties = Unicode.Scalar(value)?.properties
      let belongs = properties.map { $0.changesWhenNFKCCaseFolded == changed } ?? false
      if belongs {
        low = low ?? value
      } else if let start = low {
        ranges.append(start...(value - 1))
        low = nil
      }
    }
    return ranges
  }
}
