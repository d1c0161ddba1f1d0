// Appends records as formsh does, for tests that run several processes at once.
//
// RecordsProbe append FILE WRITER COUNT [group]   appends COUNT records, says how many are on the disk after each

import Forms
import Glibc
import Records

func say(_ words: String) {
  var line = Bytes((words + "\n").utf8)
  _ = line.withUnsafeMutableBytes { write(1, $0.baseAddress, $0.count) }
}

let form = Form(
  name: "person", title: nil, about: nil,
  fields: [("name", FieldKind.text), ("age", .integer), ("note", .text)].map { name, kind in
    var declaration = FieldDeclaration(name: Bytes(name.utf8))
    declaration.kind = kind
    return Field(declaration)
  },
  rules: Rules(nodes: [], root: nil), digest: 7)

func answers(_ writer: String, _ number: Int) -> [Bytes] {
  // Long enough to be torn, with what has to be quoted.
  let note = "\"\(writer)\", " + String(repeating: "x", count: number % 50)
  return ["\(writer)-\(number)", "\(number)", note].map { Bytes($0.utf8) }
}

func append(_ path: String, _ writer: String, _ count: Int, isGrouping: Bool) throws {
  let file = try RecordFile.open(path: FilePath(path), form: form, isGrouping: isGrouping)
  for number in 1...count {
    var record = Record(fieldCount: 3)
    let answers = answers(writer, number)
    record.set(0, Value(.text, answers[0]))
    record.set(1, Value(.number, answers[1]))
    record.set(2, Value(.text, answers[2]))
    try file.append(record)
    if !isGrouping { say("saved \(number)") }
  }
  try file.close()
  say("saved \(file.savedCount)")
}

do {
  let words = CommandLine.arguments
  try append(words[2], words[3], Int(words[4]) ?? 0, isGrouping: words.count > 5)
} catch {
  say("failed \(error)")
  exit(3)
}
