// Appending to a text file: one write under a lock, one sync, and the former length again if it fails.

import Forms
import Glibc

/// A text file that records are appended to.
final class TextStore: RecordStore {
  /// So many bytes are written at once at most when records are grouped.
  private static let groupSize = 1 << 20

  private(set) var savedCount = 0

  private let path: FilePath
  private let form: Form
  private let format: TextFormat
  private let isGrouping: Bool
  private let patience: Patience
  private var file: OpenFile?
  private var isRegular = true
  private var layout: TextLayout
  /// The style that `writer` writes in.
  private var style: TextLayout.Style
  private var writer: any RecordWriter
  private var isFolderSynced = false
  /// Whether the open file was made here.
  private var isOwn = false
  /// Whether the file was seen with something in it.
  private var wasSeen = false
  /// What a failed write left and could not be cut off at once: the length to cut to, and the file's size then.
  private var remains: (length: Int, size: Int)?

  /// Encoded records that are not written yet, and where each ends.
  private var waiting: Bytes = []
  private var ends: [Int] = []
  /// The one record of a file that does not group: it is encoded when the file's style is known for certain.
  private var single: Record?

  init(
    _ path: FilePath, _ form: Form, _ format: TextFormat, isGrouping: Bool, _ patience: Patience
  ) {
    self.path = path
    self.form = form
    self.format = format
    self.isGrouping = isGrouping
    self.patience = patience
    layout = TextLayout(format, form)
    style = layout.style
    writer = layout.writer
  }

  var waitingCount: Int { single == nil ? ends.count : 1 }
  var isFull: Bool { waiting.count >= TextStore.groupSize }
  var encoder: (any RecordWriter)? { writer }

  func check(_ patience: Patience) throws(RecordFileError) {
    let status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    if let status {
      if status.isFolder { throw RecordFileError(path, .system(EISDIR)) }
      // A pipe would wait for its reader here; whoever appends first may wait.
      guard status.isRegular else { return }
      try openLocked(patience)
      file?.unlock()
      takeStyle()
    } else {
      try at(path) { () throws(SystemFault) in try FilePath.checkFolder(of: path) }
    }
  }

  func add(_ record: Record) {
    if isGrouping {
      writer.write(record, into: &waiting)
      ends.append(waiting.count)
    } else {
      single = record
    }
  }

  func add(encoded bytes: Bytes, ends newEnds: [Int]) {
    let start = waiting.count
    waiting.append(contentsOf: bytes)
    for end in newEnds { ends.append(start + end) }
  }

  func discard() {
    single = nil
    waiting.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  func close() { file = nil }

  private func takeStyle() {
    style = layout.style
    writer = layout.writer
  }

  // MARK: The lock

  /// How often a file that changes while it is looked at is looked at again.
  private static let mostLooks = 10

  /// Opens the file if need be, locks it, and looks at what others did to it since.
  ///
  /// While one waits for the lock the file can be replaced: then the one that has its place is opened.
  private func openLocked(_ patience: Patience) throws(RecordFileError) {
    var looks = 0
    while true {
      let file = try opened(patience)
      guard isRegular else { return }
      try file.lock(path, patience)
      looks += 1
      do {
        if try isStill(file) { return try look(at: file) }
      } catch {
        file.unlock()
        guard error.reason == .unsteady, looks < TextStore.mostLooks else { throw error }
        layout = TextLayout(format, form)
        continue
      }
      file.unlock()
      forget()
      if looks == TextStore.mostLooks { throw RecordFileError(path, .unsteady) }
    }
  }

  /// Whether a file that was opened still has its place.
  private func isStill(_ file: OpenFile) throws(RecordFileError) -> Bool {
    let own = try at(path) { () throws(SystemFault) in try file.status }
    let there = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    if there == nil, wasSeen { throw RecordFileError(path, .vanished) }
    return there?.isSame(own) ?? false
  }

  private func look(at file: OpenFile) throws(RecordFileError) {
    var size = try at(path) { () throws(SystemFault) in try file.status }.size
    if let remains {
      if remains.size == size {
        try at(path) { () throws(SystemFault) in try file.truncate(to: remains.length) }
        size = remains.length
      }
      self.remains = nil
    }
    try layout.follow(file, size: size, path: path)
    wasSeen = wasSeen || size > 0
  }

  private func forget() {
    file = nil
    layout = TextLayout(format, form)
    isFolderSynced = false
    isOwn = false
    remains = nil
  }

  private func opened(_ patience: Patience) throws(RecordFileError) -> OpenFile {
    if let file { return file }
    let status = try at(path) { () throws(SystemFault) in try FileStatus(path: path) }
    if status == nil, wasSeen { throw RecordFileError(path, .vanished) }
    let file: OpenFile
    if let status, status.isPipe {
      file = try openPipe(patience)
    } else {
      file = try at(path) { () throws(SystemFault) in
        if let status {
          return try OpenFile(path, status.isRegular ? O_RDWR | O_APPEND : O_WRONLY | O_APPEND)
        }
        if let made = try? OpenFile(resolved, O_RDWR | O_APPEND | O_CREAT | O_EXCL) {
          isOwn = true
          return made
        }
        return try OpenFile(path, O_RDWR | O_APPEND | O_CREAT)
      }
    }
    isRegular = try at(path) { () throws(SystemFault) in try file.status }.isRegular
    self.file = file
    return file
  }

  /// Waits until a pipe has a reader.
  private func openPipe(_ patience: Patience) throws(RecordFileError) -> OpenFile {
    var waiting = patience.begin(path)
    while true {
      do throws(SystemFault) {
        let pipe = try OpenFile(path, O_WRONLY | O_APPEND | O_NONBLOCK)
        try pipe.letWait()
        return pipe
      } catch {
        guard error.code == ENXIO else { throw RecordFileError(path, .system(error.code)) }
      }
      try waiting.more()
    }
  }

  private var resolved: FilePath { FilePath.resolved(path) }

  // MARK: Saving

  func save(_ journal: Journal?) throws(RecordFileError) {
    do {
      try openLocked(patience)
    } catch {
      if error.reason == .system(ENOENT), wasSeen { throw RecordFileError(path, .vanished) }
      throw error
    }
    guard let file else { return }
    defer { if isRegular { file.unlock() } }
    if layout.style != style {
      // Records that are encoded already would stand in the wrong columns.
      guard ends.isEmpty else { throw RecordFileError(path, .vanished) }
      takeStyle()
    }
    if let single {
      writer.write(single, into: &waiting)
      ends.append(waiting.count)
    }
    var start = layout.completion
    if layout.needsHeader { writer.begin(into: &start) }
    let bytes = start.isEmpty ? waiting : start + waiting
    do {
      try note(start, file, in: journal)
    } catch {
      removeIfEmpty(file)
      throw error
    }
    let shown =
      isRegular || !file.isTerminal
      ? bytes : TerminalText.harmless(bytes, asJSON: format == .json)
    let (written, fault) = file.write(shown.span)
    if let fault {
      try giveUp(file, fault, after: start.count, written: written, keeping: written - start.count)
    }
    do {
      try syncAll(file)
    } catch {
      try giveUp(file, error, after: start.count, written: written, keeping: 0)
    }
    layout.move(to: layout.length + bytes.count)
    savedCount += ends.count
    wasSeen = true
    discard()
  }

  /// Tells the journal what will be appended where.
  private func note(
    _ start: Bytes, _ file: OpenFile, in journal: Journal?
  ) throws(RecordFileError) {
    guard let journal, isRegular else { return }
    let status = try at(path) { () throws(SystemFault) in try file.status }
    guard status.size == layout.length else { throw RecordFileError(path, .unsteady) }
    try journal.note(
      .text(JournalNote.Place(status), masked(waiting, single).map { start + $0 } ?? []))
  }

  private func syncAll(_ file: OpenFile) throws(SystemFault) {
    try file.sync()
    if isRegular, !isFolderSynced {
      try OpenFile.syncFolder(of: resolved)
      isFolderSynced = true
    }
  }

  /// Takes back what a failed write left, but for the grouped records that are whole, and says why it failed.
  private func giveUp(
    _ file: OpenFile, _ fault: SystemFault, after start: Int, written: Int, keeping whole: Int
  ) throws(RecordFileError) {
    guard isRegular else {
      // What went down a pipe cannot be taken back.
      layout.needsHeader = layout.needsHeader && written < start
      throw RecordFileError(path, .system(fault.code))
    }
    let kept = ends.prefix { $0 <= whole }.count
    let before = layout.length
    var length = kept > 0 ? before + start + ends[kept - 1] : before
    var size = before + written
    cut(file, to: length, from: &size)
    if kept > 0 {
      do {
        try syncAll(file)
        layout.move(to: length)
        savedCount += kept
        waiting.removeFirst(ends[kept - 1])
        let shift = ends[kept - 1]
        ends = ends[kept...].map { $0 - shift }
      } catch {
        length = before
        cut(file, to: length, from: &size)
      }
    }
    removeIfEmpty(file)
    throw RecordFileError(path, .system(fault.code))
  }

  /// Cuts a file that ends with what was written here back to a length, now or when it is looked at next.
  ///
  /// Where it has another size, another program that knows no locks wrote to it: then nothing is cut.
  private func cut(_ file: OpenFile, to length: Int, from size: inout Int) {
    do throws(SystemFault) {
      guard try file.status.size == size else { return }
      try file.truncate(to: length)
      size = length
      remains = nil
    } catch {
      remains = (length, size)
    }
  }

  /// A file that got no record after all does not stay; the lock keeps others from writing to it meanwhile.
  private func removeIfEmpty(_ file: OpenFile) {
    guard isOwn, let status = try? file.status, status.size == 0 else { return }
    try? System.unlink(resolved)
    forget()
  }

  /// The bytes of a record with 0 for each that tells of a `writeOnly` value.
  private func masked(_ bytes: Bytes, _ record: Record?) -> Bytes? {
    let secrets = form.fields.indices.filter { form.fields[$0].isSecret }
    guard let record, !secrets.isEmpty else { return bytes }
    // Two records of the same length that differ from each other in these bytes only.
    var masks = [UInt8(ascii: "x"), UInt8(ascii: "y")].map { letter in
      var mask = record
      for i in secrets where !record.values[i].kind.isNothing {
        let length = encodedLength(record, i)
        mask.values[i].text = Bytes(repeating: letter, count: length)
      }
      var out: Bytes = []
      writer.write(mask, into: &out)
      return out
    }
    var out = masks.removeFirst()
    let other = masks.removeFirst()
    guard out.count == bytes.count, other.count == bytes.count else { return nil }
    for i in out.indices where out[i] != other[i] { out[i] = 0 }
    return out
  }

  /// How many plain letters take the room of a value.
  private func encodedLength(_ record: Record, _ field: Int) -> Int {
    var one = record
    one.values[field].text = [UInt8(ascii: "x")]
    var long: Bytes = []
    var short: Bytes = []
    writer.write(record, into: &long)
    writer.write(one, into: &short)
    return long.count - short.count + 1
  }
}
