/// Why a pattern cannot be used, and where in it.
public struct PatternFault: Error, Equatable, Sendable {
  /// What is wrong at the place; the words for a person are made elsewhere.
  public enum Reason: Equatable, Sendable {
    /// A bracket, brace, parenthesis or escape that the end of the pattern leaves open.
    case unfinished
    /// A `)`, `]`, `{` or `}` that stands alone and has no backslash before it.
    case lone(Character)
    /// A quantifier with nothing before it that may repeat.
    case nothingToRepeat
    /// A quantifier or a range of characters whose second end comes before the first.
    case outOfOrder
    /// A backslash before a letter or digit that ECMA-262 gives no meaning.
    case escape(Character)
    /// A `\x`, `\u` or `\c` without the digits or the letter it needs, or past U+10FFFF.
    case badCodePoint
    /// `\0` followed by a digit, or a number in a class: ECMA-262 has no octal escapes here.
    case octal
    /// A kind of group that ECMA-262 does not have, such as `(?i)`, `(?>` or `(?#`.
    case group
    /// A group name that is no identifier, or not closed by `>`.
    case groupName
    /// A group name that two groups bear.
    case duplicateName(String)
    /// A reference by a name that no group bears.
    case unknownName(String)
    /// A reference by a number higher than that of the last group.
    case unknownGroup(Int)
    /// A property that ECMA-262 does not have, or not under this spelling.
    case unknownProperty(String)
    /// `[[:name:]]`, a POSIX class, which in ECMA-262 is an ordinary set of letters.
    case posixClass
    /// Groups nested deeper than `PatternParser.deepest`.
    case tooDeep
    /// Right in ECMA-262, but a lookbehind of unbounded length or with a reference in or to it.
    case lookbehind
    /// Right in ECMA-262, but a reference to a group that a repetition may pass over.
    case repeatedReference
    /// Right in ECMA-262, but a property that the installed PCRE2 does not know.
    case propertyNotKnownHere(String)
    /// Right in ECMA-262, but larger than PCRE2 takes.
    case tooLarge
  }

  /// The place, counted in Unicode scalars from 0.
  public let offset: Int
  /// What is wrong there.
  public let reason: Reason

  /// Notes a fault at a place counted in scalars.
  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }
}
