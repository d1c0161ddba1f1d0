// The lines of a check's report: `people.csv:7: age: 250 is not between 1 and 100`.

internal import Forms
internal import JSONText
internal import Records

/// Says the faults of records in lines of bytes.
struct CheckReport {
  private let messages: Messages
  private let names: [Bytes]
  /// `people.csv:`.
  private var place: Bytes = []

  init(_ form: Form) {
    messages = Messages(form: form, speaksOfRecords: true)
    names = form.fields.map { Bytes(text: Shown.brief($0.name) + ": ") }
  }

  /// Begins the lines of a file.
  mutating func begin(_ source: CheckSource) { place = Bytes(text: source.place + ":") }

  /// What stands before each fault of a record: `people.csv:7: `; line 0 is the file as a whole.
  func putPlace(_ line: Int, into out: inout Bytes) {
    out.append(contentsOf: place)
    if line > 0 {
      out.put(line)
      out.append(UInt8(ascii: ":"))
    }
    out.append(UInt8(ascii: " "))
  }

  /// A fault of a record, without its place: `age: 250 is not between 1 and 100`.
  ///
  /// `text` is the value, or the answer, that is wrong.
  func putWords(_ fault: RecordFault, _ text: Bytes, into out: inout Bytes) {
    if let field = fault.field {
      out.append(contentsOf: names[field])
      out.put(messages.words(fault.fault, field: field, text: text))
    } else {
      if let member = fault.member { out.put(Shown.brief(member) + ": ") }
      out.put(messages.words(alone: fault.fault, text: text))
    }
  }

  /// The faults of a table's header, a text each.
  func faults(of header: TableHeader, _ form: Form) -> [(field: Int?, words: Bytes)] {
    var out: [(field: Int?, words: Bytes)] = []
    for name in header.missing {
      let field = form.index(named: name)
      // What is computed need not be there: then there is nothing that could differ.
      if let field, form.fields[field].calculation != nil { continue }
      out.append((field, Bytes(text: Shown.brief(name) + ": the column is missing")))
    }
    for name in header.unknown {
      out.append((nil, Bytes(text: shown(name) + ": the form has no such field")))
    }
    for name in header.repeated {
      out.append((nil, Bytes(text: shown(name) + ": the column is there more than once")))
    }
    return out
  }

  private func shown(_ name: Bytes) -> String { name.isEmpty ? "\"\"" : Shown.brief(name) }
}
