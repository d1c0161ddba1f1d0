// The record in progress, kept beside its data file: what a crash, a hang-up or a quit leaves is taken up again.

public import Forms
import Glibc
import JSONText

/// The journal of one session at one data file.
///
/// It stands beside the data file as `.people.csv.formsh-journal`, or `…-2` and so on where several sessions are at
/// it; it is there only while a record is in progress. It is a file of JSON lines, readable by its owner alone,
/// never reached through a symbolic link, and locked as long as its session lives. An entry costs one write and one
/// fdatasync. `writeOnly` values never stand in it.
public final class Journal {
  /// Most journals beside one data file.
  private static let most = 99
  /// What every journal begins with.
  private static let mark = Bytes("{\"journal\":".utf8)

  /// Where the journal is, or would be; nil where there can be none, since the data file is no regular one.
  public private(set) var path: FilePath?
  /// What stands where a journal would, and is left alone: a link, somebody else's file, or no journal.
  public private(set) var strangers: [FilePath] = []
  /// Whether something is kept in it now.
  public var isKept: Bool { file != nil }

  private let form: Form
  private let base: FilePath?
  private var file: OpenFile?
  private var length = 0
  /// Whether the form's name and digest have to be written before the next entry.
  private var needsHeader = true

  private init(_ form: Form, base: FilePath?) {
    self.form = form
    self.base = base
    path = base
  }

  /// Takes up the journal that an earlier session left at a data file, or begins a new one.
  ///
  /// Call it before the data file is opened: where the journal tells of an append that was cut short, the torn part
  /// is cut off here.
  ///
  /// - Parameters:
  ///   - dataPath: the data file; it need not be there.
  ///   - form: the form; a journal of a form with another name is left alone.
  ///   - format: what an ending that names no format stands for.
  /// - Returns: the journal, and what was found in it; nil when there was none.
  /// - Throws: the reason why a journal or the data file could not be read.
  public static func open(
    for dataPath: FilePath, form: Form, format: TextFormat = .json
  ) throws(RecordFileError) -> (journal: Journal, found: Recovered?) {
    let status = try at(dataPath) { () throws(SystemFault) in try FileStatus(path: dataPath) }
    if let status, !status.isRegular { return (Journal(form, base: nil), nil) }
    let real = FilePath.resolved(dataPath)
    let name = FilePath(".").adding(FilePath.name(of: real).bytes).adding(".formsh-journal".utf8)
    let journal = Journal(form, base: FilePath.join(FilePath.folder(of: real), name))
    guard let content = try journal.takeUp() else { return (journal, nil) }
    var found = Recovered(
      entries: content.entries, isFormChanged: content.digest != form.digest)
    if let note = content.note {
      found.state = try Settlement(dataPath, form, FileFormat(path: dataPath, otherwise: format))
        .settle(note)
      if found.state == .saved {
        found.entries = []
        try journal.clear()
      } else {
        try journal.note(.none)
      }
    }
    journal.needsHeader = found.isFormChanged
    return (journal, found)
  }

  // MARK: Writing

  /// Writes an entry; it is on the disk afterwards.
  public func append(_ entry: JournalEntry) throws(RecordFileError) { try write(entry.line) }

  /// Writes what belongs together, a draft and the move that left it, with one write.
  public func append(_ entries: [JournalEntry]) throws(RecordFileError) {
    try write(Bytes(entries.map { $0.line }.joined()))
  }

  /// Writes what is about to be appended to the data file.
  ///
  /// Where there is no journal, since none could be made, nothing could double the record either.
  func note(_ note: JournalNote) throws(RecordFileError) {
    if file != nil { try write(note.line) }
  }

  /// Removes the journal: its record is saved or cleared.
  ///
  /// The next entry begins a new one.
  public func clear() throws(RecordFileError) {
    guard let file, let path else { return }
    length = 0
    needsHeader = true
    if unlink(path.cString) == 0 || errno == ENOENT {
      self.file = nil
    } else {
      // In a folder that was closed meanwhile an empty one stays, and counts as none.
      try at(path) { () throws(SystemFault) in try file.truncate(to: 0) }
    }
  }

  private func write(_ line: Bytes) throws(RecordFileError) {
    guard base != nil else { return }
    let isNew = file == nil
    let file = if let open = self.file { open } else { try create() }
    let path = path ?? ""
    let bytes = needsHeader ? header + line : line
    let written = file.write(bytes.span)
    do throws(SystemFault) {
      if let fault = written.fault { throw fault }
      try file.syncData()
      if isNew { try OpenFile.syncFolder(of: path) }
    } catch {
      try? file.truncate(to: length)
      if isNew {
        unlink(path.cString)
        self.file = nil
      }
      throw RecordFileError(path, .system(error.code))
    }
    needsHeader = false
    length += bytes.count
  }

  private var header: Bytes {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("journal")
    writer.number(1)
    writer.key("form")
    writer.string(form.name)
    writer.key("digest")
    writer.string(String(form.digest, radix: 16))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  // MARK: Finding and making

  private func candidate(_ number: Int) -> FilePath {
    (base ?? "").adding((number == 1 ? "" : "-\(number)").utf8)
  }

  private func create() throws(RecordFileError) -> OpenFile {
    for number in 1...Journal.most {
      let path = candidate(number)
      let made: OpenFile
      do {
        made = try OpenFile(
          path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      } catch {
        if error.code == EEXIST { continue }
        throw RecordFileError(path, .system(error.code))
      }
      // Another session may have found it before it was locked, and taken it up as an empty one.
      guard try at(path, { () throws(SystemFault) in try made.tryLock() }), isThere(made, path)
      else { continue }
      file = made
      self.path = path
      length = 0
      needsHeader = true
      return made
    }
    throw RecordFileError(candidate(1), .journalsInUse(Journal.most))
  }

  private func isThere(_ file: OpenFile, _ path: FilePath) -> Bool {
    var found = stat()
    guard lstat(path.cString, &found) == 0, let own = try? file.status else { return false }
    return FileStatus(found).isSame(own)
  }

  private struct Content {
    var entries: [JournalEntry] = []
    var digest: UInt64 = 0
    /// The note that stands last: nothing was entered after it.
    var note: JournalNote?
  }

  /// The content of the first journal that is one's own, that no session has, and that is of this form.
  private func takeUp() throws(RecordFileError) -> Content? {
    for number in 1...Journal.most {
      let path = candidate(number)
      guard let found = open(path), (try? found.tryLock()) == true, isThere(found, path),
        let status = try? found.status
      else { continue }
      let bytes = try at(path) { () throws(SystemFault) in try found.read(0..<status.size) }
      let (content, name, end) = Journal.read(bytes)
      if let name, name != form.name { continue }
      if name == nil,
        bytes.contains(0x0A) || !Journal.mark.starts(with: bytes.prefix(Journal.mark.count))
      {
        strangers.append(path)
        continue
      }
      guard name != nil, !content.entries.isEmpty || content.note != nil else {
        // Nothing was entered, or the crash came while the first line was written.
        unlink(path.cString)
        continue
      }
      if end < bytes.count {
        try at(path) { () throws(SystemFault) in try found.truncate(to: end) }
      }
      file = found
      self.path = path
      length = end
      needsHeader = false
      return content
    }
    return nil
  }

  /// Opens what stands at the path of a journal, if it is one's own, and nobody else can have written to it.
  private func open(_ path: FilePath) -> OpenFile? {
    do {
      let found = try OpenFile(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
      let status = try found.status
      if status.isRegular, status.owner == geteuid(), status.links == 1, !status.isOpenToOthers {
        return found
      }
    } catch {
      if error.code == ENOENT { return nil }
    }
    strangers.append(path)
    return nil
  }

  /// The entries up to the first line that is none; a torn last line is ignored so.
  private static func read(_ bytes: Bytes) -> (content: Content, form: String?, end: Int) {
    var content = Content()
    var form: String?
    var end = 0
    while let feed = bytes[end...].firstIndex(of: 0x0A) {
      guard let line = try? JSONValue(parsing: Bytes(bytes[end..<feed])) else { break }
      if line["journal"]?.integer == 1, let name = line["form"]?.string,
        let digest = line["digest"]?.string.flatMap({ UInt64($0, radix: 16) })
      {
        form = name
        content.digest = digest
      } else if form == nil {
        break
      } else if let entry = JournalEntry(line) {
        content.entries.append(entry)
        content.note = nil
      } else if let note = JournalNote(line) {
        content.note = note == .none ? nil : note
      } else {
        break
      }
      end = feed + 1
    }
    return (content, form, end)
  }
}
