// A form file as a tree of schemas, and where its references lead.

import Forms
import JSONText

/// The schemas of one file.
final class SchemaDocument {
  /// The most rules that a form's fields may come to; references can make many of few.
  static let mostRules = 1_000_000

  /// The file's own schema.
  let root: JSONValue
  /// Whether a `$ref` stands anywhere.
  let hasReferences: Bool
  /// `$id`, without an empty fragment.
  private let ownID: Bytes
  private var targets: [Bytes: JSONValue] = [:]
  private var largeObjects: [Int: [String: JSONValue]] = [:]  // by offset
  private var lists: [Int: [JSONValue]] = [:]  // by offset
  /// What was found out of schemas that references may lead to again, by offset.
  var admittedTypes: [Int: TypeSet?] = [:]
  var speakingOfNumbers: [Int: Bool] = [:]
  private var rulesLeft = SchemaDocument.mostRules

  init(_ root: JSONValue, hasReferences: Bool) {
    self.root = root
    self.hasReferences = hasReferences
    var id = root["$id"]?.stringBytes ?? []
    if id.last == UInt8(ascii: "#") { id.removeLast() }
    ownID = id
  }

  /// Counts rules that are taken, also those that were taken for another field before; the form may come to so many and no more.
  func count(rules: Int, at schema: JSONValue) throws(SchemaFault) {
    rulesLeft -= rules
    if rulesLeft < 0 {
      throw SchemaFault(at: schema.offset, .tooManyRules(limit: SchemaDocument.mostRules))
    }
  }

  /// Counts what it took to find a fault: a pattern that is too costly for a text is as much work as very many rules.
  func count(costOf fault: Fault?, at value: JSONValue) throws(SchemaFault) {
    if case .tooCostly? = fault { try count(rules: SchemaDocument.mostRules / 4, at: value) }
  }

  /// The schema that a `$ref` leads to (RFC 6901 pointers in a URI's fragment).
  func target(of reference: JSONValue) throws(SchemaFault) -> JSONValue {
    let text = reference.stringBytes ?? []
    if let known = targets[text] { return known }
    var fragment = text[...]
    if !ownID.isEmpty, fragment.starts(with: ownID) {
      let rest = fragment.dropFirst(ownID.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "#") { fragment = rest }
    }
    if fragment.first == UInt8(ascii: "#") {
      fragment = fragment.dropFirst()
    } else if !fragment.isEmpty || text.isEmpty {
      throw SchemaFault(at: reference.offset, .referenceElsewhere(text.string))
    }
    guard let pointer = SchemaDocument.percentDecoded(fragment) else {
      throw SchemaFault(at: reference.offset, .referenceToNothing(text.string))
    }
    guard pointer.isEmpty || pointer.first == UInt8(ascii: "/") else {
      throw SchemaFault(at: reference.offset, .referenceElsewhere(text.string))
    }
    guard let found = find(pointer) else {
      throw SchemaFault(at: reference.offset, .referenceToNothing(text.string))
    }
    guard found.members != nil || found.bool != nil else {
      throw SchemaFault(at: reference.offset, .notASchema)
    }
    targets[text] = found
    return found
  }

  private func find(_ pointer: Bytes) -> JSONValue? {
    if pointer.isEmpty { return root }
    var at = root
    for token in pointer.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      guard let name = SchemaDocument.unescaped(token) else { return nil }
      if at.members != nil {
        guard let next = member(name.string, of: at) else { return nil }
        at = next
      } else if let i = SchemaDocument.arrayIndex(name), let next = element(i, of: at) {
        at = next
      } else {
        return nil
      }
    }
    return at
  }

  /// A member; the names of a large object are put in a table when they are first looked for.
  private func member(_ name: String, of object: JSONValue) -> JSONValue? {
    guard let members = object.members, members.count > 16 else { return object[name] }
    if let table = largeObjects[object.offset] { return table[name] }
    var table: [String: JSONValue] = [:]
    table.reserveCapacity(members.count)
    for member in members { table[member.key] = member.value }
    largeObjects[object.offset] = table
    return table[name]
  }

  /// An element; those of a list are put in an array when one is first looked for.
  private func element(_ index: Int, of list: JSONValue) -> JSONValue? {
    guard let elements = list.elements, index < elements.count else { return nil }
    if lists[list.offset] == nil { lists[list.offset] = Array(elements) }
    return lists[list.offset]?[index]
  }

  private static func arrayIndex(_ text: Bytes) -> Int? {
    guard text.count < 10, !text.isEmpty, text.allSatisfy({ $0 &- 0x30 <= 9 }) else { return nil }
    if text.count > 1, text[0] == 0x30 { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `~1` is a slash, `~0` a tilde; nil for another `~`.
  private static func unescaped(_ token: ArraySlice<UInt8>) -> Bytes? {
    var out: Bytes = []
    var rest = token
    while let c = rest.popFirst() {
      if c != UInt8(ascii: "~") {
        out.append(c)
      } else {
        switch rest.popFirst() {
        case UInt8(ascii: "0"): out.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): out.append(UInt8(ascii: "/"))
        default: return nil
        }
      }
    }
    return out
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> Bytes? {
    var out: Bytes = []
    var rest = text
    while let c = rest.popFirst() {
      guard c == UInt8(ascii: "%") else {
        out.append(c)
        continue
      }
      guard let high = rest.popFirst().flatMap(hex), let low = rest.popFirst().flatMap(hex) else {
        return nil
      }
      out.append(high << 4 | low)
    }
    return firstInvalidUTF8(in: out.span) == nil ? out : nil
  }

  private static func hex(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x30...0x39: c - 0x30
    case 0x41...0x46: c - 0x41 + 10
    case 0x61...0x66: c - 0x61 + 10
    default: nil
    }
  }
}

extension JSONValue {
  /// How many values stand in it; 1 for one that holds no others.
  var size: Int { elements?.count ?? members?.count ?? 1 }

  /// The byte in the file where a character of a string stands, given by its offset in the unescaped UTF-8.
  func offset(ofByte target: Int) -> Int {
    offset { read in read.count >= target }
  }

  /// The byte in the file where a character of a string stands, given by its number among the scalars, from 0.
  func offset(ofScalar target: Int) -> Int {
    offset { read in read.span.codePoints >= target }
  }

  /// Unescapes piece by piece until enough is read; strings that are faulted are short.
  private func offset(until isEnough: (Bytes) -> Bool) -> Int {
    guard kind == .string else { return offset }
    let text = source
    var at = text.startIndex + 1
    var read: Bytes = []
    while at < text.endIndex - 1, !isEnough(read) {
      var end = at + 1
      if text[at] == UInt8(ascii: "\\") {
        end = at + (text[at + 1] == UInt8(ascii: "u") ? 6 : 2)
        if end - at == 6, text[at + 2] | 0x20 == UInt8(ascii: "d"), text[at + 3] >= 0x38 {
          end += 6  // half of a pair: the other half follows
        }
      } else {
        while end < text.endIndex - 1, text[end] & 0xC0 == 0x80 { end += 1 }
      }
      appendUnescaped(Bytes(text[at..<end]).span, to: &read)
      at = end
    }
    return at
  }
}
