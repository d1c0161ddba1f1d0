// What comes of judging a part of a file: the bytes to be written, in order, and what was counted.

internal import Forms

/// What a check counts.
struct CheckCounts {
  var records = 0
  var wrong = 0
  /// Faults of each field.
  var byField: [Int]
  /// Faults that are no field's: of the record as a whole, of a row or line that cannot be read, of a header.
  var others = 0

  init(fieldCount: Int) { byField = Array(repeating: 0, count: fieldCount) }

  var right: Int { records - wrong }
  var faults: Int { byField.reduce(others, +) }

  mutating func add(_ other: CheckCounts) {
    records += other.records
    wrong += other.wrong
    others += other.others
    for i in byField.indices { byField[i] += other.byField[i] }
  }

  mutating func clear() {
    records = 0
    wrong = 0
    others = 0
    for i in byField.indices { byField[i] = 0 }
  }
}

/// What came of one chunk; its storage is used again for the next.
struct CheckResult {
  /// The right records, as the output has them.
  var right: Bytes = []
  /// Where each of them ends in `right`; kept for an output file only.
  var ends: [Int] = []
  /// The wrong records, as they were, with their reasons.
  var rejects: Bytes = []
  /// The faults, a line each.
  var report: Bytes = []
  var counts: CheckCounts
  /// How far the file was read when the chunk was, in bytes.
  var bytesRead = 0

  init(fieldCount: Int) { counts = CheckCounts(fieldCount: fieldCount) }

  mutating func clear() {
    right.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    report.removeAll(keepingCapacity: true)
    counts.clear()
  }
}

extension [UInt8] {
  /// Appends a whole number.
  mutating func put(_ number: Int) {
    var rest = UInt64(number.magnitude)
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    Swift.withUnsafeMutableBytes(of: &digits) { buffer in
      var start = buffer.count
      repeat {
        start -= 1
        buffer[start] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        buffer[start] = 0x2D
      }
      append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
    }
  }

  /// Appends the bytes of a text.
  mutating func put(_ text: String) { append(contentsOf: text.utf8) }
}
