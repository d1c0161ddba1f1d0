// The text of a journal: lines of JSON, read up to the first that is none.

import Forms
import JSONText

/// What the text of a journal says.
struct JournalContent {
  /// More entries are neither written nor read: nobody gives so many for one record.
  static let most = 50_000
  /// What every journal begins with.
  private static let mark = Bytes(text: "{\"journal\":")

  /// The name of the form; nil where the text is no journal's.
  private(set) var form: String?
  private(set) var digest: UInt64 = 0
  private(set) var entries: [JournalEntry] = []
  /// The note that stands last: nothing was entered after it.
  private(set) var note: JournalNote?
  /// Where the part that can be read ends; what follows was torn.
  private(set) var end = 0
  /// Whether a text that is no journal's is the beginning of a first line.
  let isBeginning: Bool

  /// Reads a text.
  init(_ bytes: Bytes) {
    isBeginning =
      !bytes.contains(0x0A)
      && JournalContent.mark.starts(with: bytes.prefix(JournalContent.mark.count))
    while entries.count <= JournalContent.most, let feed = bytes[end...].firstIndex(of: 0x0A) {
      guard let line = try? JSONValue(parsing: Bytes(bytes[end..<feed])), take(line) else { break }
      end = feed + 1
    }
  }

  /// Takes a line; false where it is none of a journal's.
  private mutating func take(_ line: JSONValue) -> Bool {
    if line["journal"]?.integer == 1, let name = line["form"]?.string,
      let digest = line["digest"]?.string.flatMap({ UInt64($0, radix: 16) })
    {
      form = name
      self.digest = digest
    } else if form == nil {
      return false
    } else if let entry = JournalEntry(line) {
      entries.append(entry)
      note = nil
    } else if let all = line["anew"]?.elements {
      var anew: [JournalEntry] = []
      for element in all {
        guard anew.count <= JournalContent.most, let entry = JournalEntry(element) else {
          return false
        }
        anew.append(entry)
      }
      entries = anew
      note = nil
    } else if let note = JournalNote(line) {
      self.note = note == .none ? nil : note
    } else {
      return false
    }
    return true
  }

  /// The first line, which says whose journal it is.
  static func header(_ form: Form) -> Bytes {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("journal")
    writer.number(1)
    writer.key("form")
    writer.string(form.name)
    writer.key("digest")
    writer.string(String(form.digest, radix: 16))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// A line that stands for all entries of a record, whatever stood before it.
  static func line(_ entries: [JournalEntry]) -> Bytes {
    var line = Bytes(text: "{\"anew\":[")
    for (i, entry) in entries.enumerated() {
      if i > 0 { line.append(UInt8(ascii: ",")) }
      line += entry.line.dropLast()
    }
    return line + Bytes(text: "]}\n")
  }
}
