// Names that are nearly the same: what somebody wrote, and what he meant.

/// Compares names as people mix them up: other capitals, other separators, one slip.
public enum NearName {
  /// Longer names, and more of them, are compared for equality alone.
  private static let mostScalars = 64
  private static let mostNames = 1_000

  /// The one of some names that a name nearly is: equal but for case, spaces and separators, else one slip away.
  ///
  /// Nil where none is, or several are.
  public static func index(of name: Bytes, in names: [Bytes]) -> Int? {
    let wanted = folded(name)
    if wanted.isEmpty { return nil }
    let all = names.map { folded($0) }
    if let same = only(all, where: { $0 == wanted }) { return same }
    guard wanted.count >= 3, wanted.count <= mostScalars, names.count <= mostNames else {
      return nil
    }
    return only(all) { isOneSlip(wanted, $0) }
  }

  private static func only(
    _ names: [[Unicode.Scalar]], where isMeant: ([Unicode.Scalar]) -> Bool
  ) -> Int? {
    var found: Int?
    for (i, name) in names.enumerated() where isMeant(name) {
      if found != nil { return nil }
      found = i
    }
    return found
  }

  /// A name in small letters, without spaces, separators and characters that nobody sees.
  public static func folded(_ name: Bytes) -> [Unicode.Scalar] {
    name.string.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || ($0.value > 0x20 && $0.value < 0x7F && !"_-./".unicodeScalars.contains($0))
    }
  }

  /// Whether one character more, less, other, or two swapped make one text of the other.
  public static func isOneSlip(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    if abs(a.count - b.count) > 1 { return false }
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    var i = 0
    while i < short.count, short[i] == long[i] { i += 1 }
    if short.count < long.count { return short[i...].elementsEqual(long[(i + 1)...]) }
    if i == short.count { return true }
    if short[(i + 1)...].elementsEqual(long[(i + 1)...]) { return true }
    return i + 1 < short.count && short[i] == long[i + 1] && short[i + 1] == long[i]
      && short[(i + 2)...].elementsEqual(long[(i + 2)...])
  }
}
