// Why a file of records cannot be read or written, as plain data; the words are made in Shell.

public import Forms

/// What is wrong with a file of records.
public struct RecordFileError: Error, Sendable, Equatable {
  /// The file as the caller named it; for a journal, the journal's own path.
  public var path: FilePath
  /// What is wrong.
  public var reason: Reason

  /// Why the file cannot be read or written.
  public enum Reason: Sendable, Equatable {
    /// A system call said no: its `errno`, such as ENOSPC, EACCES, EISDIR, EFBIG.
    case system(Int32)
    /// The file was there and is not any more: removed, or its folder is.
    case vanished
    /// The last line, which is this one, is no whole record.
    case torn(line: Int)
    /// The file's columns are not the form's.
    case columns(TableHeader)
    /// The file is none of the form's records in this format.
    case unfit(FileFault)
    /// The record that begins in this line is longer than the limit, in bytes.
    case recordTooLong(line: Int, limit: Int)
    /// The database said no: its extended result code and its words.
    case database(Int32, String)
    /// The database's table holds a column in another type than the field's.
    case columnType(column: Bytes, is: String, wanted: String)
    /// The database has a view, or something else, under the table's name.
    case noTable(name: String)
    /// The column's type in the database cannot hold this value exactly.
    case inexact(field: Bytes, value: Bytes?, type: String)
    /// No journal could be taken: so many are in use.
    case journalsInUse(Int)
  }

  /// An error at a file.
  public init(_ path: FilePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
