/// A text and the tree of its values, shared by all values that are taken from it.
final class JSONDocument: Sendable {
  /// A value or a key; what it contains follows it.
  struct Node: Sendable {
    var kind: JSONKind
    var hasEscapes: Bool
    /// The bytes of the value; of a string or key, those between the quotes.
    var start: Int32
    var end: Int32
    /// The node behind this one and all it contains.
    var next: Int32
    /// How many elements or members it has.
    var count: Int32
  }

  let text: [UInt8]
  let nodes: [Node]

  init(parsing text: [UInt8], depthLimit: Int) throws(JSONFault) {
    var builder = Builder(text: text)
    try parse(text.span, depthLimit: depthLimit, objectOnly: false, into: &builder)
    self.text = text
    nodes = builder.nodes
  }

  /// The string or key at a node, unescaped.
  func string(at node: Int) -> String {
    let entry = nodes[node]
    if entry.hasEscapes { return String(decoding: stringBytes(at: node), as: UTF8.self) }
    return String(decoding: text[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  /// The UTF-8 of the string or key at a node, unescaped.
  func stringBytes(at node: Int) -> [UInt8] {
    let entry = nodes[node]
    let content = Int(entry.start)..<Int(entry.end)
    guard entry.hasEscapes else { return Array(text[content]) }
    var bytes: [UInt8] = []
    let source = text
    appendUnescaped(source.span.extracting(content), to: &bytes)
    return bytes
  }

  /// Whether the string or key at a node, unescaped, has these bytes.
  func string(at node: Int, is wanted: Span<UInt8>) -> Bool {
    let entry = nodes[node]
    if entry.hasEscapes {
      let unescaped = stringBytes(at: node)
      return areEqual(unescaped.span, wanted)
    }
    let source = text
    return areEqual(source.span.extracting(Int(entry.start)..<Int(entry.end)), wanted)
  }

  /// Lays the tree out as the text is read.
  private struct Builder: JSONEvents {
    private struct Key: JSONKeyed {
      let key: Range<Int>
      let keyHasEscapes: Bool
    }

    let text: [UInt8]
    private(set) var nodes: [Node] = []
    private var open: [Int] = []
    private var keys: [Key] = []

    init(text: [UInt8]) {
      self.text = text
    }

    @inline(__always)
    private mutating func append(_ kind: JSONKind, from start: Int, to end: Int, hasEscapes: Bool) {
      let next = Int32(truncatingIfNeeded: nodes.count + 1)
      nodes.append(
        Node(
          kind: kind, hasEscapes: hasEscapes, start: Int32(truncatingIfNeeded: start),
          end: Int32(truncatingIfNeeded: end), next: next, count: 0))
    }

    @inline(__always)
    private mutating func countValue() {
      if let parent = open.last { nodes[parent].count += 1 }
    }

    mutating func scalar(_ kind: JSONKind, from start: Int, to end: Int, hasEscapes: Bool) {
      countValue()
      append(kind, from: start, to: end, hasEscapes: hasEscapes)
    }

    mutating func key(from start: Int, to end: Int, hasEscapes: Bool) {
      append(.string, from: start, to: end, hasEscapes: hasEscapes)
    }

    mutating func open(_ kind: JSONKind, at start: Int) {
      countValue()
      open.append(nodes.count)
      append(kind, from: start, to: start, hasEscapes: false)
    }

    mutating func close(at end: Int) throws(JSONFault) {
      guard let node = open.popLast() else { return }
      nodes[node].end = Int32(truncatingIfNeeded: end)
      nodes[node].next = Int32(truncatingIfNeeded: nodes.count)
      if nodes[node].kind == .object, nodes[node].count > 1 { try refuseEqualKeys(of: node) }
    }

    private mutating func refuseEqualKeys(of object: Int) throws(JSONFault) {
      keys.removeAll(keepingCapacity: true)
      var node = object + 1
      while node < nodes.count {
        keys.append(
          Key(
            key: Int(nodes[node].start)..<Int(nodes[node].end),
            keyHasEscapes: nodes[node].hasEscapes))
        node = Int(nodes[node + 1].next)
      }
      if let second = secondOfEqualKeys(keys, in: text.span) {
        throw JSONFault(.duplicateKey, at: keys[second].key.lowerBound - 1)
      }
    }
  }
}
