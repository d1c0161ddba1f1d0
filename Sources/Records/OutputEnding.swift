// What the ending of an output file's name says: one of our formats, another kind of file, or nothing.

import Forms

/// The ending of a file's name, seen as the name of a format.
public struct OutputEnding: Sendable, Equatable {
  /// The format that it names; nil where it names none of ours.
  public let format: FileFormat?
  /// The ending in small letters, what stands behind the last point of the last name; empty where there is none.
  public let text: String

  /// The formats that an ending names.
  private static let ours: [(ending: String, format: FileFormat)] = [
    ("jsonl", .text(.json)), ("csv", .text(.csv)), ("tsv", .text(.tsv)), ("db", .database),
  ]
  /// Endings of other kinds of files that hold tables, records or documents; JSON Lines are none of them.
  private static let others: Set<String> = [
    "xlsx", "xls", "xlsm", "xlsb", "ods", "fods", "numbers", "json5", "geojson", "xml", "yaml",
    "yml", "toml", "ini", "html", "htm", "md", "pdf", "doc", "docx", "odt", "rtf", "tex", "sqlite",
    "sqlite3", "db3", "mdb", "accdb", "dbf", "sql", "parquet", "arrow", "feather", "avro", "orc",
    "h5", "rds", "rda", "sav", "dta", "sas7bdat", "zip", "gz", "bz2", "xz", "zst", "7z", "tar",
    "tgz", "sh", "bash", "py", "js", "exe", "png", "jpg", "jpeg", "svg", "eml", "vcf", "ics",
  ]

  /// The ending of a path.
  public init(of path: FilePath) {
    let ending = path.ending
    text = ending
    format = OutputEnding.ours.first { $0.ending == ending }?.format
  }

  /// Our ending that this one nearly is, or names otherwise; nil where it is one of ours, or near none.
  public var nearest: String? {
    guard format == nil, !text.isEmpty else { return nil }
    if ["sqlite", "sqlite3", "db3"].contains(text) { return "db" }
    let ending = Bytes(text: text)
    return OutputEnding.ours.first { isOneEdit(ending, Bytes(text: $0.ending)) }?.ending
  }

  /// Whether it names another kind of file than any of ours.
  public var isForeign: Bool { format == nil && OutputEnding.others.contains(text) }

  /// Whether one text becomes the other by one letter more, less or changed, or by two that change places.
  private func isOneEdit(_ a: Bytes, _ b: Bytes) -> Bool {
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard long.count - short.count <= 1 else { return false }
    let head = zip(short, long).prefix { $0 == $1 }.count
    let (x, y) = (short[head...], long[head...])
    if short.count < long.count { return x.elementsEqual(y.dropFirst()) }
    if x.dropFirst().elementsEqual(y.dropFirst()) { return true }
    return x.count > 1 && x.prefix(2).elementsEqual(y.prefix(2).reversed())
      && x.dropFirst(2).elementsEqual(y.dropFirst(2))
  }
}
