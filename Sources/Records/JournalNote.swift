// What a journal says of an append to the data file.

import Forms
import JSONText

/// What a journal says right before a record is appended, so that a crash in between can be told from one after it.
enum JournalNote: Equatable {
  /// Where in which file an append begins.
  struct Place: Equatable {
    var device: Int
    var inode: Int
    var length: Int

    init(device: Int, inode: Int, length: Int) {
      self.device = device
      self.inode = inode
      self.length = length
    }

    init(_ status: FileStatus) {
      self.init(
        device: Int(bitPattern: status.device), inode: Int(bitPattern: status.inode),
        length: status.size)
    }
  }

  /// To a text file: these bytes, 0 where a byte is not told.
  case text(Place, Bytes)
  /// To a database: the row's number, nil where the table has none, and its values as a JSON object.
  case row(Int?, Bytes)
  /// The append that was noted last did not happen.
  case none

  /// The note as a line of a journal.
  var line: Bytes {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("append")
    switch self {
    case .none: writer.word(nil)
    case .text(let place, let bytes):
      writer.beginObject()
      writer.key("device")
      writer.number(place.device)
      writer.key("inode")
      writer.number(place.inode)
      writer.key("length")
      writer.number(place.length)
      writer.key("bytes")
      writer.string(bytes.span)
      writer.endObject()
    case .row(let row, let record):
      writer.beginObject()
      writer.key("row")
      if let row { writer.number(row) } else { writer.word(nil) }
      writer.key("record")
      writer.text(record.span)
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The note that a line of a journal holds; nil when it holds none.
  init?(_ line: JSONValue) {
    guard let note = line["append"] else { return nil }
    if note.isNull {
      self = .none
    } else if let bytes = note["bytes"]?.stringBytes, let device = note["device"]?.integer,
      let inode = note["inode"]?.integer, let length = note["length"]?.integer, length >= 0
    {
      self = .text(Place(device: device, inode: inode, length: length), bytes)
    } else if let record = note["record"] {
      self = .row(note["row"]?.integer, Bytes(record.source))
    } else {
      return nil
    }
  }
}
