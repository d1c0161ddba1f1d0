// What is right: a field's rules, as a catalogue needs to know them.

internal import Forms

/// One rule of a field.
enum RuleSentence: Sendable {
  case computed
  /// The whole numbers of a picker.
  case wholeNumbers(ClosedRange<Int>)
  case wholeNumber(NumberRange?)
  case number(NumberRange?)
  /// The bounds alone.
  case bounds(NumberRange)
  case yesNo
  case oneOf(ShownList)
  case noValue
  case anyText
  case ofType(TypeSet)
  /// At least, or at most, so many characters.
  case atLeast(Int)
  case atMost(Int)
  case onlyCharacters(ShownText)
  /// The form's own words.
  case own(ShownText)
  case pattern(ShownText, inWords: [PatternPart]?)
  case format(Format)
  case isPattern
  case multiple(of: ShownText)
  /// This value and no other, with its title where it has one.
  case exactly(ShownText, title: ShownText?)
  case not([RuleSentence])
  /// One of these sets of rules.
  case either([[RuleSentence]])
  /// No plus sign and no leading zero.
  case plainly
  /// What an empty line stands for.
  case emptyLine(ShownValue)
  case required
  case optional
}
