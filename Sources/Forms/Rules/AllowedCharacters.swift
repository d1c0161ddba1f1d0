// x-characters: the only characters an answer may have.

/// The only characters that an answer, as it is typed, may have.
public struct AllowedCharacters: Sendable {
  /// The characters as the form lists them.
  public let listed: Bytes
  private let ascii: [Bool]
  private let others: Set<UInt32>

  /// The characters of a text; each of its scalars is allowed.
  public init(_ listed: Bytes) {
    self.listed = listed
    var ascii = [Bool](repeating: false, count: 128)
    var others: Set<UInt32> = []
    for scalar in String(bytes: listed.span).unicodeScalars {
      if scalar.value < 128 { ascii[Int(scalar.value)] = true } else { others.insert(scalar.value) }
    }
    self.ascii = ascii
    self.others = others
  }

  /// The characters that both allow.
  func intersection(_ other: AllowedCharacters) -> AllowedCharacters {
    let listed = String(bytes: listed.span).unicodeScalars.filter { scalar in
      other.firstForbidden(in: String(scalar).utf8Span.span) == nil
    }
    return AllowedCharacters(Bytes(text: String(String.UnicodeScalarView(listed))))
  }

  /// The first scalar of the text that is not allowed; nil when all are.
  public func firstForbidden(in text: Span<UInt8>) -> UInt32? {
    var needsOthers = false
    for i in 0..<text.count {
      if text[i] >= 0x80 {
        needsOthers = true
        break
      }
      if !ascii[Int(text[i])] { return UInt32(text[i]) }
    }
    guard needsOthers else { return nil }
    for scalar in String(bytes: text).unicodeScalars {
      let allowed = scalar.value < 128 ? ascii[Int(scalar.value)] : others.contains(scalar.value)
      if !allowed { return scalar.value }
    }
    return nil
  }

  @usableFromInline
  func fault(_ text: Span<UInt8>, _ constraint: Constraint) -> Fault? {
    firstForbidden(in: text) == nil ? nil : .broken(constraint)
  }
}
