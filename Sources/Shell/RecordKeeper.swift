// What every place for finished records is.

internal import Forms

/// Where finished records go.
protocol RecordKeeper: AnyObject {
  /// Takes a record; it may be kept back until `flush`.
  func keep(_ record: Record) throws(KeepError)
  /// Brings all records taken to their place.
  func flush() throws(KeepError)
  /// Nothing more comes: what was taken is flushed, or could not be.
  func close()
  /// How many records have reached their place.
  var kept: Int { get }
  /// The file that they are saved to; nil where they are handed on.
  var savedTo: ShownText? { get }
}

/// A place for records that could not take them.
enum KeepError: Error {
  /// The reader of standard output has gone.
  case brokenPipe
  /// The file, or standard output, and the reason.
  case failed(String)
  /// This signal came while a lock was waited for.
  case interrupted(Int32)
}
