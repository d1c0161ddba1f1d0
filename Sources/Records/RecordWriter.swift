// What every text format of records is: three calls that append to a buffer of bytes.

public import Forms

/// Writes records as text; what is written is appended to a buffer that the caller owns.
///
/// A writer is made for one form and computes all that is the same for each record beforehand.
public protocol RecordWriter: Sendable {
  /// Writes what stands before the first record, such as a header.
  mutating func begin(into out: inout Bytes)
  /// Writes one record; it must have as many values as the form has fields.
  mutating func write(_ record: Record, into out: inout Bytes)
  /// Writes what stands behind the last record.
  mutating func finish(into out: inout Bytes)
}

extension RecordWriter {
  /// Writes nothing: most formats have nothing before the first record.
  public mutating func begin(into out: inout Bytes) {}
  /// Writes nothing: most formats have nothing behind the last record.
  public mutating func finish(into out: inout Bytes) {}
}

/// The formats of records that are text; the raw values are the words of `--format`.
public enum TextFormat: String, Sendable, CaseIterable {
  /// JSON Lines: one object a line.
  case json
  /// RFC 4180, but for the line end.
  case csv
  /// As CSV, with tabs.
  case tsv
  /// `name='Kim'` lines for a shell's `eval`.
  case sh

  /// What separates the cells of a table; nil where the format has none.
  var separator: Separator? {
    switch self {
    case .csv: .comma
    case .tsv: .tab
    case .json, .sh: nil
    }
  }

  /// The writer of this format for a form.
  public func writer(for form: Form) -> any RecordWriter {
    switch self {
    case .json: JSONRecordWriter(form)
    case .csv: TableWriter(form, separator: .comma)
    case .tsv: TableWriter(form, separator: .tab)
    case .sh: ShWriter(form)
    }
  }
}
