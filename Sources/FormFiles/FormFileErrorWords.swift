// The words for what is wrong with a form file.

import JSONText

extension FormFileError {
  /// What is wrong, in one line without the place; the field is named first.
  ///
  /// It quotes parts of the file as they stand: whoever prints it takes care of control characters.
  public var message: String {
    field.map { "\($0): \(reason.message)" } ?? reason.message
  }
}

extension FormFileError {
  /// The whole report: place and message, the line, and a caret under the place; no raw control character.
  public var words: String {
    if line == 0 { return "\(FormFileError.harmless(file)): \(FormFileError.harmless(message))" }
    let head = "\(file):\(line):\(column): \(message)"
    // A long line is shown from a little before the place.
    let scalars = Array(FormFileError.harmless(sourceLine).unicodeScalars)
    let caret = column - 1
    let from = caret > FormFileError.widest - 20 ? caret - 20 : 0
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: scalars.dropFirst(from).prefix(FormFileError.widest))
    return FormFileError.harmless(head) + "\n" + String(shown) + "\n"
      + String(repeating: " ", count: caret - from) + "^"
  }

  /// The most of a line that is shown.
  private static let widest = 100

  /// A text with a space for each tab and a mark for each character that could move the cursor.
  private static func harmless(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: out.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: out.append("\u{FFFD}")
      default: out.append(scalar)
      }
    }
    return String(out)
  }
}

extension FormFileError.Reason {
  /// What is wrong, in one line without place and field.
  public var message: String {
    switch self {
    case .cannotRead(let errno): "cannot be read: \(systemMessage(errno))"
    case .tooLarge(let limit): "is longer than \(limit) bytes"
    case .json(let fault): fault.message
    case .notAForm: "is no form: its type must be object, or it must have properties"
    case .nothingToFill: "has no field that can be filled in"
    case .notASchema: "a schema must be an object, true or false"
    case .unsupported(let keyword, let near):
      "the keyword \(keyword) is not supported" + (near.map { "; did you mean \($0)?" } ?? "")
    case .misspelt(let keyword, let meant): "unknown keyword \(keyword); did you mean \(meant)?"
    case .misplaced(let keyword, let belongs): "\(keyword) belongs \(belongs)"
    case .badValue(let keyword, let wanted): "\(keyword) must be \(wanted)"
    case .unknownFormat(let name): "the format \(name) is not supported"
    case .pattern(let reason): reason.message
    case .referenceToNothing(let target): "$ref to \(target), which is not there"
    case .referenceElsewhere(let target):
      "$ref to \(target): only # and #/… within this file are supported"
    case .referenceLoop: "the reference leads back to itself"
    case .tooDeep(let limit): "references are nested deeper than \(limit)"
    case .tooManyRules(let limit): "the form comes to more than \(limit) rules"
    case .tooManyExpressions(let limit, let what):
      "the form's expressions come to more than \(limit) \(what)"
    case .otherEncoding(let name): "the file is \(name); form files are UTF-8"
    case .nested: "a field holds one value; an object or array cannot be one"
    case .severalTypes: "a field has one type, or one type and null"
    case .contradiction(let one, let other): "\(one) and \(other) exclude each other"
    case .noChoice(let keyword): "no value of \(keyword) meets the other rules"
    case .choiceTwice(let value): "the choice \(value) is there twice"
    case .breaksOwnRule(let keyword, let rule):
      "\(keyword) breaks the field's own rule" + (rule.map { " (\($0))" } ?? "")
    case .requiredWithoutProperty(let name): "\(name) is required and is no property"
    case .sameNameButCase(let one, let other):
      "\(one) and \(other) differ only in case, which expressions cannot tell apart"
    case .expression(let text): text
    case .expressionWithoutField: "the expression names no field"
    case .computedLoop(let names): "computed from itself: \(names.joined(separator: ", "))"
    case .noSuchField(let name): "there is no field \(name)"
    }
  }
}

extension PatternFault.Reason {
  /// What is wrong with the pattern, in one line.
  public var message: String {
    switch self {
    case .unfinished: "the pattern ends too early"
    case .lone(let c): "\(c) stands alone in the pattern; write \\\(c)"
    case .nothingToRepeat: "there is nothing to repeat before this"
    case .outOfOrder: "the second end comes before the first"
    case .escape(let c): "\\\(c) is no escape of ECMA-262"
    case .badCodePoint: "the escape needs hexadecimal digits, up to 10FFFF"
    case .octal: "ECMA-262 has no octal escapes here"
    case .group: "ECMA-262 has no such group"
    case .groupName: "the group's name is not right"
    case .duplicateName(let name): "two groups are named \(name)"
    case .unknownName(let name): "no group is named \(name)"
    case .unknownGroup(let number): "there is no group \(number)"
    case .unknownProperty(let name): "ECMA-262 has no property \(name)"
    case .posixClass: "ECMA-262 has no POSIX classes"
    case .tooDeep: "groups are nested too deep"
    case .lookbehind: "a lookbehind of this kind cannot be run here"
    case .repeatedReference: "a reference into a repetition cannot be run here"
    case .propertyNotKnownHere(let name): "the property \(name) is not known here"
    case .tooLarge: "the pattern is too large"
    }
  }
}
