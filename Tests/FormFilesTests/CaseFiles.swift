import FormFiles
import Foundation
import Forms
import JSONText

/// The text of a file of cases beside the tests.
func caseText(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Cases/\(name)")))
}

/// The rows of a file with one JSON object a line; digits and order are kept.
func caseRows(_ name: String) throws -> [JSONValue] {
  try caseText(name).split(separator: 10).map { try JSONValue(parsing: Array($0)) }
}

/// A form whose only property has this schema.
func oneField(
  _ schema: JSONValue, named name: String = "v", isRequired: Bool = false
) throws(FormFileError) -> Form {
  // References of a case count from its own schema: its definitions move to the form's root.
  var text = Array("{\"type\":\"object\"".utf8)
  if let definitions = schema["$defs"] { text += Array(",\"$defs\":".utf8) + definitions.source }
  text += Array(",\"properties\":{\"\(name)\":".utf8)
  if let members = schema.members {
    text += Array("{".utf8)
    var isFirst = true
    for member in members where !["$schema", "$defs", "$id"].contains(member.key) {
      if !isFirst { text += Array(",".utf8) }
      isFirst = false
      var writer = JSONWriter()
      writer.string(member.key)
      text += writer.bytes + Array(":".utf8) + member.value.source
    }
    text += Array("}".utf8)
  } else {
    text += schema.source
  }
  text += Array((isRequired ? "},\"required\":[\"\(name)\"]}" : "}}").utf8)
  return try FormFile.read(text, name: "form", file: "form.json")
}

/// Whether an answer to the only field of a form is accepted, and the record that it makes right by every judge.
func accepts(_ form: Form, _ text: [UInt8]) -> Bool {
  let walk = Walk(form: form, isInteractive: false)
  guard walk.answer(text.span, isExplicit: text.isEmpty) == .finished else { return false }
  return form.faults(stored: walk.finished).isEmpty
}

/// A JSON object as a stored record of a form.
func storedRecord(_ object: JSONValue, of form: Form) -> Record {
  var record = Record(fieldCount: form.fields.count)
  for member in object.members.map(Array.init) ?? [] {
    let value = storedValue(member.value)
    if let i = form.index(named: member.keyBytes) {
      record.set(i, value)
    } else {
      record.extras.append(ExtraMember(name: member.keyBytes, value: value))
    }
  }
  return record
}

/// A JSON value as a stored one.
func storedValue(_ value: JSONValue) -> Value {
  switch value.kind {
  case .null: Value(.null)
  case .true, .false: Value(.boolean, Array(value.source))
  case .number: Value(.number, Array(value.source))
  case .string: Value(.text, value.stringBytes ?? [])
  case .array: Value(.list, Array(value.source))
  case .object: Value(.object, Array(value.source))
  }
}
