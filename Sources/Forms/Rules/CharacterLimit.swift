// x-maxCharacters: a text has at most so many characters as a person counts them.

/// The limit in grapheme clusters, as the toolchain's Swift counts them.
public enum CharacterLimit {
  /// More scalars than this in one character are refused: a limit also bounds a character (DESIGN.md, section 4).
  public static let mostScalars = 64

  /// The fault of a text over the limit; a text of fewer bytes than the limit is not counted.
  @inlinable
  public static func fault(_ text: Span<UInt8>, limit: Int, _ constraint: Constraint) -> Fault? {
    if text.count <= limit, text.count <= mostScalars { return nil }
    return counted(text, limit: limit, constraint)
  }

  @usableFromInline
  static func counted(_ text: Span<UInt8>, limit: Int, _ constraint: Constraint) -> Fault? {
    var isASCII = true
    // A carriage return and the line feed behind it are one character; a stored text may have them.
    for i in 0..<text.count where text[i] >= 0x80 || text[i] == 0x0D { isASCII = false }
    if isASCII {
      return text.count > limit ? .broken(constraint) : nil
    }
    let string = String(bytes: text)
    var characters = 0
    for character in string {
      characters += 1
      if character.utf8.count > mostScalars {
        let scalars = character.unicodeScalars.count
        if scalars > mostScalars { return .endlessCharacter(scalars: scalars) }
      }
    }
    return characters > limit ? .broken(constraint) : nil
  }
}
