/// The forms that are part of the program, as the text of their files.
enum BuiltInForms {
  /// Name and JSON Schema of each, the default one first.
  static let all: [(name: String, text: String)] = [
    ("person", person), ("temperature", temperature), ("tiles", tiles), ("clinic", clinic),
    ("sample", sample), ("contact", contact), ("service", service), ("checkout", checkout),
  ]
}
