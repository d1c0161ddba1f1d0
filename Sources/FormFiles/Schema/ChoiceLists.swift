// The lists of values that a form file states, each read once, however many fields refer to it.

import Forms
import JSONText

/// The values that one keyword lists.
struct ListedChoices {
  /// The values, each once; null, lists and objects are not among them: they cannot be typed.
  var choices: [Choice]
  /// Whether null is among the values.
  var hasNull: Bool
}

/// The values that are left of a field's lists by its other rules, ready to be looked for.
struct SettledChoices {
  /// Whether they are nothing but yes and no, without titles.
  var isYesNo: Bool
  /// All of them, null included where the lists have it.
  var all: Choices
  /// Those that can be typed.
  var typed: Choices
}

/// The lists of a file.
final class ChoiceLists {
  private let document: SchemaDocument
  private var lists: [Int: ListedChoices?] = [:]  // by offset
  private var settled: [[Int]: SettledChoices] = [:]

  init(_ document: SchemaDocument) { self.document = document }

  /// The values that a keyword lists; nil when it lists none.
  func list(_ keyword: Keyword, _ value: JSONValue) throws(SchemaFault) -> ListedChoices? {
    if document.hasReferences, let known = lists[value.offset] { return known }
    var out: ListedChoices?
    switch keyword {
    case .enum:
      let choices = value.elements.map { $0.map { Choice(value: Value(json: $0)) } } ?? []
      out = try unique(choices, areLabelled: false, at: value)
    case .const:
      out = try unique([Choice(value: Value(json: value))], areLabelled: false, at: value)
    case .anyOf, .oneOf:
      if let choices = ChoiceLists.labelled(value) {
        out = try unique(choices, areLabelled: true, at: value)
      }
    default: return nil
    }
    if document.hasReferences { lists[value.offset] = .some(out) }
    return out
  }

  private func unique(
    _ listed: [Choice], areLabelled: Bool, at value: JSONValue
  ) throws(SchemaFault) -> ListedChoices {
    try document.count(rules: 1 + 2 * listed.count, at: value)
    var keys = ChoiceKeys(count: listed.count)
    var unique: [Choice] = []
    unique.reserveCapacity(listed.count)
    for choice in listed {
      if keys.insert(choice.key) {
        unique.append(choice)
      } else if areLabelled {
        throw SchemaFault(at: value.offset, .choiceTwice(choice.value.text.string))
      }
    }
    let hasNull = unique.contains { $0.value.kind == .null }
    unique.removeAll { [.null, .list, .object].contains($0.value.kind) }
    return ListedChoices(choices: unique, hasNull: hasNull)
  }

  /// What is left of the values by a field's other rules; nil when none is left and null is none of them.
  ///
  /// `places` are those of the lists and of the rules: where they are the same, so is what is left.
  func settle(
    _ choices: [Choice], hasNull: Bool, keywords: [String], by constraints: [Constraint],
    _ places: [Int], at value: JSONValue
  ) throws(SchemaFault) -> SettledChoices {
    if document.hasReferences, let known = settled[places] { return known }
    try document.count(rules: choices.count, at: value)
    var kept: [Choice] = []
    kept.reserveCapacity(choices.count)
    for choice in choices {
      let fault = constraints.lazy.compactMap { $0.fault(of: choice.value) }.first
      try document.count(costOf: fault, at: value)
      if fault == nil { kept.append(choice) }
    }
    let isYesNo =
      !kept.isEmpty && kept.allSatisfy { $0.value.kind == .boolean && $0.title == nil }
    let typed = Choices(kept, keywords: keywords)
    let all = hasNull ? Choices(kept + [Choice(value: Value(.null))], keywords: keywords) : typed
    let out = SettledChoices(isYesNo: isYesNo, all: all, typed: typed)
    if document.hasReferences { settled[places] = out }
    return out
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

extension Choice {
  /// Equal values have equal keys, and others have others: numbers by their value.
  var key: Bytes {
    var out: Bytes = [value.kind.rawValue]
    if let whole = value.number?.int {
      out += Bytes("\(whole)".utf8)
    } else {
      out += value.number.map { Bytes($0.description.utf8) } ?? value.text
    }
    return out
  }
}

/// The keys of a list's values.
private struct ChoiceKeys {
  /// Up to this many are looked at one by one: a table costs more at the start of the program.
  private static let few = 16

  private let isLong: Bool
  private var keys: [Bytes] = []
  private var table: Set<Bytes> = []

  init(count: Int) { isLong = count > ChoiceKeys.few }

  /// Notes a key; false when it is there.
  mutating func insert(_ key: Bytes) -> Bool {
    if isLong { return table.insert(key).inserted }
    if keys.contains(key) { return false }
    keys.append(key)
    return true
  }
}

extension Constraint {
  /// Whether the constraint holds for a value.
  func holds(_ value: Value) -> Bool { fault(of: value) == nil }

  /// The fault of a value against the constraint; nil when it holds.
  func fault(of value: Value) -> Fault? {
    fault(value.kind, value.text.span, number: value.number)
  }
}
