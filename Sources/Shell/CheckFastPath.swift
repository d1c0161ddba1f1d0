// The records of a chunk that are plain: right beyond doubt, and passed on as they stand where nothing would change.

internal import Forms
internal import LineInput
internal import Records

/// Passes over plain records, by the same rules as typed lines, until one that is not.
final class CheckFastPath {
  private let pass: PlainPass

  /// Nil where the form, the file's layout or the output's format have no plain records.
  init?(_ form: Form, _ chunks: ChunkReader, _ encoder: CheckEncoder?, needsEnds: Bool) {
    let pass = PlainPass(
      form, chunks, encoder?.writer, needsEnds: needsEnds, longestLine: ScriptReader.longestLine)
    guard let pass else { return nil }
    self.pass = pass
  }

  /// Begins a chunk.
  func begin(_ chunk: Span<UInt8>) { pass.begin(chunk) }

  /// Goes over plain records from the cursor on; the cursor is behind the last of them afterwards.
  func run(_ chunk: Span<UInt8>, _ cursor: inout Cursor, _ result: inout CheckResult) {
    var offset = cursor.offset
    let records = pass.run(chunk, &offset, into: &result.right, ends: &result.ends)
    result.counts.records += records
    cursor.pass(to: offset, lines: records * pass.linesOfRecord)
  }

  /// Gives the faults of the record that the run came to and goes behind it.
  ///
  /// False, with nothing done, where it takes the format's reader to tell, or nothing is wrong.
  func passRefused(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, _ take: PlainFaultTaker
  ) -> Bool {
    guard let end = pass.refused(chunk, take) else { return false }
    cursor.pass(to: end, lines: pass.linesOfRecord)
    return true
  }
}
