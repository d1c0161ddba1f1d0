// What is wrong, in English.

internal import Forms

extension English {
  func words(_ said: FaultSentence) -> String {
    switch said {
    case .own(let text): return "\(text)"
    case .missing(.answer): return "an answer is required; next leaves it for later"
    case .missing(.stored): return "a value is required"
    case .missingSince(let name, .answer): return "an answer is required, since \(name) has one"
    case .missingSince(let name, .stored): return "a value is required, since \(name) has one"

    case .notWholeNumber(let value, let range):
      return "\(subject(value)) is not a whole number\(following(range))"
    case .notNumber(let value, let range, let hasComma):
      let comma = hasComma ? ": the decimal separator is the point" : ""
      return "\(subject(value)) is not a number\(following(range))\(comma)"
    case .decimalComma(let value):
      return "\(subject(value)) is not a number: the decimal separator is the point"
    case .pastAllNumbers(let value): return "\(subject(value)) is past the range of numbers"
    case .plusSign(let value): return "\(subject(value)) has a plus sign; write it without"
    case .leadingZero(let value): return "\(subject(value)) has a leading zero; write it without"
    case .notYesNo(let value, let about):
      return "\(subject(value)) is not \(types(.boolean, about))"
    case .notOneOf(let value, let list, let about):
      return "\(subject(value)) is not \(oneOf(list, about))"
    case .notEmpty(let value):
      return "\(subject(value)) is not empty; this field takes no value"
    case .notOfType(let value, let wanted, let about):
      return "\(subject(value)) is not \(types(wanted, about))"

    case .tooShort(let value, let length):
      guard let count = length.count else {
        return "the answer is too short: at least \(characters(length))"
      }
      return "\(count) of at least \(characters(length)): \(subject(value)) is too short"
    case .tooLong(let value, let length):
      guard let count = length.count else {
        return "the answer is too long: at most \(characters(length))"
      }
      return "\(count) of \(characters(length)): \(subject(value)) is too long"
    case .forbiddenCharacter(let character, let allowed):
      guard let character else { return "the answer has other characters than \(allowed)" }
      return "\(Shown.character(character.scalar)) is not one of the characters \(allowed)"
    case .noMatch(let value, let pattern, let inWords):
      let meaning = inWords.map { " (\(parts($0)))" } ?? ""
      return "\(subject(value)) does not match \(pattern)\(meaning)"
    case .notOfFormat(let value, let format):
      return "\(subject(value)) is not \(phrase(format))"
    case .notPattern(let value): return "\(subject(value)) is not a pattern of ECMA-262"
    case .outside(let value, let range):
      return "\(subject(value)) is not \(bounds(range) ?? "a number")"
    case .notMultiple(let value, let divisor):
      return "\(subject(value)) is not a multiple of \(divisor)"
    case .notStorable(let value, .int):
      return "the database cannot keep \(subject(value)): "
        + "whole numbers there are from \(Int.min) to \(Int.max)"
    case .notStorable(let value, .double):
      return "the database cannot keep \(subject(value)) exactly: "
        + "numbers there have 15 to 17 digits"
    case .notConstant(let value, let wanted): return "\(subject(value)) is not \(wanted)"

    case .control(let character):
      guard let character else { return "a control character is not allowed" }
      if character.scalar == 0x0D {
        return "a carriage return (U+000D) is not allowed; a line ends in LF, or CR and LF"
      }
      return "a control character (\(Shown.codePoint(character.scalar))) is not allowed"
    case .endlessCharacter(let parts, let most):
      return "one character has \(parts) parts; at most \(most) are allowed"
    case .tooCostly: return "the pattern is too costly to judge this text"
    case .never: return "the form allows no value here"
    case .justForbidden(let value):
      return "\(value.map(subject) ?? "the record") is just what the form forbids"
    case .noAlternative(let value, let alternatives):
      let what = value.map(subject) ?? "the record"
      guard !alternatives.isEmpty, alternatives.allSatisfy({ !$0.isEmpty }) else {
        return "\(what) meets none of the alternatives"
      }
      return "\(what) is not \(either(alternatives))"
    case .severalAlternatives(let value, let matches):
      return "\(value.map(subject) ?? "the record") meets \(matches) of the alternatives, not one"
    case .check(let message): return "\(message)"
    case .checkFailed(let message, let reason):
      return reason.map { "\(message) (\($0))" } ?? "\(message)"
    case .notComputed(let value, let computed):
      return "\(subject(value)) is not the computed \(computed.map(computedValue) ?? "no value")"

    case .unknownField: return "the form allows no such field"
    case .fieldName: return "the form allows no field of this name"
    case .fewerValues(let limit): return "the record has fewer than \(count(limit, "value"))"
    case .moreValues(let limit): return "the record has more than \(count(limit, "value"))"

    case .of(let field, let fault): return "\(field): \(words(fault))"
    case .invisible(let fault, let character):
      let name = Shown.invisible(character.scalar) ?? ""
      return words(fault)
        + "; it has an invisible character, \(Shown.codePoint(character.scalar)) (\(name))"
    case .meant(let fault, let nearest):
      var fault = fault
      // What is meant shows how it is written.
      switch fault {
      case .notNumber(let value, let range, _):
        fault = .notNumber(value, range, hasComma: false)
      case .noMatch(let value, let pattern, _):
        fault = .noMatch(value, pattern: pattern, inWords: nil)
      default: break
      }
      return "\(words(fault)); did you mean \(nearest)?"
    case .wrongTurn(let fault, let turn): return "\(words(fault)); \(words(turn))"
    }
  }

  private func words(_ turn: WrongTurn) -> String {
    switch turn {
    case .leave: "to leave: quit"
    case .goBack: "to go back: prev"
    case .goOn: "to go on: next"
    case .commands: "for the commands: help"
    case .takeBack: "to take the last change back: .undo"
    case .record: "to see the record: .show"
    case .choices: "to see what is right here: .choices"
    case .rule: "for the rule of this field: .why"
    case .finish: "to finish the record: .done"
    case .empty: "to empty the field: clear"
    case .startOver: "to start the record over: .new"
    case .goTo: "to go to a field: .goto FIELD"
    case .save: "to write the answers of this session to a file: .save FILE"
    }
  }

  private func computedValue(_ value: ShownValue) -> String {
    value.isHidden ? "one" : "\(value)"
  }

  private func following(_ range: NumberRange?) -> String {
    range.flatMap(bounds).map { " " + $0 } ?? ""
  }

  /// `3 characters`; `3 code points` where a person sees another number of characters.
  private func characters(_ length: ShownLength) -> String {
    count(length.limit, length.isOfCodePoints ? "code point" : "character")
  }

  /// `one of M, F`, cut after a few.
  private func oneOf(_ list: ShownList, _ about: Subject) -> String {
    if list.few.count == 1 { return list.few[0] }
    let few = "one of " + list.few.joined(separator: ", ")
    if list.count <= list.few.count { return few }
    switch about {
    case .answer: return "\(few) … (\(list.count) in all: .choices)"
    case .stored: return "\(few) … (\(list.count) in all)"
    }
  }
}
