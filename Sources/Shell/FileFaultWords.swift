// The words for a file of records that is wrong as a whole: each is said once, with what mends it.

internal import Forms
internal import JSONText
internal import Records

extension FileFault {
  /// What is wrong, in one line; `header` tells of columns that do not fit.
  func words(_ header: TableHeader?) -> String {
    switch self {
    case .foreign(let text, let line, let column): return text.words(line, column)
    case .format(let format):
      let name = format == .json ? "JSON Lines" : format.rawValue.uppercased()
      return "it looks like \(name): --from \(format == .json ? "jsonl" : format.rawValue)"
    case .loneReturns: return "its lines end in CR alone: tr '\\r' '\\n' makes them end in LF"
    case .spread(let isArray):
      return "one JSON value stands over several lines, not a record a line: jq -c "
        + (isArray ? "'.[]'" : ".") + " makes it so"
    case .noHeader: return "there is no header"
    case .recordInPlaceOfHeader: return "the first line is a record, not a header"
    case .headerBelow(let line): return "this is no header; line \(line) looks like one"
    case .header(let fault): return "the header cannot be read: " + fault.words
    case .separator(let byte):
      return "the cells are separated by "
        + (byte == 0x09 ? "tabs: --from tsv" : byte == 0x2C ? ",: --from csv" : Shown.brief([byte]))
    case .columns: return header?.words ?? "the header does not fit the form"
    case .cells(let header, let rows, let endsEmpty):
      if endsEmpty, rows == header + 1 {
        return "the header has \(header) cells, each row \(rows), the last one empty: "
          + "the rows end in a separator too many"
      }
      return "the header has \(header) \(header == 1 ? "cell" : "cells"), each row \(rows)"
    }
  }

  /// The line that it is said of; 0 for the file.
  var line: Int {
    switch self {
    case .foreign, .format, .loneReturns, .spread: 0
    default: 1
    }
  }
}

extension ForeignText {
  fileprivate func words(_ line: Int, _ column: Int) -> String {
    func converted(_ name: String) -> String { ": iconv -f \(name) -t UTF-8 makes it UTF-8" }
    switch self {
    case .utf16(let isHighFirst):
      return "it is UTF-16, not UTF-8" + converted(isHighFirst ? "UTF-16BE" : "UTF-16LE")
    case .utf32: return "it is UTF-32, not UTF-8" + converted("UTF-32")
    case .windows1252(let byte, _):
      let meant = ForeignText.windows1252(byte).map { String($0) } ?? ""
      return "it is not UTF-8, and fits Windows-1252 or Latin-1 (line \(line), column \(column): "
        + "\(Shown.byte(byte)), there \(Shown.harmless(text: meant)))" + converted("WINDOWS-1252")
    case .zip: return "it is a ZIP archive, as .xlsx files are, not text"
    case .gzip: return "it is compressed, not text: gzip -dc unpacks it"
    case .database: return "it is an SQLite database, not text: --from db"
    }
  }
}

extension TableHeader {
  /// What does not fit between columns and form, in one line; empty where nothing is to be said.
  var words: String {
    if mayBeSecret { return "no column is called as a field is" }
    var parts: [String] = []
    if !unknown.isEmpty { parts.append("no field is called " + unknownWords) }
    let meant = Set(unknown.compactMap { $0.meant })
    let missing = missing.filter { !meant.contains($0) }
    if !missing.isEmpty {
      parts.append(TableHeader.columns(missing, " is missing", " are missing"))
    }
    if !repeated.isEmpty {
      parts.append(
        TableHeader.columns(repeated, " is there more than once", " are there more than once"))
    }
    return parts.joined(separator: "; ")
  }

  /// Why no record can be appended below this header, in one line.
  var wordsForAppending: String {
    var parts: [String] = []
    if !absent.isEmpty { parts.append("without " + TableHeader.list(absent, TableHeader.shown)) }
    if !unknown.isEmpty { parts.append("with " + unknownWords) }
    if !repeated.isEmpty {
      parts.append("twice with " + TableHeader.list(repeated, TableHeader.shown))
    }
    if let reasons { parts.append("with \(Shown.brief(reasons)), that of rejected records") }
    return parts.joined(separator: ", ")
  }

  private var unknownWords: String {
    TableHeader.list(unknown) { column in
      let meant = column.meant.map { " (did you mean \(Shown.brief($0))?)" }
      return TableHeader.shown(column.name) + (meant ?? "")
    }
  }

  private static func columns(_ names: [Bytes], _ one: String, _ several: String) -> String {
    (names.count == 1 ? "the column " : "the columns ") + list(names, shown)
      + (names.count == 1 ? one : several)
  }

  private static func list<Item>(_ items: [Item], _ words: (Item) -> String) -> String {
    let shown = items.prefix(mostTold).map(words).joined(separator: ", ")
    return items.count > mostTold ? shown + " and \(items.count - mostTold) more" : shown
  }

  private static func shown(_ name: Bytes) -> String { name.isEmpty ? "\"\"" : Shown.brief(name) }
}
