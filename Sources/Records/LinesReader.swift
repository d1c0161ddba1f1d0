// Lines: one answer a line, as many lines a record as the form asks fields.

public import Forms
import JSONText

/// Finds the answers of records that are kept as lines; they are judged as typed, not as stored.
///
/// Fields that are not asked (read-only and computed ones) have no line.
public struct LinesReader: Sendable {
  /// The fields that have a line, in order.
  public let fields: [Int]

  /// A reader for a form.
  public init(_ form: Form) {
    fields = form.fields.indices.filter { form.fields[$0].isAskable }
  }

  /// Finds the record at the cursor: `answers` become the bytes of its lines without their ends.
  ///
  /// A record that the input ends in is a fault with as many answers as there are. Invalid UTF-8 is a fault too.
  public func next(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, into answers: inout [Range<Int>]
  ) -> Reading {
    answers.removeAll(keepingCapacity: true)
    let start = cursor.offset
    cursor.recordLine = cursor.line
    guard start < chunk.count, !fields.isEmpty else {
      cursor.record = start..<start
      return .end
    }
    var offset = start
    while answers.count < fields.count, offset < chunk.count {
      let end = chunk.lineEnd(from: offset)
      let hasReturn = end > offset && chunk[end - 1] == 0x0D
      answers.append(offset..<(hasReturn ? end - 1 : end))
      offset = min(end + 1, chunk.count)
    }
    cursor.record = start..<offset
    cursor.offset = offset
    cursor.line += answers.count
    if let invalid = firstInvalidUTF8(in: chunk.extracting(cursor.record)) {
      return .fault(.invalidUTF8(chunk[start + invalid], column: invalid + 1))
    }
    if answers.count < fields.count {
      return .fault(.lineCount(found: answers.count, expected: fields.count))
    }
    return .record
  }
}
