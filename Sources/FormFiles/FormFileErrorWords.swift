// The words for what is wrong with a form file.

import JSONText

extension FormFileError {
  /// What is wrong, in one line without the place; the field is named first.
  ///
  /// It quotes parts of the file as they stand, long ones cut: whoever prints it takes care of control characters.
  public var message: String {
    field.map { "\(FormFileError.brief($0)): \(reason.message)" } ?? reason.message
  }
}

extension FormFileError {
  /// The whole report: place and message, the line, and a caret under the place; no raw control character.
  public var words: String {
    if line == 0 { return "\(FormFileError.harmless(file)): \(FormFileError.harmless(message))" }
    let head = "\(file):\(line):\(column): \(message)"
    // A long line is shown from a little before the place.
    let caret = column - 1
    let from = caret > FormFileError.widest - 20 ? caret - 20 : 0
    let shown = sourceLine.unicodeScalars.dropFirst(from).prefix(FormFileError.widest)
    return FormFileError.harmless(head) + "\n" + FormFileError.harmless(String(shown)) + "\n"
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

  /// A part of the file as a message quotes it: a long one is cut.
  static func brief(_ text: String) -> String {
    let most = 100
    if text.utf8.count <= most { return text }
    let head = text.unicodeScalars.prefix(most)
    return head.endIndex == text.unicodeScalars.endIndex ? text : String(head) + "…"
  }

  /// Names as a message lists them: of many the first few.
  static func brief(_ names: [String]) -> String {
    let few = names.prefix(8).map { brief($0) }.joined(separator: ", ")
    return names.count > 8 ? "\(few) … (\(names.count) in all)" : few
  }
}

extension FormFileError {
  /// What a keyword that is not supported speaks of, where that tells why; else an empty text.
  fileprivate static func meaning(of keyword: String) -> String {
    switch keyword {
    case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "minContains",
      "maxContains", "minItems", "maxItems", "uniqueItems":
      ": it speaks of a list, and a field holds one value"
    case "contentEncoding", "contentMediaType", "contentSchema":
      ": it speaks of what is coded in a text"
    case "definitions": ": it is called $defs"
    case "dependencies": ": it is called dependentRequired or dependentSchemas"
    case "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef":
      ": only $ref to # or #/… leads to other schemas"
    default: ""
    }
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
      "the keyword \(brief(keyword)) is not supported" + FormFileError.meaning(of: keyword)
        + (near.map { "; did you mean \($0)?" } ?? "")
    case .misspelt(let keyword, let meant):
      "unknown keyword \(brief(keyword)); did you mean \(meant)?"
    case .misplaced(let keyword, let belongs): "\(brief(keyword)) belongs \(belongs)"
    case .badValue(let keyword, let wanted): "\(brief(keyword)) must be \(wanted)"
    case .unknownFormat(let name): "the format \(brief(name)) is not supported"
    case .pattern(let reason): reason.message
    case .referenceToNothing(let target): "$ref to \(brief(target)), which is not there"
    case .referenceElsewhere(let target):
      "$ref to \(brief(target)): only # and #/… within this file are supported"
    case .referenceLoop: "the reference leads back to itself"
    case .tooDeep(let limit): "references are nested deeper than \(limit)"
    case .tooManyRules(let limit): "the form comes to more than \(limit) rules"
    case .tooManyExpressions(let limit, let what):
      "the form's expressions come to more than \(limit) \(what)"
    case .otherEncoding(let name): "the file is \(brief(name)); form files are UTF-8"
    case .nested: "a field holds one value; an object or array cannot be one"
    case .severalTypes: "a field has one type, or one type and null"
    case .contradiction(let one, let other): "\(brief(one)) and \(brief(other)) exclude each other"
    case .noChoice(let keyword): "no value of \(brief(keyword)) meets the other rules"
    case .choiceTwice(let value): "the choice \(brief(value)) is there twice"
    case .breaksOwnRule(let keyword, let rule):
      "\(brief(keyword)) breaks the field's own rule" + (rule.map { " (\(brief($0)))" } ?? "")
    case .requiredWithoutProperty(let name): "\(brief(name)) is required and is no property"
    case .sameNameButCase(let one, let other):
      "\(brief(one)) and \(brief(other)) differ only in case, which expressions cannot tell apart"
    case .expression(let text): brief(text)
    case .expressionWithoutField: "the expression names no field"
    case .computedLoop(let names): "computed from itself: \(FormFileError.brief(names))"
    case .noSuchField(let name): "there is no field \(brief(name))"
    }
  }
}

private func brief(_ text: String) -> String { FormFileError.brief(text) }

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
    case .duplicateName(let name): "two groups are named \(brief(name))"
    case .unknownName(let name): "no group is named \(brief(name))"
    case .unknownGroup(let number): "there is no group \(number)"
    case .unknownProperty(let name): "ECMA-262 has no property \(brief(name))"
    case .posixClass: "ECMA-262 has no POSIX classes"
    case .tooDeep: "groups are nested too deep"
    case .lookbehind: "a lookbehind of this kind cannot be run here"
    case .repeatedReference: "a reference into a repetition cannot be run here"
    case .propertyNotKnownHere(let name): "the property \(brief(name)) is not known here"
    case .tooLarge: "the pattern is too large"
    }
  }
}
