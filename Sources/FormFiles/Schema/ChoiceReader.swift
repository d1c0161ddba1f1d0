// enum, const and labelled choices: the values of a picker.

import Forms
import JSONText

/// The values that a field's schemas list, in the order of the file.
struct ChoiceReader {
  /// The values; null, lists and objects are not among them: they cannot be typed.
  private(set) var choices: [Choice] = []
  /// Whether null is among the values.
  private(set) var hasNull = false
  /// The keyword that lists them, and where; nil while none does.
  private(set) var stated: (keyword: Keyword, offset: Int)?
  /// All the keywords that list them.
  private(set) var keywords: [String] = []

  /// Whether the choices are nothing but yes and no, without titles.
  var isYesNo: Bool {
    !choices.isEmpty && choices.allSatisfy { $0.value.kind == .boolean && $0.title == nil }
  }

  /// Takes a keyword that lists values; false when it lists none.
  ///
  /// Several lists leave the values that all of them have.
  mutating func take(_ keyword: Keyword, _ value: JSONValue) throws(SchemaFault) -> Bool {
    var listed: [Choice] = []
    switch keyword {
    case .enum: listed = value.elements.map { $0.map { Choice(value: Value(json: $0)) } } ?? []
    case .const: listed = [Choice(value: Value(json: value))]
    case .anyOf, .oneOf:
      guard let labelled = ChoiceReader.labelled(value) else { return false }
      listed = labelled
    default: return false
    }
    let areLabelled = keyword == .anyOf || keyword == .oneOf
    var places = ChoicePlaces(isLong: listed.count > ChoicePlaces.few)
    var unique: [Choice] = []
    unique.reserveCapacity(listed.count)
    for choice in listed {
      if places.insert(key(choice), unique.count) {
        unique.append(choice)
      } else if areLabelled {
        throw SchemaFault(at: value.offset, .choiceTwice(choice.value.text.string))
      }
    }
    let listedTitles = unique.map { $0.title }
    let null = unique.contains { $0.value.kind == .null }
    unique.removeAll { [.null, .list, .object].contains($0.value.kind) }
    if stated == nil {
      choices = unique
      hasNull = null
    } else {
      hasNull = hasNull && null
      choices = choices.compactMap { one in
        places.find(key(one)).map {
          Choice(value: one.value, title: one.title ?? listedTitles[$0])
        }
      }
    }
    stated = (keyword, value.offset)
    if !keywords.contains(keyword.rawValue) { keywords.append(keyword.rawValue) }
    return true
  }

  /// Takes null for one of the values: it stands beside the list as an alternative.
  mutating func admitNull() { hasNull = true }

  /// Keeps the choices that meet the field's other rules.
  mutating func keep(_ isRight: (Value) -> Bool) {
    choices.removeAll { !isRight($0.value) }
  }

  /// Equal values have equal keys, and others have others: numbers by their value.
  private func key(_ choice: Choice) -> String {
    let kind = "\(choice.value.kind.rawValue) "
    if let whole = choice.value.number?.int { return kind + String(whole) }
    return kind + (choice.value.number?.description ?? choice.value.text.string)
  }

  /// The choices that a list of `const` with `title` makes, an entry of null among them.
  ///
  /// Nil when an entry says anything else.
  private static func labelled(_ value: JSONValue) -> [Choice]? {
    guard let elements = value.elements else { return nil }
    var out: [Choice] = []
    for element in elements {
      guard let members = element.members else { return nil }
      var constant: Value?
      var title: Bytes?
      for member in members {
        switch Keyword(named: member.key) {
        case .const: constant = Value(json: member.value)
        case .title: title = member.value.stringBytes
        case .type where member.value.string == "null": constant = constant ?? Value(.null)
        case .type:
          // A type beside const says nothing more when the value has it.
          guard let types = TypeSet(json: member.value), let json = element["const"],
            Constraint.type(types).holds(Value(json: json))
          else { return nil }
        case .description, .comment, .deprecated: break
        default: return nil
        }
      }
      guard let constant else { return nil }
      out.append(Choice(value: constant, title: title))
    }
    return out.contains { $0.value.kind != .null } ? out : nil
  }
}

/// Where values stand in a list, by their keys.
private struct ChoicePlaces {
  /// Up to this many are looked at one by one: a table costs more at the start of the program.
  static let few = 16

  private let isLong: Bool
  private var keys: [String] = []
  private var places: [Int] = []
  private var table: [String: Int] = [:]

  init(isLong: Bool) { self.isLong = isLong }

  /// Notes a place; false when the key has one.
  mutating func insert(_ key: String, _ place: Int) -> Bool {
    if find(key) != nil { return false }
    if isLong {
      table[key] = place
    } else {
      keys.append(key)
      places.append(place)
    }
    return true
  }

  func find(_ key: String) -> Int? {
    isLong ? table[key] : keys.firstIndex(of: key).map { places[$0] }
  }
}

extension Constraint {
  /// Whether the constraint holds for a value.
  func holds(_ value: Value) -> Bool {
    fault(value.kind, value.text.span, number: value.number) == nil
  }
}
