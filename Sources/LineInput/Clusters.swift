/// One place of libedit's line: a whole character as a person sees it.
///
/// libedit knows places, not characters. A character of one scalar is that scalar; one of several
/// (a letter with marks, a flag, a joined emoji, a syllable of jamo) is given a stand-in, so that
/// every command of libedit, its counts, kills, yanks and transpositions move over whole characters.
typealias Unit = Int32

/// The stand-ins in use, and how each unit is painted.
///
/// Stand-ins for characters that begin with a letter or digit are taken from a range that the C
/// library counts as alphanumeric, the others from one it counts as graphic only, so that libedit's
/// word commands see the class of the character. A typed scalar out of those ranges (CJK extension
/// B, supplementary private use A) gets a stand-in too.
struct Clusters {
  private static let letters: ClosedRange<Unit> = 0x20000...0x2a6df
  private static let others: ClosedRange<Unit> = 0xf0000...0xffffd

  private struct Entry {
    var scalars: [Scalar]
    var shown: [UInt8]
    var width: Int
  }
  private var entries: [Unit: Entry] = [:]
  private var standIns: [[Scalar]: Unit] = [:]
  private var nextLetter = letters.lowerBound
  private var nextOther = others.lowerBound

  /// How many stand-ins there are; the editor starts over when there are very many.
  var count: Int { standIns.count }

  private static func isStandIn(_ unit: Unit) -> Bool {
    letters.contains(unit) || others.contains(unit)
  }

  // MARK: Text to units

  /// The units of scalars, a whole character each.
  mutating func units(of scalars: [Scalar]) -> [Unit] {
    var units: [Unit] = []
    units.reserveCapacity(scalars.count)
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count, !isCertainBreak(scalars[end - 1], scalars[end]) { end += 1 }
      if end == start + 1 {
        units.append(unit(of: scalars[start..<end]))
      } else {
        var from = start
        for character in string(of: scalars[start..<end]) {
          let to = from + character.unicodeScalars.count
          units.append(unit(of: scalars[from..<to]))
          from = to
        }
      }
      start = end
    }
    return units
  }

  /// The unit of a scalar that was typed or pasted; what it joins with is seen to later.
  mutating func unit(ofTyped scalar: Scalar) -> Unit {
    Self.isStandIn(scalar) ? unit(of: [scalar]) : scalar
  }

  /// Whether two neighbours are surely two characters, without asking Unicode's tables.
  private func isCertainBreak(_ one: Scalar, _ other: Scalar) -> Bool {
    agreedWidth(one) != nil && agreedWidth(other) != nil
  }

  private mutating func unit(of character: ArraySlice<Scalar>) -> Unit {
    guard let first = character.first else { return 0x20 }
    if character.count == 1, !Self.isStandIn(first) { return first }
    let scalars = Array(character)
    if let known = standIns[scalars] { return known }
    let isLetter =
      Unicode.Scalar(UInt32(bitPattern: first)).map {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      } ?? false
    let unit: Unit
    if isLetter, nextLetter <= Self.letters.upperBound {
      unit = nextLetter
      nextLetter += 1
    } else if nextOther <= Self.others.upperBound {
      unit = nextOther
      nextOther += 1
    } else {
      return 0xfffd
    }
    standIns[scalars] = unit
    entries[unit] = entry(scalars)
    return unit
  }

  private func entry(_ scalars: [Scalar]) -> Entry {
    var shown: [UInt8] = []
    let width = Shown.append(character: scalars, to: &shown)
    return Entry(scalars: scalars, shown: shown, width: width)
  }

  // MARK: Units to text

  /// The scalars of units.
  func scalars(of units: some Sequence<Unit>) -> [Scalar] {
    var scalars: [Scalar] = []
    for unit in units {
      if Self.isStandIn(unit), let entry = entries[unit] {
        scalars.append(contentsOf: entry.scalars)
      } else {
        scalars.append(unit)
      }
    }
    return scalars
  }

  /// How many scalars a unit stands for.
  func scalarCount(_ unit: Unit) -> Int {
    Self.isStandIn(unit) ? entries[unit]?.scalars.count ?? 1 : 1
  }

  /// Appends the text of a unit as UTF-8.
  @inline(__always)
  func appendText(_ unit: Unit, to bytes: inout [UInt8]) {
    if unit < 0x20000 {
      bytes.append(scalar: unit)
    } else {
      for scalar in entries[unit]?.scalars ?? [unit] { bytes.append(scalar: scalar) }
    }
  }

  /// The text of units, as UTF-8.
  func text(_ units: some Sequence<Unit>) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in units { appendText(unit, to: &bytes) }
    return bytes
  }

  // MARK: Painting

  /// The columns a unit takes.
  @inline(__always)
  func width(_ unit: Unit) -> Int {
    unit >= 0x20 && unit < 0x7f ? 1 : widthBeyondASCII(unit)
  }

  private func widthBeyondASCII(_ unit: Unit) -> Int {
    if let width = agreedWidth(unit) { return width }
    if let entry = entries[unit] { return entry.width }
    return entry([unit]).width
  }

  /// Appends what is painted for a unit.
  func appendShown(_ unit: Unit, to bytes: inout OutputBytes) {
    if agreedWidth(unit) != nil {
      bytes.append(scalar: unit)
    } else {
      bytes.append(contentsOf: (entries[unit] ?? entry([unit])).shown)
    }
  }

  // MARK: Whole characters again

  /// Joins what an edit brought side by side, and splits what it tore apart.
  ///
  /// Only the part that `changed` names, and what its ends may join with, is looked at. A cursor
  /// that comes to stand inside a character is put after it.
  mutating func regroup(_ units: [Unit], cursor: Int, changed: Range<Int>) -> (
    units: [Unit], cursor: Int
  ) {
    var low = changed.lowerBound
    var high = changed.upperBound
    if low < units.count {
      while low > 0, !isCertainBreak(units[low - 1], units[low]) { low -= 1 }
    }
    while high < units.count, high > 0, !isCertainBreak(units[high - 1], units[high]) { high += 1 }
    let part = units[low..<high]
    if part.count < 2 || part.allSatisfy({ agreedWidth($0) != nil }) { return (units, cursor) }
    let regrouped = self.units(of: scalars(of: part))
    if regrouped.elementsEqual(part) { return (units, cursor) }
    var newCursor = cursor
    if cursor >= high {
      newCursor = cursor + regrouped.count - part.count
    } else if cursor > low {
      var left = part[..<cursor].reduce(0) { $0 + scalarCount($1) }
      newCursor = low
      for unit in regrouped where left > 0 {
        left -= scalarCount(unit)
        newCursor += 1
      }
    }
    return (Array(units[..<low]) + regrouped + Array(units[high...]), newCursor)
  }
}
