// Why a form file cannot be used, as plain data with its place.

import Forms
public import JSONText

/// Why a form file cannot be used, and where in it.
public struct FormFileError: Error, Sendable, Equatable {
  /// The file as it was named, or the name of a built-in form.
  public let file: String
  /// The line, from 1; 0 where the fault has no place in the text.
  public let line: Int
  /// The column in Unicode scalars, from 1; 0 where the fault has no place in the text.
  public let column: Int
  /// The whole line of the place, without its end, for the caret; it may hold control characters.
  public let sourceLine: String
  /// The field that the fault belongs to; nil where it belongs to none.
  public let field: String?
  /// What is wrong.
  public let reason: Reason

  /// A fault with its place.
  public init(
    file: String, line: Int, column: Int, sourceLine: String, field: String?, reason: Reason
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.sourceLine = sourceLine
    self.field = field
    self.reason = reason
  }

  /// What can be wrong with a form file; `message` puts it into words.
  public enum Reason: Sendable, Equatable {
    /// The file could not be read; the system's error number.
    case cannotRead(errno: Int32)
    /// Longer than a form file may be, in bytes.
    case tooLarge(limit: Int)
    /// Not JSON.
    case json(JSONFault)
    /// The root is no schema of objects: neither `type: object` nor `properties`.
    case notAForm
    /// The form has no field that can be filled in.
    case nothingToFill
    /// A schema is an object, `true` or `false`, and this is neither.
    case notASchema
    /// A keyword that is not supported; one that is, if a single edit leads to it.
    case unsupported(keyword: String, near: String?)
    /// A keyword of ours that is misspelt by a single edit.
    case misspelt(keyword: String, meant: String)
    /// A keyword that has no meaning at this place; where it has one.
    case misplaced(keyword: String, belongs: String)
    /// A keyword whose value is of the wrong kind; what it must be.
    case badValue(keyword: String, wanted: String)
    /// A `format` that is not supported.
    case unknownFormat(String)
    /// A `pattern` that cannot be used.
    case pattern(PatternFault.Reason)
    /// A reference to a place that is not there.
    case referenceToNothing(String)
    /// A reference out of the file, or by an anchor.
    case referenceElsewhere(String)
    /// A reference that leads back to itself.
    case referenceLoop
    /// References or combinations nested deeper than the judge follows.
    case tooDeep(limit: Int)
    /// The form comes to more rules than are read, those repeated by references included.
    case tooManyRules(limit: Int)
    /// The form has more expressions, or longer ones in all, than are evaluated; which limit.
    case tooManyExpressions(limit: Int, of: String)
    /// The text is UTF-16 or UTF-32, which is named.
    case otherEncoding(String)
    /// A property that admits only objects or arrays.
    case nested
    /// A property that admits several types of value.
    case severalTypes
    /// Two rules that no value can meet both.
    case contradiction(String, String)
    /// Choices of which no value meets the field's other rules.
    case noChoice(keyword: String)
    /// The same value twice among labelled choices.
    case choiceTwice(String)
    /// A `default` or a start value that its own field refuses.
    case breaksOwnRule(keyword: String, rule: String?)
    /// A name in `required` that is no property.
    case requiredWithoutProperty(String)
    /// Two fields whose names differ only in case, in a form with expressions.
    case sameNameButCase(String, String)
    /// An expression that cannot be used; what SQLite or we say about it.
    case expression(String)
    /// An expression that names no field.
    case expressionWithoutField
    /// Computed fields that need each other.
    case computedLoop([String])
    /// A check that names no field of the form.
    case noSuchField(String)
  }
}

/// A fault by its offset in the text; the reader of the file gives it line and column.
struct SchemaFault: Error {
  var offset: Int
  var field: Bytes?
  var reason: FormFileError.Reason

  init(at offset: Int, _ reason: FormFileError.Reason, field: Bytes? = nil) {
    self.offset = offset
    self.field = field
    self.reason = reason
  }

  /// The same fault as one of a field.
  func naming(_ field: Bytes) -> SchemaFault {
    var out = self
    out.field = self.field ?? field
    return out
  }
}
