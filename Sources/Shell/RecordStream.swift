// Records on a descriptor: whole ones are counted, and half of one is cut off where that can be done.

internal import Forms
internal import Glibc

/// Encoded records that go out together.
struct RecordBlock {
  var bytes: Bytes = []
  /// Where what stands before the first record ends, such as a header.
  var start = 0
  /// Where each record ends; nil where that is not known, and is looked for when it matters.
  var ends: [Int]? = []
  /// How many records there are.
  var count = 0
  /// Whether they are lines of JSON.
  var isJSON = false

  /// Forgets the records, and keeps the room.
  mutating func empty() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    count = 0
    ends?.removeAll(keepingCapacity: true)
  }
}

extension RecordBlock {
  /// Where each line of JSON, or row of a table as it is written here, ends: a line feed in quotes ends none.
  fileprivate var lineEnds: [Int] {
    var ends: [Int] = []
    var isQuoted = false
    for i in start..<bytes.count {
      if bytes[i] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[i] == 0x0A, !isQuoted || isJSON { ends.append(i + 1) }
    }
    return ends
  }
}

/// Writes records to an open descriptor.
final class RecordStream {
  /// How many records are whole where they were written to.
  private(set) var kept = 0
  /// Whether nothing stands there of what was written.
  private(set) var isEmpty = true

  private let descriptor: Int32
  private let name: String

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes a block; where that fails in the middle, the records that are whole stay.
  func write(_ block: RecordBlock) throws(KeepError) {
    let (written, error) = Descriptor.writeCounting(block.bytes, to: descriptor)
    guard let error else {
      kept += block.count
      isEmpty = isEmpty && block.bytes.isEmpty
      return
    }
    let whole = (block.ends ?? block.lineEnds).prefix { $0 <= written }
    kept += whole.count
    let end = whole.last ?? (written >= block.start ? block.start : 0)
    let isCut = written > end && cut(written - end)
    isEmpty = isEmpty && (isCut ? end : written) == 0
    throw error == EPIPE ? .brokenPipe : .failed(name + ": " + Descriptor.words(error))
  }

  /// Cuts the last bytes off a file that ends with what was written; false where it is no such file.
  private func cut(_ count: Int) -> Bool {
    var status = stat()
    let place = lseek(descriptor, 0, SEEK_CUR)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      place == status.st_size, place >= count, ftruncate(descriptor, place - count) == 0
    else { return false }
    return lseek(descriptor, place - count, SEEK_SET) >= 0
  }
}
