// What `formsh check` is to do: which files, read as what, and where records go. Refused before anything is read.

internal import Forms
internal import Glibc
internal import Records

/// One input of a check.
struct CheckSource {
  /// What the file holds.
  enum Format: Equatable {
    case text(SourceFormat)
    case database

    /// The format that a word of `--from` or a path's ending means.
    init?(word: String) {
      switch word {
      case "csv": self = .text(.csv)
      case "tsv": self = .text(.tsv)
      case "jsonl": self = .text(.json)
      case "lines": self = .text(.lines)
      case "db": self = .database
      default: return nil
      }
    }

    /// The word for it, which is that of `--from`.
    var word: String {
      switch self {
      case .text(.json): "jsonl"
      case .text(let format): format.rawValue
      case .database: "db"
      }
    }
  }

  /// The path, `-` for standard input.
  var path: FilePath
  var format: Format

  /// What stands before the line in a fault: the path as it was given.
  var place: String { path == "-" ? "stdin" : Shown.harmless(path) }
}

/// Why a check cannot begin as it was asked for.
enum CheckRefusal: Error, Equatable {
  /// The path's ending says nothing of what it holds.
  case needsFrom(FilePath)
  /// A database cannot be read from standard input.
  case databaseFromInput
  /// Standard input is named twice.
  case inputTwice
  /// The option belongs to filling.
  case onlyForFilling(String)
  /// This option's file is one of those that are read, or the other option's.
  case isInput(option: String, path: FilePath)
  case sameOutputs(FilePath)
  /// Wrong records of several formats cannot stand in one file.
  case rejectsOfSeveral(String, String)
  /// The ending of the file for wrong records names another format than theirs.
  case rejectsEnding(path: FilePath, wanted: String)

  /// The sentence for it.
  var words: String {
    switch self {
    case .needsFrom(let path):
      let name = path == "-" ? "-" : Shown.brief(path.bytes)
      return "\(name): say with --from what it holds: csv, tsv, jsonl, db or lines"
    case .databaseFromInput: return "-: a database cannot be read from standard input"
    case .inputTwice: return "-: standard input can be read once"
    case .onlyForFilling(let option): return "\(option) goes with filling a form, not with check"
    case .isInput(let option, let path):
      return "\(option) \(Shown.brief(path.bytes)): this file is read by the check"
    case .sameOutputs(let path):
      return "\(Shown.brief(path.bytes)): right and wrong records need a file each"
    case .rejectsOfSeveral(let one, let other):
      return "--rejects keeps records as they were: \(one) and \(other) need a file each"
    case .rejectsEnding(let path, let wanted):
      return "--rejects \(Shown.brief(path.bytes)): the wrong records are \(wanted)"
    }
  }
}

/// What is to be done, understood.
struct CheckPlan {
  /// Where right records go.
  enum Output: Equatable {
    case nowhere
    case standard(TextFormat)
    case file(FilePath, TextFormat)
  }

  /// How wrong records are written.
  enum RejectsFormat: Equatable {
    case rows(Separator)
    case json
    case lines

    /// The words of the options for it.
    var word: String {
      switch self {
      case .rows(.comma): "csv"
      case .rows(.tab): "tsv"
      case .json: "jsonl"
      case .lines: "lines"
      }
    }
  }

  var sources: [CheckSource] = []
  var output = Output.nowhere
  var rejects: (path: FilePath, format: RejectsFormat)?
  var mostFaults: Int?
  var hasTable = false
  var isPlain = false

  init(_ options: Options) throws(CheckRefusal) {
    if options.count != nil { throw .onlyForFilling("--count") }
    if let strict = options.strict { throw .onlyForFilling(strict ? "--strict" : "--retry") }
    for operand in options.operands.dropFirst() {
      sources.append(try CheckPlan.source(FilePath(operand), options))
    }
    if sources.filter({ $0.path == "-" }).count > 1 { throw .inputTwice }
    let format = TextFormat(rawValue: options.format ?? "json") ?? .json
    if let path = options.output {
      output = .file(path, format)
      try refuseInput("-o", path)
    } else if options.format != nil {
      output = .standard(format)
    }
    if let path = options.rejects {
      try refuseInput("--rejects", path)
      if let output = options.output, CheckPlan.areSame(path, output) { throw .sameOutputs(path) }
      rejects = (path, try rejectsFormat(path))
    }
    mostFaults = options.maxFaults
    hasTable = options.summary
    isPlain = options.plain
  }

  private static func source(
    _ path: FilePath, _ options: Options
  ) throws(CheckRefusal) -> CheckSource {
    let format: CheckSource.Format
    if let word = options.from, let given = CheckSource.Format(word: word) {
      format = given
    } else if path != "-", let named = CheckSource.Format(word: path.ending),
      path.ending != "lines"
    {
      format = named
    } else {
      throw .needsFrom(path)
    }
    if path == "-", format == .database { throw .databaseFromInput }
    return CheckSource(path: path, format: format)
  }

  /// Wrong records stay as they were; those of a database take the format that the file's ending names.
  private func rejectsFormat(_ path: FilePath) throws(CheckRefusal) -> RejectsFormat {
    let named: RejectsFormat? =
      switch path.ending {
      case "csv": .rows(.comma)
      case "tsv": .rows(.tab)
      case "jsonl": .json
      default: nil
      }
    var format: RejectsFormat?
    for source in sources {
      let own: RejectsFormat? =
        switch source.format {
        case .text(.csv): .rows(.comma)
        case .text(.tsv): .rows(.tab)
        case .text(.json): .json
        case .text(.lines): .lines
        case .database: named ?? .json
        }
      if let own, let format, own != format { throw .rejectsOfSeveral(format.word, own.word) }
      format = own
    }
    let wanted = format ?? .json
    let isNamedOtherwise = named.map { $0 != wanted } ?? (path.ending == "db")
    if isNamedOtherwise { throw .rejectsEnding(path: path, wanted: wanted.word) }
    return wanted
  }

  private func refuseInput(_ option: String, _ path: FilePath) throws(CheckRefusal) {
    for source in sources where source.path != "-" && CheckPlan.areSame(path, source.path) {
      throw .isInput(option: option, path: path)
    }
    if sources.contains(where: { $0.path == "-" }), CheckPlan.isInput(path) {
      throw .isInput(option: option, path: path)
    }
  }

  private static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
    if one == other { return true }
    var a = stat()
    var b = stat()
    guard stat(one.cString, &a) == 0, stat(other.cString, &b) == 0 else { return false }
    return isSameRegularFile(a, b)
  }

  /// Whether a path is the file that stands at standard input.
  private static func isInput(_ path: FilePath) -> Bool {
    var a = stat()
    var b = stat()
    guard stat(path.cString, &a) == 0, fstat(0, &b) == 0 else { return false }
    return isSameRegularFile(a, b)
  }

  /// A device, such as the null device, may be read and written at once.
  private static func isSameRegularFile(_ a: stat, _ b: stat) -> Bool {
    a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_mode & S_IFMT == S_IFREG
  }
}
