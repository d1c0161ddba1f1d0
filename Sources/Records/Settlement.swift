// A crash between the journal's note and its removal: is the record in the data file?

import Forms
import Glibc

/// Finds out what became of an append that a journal has noted.
///
/// The note was written under the data file's lock, right before the one write. So, in the same file, the record's
/// bytes stand exactly where the note says, or they were never written: what others appended since stands there or
/// behind. Only in a file that was replaced or shortened meanwhile are they sought everywhere.
struct Settlement {
  let path: FilePath
  let form: Form
  let format: FileFormat
  /// How often a file whose place another one takes is looked at again.
  private static let mostLooks = 100

  init(_ path: FilePath, _ form: Form, _ format: FileFormat) {
    self.path = path
    self.form = form
    self.format = format
  }

  func settle(
    _ note: JournalNote, _ patience: Patience
  ) throws(RecordFileError) -> Recovered.State {
    switch note {
    case .none: return .unfinished
    case .row(let row, let record):
      guard format == .database else { return .unfinished }
      return try DatabaseStore(path, form, patience).contains(row: row, record)
        ? .saved : .unfinished
    case .text(let place, let bytes):
      guard format != .database, !bytes.isEmpty else { return .unfinished }
      return try settle(place, bytes, patience)
    }
  }

  private func settle(
    _ place: JournalNote.Place, _ bytes: Bytes, _ patience: Patience
  ) throws(RecordFileError) -> Recovered.State {
    for _ in 0..<Settlement.mostLooks {
      guard try at(path, { () throws(SystemFault) in try FileStatus(path: path) }) != nil else {
        return .unfinished
      }
      let file = try at(path) { () throws(SystemFault) in try OpenFile(path, O_RDWR) }
      try file.lock(path, patience)
      defer { file.unlock() }
      let status = try at(path) { () throws(SystemFault) in try file.status }
      let there = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
      guard let there, there.isSame(status) else { continue }
      let now = JournalNote.Place(status)
      guard now.device == place.device, now.inode == place.inode, now.length >= place.length else {
        return try contains(file, status.size, bytes) ? .saved : .unfinished
      }
      let end = min(now.length, place.length + bytes.count)
      let part = try file.whole(place.length..<end, path)
      guard !part.isEmpty, Settlement.matches(part[...], bytes) else { return .unfinished }
      if part.count == bytes.count { return .saved }
      // Of a note that is none of ours nothing is cut off.
      guard isOneRecord(record(of: bytes)) else { return .unfinished }
      // The beginning of the record, and then the file's end: the write was cut short.
      try at(path) { () throws(SystemFault) in
        try file.truncate(to: place.length)
        try file.sync()
      }
      return .cutOff
    }
    throw RecordFileError(path, .unsteady)
  }

  /// Whether noted bytes are one record, with untold bytes only where the form has values that are not told.
  private func isOneRecord(_ line: Bytes) -> Bool {
    guard case .text(let format) = format,
      !line.contains(0) || form.fields.contains(where: { $0.isSecret })
    else { return false }
    if format == .sh { return true }
    let end = [LineEnd.crlf, .lf, .cr].first { line.suffix($0.bytes.count) == $0.bytes[...] }
    guard let end else { return false }
    let body = Bytes(line.dropLast(end.bytes.count))
    var boundary: RecordBoundary =
      format.separator.map { .rows(RowBoundary(separator: $0.rawValue)) } ?? .lines
    return body.withUnsafeBufferPointer { boundary.last(in: $0) }.end == 0
  }

  /// Whether some bytes are the beginning of the noted ones; a noted 0 stands for any byte of a line.
  private static func matches(_ part: ArraySlice<UInt8>, _ noted: Bytes) -> Bool {
    zip(part, noted).allSatisfy { $0 == $1 || $1 == 0 && $0 != 0x0A && $0 != 0x0D }
  }

  /// Whether the record's line stands anywhere in a file.
  private func contains(
    _ file: OpenFile, _ size: Int, _ noted: Bytes
  ) throws(RecordFileError) -> Bool {
    let line = record(of: noted)
    var block: Bytes = []
    var offset = 0
    var isLineStart = true
    while offset < size {
      let part = offset..<min(size, offset + 1 << 20)
      block += try file.whole(part, path)
      offset = part.upperBound
      var start = 0
      while start + line.count <= block.count {
        if isLineStart, Settlement.matches(block[start..<start + line.count], line) { return true }
        isLineStart = block[start] == 0x0A || block[start] == 0x0D
        start += 1
      }
      block.removeFirst(start)
    }
    return false
  }

  /// The noted bytes without what completes the line before, and without a header.
  private func record(of noted: Bytes) -> Bytes {
    var line = noted
    if case .text(let format) = format {
      var writer = format.writer(for: form)
      for end in [LineEnd.lf, .crlf, .cr] where line.starts(with: end.bytes) {
        line.removeFirst(end.bytes.count)
      }
      var header: Bytes = []
      writer.begin(into: &header)
      if !header.isEmpty, line.starts(with: header) { line.removeFirst(header.count) }
    }
    // Where the form has one column, a record may be nothing but its line end.
    return line.isEmpty ? noted : line
  }
}
