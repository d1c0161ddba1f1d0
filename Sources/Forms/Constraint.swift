// One assertion about a value. Each rule's own file holds what it means.

/// The types a value may have; the words are JSON Schema's.
public struct TypeSet: OptionSet, Sendable {
  /// One bit a type.
  public let rawValue: UInt8
  /// A set of types.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `null`.
  public static let null = TypeSet(rawValue: 1)
  /// `boolean`.
  public static let boolean = TypeSet(rawValue: 2)
  /// `integer`: a number without fraction, however it is written.
  public static let integer = TypeSet(rawValue: 4)
  /// `number`.
  public static let number = TypeSet(rawValue: 8)
  /// `string`.
  public static let string = TypeSet(rawValue: 16)
  /// `array`.
  public static let array = TypeSet(rawValue: 32)
  /// `object`.
  public static let object = TypeSet(rawValue: 64)
}

/// One assertion about a single value; those that speak of another kind of value pass, as JSON Schema says.
public enum Constraint: Sendable {
  /// `type`: the value has one of these types.
  case type(TypeSet)
  /// `minLength`: a text has at least so many code points.
  case minLength(Int)
  /// `maxLength`: a text has at most so many code points.
  case maxLength(Int)
  /// `x-maxCharacters`: a text has at most so many characters (grapheme clusters).
  case maxCharacters(Int)
  /// `x-characters`: a text, or a number's typed text, has only these characters.
  case characters(AllowedCharacters)
  /// `pattern`: the pattern is found in a text.
  case pattern(any Pattern)
  /// `format`: a text has the shape the format names.
  case format(Format)
  /// `format: regex`: a text is a pattern of ECMA-262.
  case isPattern(@Sendable (Span<UInt8>) -> Bool)
  /// `minimum`: a number is this or above.
  case minimum(Decimal)
  /// `maximum`: a number is this or below.
  case maximum(Decimal)
  /// `exclusiveMinimum`: a number is above this.
  case exclusiveMinimum(Decimal)
  /// `exclusiveMaximum`: a number is below this.
  case exclusiveMaximum(Decimal)
  /// `multipleOf`: a number is a whole multiple of this.
  case multipleOf(Decimal)
  /// `enum`, or labelled choices: the value is one of these.
  case oneOfChoices(Choices)
  /// `const`: the value is this one.
  case constant(Value)
  /// No keyword, but the file that records go to: a number comes back from it as it is.
  case storable(NumberStorage)

  /// The keyword of the form file that states it; empty where none does.
  public var keyword: String {
    switch self {
    case .type: "type"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .maxCharacters: "x-maxCharacters"
    case .characters: "x-characters"
    case .pattern: "pattern"
    case .format, .isPattern: "format"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .exclusiveMinimum: "exclusiveMinimum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .multipleOf: "multipleOf"
    case .oneOfChoices(let choices): choices.keywords[0]
    case .constant: "const"
    case .storable: ""
    }
  }

  /// The fault of a value against this constraint; nil when it holds.
  ///
  /// `number` is the value of `text` when the kind is a number.
  @inlinable
  public func fault(_ kind: ValueKind, _ text: Span<UInt8>, number: Decimal?) -> Fault? {
    switch kind {
    case .text:
      switch self {
      case .maxCharacters(let limit): return CharacterLimit.fault(text, limit: limit, self)
      case .pattern(let pattern): return PatternRule.fault(text, pattern, self)
      case .minLength(let limit): return text.codePoints < limit ? .broken(self) : nil
      case .maxLength(let limit):
        return text.count > limit && text.codePoints > limit ? .broken(self) : nil
      case .characters(let allowed): return allowed.fault(text, self)
      case .format(let format): return format.accepts(text) ? nil : .broken(self)
      case .isPattern(let isPattern): return isPattern(text) ? nil : .broken(self)
      default: break
      }
    case .number:
      if let number, let verdict = NumberRule.holds(self, number) {
        return verdict ? nil : .broken(self)
      }
    default: break
    }
    switch self {
    case .type(let types):
      return TypeRule.holds(types, kind, number: number) ? nil : .broken(self)
    case .oneOfChoices(let choices):
      return choices.index(stored: kind, text) == nil ? .broken(self) : nil
    case .constant(let value): return value.equals(kind, text) ? nil : .broken(self)
    default: return nil
    }
  }
}
