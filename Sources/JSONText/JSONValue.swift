/// A value of a JSON text, which keeps the order of keys, the digits of numbers and its place.
///
/// The text is kept as it came and the tree lies beside it in one array, so loading costs little
/// more than reading, and a copy of a value is two words. Equality is that of JSON Schema; see `==`.
public struct JSONValue: Sendable {
  /// One key of an object with its value.
  public struct Member: Sendable {
    fileprivate let keyNode: Int
    /// The value under the key.
    public let value: JSONValue
  }

  let document: JSONDocument
  let node: Int

  /// Reads a text that holds one value and nothing else.
  ///
  /// The grammar is RFC 8259's; refused besides, with the place: invalid UTF-8, a lone surrogate
  /// escape, a byte order mark (take it off beforehand), a key that an object has already, and values nested deeper than `depthLimit`.
  /// Reading does not recurse; equality and hashing do, as deep as the values are nested.
  public init(parsing text: [UInt8], depthLimit: Int = defaultJSONDepth) throws(JSONFault) {
    document = try JSONDocument(parsing: text, depthLimit: depthLimit)
    node = 0
  }

  init(_ document: JSONDocument, node: Int) {
    self.document = document
    self.node = node
  }

  private var entry: JSONDocument.Node { document.nodes[node] }

  /// What the value is.
  public var kind: JSONKind { entry.kind }

  /// The bytes of the whole value in the text, the quotes of a string included.
  public var range: Range<Int> {
    let quote = kind == .string ? 1 : 0
    return Int(entry.start) - quote..<Int(entry.end) + quote
  }

  /// The first byte of the value, from the start of the text.
  public var offset: Int { range.lowerBound }

  /// The line and the column of the value's first byte; it counts from the start of the text.
  public var position: JSONPosition { position(of: offset) }

  /// The line and the column of any byte of the text this value is from.
  public func position(of offset: Int) -> JSONPosition {
    let text = document.text
    return JSONPosition(of: offset, in: text.span)
  }

  /// The text of the value as it was written.
  public var source: ArraySlice<UInt8> { document.text[range] }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The value where it is `true` or `false`, else nil.
  public var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text of a number exactly as it was written, else nil.
  public var numberText: String? {
    kind == .number ? String(decoding: source, as: UTF8.self) : nil
  }

  /// The number where it is whole and fits, however it is written (`2`, `2.0`, `20e-1`), else nil.
  public var integer: Int? {
    guard kind == .number else { return nil }
    let text = document.text
    return JSONNumber.integer(text.span.extracting(range))
  }

  /// The characters of a string, unescaped, else nil.
  public var string: String? {
    kind == .string ? document.string(at: node) : nil
  }

  /// The UTF-8 of a string, unescaped, else nil.
  public var stringBytes: [UInt8]? {
    kind == .string ? document.stringBytes(at: node) : nil
  }

  /// The elements of an array in their order, else nil.
  public var elements: Elements? {
    kind == .array ? Elements(self) : nil
  }

  /// The members of an object in the order of the text, else nil.
  public var members: Members? {
    kind == .object ? Members(self) : nil
  }

  /// The member of an object with this key, else nil.
  ///
  /// It looks at one key after the other.
  public func member(_ key: String) -> Member? {
    guard let members else { return nil }
    let wanted = Array(key.utf8)
    return members.first { document.string(at: $0.keyNode, is: wanted.span) }
  }

  /// The value of an object under this key, else nil.
  public subscript(key: String) -> JSONValue? { member(key)?.value }
}

extension JSONValue.Member {
  /// The key, unescaped.
  public var key: String { value.document.string(at: keyNode) }

  /// The UTF-8 of the key, unescaped.
  public var keyBytes: [UInt8] { value.document.stringBytes(at: keyNode) }

  /// The first byte of the key, its quote, from the start of the text.
  public var keyOffset: Int { Int(value.document.nodes[keyNode].start) - 1 }

  /// The line and the column of the key; it counts from the start of the text.
  public var keyPosition: JSONPosition { value.position(of: keyOffset) }
}

extension JSONValue {
  /// The elements of an array in their order.
  public struct Elements: Collection, Sendable {
    private let array: JSONValue
    /// How many there are.
    public let count: Int
    /// Where the first element is.
    public let startIndex: Int
    /// Behind the last element.
    public let endIndex: Int

    fileprivate init(_ array: JSONValue) {
      self.array = array
      count = Int(array.entry.count)
      startIndex = array.node + 1
      endIndex = Int(array.entry.next)
    }

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// Where the next element is.
    public func index(after index: Int) -> Int { Int(array.document.nodes[index].next) }

    /// The element at an index that this collection gave.
    public subscript(index: Int) -> JSONValue { JSONValue(array.document, node: index) }
  }

  /// The members of an object in the order of the text.
  public struct Members: Collection, Sendable {
    private let object: JSONValue
    /// How many there are.
    public let count: Int
    /// Where the first member is.
    public let startIndex: Int
    /// Behind the last member.
    public let endIndex: Int

    fileprivate init(_ object: JSONValue) {
      self.object = object
      count = Int(object.entry.count)
      startIndex = object.node + 1
      endIndex = Int(object.entry.next)
    }

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// Where the next member is.
    public func index(after index: Int) -> Int { Int(object.document.nodes[index + 1].next) }

    /// The member at an index that this collection gave.
    public subscript(index: Int) -> Member {
      Member(keyNode: index, value: JSONValue(object.document, node: index + 1))
    }
  }
}
