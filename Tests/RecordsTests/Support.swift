import Forms
import Foundation
import Records
import TestSupport

/// A form of fields that are only named and typed.
func form(
  _ fields: (String, FieldKind)..., name: String = "things", digest: UInt64 = 1
) -> Form {
  form(fields, name: name, digest: digest)
}

/// A form of fields that are only named and typed.
func form(_ fields: [(String, FieldKind)], name: String = "things", digest: UInt64 = 1) -> Form {
  Form(
    name: name, title: nil, about: nil,
    fields: fields.map { name, kind in
      var declaration = FieldDeclaration(name: Bytes(name.utf8))
      declaration.kind = kind
      return Field(declaration)
    },
    rules: Rules(nodes: [], root: nil), digest: digest)
}

/// The person form's columns.
let person = form(
  ("name", .text), ("age", .integer), ("gender", .text), ("email", .text), name: "person")

/// A record of values in the form's order.
func record(_ values: Value...) -> Record { record(values) }

/// A record of values in the form's order.
func record(_ values: [Value]) -> Record {
  var record = Record(fieldCount: values.count)
  for (i, value) in values.enumerated() { record.set(i, value) }
  return record
}

/// A text.
func text(_ text: String) -> Value { Value(.text, Bytes(text.utf8)) }
/// A number by its digits.
func number(_ digits: String) -> Value { Value(.number, Bytes(digits.utf8)) }
/// Yes or no.
func boolean(_ isTrue: Bool) -> Value { Value(.boolean, Bytes((isTrue ? "true" : "false").utf8)) }

/// What a writer makes of records, the header included.
func written(_ form: Form, _ format: TextFormat, _ records: [Record]) -> String {
  var writer = format.writer(for: form)
  return written(&writer, records)
}

/// What a writer makes of records, the header included.
func written(_ writer: inout any RecordWriter, _ records: [Record]) -> String {
  var out: Bytes = []
  writer.begin(into: &out)
  for record in records { writer.write(record, into: &out) }
  writer.finish(into: &out)
  return String(decoding: out, as: UTF8.self)
}

/// The file of the case data with this name.
func caseFile(_ name: String) throws -> Bytes {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  return try Bytes(Data(contentsOf: folder.appendingPathComponent("Cases/\(name)")))
}

/// Runs a tool to its end, with a text at its standard input.
func tool(_ words: String..., input: String = "") throws -> TestSupport.Outcome {
  try Program.run(words, input: .redirected(Bytes(input.utf8)), program: "/usr/bin/env")
}

/// What was read of one record: its line, and its values or what is wrong.
struct Read: Equatable, CustomStringConvertible {
  var line: Int
  var values: [Value] = []
  var other: Value?
  var fault: SourceFault?
  var bytes: Bytes = []

  static func == (a: Read, b: Read) -> Bool {
    a.line == b.line && a.fault == b.fault && a.bytes == b.bytes
      && a.values.map { $0.kind } == b.values.map { $0.kind }
      && a.values.map { $0.text } == b.values.map { $0.text } && a.other == b.other
  }

  var description: String {
    let values = values.map { "\($0.kind) \($0.text.string)" }
    return "\(line): \(values) \(fault.map { "\($0)" } ?? "") \(bytes.string.debugDescription)"
  }
}

/// Reads a whole file in chunks.
func read(
  _ path: String, _ format: SourceFormat, _ form: Form, blockSize: Int = 1 << 20
) throws -> (header: TableHeader?, records: [Read]) {
  let chunks = try ChunkReader(FilePath(path), format, form: form, blockSize: blockSize)
  var chunk = Chunk()
  var reads: [Read] = []
  var record = Record(fieldCount: form.fields.count)
  var answers: [Range<Int>] = []
  while try chunks.next(&chunk) {
    var cursor = Cursor(line: chunk.line)
    let bytes = chunk.bytes
    var reader = chunks.makeReader()
    let lines = LinesReader(form)
    while true {
      let reading =
        reader?.next(bytes.span, &cursor, into: &record)
        ?? lines.next(bytes.span, &cursor, into: &answers)
      var read = Read(line: cursor.recordLine)
      read.bytes = Bytes(bytes[cursor.record])
      switch reading {
      case .record:
        read.values =
          reader == nil ? answers.map { Value(.text, Bytes(bytes[$0])) } : record.values
      case .value(let value): read.other = value
      case .fault(let fault): read.fault = fault
      case .end: break
      }
      if case .end = reading { break }
      reads.append(read)
    }
  }
  return (chunks.header, reads)
}

// MARK: Paths that are text

extension RecordFile {
  static func open(
    path: String, form: Form, format: TextFormat = .json, isGrouping: Bool = false
  ) throws(RecordFileError) -> RecordFile {
    try open(path: FilePath(path), form: form, format: format, isGrouping: isGrouping)
  }
}

extension RecordFileError {
  init(_ path: String, _ reason: Reason) { self.init(FilePath(path), reason) }
}

extension Journal {
  static func open(
    for path: String, form: Form, format: TextFormat = .json
  ) throws(RecordFileError) -> (journal: Journal, found: Recovered?) {
    try open(for: FilePath(path), form: form, format: format)
  }

  /// Where the journal is, as text.
  var pathText: String? { path.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
