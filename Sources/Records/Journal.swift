// The record in progress, kept beside its data file: what a crash, a hang-up or a quit leaves is taken up again.

public import Forms
import Glibc

/// The journal of one session at one data file.
///
/// It stands beside the data file as `.people.csv.formsh-journal`, or `…-2` and so on where several sessions are at
/// it; it is there only while a record is in progress. It is a file of JSON lines, readable by its owner alone,
/// never reached through a symbolic link, and locked as long as its session lives. An entry costs one write and one
/// fdatasync. `writeOnly` values never stand in it.
///
/// An entry that could not be written is not forgotten: the next write puts all entries of the record there anew, as
/// one line. Meanwhile the file is marked as incomplete by a permission that means nothing else here, since that takes
/// no room on a full disk.
public final class Journal {
  /// Most journals beside one data file.
  private static let most = 99
  /// Longer journals, in bytes, are neither written nor read.
  static let longest = 4 << 20
  /// What marks a journal as incomplete: the owner's right to execute it.
  private static let mark: UInt32 = 0o100

  /// Where the journal is, or would be; nil where there can be none, since the data file is no regular one.
  public private(set) var path: FilePath?
  /// What stands where a journal would, and is left alone: a link, somebody else's file, or no journal.
  public private(set) var strangers: [FilePath] = []
  /// Whether all that was entered of the record in progress is in it, and on the disk.
  public var isKept: Bool { file != nil && !isBehind }

  private let form: Form
  private let base: FilePath?
  private var file: OpenFile?
  private var length = 0
  /// All that was entered of the record in progress.
  private var entries: [JournalEntry] = []
  /// Whether the form's name and digest have to be written before the next entry.
  private var needsHeader = true
  /// Whether entries are missing in the file.
  private var isBehind = false
  /// Whether something may stand behind `length` in the file.
  private var hasRemains = false
  private var isMarked = false

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
  ///   - patience: how long it is waited for other programs that have the data file locked.
  /// - Returns: the journal, and what was found in it; nil when there was none.
  /// - Throws: the reason why a journal or the data file could not be read.
  public static func open(
    for dataPath: FilePath, form: Form, format: TextFormat = .json, patience: Patience = Patience()
  ) throws(RecordFileError) -> (journal: Journal, found: Recovered?) {
    let status = try at(dataPath) { () throws(SystemFault) in try FileStatus(path: dataPath) }
    if let status, !status.isRegular { return (Journal(form, base: nil), nil) }
    let real = FilePath.resolved(dataPath)
    let name = FilePath(".").adding(FilePath.name(of: real).bytes).adding(".formsh-journal".utf8)
    let journal = Journal(form, base: FilePath.join(FilePath.folder(of: real), name))
    guard let content = try journal.takeUp() else { return (journal, nil) }
    var found = Recovered(
      entries: content.entries, isFormChanged: content.digest != form.digest)
    found.isIncomplete = journal.isMarked
    if let note = content.note {
      found.state = try Settlement(dataPath, form, FileFormat(path: dataPath, otherwise: format))
        .settle(note, patience)
      // What cannot be written now is told by the note still, the next time.
      if found.state == .saved {
        found.entries = []
        try? journal.clear()
      } else {
        try? journal.write([], note: JournalNote.none.line)
      }
    }
    return (journal, found)
  }

  // MARK: Writing

  /// Writes an entry; it is on the disk afterwards.
  public func append(_ entry: JournalEntry) throws(RecordFileError) { try append([entry]) }

  /// Writes what belongs together, a draft and the move that left it, with one write.
  ///
  /// - Throws: the reason why they are not in the file; the next write brings them.
  public func append(_ new: [JournalEntry]) throws(RecordFileError) {
    guard base != nil else { return }
    entries += new
    do {
      try write(Bytes(new.map { $0.line }.joined()))
    } catch {
      isBehind = true
      throw error
    }
  }

  /// Writes what is missing in the file, if anything is.
  public func complete() throws(RecordFileError) {
    if isBehind { try write([]) }
  }

  /// Writes what is about to be appended to the data file.
  ///
  /// Where there is no journal, since none could be made, nothing could double the record either. In one that cannot
  /// be written any more the mark must do: what it holds is then not handed over unasked.
  func note(_ note: JournalNote) throws(RecordFileError) {
    guard file != nil else { return }
    do {
      try write([], note: note.line)
    } catch {
      if file != nil, !isMarked { throw error }
    }
  }

  /// Removes the journal: its record is saved or cleared.
  ///
  /// The next entry begins a new one.
  public func clear() throws(RecordFileError) {
    entries = []
    isBehind = false
    guard let file, let path else { return }
    length = 0
    needsHeader = true
    do throws(SystemFault) {
      try System.unlink(path)
      self.file = nil
    } catch {
      if error.code == ENOENT {
        self.file = nil
        return
      }
      // In a folder that was closed meanwhile an empty one stays, and counts as none.
      hasRemains = true
      try at(path) { () throws(SystemFault) in try file.truncate(to: 0) }
      hasRemains = false
    }
  }

  /// Writes the lines of new entries, or of all where some are missing in the file, and a note behind them.
  private func write(_ new: Bytes, note: Bytes = []) throws(RecordFileError) {
    guard base != nil else { return }
    let isNew = file == nil
    let file = if let open = self.file { open } else { try create() }
    let path = path ?? ""
    let bytes =
      (needsHeader ? JournalContent.header(form) : [])
      + (isBehind ? JournalContent.line(entries) : new) + note
    do throws(SystemFault) {
      guard length + bytes.count <= Journal.longest, entries.count <= JournalContent.most else {
        throw SystemFault(code: EFBIG)
      }
      if hasRemains { try file.truncate(to: length) }
      hasRemains = true
      if let fault = file.write(bytes.span, at: length).fault { throw fault }
      try file.syncData()
      if isNew { try OpenFile.syncFolder(of: path) }
    } catch {
      fail(file, path, isNew: isNew)
      throw RecordFileError(path, .system(error.code))
    }
    hasRemains = false
    needsHeader = false
    isBehind = false
    length += bytes.count
    if isMarked, (try? file.setMode(0o600)) != nil { isMarked = false }
  }

  /// Takes back what a failed write left; a journal that lacks something now says so, or is none.
  private func fail(_ file: OpenFile, _ path: FilePath, isNew: Bool) {
    if (try? file.truncate(to: length)) != nil { hasRemains = false }
    if !isNew {
      if isMarked { return }
      if (try? file.setMode(0o600 | Journal.mark)) != nil {
        isMarked = true
        try? file.sync()
        return
      }
    }
    if (try? System.unlink(path)) != nil { self.file = nil }
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
        made = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      } catch {
        if error.code == EEXIST { continue }
        throw RecordFileError(path, .system(error.code))
      }
      // Another session may have found it before it was locked, and taken it up as an empty one.
      guard try at(path, { () throws(SystemFault) in try made.tryLock() }), isThere(made, path)
      else { continue }
      take(made, path, length: 0)
      return made
    }
    throw RecordFileError(candidate(1), .journalsInUse(Journal.most))
  }

  private func take(_ file: OpenFile, _ path: FilePath, length: Int) {
    self.file = file
    self.path = path
    self.length = length
    hasRemains = false
    isMarked = false
    needsHeader = length == 0
  }

  private func isThere(_ file: OpenFile, _ path: FilePath) -> Bool {
    guard let found = try? System.status(path, followsLinks: false), let own = try? file.status
    else { return false }
    return FileStatus(found).isSame(own)
  }

  /// The content of the first journal that is one's own, that no session has, and that is of this form.
  private func takeUp() throws(RecordFileError) -> JournalContent? {
    for number in 1...Journal.most {
      let path = candidate(number)
      guard let found = open(path), (try? found.tryLock()) == true, isThere(found, path),
        let status = try? found.status
      else { continue }
      guard status.size <= Journal.longest else {
        strangers.append(path)
        continue
      }
      let bytes = try at(path) { () throws(SystemFault) in try found.read(0..<status.size) }
      let content = JournalContent(bytes)
      if let name = content.form, name != form.name { continue }
      if content.form == nil, !content.isBeginning {
        strangers.append(path)
        continue
      }
      guard content.form != nil, !content.entries.isEmpty || content.note != nil else {
        // Nothing was entered, or the crash came while the first line was written.
        try? System.unlink(path)
        continue
      }
      take(found, path, length: content.end)
      if content.end < bytes.count {
        hasRemains = (try? found.truncate(to: content.end)) == nil
      }
      isMarked = status.mode & Journal.mark != 0
      entries = content.entries
      needsHeader = content.digest != form.digest
      return content
    }
    return nil
  }

  /// Opens what stands at the path of a journal, if it is one's own, and nobody else can have written to it.
  private func open(_ path: FilePath) -> OpenFile? {
    do {
      let found = try OpenFile(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
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
}
