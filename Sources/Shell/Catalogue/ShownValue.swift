// What a sentence may repeat. Sentences take nothing else of a value, so that none can say what is not to be shown.

internal import Forms
internal import Records

/// A value, a draft or a typed line as it may be shown; of a field that is not shown, nothing is in it.
///
/// It is made here alone: from a text and the field that it was typed at, or is stored under.
struct ShownValue: Sendable, CustomStringConvertible {
  /// The text as it is; nil where it may not be shown.
  let text: Bytes?

  /// A text that was typed at a field, or is stored under it.
  init(_ text: Bytes, of field: Field) { self.text = field.isSecret ? nil : text }

  /// A value as it is typed at its field.
  init(_ value: Value, of field: Field) { self.init(field.text(of: value), of: field) }

  /// What no field of the form is: a member that the form does not know, a line that is no record.
  init(ofNoField text: Bytes) { self.text = text }

  /// Whether it may not be shown.
  var isHidden: Bool { text == nil }

  /// The text in one line, cut where it is long, in quotes where its outer spaces could not be seen.
  var description: String { text.map { Shown.quoted($0) } ?? "(hidden)" }

  /// A draft as it stands in the line, cut where it is long.
  var draft: String { text.map { Shown.brief($0) } ?? "(hidden)" }

  /// The text as lists show it, where no other words stand around it: in quotes only where it is empty.
  var inList: String {
    guard let text else { return "(hidden)" }
    return text.isEmpty ? "\"\"" : Shown.brief(text)
  }
}

/// A text of the form file, a name, a path, or what the program itself found out: never a value.
struct ShownText: Sendable, Equatable, CustomStringConvertible {
  let description: String

  /// A text of the form file, in full.
  init(ofForm text: String) { description = Shown.harmless(text: text) }

  /// A text of the form file, cut where it is long.
  init(brief text: String) { description = Shown.brief(Bytes(text: text)) }

  /// The name of a field, a member or a column, cut where it is long.
  init(name: Bytes) { description = name.isEmpty ? "\"\"" : Shown.brief(name) }

  /// The name of a field, as commands take it.
  init(_ field: Field) { description = field.shownName }

  /// A path, in full.
  init(path: FilePath) { description = Shown.harmless(path) }

  /// What the system, or a library, says went wrong.
  init(reason: String) { description = Shown.harmless(Bytes(text: reason)) }

  /// A value that the form file states, as it is typed, or as it is stored.
  init(constant value: Value, of field: Field, isStored: Bool) {
    description = Shown.quoted(isStored ? value.text : field.text(of: value))
  }

  /// An answer that the form file, or the program, gives for an example.
  init(example: Bytes) { description = Shown.quoted(example) }

  /// A number of the form file: in digits, or with an exponent where these would be many.
  init(_ number: Decimal) {
    description = Shown.brief(Bytes(text: number.spelled(mostDigits: ShownText.mostDigits)))
  }

  /// More digits than these are nothing that a person reads.
  private static let mostDigits = 40
}

/// A character of a text as it may be shown; none where the text may not be.
struct ShownCharacter: Sendable {
  let scalar: UInt32

  /// A character of a value.
  init?(_ scalar: UInt32, of value: ShownValue) {
    if value.isHidden { return nil }
    self.scalar = scalar
  }
}

/// Values of a list as a sentence names them: a few, and how many there are in all.
struct ShownList: Sendable {
  /// Most values that the sentence of a refusal names.
  static let most = 8

  /// The first few.
  let few: [String]
  /// How many the list has.
  let count: Int

  /// The values that a field's choices are, as they are typed, or as they are stored.
  init(_ choices: [Choice], of field: Field, areStored: Bool, most: Int) {
    let list = choices.filter { $0.value.kind != .null }
    few = list.prefix(most).map {
      ShownText(constant: $0.value, of: field, isStored: areStored).description
    }
    count = list.count
  }

  /// Texts, all of them.
  init(_ texts: [ShownText]) {
    few = texts.map { $0.description }
    count = few.count
  }
}
