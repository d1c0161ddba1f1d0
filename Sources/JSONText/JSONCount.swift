/// How many values a text holds, the outermost one and those within it counted.
///
/// Nothing is kept of them: a caller asks before it keeps a tree of a text that anybody may have sent.
public func countJSONValues(
  in text: Span<UInt8>, depthLimit: Int = defaultJSONDepth
) throws(JSONFault) -> Int {
  var counter = Counter()
  try parse(text, depthLimit: depthLimit, objectOnly: false, into: &counter)
  return counter.values
}

private struct Counter: JSONEvents {
  private(set) var values = 0

  mutating func scalar(_ kind: JSONKind, from start: Int, to end: Int, hasEscapes: Bool) {
    values += 1
  }
  mutating func key(from start: Int, to end: Int, hasEscapes: Bool) {}
  mutating func open(_ kind: JSONKind, at start: Int) { values += 1 }
  mutating func close(at end: Int) {}
}
