// Where the right records of a check go, and how they are encoded on the way.

internal import Forms
internal import Glibc
internal import Records

/// Writes records as text; one a worker.
struct CheckEncoder {
  /// The writers of most checks keep their types.
  enum Kind {
    case json(JSONRecordWriter)
    case table(TableWriter)
    case other(any RecordWriter)
  }

  private(set) var kind: Kind

  init(_ writer: any RecordWriter) {
    kind =
      if let json = writer as? JSONRecordWriter {
        .json(json)
      } else if let table = writer as? TableWriter {
        .table(table)
      } else {
        .other(writer)
      }
  }

  /// The writer itself.
  var writer: any RecordWriter {
    switch kind {
    case .json(let writer): writer
    case .table(let writer): writer
    case .other(let writer): writer
    }
  }

  /// Whether it writes JSON Lines.
  var isJSON: Bool {
    if case .json = kind { return true }
    return false
  }

  /// Writes a record.
  mutating func write(_ record: Record, into out: inout Bytes) {
    switch kind {
    case .json(let writer): writer.write(record, into: &out)
    case .table(let writer): writer.write(record, into: &out)
    case .other(var writer):
      writer.write(record, into: &out)
      kind = .other(writer)
    }
  }
}

/// Why a check cannot go on.
enum CheckStop: Error, Equatable {
  /// The reader of standard output, or of the report, has gone.
  case brokenPipe
  /// A file could not be written: it and the reason.
  case failed(String)
}

/// The place of right records.
final class CheckOutput {
  private enum Place {
    case nowhere
    case standard
    case file(RecordFile)
  }

  private let place: Place
  private let format: TextFormat
  private let standard = RecordStream(descriptor: 1, name: "standard output")
  private var hasBegun = false
  private let form: Form
  /// A terminal would obey what a value holds.
  private let isTerminal: Bool

  /// Opens the file, if there is one.
  init(
    _ output: CheckPlan.Output, _ form: Form, _ patience: Patience
  ) throws(RecordFileError) {
    self.form = form
    isTerminal = isatty(1) != 0
    switch output {
    case .nowhere:
      place = .nowhere
      format = .json
    case .standard(let format):
      place = .standard
      self.format = format
    case .file(let path, let format):
      self.format = format
      place = .file(
        try RecordFile.open(
          path: path, form: form, format: format, isGrouping: true, patience: patience))
    }
  }

  /// A writer for one worker; nil where records go nowhere, or one by one.
  func encoder(_ form: Form) -> CheckEncoder? {
    switch place {
    case .nowhere: nil
    case .standard: CheckEncoder(format.writer(for: form))
    case .file(let file): file.encoder.map { CheckEncoder($0) }
    }
  }

  /// Whether it must be known where each record ends.
  var needsEnds: Bool {
    switch place {
    case .nowhere: false
    // Of all other formats the ends are seen.
    case .standard: format == .sh
    case .file: true
    }
  }

  /// The file that takes records one by one; nil for text.
  var database: RecordFile? {
    if case .file(let file) = place, file.encoder == nil { return file }
    return nil
  }

  var isNowhere: Bool {
    if case .nowhere = place { return true }
    return false
  }

  /// Writes the right records of a chunk.
  func put(_ result: CheckResult) throws(CheckStop) {
    if result.right.isEmpty { return }
    switch place {
    case .nowhere: break
    case .standard:
      var block = RecordBlock()
      if !hasBegun {
        hasBegun = true
        var writer = format.writer(for: form)
        writer.begin(into: &block.bytes)
        block.start = block.bytes.count
        if block.start > 0 { try put(block) }
      }
      block.bytes =
        isTerminal ? TerminalText.harmless(result.right, asJSON: format == .json) : result.right
      block.start = 0
      block.ends = needsEnds && !isTerminal ? result.ends : nil
      block.count = result.counts.right
      block.isJSON = format == .json
      try put(block)
    case .file(let file):
      do {
        try file.append(encoded: result.right, ends: result.ends)
      } catch {
        throw .failed(error.words + kept(file.savedCount, "saved"))
      }
    }
  }

  private func put(_ block: RecordBlock) throws(CheckStop) {
    do throws(KeepError) {
      try standard.write(block)
    } catch {
      guard case .failed(let reason) = error else { throw .brokenPipe }
      throw .failed(reason + kept(standard.kept, "written"))
    }
  }

  /// How many records are where they were to go; nothing is said of none.
  private func kept(_ count: Int, _ word: String) -> String {
    count == 0 ? "" : "; \(count) \(count == 1 ? "record" : "records") \(word)"
  }

  /// Gives a record to a database.
  func put(_ record: Record, into file: RecordFile) throws(CheckStop) {
    do {
      try file.append(record)
    } catch {
      throw .failed(error.words + kept(file.savedCount, "saved"))
    }
  }

  /// Puts all that was taken on the disk.
  func close() throws(CheckStop) {
    guard case .file(let file) = place else { return }
    do {
      try file.close()
    } catch {
      throw .failed(error.words + kept(file.savedCount, "saved"))
    }
  }

  /// Writes bytes to a descriptor.
  static func write(_ bytes: Bytes, to descriptor: Int32, _ name: String) throws(CheckStop) {
    guard !bytes.isEmpty, let error = Descriptor.write(bytes, to: descriptor) else { return }
    throw error == EPIPE ? .brokenPipe : .failed(name + ": " + Descriptor.words(error))
  }
}
