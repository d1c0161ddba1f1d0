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
  /// The option wants a file, and none is named.
  case needsFile(String)
  /// Standard input is named twice.
  case inputTwice
  /// The option belongs to filling.
  case onlyForFilling(String)
  /// This option's file is one of those that are read, or the other option's.
  case isInput(option: String, path: FilePath)
  /// The option's file is the form.
  case isForm(option: String, path: FilePath)
  /// The option's file is standard output or standard error.
  case isStandard(option: String, path: FilePath)
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
    case .needsFile(let option): return "\(option) needs a file to check; - is standard input"
    case .databaseFromInput: return "-: a database cannot be read from standard input"
    case .inputTwice: return "-: standard input can be read once"
    case .onlyForFilling(let option): return "\(option) goes with filling a form, not with check"
    case .isInput(let option, let path):
      return "\(option) \(Shown.brief(path.bytes)): this file is read by the check"
    case .isForm(let option, let path):
      return "\(option) \(Shown.brief(path.bytes)): this file is the form"
    case .isStandard(let option, let path):
      return "\(option) \(Shown.brief(path.bytes)): standard output or error goes there"
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

  /// Where wrong records go.
  struct Rejects {
    var path: FilePath
    var format: RejectsFormat
    /// Whether a file that is there may be replaced.
    var overwrites: Bool
  }

  var sources: [CheckSource] = []
  var output = Output.nowhere
  var rejects: Rejects?
  var mostFaults: Int?
  var hasTable = false
  var isPlain = false
  /// For so many seconds a locked file is waited for.
  var patience = 60

  /// The form as it was named.
  private let form: Bytes

  init(_ options: Options) throws(CheckRefusal) {
    form = options.operands[0]
    if options.count != nil { throw .onlyForFilling("--count") }
    if let strict = options.strict { throw .onlyForFilling(strict ? "--strict" : "--retry") }
    if !options.settings.isEmpty { throw .onlyForFilling("--set") }
    for operand in options.operands.dropFirst() {
      sources.append(try CheckPlan.source(FilePath(operand), options))
    }
    if sources.isEmpty {
      if let option = CheckPlan.optionOfFiles(options) { throw .needsFile(option) }
      return
    }
    if sources.filter({ $0.path == "-" }).count > 1 { throw .inputTwice }
    let format = TextFormat(rawValue: options.format ?? "json") ?? .json
    if let path = options.output {
      output = .file(path, format)
      try refuseInput("-o", path)
    } else if options.format != nil {
      output = .standard(format)
      try refuseStandardOutput()
    }
    if let path = options.rejects {
      try refuseInput("--rejects", path)
      if let output = options.output, SameFile.areSame(path, output) { throw .sameOutputs(path) }
      // Words, or right records, would stand between the wrong ones.
      for standard: Int32 in 1...2 where SameFile.isOpen(standard, path) {
        throw .isStandard(option: "--rejects", path: path)
      }
      rejects = Rejects(
        path: path, format: try rejectsFormat(path), overwrites: options.overwrites)
    }
    mostFaults = options.maxFaults
    hasTable = options.summary
    isPlain = options.plain
    patience = options.wait
  }

  /// An option that makes sense only where records are judged.
  private static func optionOfFiles(_ options: Options) -> String? {
    if options.from != nil { return "--from" }
    if options.output != nil { return "--output" }
    if options.format != nil { return "--format" }
    if options.rejects != nil { return "--rejects" }
    if options.maxFaults != nil { return "--max-faults" }
    return options.summary ? "--summary" : nil
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
    for source in sources {
      let isSame =
        source.path == "-" ? SameFile.isOpen(0, path) : SameFile.areSame(path, source.path)
      if isSame { throw .isInput(option: option, path: path) }
    }
    if Program.isFormPath(form), SameFile.areSame(path, FilePath(form)) {
      throw .isForm(option: option, path: path)
    }
  }

  /// Standard output that is a file may be one of those that are read: it would grow for ever.
  private func refuseStandardOutput() throws(CheckRefusal) {
    for source in sources {
      let isSame =
        source.path == "-" ? SameFile.areOpen(0, 1) : SameFile.isOpen(1, source.path)
      if isSame { throw .isInput(option: "standard output", path: source.path) }
    }
  }
}
