// One question of a form, compiled: all that judging needs is worked out once here.

/// How a field's text becomes a value.
public enum FieldKind: Sendable, Equatable {
  /// A text.
  case text
  /// A whole number.
  case integer
  /// A decimal number.
  case number
  /// Yes or no.
  case yesNo
  /// One of several values.
  case choice
  /// A number where the text is one, else a text: the form's rules speak of both and its `type` of none.
  case numberOrText
  /// Nothing but no value (`type: null`).
  case nothing
}

/// A condition under which a field is asked.
public enum Condition: Sendable {
  /// The record so far passes the node, or does not.
  case schema(NodeID, holds: Bool)
  /// This field has a value.
  case present(Int)
}

/// What a form file says of one field, before it is compiled.
public struct FieldDeclaration: Sendable {
  /// The name: the key in records.
  public var name: Bytes
  /// `title`.
  public var title: String?
  /// `description`.
  public var about: String?
  /// How text becomes a value.
  public var kind = FieldKind.text
  /// Whether a value must be there, whatever the rest of the record says.
  public var isRequired = false
  /// Whether the type admits null: no value is then written as null.
  public var admitsNull = false
  /// The assertions of the field's own schema that need no other node.
  public var constraints: [Constraint] = []
  /// The node of the whole of the field's schema; nil when `constraints` say it all.
  public var node: NodeID?
  /// The values of the picker; nil when there is none, or a range of whole numbers.
  public var choices: Choices?
  /// `default`: what an empty line stands for.
  public var defaultValue: Value?
  /// `x-initial`: accepted value and draft at the start of a record.
  public var initial: Value?
  /// `x-placeholder`.
  public var placeholder: String?
  /// `x-plain`.
  public var isPlain = false
  /// `x-unreadable: none`.
  public var beginningIsNone = false
  /// `x-none`: what is shown for no value.
  public var none: String?
  /// `x-error`: one text for the field, under "", or one a keyword.
  public var errors: [String: String] = [:]
  /// `x-calculate`: the value is computed, never asked.
  public var calculation: (any Expression)?
  /// `x-fractionDigits`: most fraction digits of a computed number.
  public var fractionDigits: Int?
  /// `x-unit`.
  public var unit: String?
  /// `readOnly`.
  public var isReadOnly = false
  /// `writeOnly`: not echoed, and in no journal, message or listing.
  public var isSecret = false
  /// `deprecated`.
  public var isDeprecated = false
  /// `examples`.
  public var examples: [Value] = []
  /// When it is asked: all conditions of one of the lists hold; empty: always.
  public var conditions: [[Condition]] = []

  /// A text field that takes anything.
  public init(name: Bytes) { self.name = name }
}

/// One question of a form.
@dynamicMemberLookup
public final class Field: Sendable {
  /// What the form file says.
  public let declaration: FieldDeclaration
  /// The most characters an answer may have; nil without limit.
  public let characterLimit: Int?
  /// The least and greatest number that the field's own rules allow, where they state a bound.
  public let range: NumberRange
  /// The only characters an answer may have, as typed.
  public let allowed: AllowedCharacters?
  /// The picker's whole numbers; nil when the picker is none or a list.
  public let wholeNumbers: ClosedRange<Int>?

  let kind: FieldKind
  let constraints: [Constraint]
  /// The only characters of what is read as something else than a text.
  let allowedBeforeReading: AllowedCharacters?
  let plainly: PlainAnswers
  let isPlain: Bool

  /// Compiles a declaration.
  public init(_ declaration: FieldDeclaration) {
    self.declaration = declaration
    kind = declaration.kind
    isPlain = declaration.isPlain
    var limit: Int?
    var allowed: AllowedCharacters?
    var range = NumberRange()
    for constraint in declaration.constraints {
      switch constraint {
      case .maxCharacters(let n): limit = min(limit ?? n, n)
      case .characters(let set): allowed = allowed.map { $0.intersection(set) } ?? set
      default: range.narrow(constraint)
      }
    }
    characterLimit = limit
    self.allowed = allowed
    self.range = range
    // Of a text x-characters is a rule like others, in the file's order; of what is read, a stored value too, it is
    // the first: what is typed is judged before it is read.
    let isText = kind == .text
    allowedBeforeReading = isText ? nil : allowed
    constraints = declaration.constraints.filter {
      if case .characters = $0 { return isText }
      return true
    }
    wholeNumbers = kind == .integer ? range.wholeNumbers : nil
    plainly = PlainAnswers(declaration, constraints, range: range, allowed: allowed)
  }

  /// What the form file says of the field.
  public subscript<T>(dynamicMember path: KeyPath<FieldDeclaration, T>) -> T {
    declaration[keyPath: path]
  }

  /// Whether it is asked at all: computed and read-only fields are not.
  public var isAskable: Bool { !declaration.isReadOnly && declaration.calculation == nil }

  /// Whether a value is required whatever the rest of the record says; else at most while the field is asked.
  var isAlwaysRequired: Bool { declaration.isRequired && declaration.conditions.isEmpty }

  /// The name as text.
  public var nameText: String { declaration.name.string }
}

/// The bounds that a field's own rules state.
public struct NumberRange: Sendable {
  /// The lower bound and whether the bound itself is allowed.
  public private(set) var least: (value: Decimal, isIncluded: Bool)?
  /// The upper bound and whether the bound itself is allowed.
  public private(set) var most: (value: Decimal, isIncluded: Bool)?

  /// The bounds among these constraints.
  public init(_ constraints: [Constraint] = []) {
    for constraint in constraints { narrow(constraint) }
  }

  mutating func narrow(_ constraint: Constraint) {
    switch constraint {
    case .minimum(let b):
      if let l = least, l.value >= b { return }
      least = (b, true)
    case .exclusiveMinimum(let b):
      if let l = least, l.value > b { return }
      least = (b, false)
    case .maximum(let b):
      if let m = most, m.value <= b { return }
      most = (b, true)
    case .exclusiveMaximum(let b):
      if let m = most, m.value < b { return }
      most = (b, false)
    default: break
    }
  }

  /// Whether a number lies within both bounds.
  public func contains(_ number: Decimal) -> Bool { isAboveLeast(number) && isBelowMost(number) }

  /// Whether a number is not below the lower bound.
  public func isAboveLeast(_ number: Decimal) -> Bool {
    guard let least else { return true }
    return least.isIncluded ? number >= least.value : number > least.value
  }

  /// Whether a number is not above the upper bound.
  public func isBelowMost(_ number: Decimal) -> Bool {
    guard let most else { return true }
    return most.isIncluded ? number <= most.value : number < most.value
  }

  /// The whole numbers of a picker: both bounds are there and at most 1,000 apart (DESIGN.md, section 7).
  public var wholeNumbers: ClosedRange<Int>? {
    guard let least, let most, var low = least.value.floor, var high = most.value.floor else {
      return nil
    }
    let (width, isTooWide) = high.subtractingReportingOverflow(low)
    guard !isTooWide, width >= 0, width <= 1002 else { return nil }
    if !least.isIncluded || Decimal(low) < least.value {
      guard low < high else { return nil }
      low += 1
    }
    if !most.isIncluded, Decimal(high) == most.value {
      guard low < high else { return nil }
      high -= 1
    }
    return high - low <= 1000 ? low...high : nil
  }
}
