// Goes away with the reader of form files: whoever lands FormFile deletes this file.

public import Forms
/// Stand-in.
public struct FormFileError: Error { public var words = "" }
/// Stand-in.
public enum FormFile {
  public static let builtInNames = ["person"]
  public static func builtInText(_ name: String) -> Bytes? { nil }
  public static func load(path: String) throws(FormFileError) -> Form { throw FormFileError() }
  public static func builtIn(_ name: String) -> Form? {
    var n = FieldDeclaration(name: Bytes(text: "name")); n.isRequired = true
    n.constraints = [.type(.string), .maxCharacters(10)]
    var a = FieldDeclaration(name: Bytes(text: "age")); a.isRequired = true; a.kind = .integer;
    a.isPlain = true
    a.constraints = [
      .type(.integer), .minimum(Decimal(1)), .maximum(Decimal(100)),
      .characters(AllowedCharacters(Bytes(text: "0123456789"))),
    ]
    var g = FieldDeclaration(name: Bytes(text: "gender")); g.isRequired = true; g.kind = .choice
    let c = Choices([
      Choice(value: Value(.text, Bytes(text: "M"))), Choice(value: Value(.text, Bytes(text: "F"))),
    ])
    g.choices = c; g.constraints = [.oneOfChoices(c)]
    var e = FieldDeclaration(name: Bytes(text: "email")); e.isRequired = true
    if let p = try? ECMAPattern(#"^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$"#) {
      e.constraints = [.type(.string), .pattern(p)]
    }
    e.errors = ["": "invalid email"]
    return Form(
      name: "person", title: "A person", about: nil, fields: [n, a, g, e].map { Field($0) },
      rules: Rules(nodes: [], root: nil))
  }
}
