// Why a file of records cannot be read or written, as plain data; the words are made in Shell.

public import Forms

/// What is wrong with a file of records.
public struct RecordFileError: Error, Sendable, Equatable {
  /// The file as the caller named it, which need not be UTF-8; for a journal, the journal's own path.
  public var path: FilePath
  /// What is wrong.
  public var reason: Reason

  /// Why the file cannot be read or written.
  public enum Reason: Sendable, Equatable {
    /// A system call said no: its `errno`, such as ENOSPC, EACCES, EISDIR, EFBIG.
    case system(Int32)
    /// The file was there and is not any more: removed, or its folder is.
    case vanished
    /// The file gives less than its size says, or changes whenever it is looked at.
    case unsteady
    /// Another program has it locked; so many seconds were waited.
    case locked(seconds: Int)
    /// This signal came while the lock was waited for.
    case interrupted(Int32)
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
    /// The database has no table of this name, or a view or something else under it.
    case noTable(name: String)
    /// In the database's folder no file may be made beside it: the `errno`.
    case closedFolder(Int32)
    /// The table did not take the record as it is, and no other change with it: what happened.
    case unfaithful(Unfaithful)
    /// The column's type in the database cannot hold this value exactly.
    case inexact(field: Bytes, value: Bytes?, type: String)
    /// No journal could be taken: so many are in use.
    case journalsInUse(Int)
  }

  /// What a table did with a record that it was given, instead of keeping it.
  public enum Unfaithful: Sendable, Equatable {
    /// A trigger let it be ignored.
    case ignored
    /// It does not stand there as it was given: a trigger changed or removed it.
    case changed
    /// Other rows were added or removed with it.
    case others
    /// A trigger did not come to an end.
    case endless
  }

  /// An error at a file.
  public init(_ path: FilePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
