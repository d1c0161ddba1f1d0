// What is wrong with an answer, a stored value or a record: what a catalogue needs to know to say it.

internal import Forms

/// Whom a sentence speaks to, and of what.
enum Subject: Sendable {
  /// An answer that is being given: the person can go on otherwise.
  case answer
  /// A value that is stored in a file.
  case stored
}

/// How long a text is and may be.
struct ShownLength: Sendable {
  /// How long it is; nil where the text may not be shown.
  let count: Int?
  let limit: Int
  /// Whether the count is another than that of the characters that a person sees.
  let isOfCodePoints: Bool
}

/// What is wrong.
indirect enum FaultSentence: Sendable {
  /// The form's own words.
  case own(ShownText)
  /// There is no value where one must be.
  case missing(Subject)
  /// There is no value where one must be, since another field has one.
  case missingSince(ShownText, Subject)

  case notWholeNumber(ShownValue, NumberRange?)
  case notNumber(ShownValue, NumberRange?, hasComma: Bool)
  case decimalComma(ShownValue)
  case pastAllNumbers(ShownValue)
  case plusSign(ShownValue)
  case leadingZero(ShownValue)
  case notYesNo(ShownValue, Subject)
  case notOneOf(ShownValue, ShownList, Subject)
  case notEmpty(ShownValue)
  case notOfType(ShownValue, TypeSet, Subject)

  case tooShort(ShownValue, ShownLength)
  case tooLong(ShownValue, ShownLength)
  /// A character that is none of those listed.
  case forbiddenCharacter(ShownCharacter?, allowed: ShownText)
  case noMatch(ShownValue, pattern: ShownText, inWords: [PatternPart]?)
  case notOfFormat(ShownValue, Format)
  case notPattern(ShownValue)
  case outside(ShownValue, NumberRange)
  case notMultiple(ShownValue, of: ShownText)
  case notConstant(ShownValue, ShownText)
  /// A database cannot keep the number.
  case notStorable(ShownValue, NumberStorage)

  /// A control character; nil where the text may not be shown.
  case control(ShownCharacter?)
  /// A character of so many parts.
  case endlessCharacter(parts: Int, most: Int)
  case tooCostly
  /// The form allows no value.
  case never
  /// The value, or the record where there is none, meets just what it must not.
  case justForbidden(ShownValue?)
  /// It meets none of the alternatives; what they are, where that can be said.
  case noAlternative(ShownValue?, [[RuleSentence]])
  /// It meets so many of the alternatives of which it may meet one.
  case severalAlternatives(ShownValue?, Int)
  /// A check of the form does not hold, or could not be judged.
  case check(ShownText)
  case checkFailed(ShownText, reason: ShownText?)
  case notComputed(ShownValue, ShownValue?)

  case unknownField
  case fieldName
  case fewerValues(than: Int)
  case moreValues(than: Int)

  /// What is wrong with another field.
  case of(ShownText, FaultSentence)
  /// The text has an invisible character, which is named behind what is wrong.
  case invisible(FaultSentence, ShownCharacter)
  /// What the answer may have meant stands behind what is wrong.
  case meant(FaultSentence, ShownValue)
  /// The command that somebody wants who types this word of another program.
  case wrongTurn(FaultSentence, WrongTurn)
}
