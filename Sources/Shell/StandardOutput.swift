// Records on standard output: a buffer that is flushed before the program waits.

internal import Forms
internal import Glibc
internal import Records

/// Hands records over on standard output.
final class StandardOutput: RecordKeeper {
  private var writer: any RecordWriter
  private let format: TextFormat
  /// A terminal would obey what a value holds.
  private let isTerminal = isatty(1) != 0
  let savedTo: ShownText? = nil
  private var buffer = RecordBlock()
  private let place = RecordStream(descriptor: 1, name: "standard output")
  private var hasBegun = false

  var kept: Int { place.kept }

  init(form: Form, format: TextFormat) {
    self.format = format
    writer = format.writer(for: form)
    // Of all other formats the ends are seen.
    buffer.ends = format == .sh ? [] : nil
    buffer.isJSON = format == .json
    buffer.bytes.reserveCapacity(StandardOutput.block + 4096)
  }

  private static let block = 262_144

  func close() {}

  func keep(_ record: Record) throws(KeepError) {
    if !hasBegun {
      hasBegun = true
      writer.begin(into: &buffer.bytes)
      buffer.start = buffer.bytes.count
    }
    writer.write(record, into: &buffer.bytes)
    buffer.count += 1
    if buffer.ends != nil {
      let end = buffer.bytes.count
      buffer.ends?.append(end)
    }
    if buffer.bytes.count >= StandardOutput.block { try flush() }
  }

  func flush() throws(KeepError) {
    if buffer.bytes.isEmpty { return }
    // What could not be written is not tried again on its own: the session has the record still.
    defer { buffer.empty() }
    let hadStart = buffer.start > 0
    if isTerminal {
      buffer.bytes = TerminalText.harmless(buffer.bytes, asJSON: format == .json)
      buffer.ends = nil
    }
    do {
      try place.write(buffer)
    } catch {
      // A header that is not there stands before the next record.
      if hadStart, place.isEmpty { hasBegun = false }
      throw error
    }
  }
}
