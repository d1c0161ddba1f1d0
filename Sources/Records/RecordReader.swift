// What every reader of records is: it takes one record after the other from a chunk of bytes.

public import Forms
public import JSONText

/// A place in a chunk of bytes, and the record that was read last.
public struct Cursor: Sendable {
  /// Where the next record begins, in bytes from the start of the chunk.
  public internal(set) var offset = 0
  /// The line of the file in which the next record begins, from 1.
  public internal(set) var line: Int
  /// The bytes of the record that was read last, its line end included.
  public internal(set) var record = 0..<0
  /// The line of the file in which that record began.
  public internal(set) var recordLine: Int

  /// The start of a chunk that begins with this line of its file.
  public init(line: Int) {
    self.line = line
    recordLine = line
  }
}

/// Why a record could not be read at all; the place is the record's line.
public enum SourceFault: Error, Sendable, Equatable {
  /// A row has another number of cells than the header.
  case cellCount(found: Int, expected: Int)
  /// A quoted cell has no closing quote; the input ends.
  case openQuote
  /// Behind the closing quote of a cell stands something else than a separator or the line's end.
  case textAfterQuote
  /// A byte that no UTF-8 text has in this place; the column counts the bytes of the record from 1.
  case invalidUTF8(UInt8, column: Int)
  /// A line is no JSON; the fault's offset is that in the line.
  case json(JSONFault)
  /// The input ends within a record of so many lines.
  case lineCount(found: Int, expected: Int)
}

/// What stood at the cursor.
public enum Reading: Sendable {
  /// A record; the caller's record holds it.
  case record
  /// A JSON value that is no object.
  case value(Value)
  /// Something that is no record.
  case fault(SourceFault)
  /// Nothing: the chunk is at its end.
  case end
}

/// Reads records of one format; each worker has a reader of its own.
///
/// A chunk begins with a record's first byte and ends behind a record's last one (``ChunkReader`` cuts so).
public protocol RecordReader: Sendable {
  /// Reads the record at the cursor into `record`, keeping its storage, and moves the cursor behind it.
  mutating func next(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, into record: inout Record
  ) -> Reading
}
