/// Something that has a key in a text.
protocol JSONKeyed {
  /// What stands between the quotes of the key.
  var key: Range<Int> { get }
  /// Whether the key has to be unescaped before it is compared.
  var keyHasEscapes: Bool { get }
}

/// The index of the first element whose key, unescaped, stands before it already.
///
/// A few keys are compared with each other; many, or escaped ones, go through a set.
func secondOfEqualKeys<Keyed: JSONKeyed>(_ keyed: [Keyed], in text: Span<UInt8>) -> Int? {
  if keyed.count <= 16, !keyed.contains(where: \.keyHasEscapes) {
    for second in keyed.indices.dropFirst() {
      let key = keyed[second].key
      for first in 0..<second where keyed[first].key.count == key.count {
        if areEqual(text.extracting(keyed[first].key), text.extracting(key)) { return second }
      }
    }
    return nil
  }
  var seen: Set<[UInt8]> = []
  seen.reserveCapacity(keyed.count)
  for (index, element) in keyed.enumerated() {
    var key: [UInt8] = []
    appendUnescaped(text.extracting(element.key), to: &key)
    guard seen.insert(key).inserted else { return index }
  }
  return nil
}

/// Whether both hold the same bytes.
@inline(__always)
func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  for index in 0..<one.count where one[index] != other[index] { return false }
  return true
}
