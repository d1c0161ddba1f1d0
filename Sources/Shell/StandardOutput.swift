// Records on standard output: a buffer that is flushed before the program waits.

internal import Forms
internal import Glibc
internal import Records

/// Hands records over on standard output.
final class StandardOutput: RecordKeeper {
  private var writer: any RecordWriter
  private var buffer: Bytes = []
  private let format: TextFormat
  /// A terminal would obey what a value holds.
  private let isTerminal = isatty(1) != 0
  private var hasBegun = false
  private var pending = 0
  private(set) var kept = 0
  let savedTo: ShownText? = nil

  init(form: Form, format: TextFormat) {
    self.format = format
    writer = format.writer(for: form)
    buffer.reserveCapacity(StandardOutput.block + 4096)
  }

  private static let block = 262_144

  func close() {}

  func keep(_ record: Record) throws(KeepError) {
    if !hasBegun {
      hasBegun = true
      writer.begin(into: &buffer)
    }
    writer.write(record, into: &buffer)
    pending += 1
    if buffer.count >= StandardOutput.block { try flush() }
  }

  func flush() throws(KeepError) {
    if buffer.isEmpty { return }
    if isTerminal { buffer = TerminalText.harmless(buffer, asJSON: format == .json) }
    let error = Descriptor.write(buffer, to: 1)
    buffer.removeAll(keepingCapacity: true)
    if let error {
      throw error == EPIPE ? .brokenPipe : .failed("standard output: " + Descriptor.words(error))
    }
    kept += pending
    pending = 0
  }
}
