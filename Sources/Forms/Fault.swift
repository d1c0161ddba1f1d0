// Why a text or a value was refused, as plain data; the words are made in Shell.

/// Why a draft, a value or a record was refused.
public enum Fault: Sendable {
  /// A required field has no value.
  case missing
  /// A required field has no value and this other field has one (`dependentRequired`).
  case missingBecause(of: Bytes)
  /// The text cannot be read as the field's kind of value.
  case unreadable(Unreadable)
  /// The value breaks this constraint.
  case broken(Constraint)
  /// The text has a control character, the one given.
  case control(UInt32)
  /// One character has more than 64 scalars; so many of them.
  case endlessCharacter(scalars: Int)
  /// The pattern's match limits were reached before it could be judged.
  case tooCostly
  /// The form allows no value here (`false` schema).
  case never
  /// The value meets none, or more than one, of the alternatives, or one it must not meet; the keyword says which.
  case combination(keyword: String, matches: Int)
  /// The record's check of this place in the form's list does not hold.
  case check(Int)
  /// The check's expression could not be evaluated: the reason.
  case checkFailed(Int, String)
  /// A computed field's stored value differs from the computed one, given here.
  case computed(Value)
  /// The record has a member that the form forbids.
  case unknownMember
  /// The record has too few or too many members; the keyword says which.
  case memberCount(keyword: String, limit: Int)
  /// The member's name breaks a rule for names.
  case memberName

  /// The keyword of the form file that was broken; nil where none states it.
  public var keyword: String? { keywords(of: nil).first }

  /// The keywords of the form file that may state what was broken, the most telling first.
  ///
  /// A typed text that is no choice was never a value: it is the field that knows the keyword of its choices.
  public func keywords(of field: Field?) -> [String] {
    switch self {
    case .missing: ["required"]
    case .missingBecause: ["dependentRequired", "required"]
    case .unreadable(.choice): field?.declaration.choices?.keywords ?? ["type"]
    case .unreadable(.plusSign), .unreadable(.leadingZero): ["x-plain", "type"]
    case .unreadable: ["type"]
    case .broken(.oneOfChoices(let choices)): choices.keywords
    case .broken(.storable): []
    case .broken(let constraint): [constraint.keyword]
    case .combination(let keyword, _): [keyword]
    case .memberCount(let keyword, _): [keyword]
    case .tooCostly: ["pattern"]
    case .endlessCharacter: ["x-maxCharacters"]
    default: []
    }
  }
}

/// Why a text is no value of the field's kind.
public enum Unreadable: Sendable, Equatable {
  /// Not a whole number.
  case wholeNumber
  /// Not a number.
  case number
  /// A number past the range of a Double, about ±1.8e308.
  case range
  /// A plus sign where numbers are written plainly.
  case plusSign
  /// A leading zero where numbers are written plainly.
  case leadingZero
  /// Neither yes nor no.
  case yesNo
  /// No code and no title of the choices.
  case choice
  /// The field takes no value but none.
  case nothing
}

/// A fault of a whole record, with its place.
public struct RecordFault: Sendable {
  /// The field it belongs to; nil for the record itself or for a member the form does not know.
  public var field: Int?
  /// The name of the member that the form does not know.
  public var member: Bytes?
  /// What is wrong.
  public var fault: Fault

  /// A fault at a field, a member or the record.
  public init(field: Int?, member: Bytes? = nil, _ fault: Fault) {
    self.field = field
    self.member = member
    self.fault = fault
  }

  var isCheck: Bool {
    switch fault {
    case .check, .checkFailed: true
    default: false
    }
  }

  /// Whether it is a fault of this field; never of no field.
  func isAt(_ field: Int?) -> Bool { field != nil && self.field == field }
}
