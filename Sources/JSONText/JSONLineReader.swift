/// Reads records, one JSON object a text, at the speed of the machine.
///
/// One reader is used for all lines of a file; its memory is that of the line with the most
/// members. What it gives are byte ranges in the line, valid for that line only. Each line is
/// validated wholly, as RFC 8259 and UTF-8 have it; arrays and objects inside are validated and
/// skipped. A lone surrogate escape (`"\ud83d"`), which RFC 8259 leaves open, is refused. A byte
/// order mark is refused: the caller takes it off the first line. White space around the object is
/// passed over, so the CR of a CR LF does no harm. Equal keys are given as they come; see `secondOfEqualKeys(in:)`.
/// A record of too many members is refused: what each of them costs must not grow with what somebody sends.
public struct JSONLineReader: Sendable {
  /// One key and its value, as ranges in the line.
  public struct Member: Equatable, Sendable {
    @usableFromInline let keyStart: Int32
    @usableFromInline let keyEnd: Int32
    @usableFromInline fileprivate(set) var valueStart: Int32
    @usableFromInline fileprivate(set) var valueEnd: Int32
    /// What the value is.
    public fileprivate(set) var kind: JSONKind
    /// Whether the key has to be unescaped before it says what it means.
    public let keyHasEscapes: Bool
    /// Whether the value is a string and has to be unescaped before it says what it means.
    public fileprivate(set) var valueHasEscapes: Bool

    /// What stands between the quotes of the key.
    @inlinable
    public var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }

    /// The whole text of the value; of a string, what stands between its quotes.
    @inlinable
    public var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

    /// Whether the key, unescaped, is this name.
    public func hasKey(_ name: Span<UInt8>, in line: Span<UInt8>) -> Bool {
      if !keyHasEscapes { return areEqual(line.extracting(key), name) }
      var unescaped: [UInt8] = []
      appendUnescaped(line.extracting(key), to: &unescaped)
      return areEqual(unescaped.span, name)
    }

    @inline(__always)
    fileprivate init(keyFrom start: Int, to end: Int, hasEscapes: Bool) {
      keyStart = Int32(truncatingIfNeeded: start)
      keyEnd = Int32(truncatingIfNeeded: end)
      keyHasEscapes = hasEscapes
      valueStart = 0
      valueEnd = 0
      kind = .null
      valueHasEscapes = false
    }
  }

  /// The members of the line read last, in its order; of no meaning after a fault.
  public private(set) var members: [Member] = []

  private var pending = Member(keyFrom: 0, to: 0, hasEscapes: false)
  private var depth = 0
  private let depthLimit: Int
  private let memberLimit: Int
  /// Where the first member stands that is too many.
  private var excess: Int?

  /// Makes a reader that refuses values nested deeper than `depthLimit`, the record itself counted.
  ///
  /// A record with more members than `memberLimit` is refused too.
  public init(depthLimit: Int = defaultJSONDepth, memberLimit: Int = mostJSONMembers) {
    self.depthLimit = depthLimit
    self.memberLimit = memberLimit
  }

  /// Reads one line into `members`; the result is what is wrong with it, or nil.
  public mutating func read(_ line: Span<UInt8>) -> JSONFault? {
    members.removeAll(keepingCapacity: true)
    depth = 0
    excess = nil
    do {
      try parse(line, depthLimit: depthLimit, objectOnly: true, into: &self)
      return excess.map { JSONFault(.tooMany(limit: memberLimit), at: $0) }
    } catch {
      return error
    }
  }

  /// The index of the first member whose key stands before it already, or nil; `line` is the one read last.
  ///
  /// Keys count as equal when their code points are. Made for records whose keys are not all known; a
  /// caller that finds its fields by their keys sees most repetitions by itself.
  public func secondOfEqualKeys(in line: Span<UInt8>) -> Int? {
    JSONText.secondOfEqualKeys(members, in: line)
  }
}

// Keeps the members of the outermost object and skips what is deeper.
extension JSONLineReader: JSONEvents {
  @inline(__always)
  mutating func scalar(_ kind: JSONKind, from start: Int, to end: Int, hasEscapes: Bool) {
    guard depth == 1 else { return }
    pending.kind = kind
    pending.valueStart = Int32(truncatingIfNeeded: start)
    pending.valueEnd = Int32(truncatingIfNeeded: end)
    pending.valueHasEscapes = hasEscapes
    keep()
  }

  @inline(__always)
  private mutating func keep() {
    if members.count < memberLimit {
      members.append(pending)
    } else if excess == nil {
      excess = max(0, Int(pending.keyStart) - 1)
    }
  }

  @inline(__always)
  mutating func key(from start: Int, to end: Int, hasEscapes: Bool) {
    guard depth == 1 else { return }
    pending = Member(keyFrom: start, to: end, hasEscapes: hasEscapes)
  }

  @inline(__always)
  mutating func open(_ kind: JSONKind, at start: Int) {
    if depth == 1 {
      pending.kind = kind
      pending.valueStart = Int32(truncatingIfNeeded: start)
    }
    depth += 1
  }

  @inline(__always)
  mutating func close(at end: Int) {
    depth -= 1
    guard depth == 1 else { return }
    pending.valueEnd = Int32(truncatingIfNeeded: end)
    keep()
  }
}

extension JSONLineReader.Member: JSONKeyed {}
