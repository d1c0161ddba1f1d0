// enum, const and labelled choices: the values of a picker.

import Forms
import JSONText

/// The values that a field's schemas list, in the order of the file.
struct ChoiceReader {
  /// The values; null, lists and objects are not among them: they cannot be typed.
  private(set) var choices: [Choice] = []
  /// Whether null is among the values.
  private(set) var hasNull = false
  /// The keyword that lists them, and its value; nil while none does.
  private(set) var stated: (keyword: Keyword, value: JSONValue)?
  /// Where the lists stand.
  private(set) var places: [Int] = []
  /// All the keywords that list them.
  private(set) var keywords: [String] = []
  private let lists: ChoiceLists

  init(_ lists: ChoiceLists) { self.lists = lists }

  /// Takes a keyword that lists values; false when it lists none.
  ///
  /// Several lists leave the values that all of them have. Beside null, null is one of the values.
  mutating func take(
    _ keyword: Keyword, _ value: JSONValue, isBesideNull: Bool, _ document: SchemaDocument
  ) throws(SchemaFault) -> Bool {
    guard let listed = try lists.list(keyword, value) else { return false }
    if stated == nil {
      choices = listed.choices
      hasNull = listed.hasNull
    } else {
      try document.count(rules: 2 * (choices.count + listed.choices.count), at: value)
      hasNull = hasNull && listed.hasNull
      var titles: [Bytes: Bytes?] = [:]
      for choice in listed.choices { titles[choice.key] = choice.title }
      choices = choices.compactMap { one in
        titles[one.key].map { Choice(value: one.value, title: one.title ?? $0) }
      }
    }
    if isBesideNull { hasNull = true }
    stated = (keyword, value)
    places.append(isBesideNull ? -value.offset : value.offset)
    if !keywords.contains(keyword.rawValue) { keywords.append(keyword.rawValue) }
    return true
  }

  /// What is left of the values by the field's other rules, which stand at these places.
  func settled(
    _ constraints: [Constraint], _ rules: [Int], at value: JSONValue
  ) throws(SchemaFault) -> SettledChoices {
    try lists.settle(
      choices, hasNull: hasNull, keywords: keywords, by: constraints, places + [-1] + rules,
      at: value)
  }
}
