// The command line: one table of options feeds parsing, `--help`, the manual and the completions.

public import Forms
public import Records

/// What the program is asked to do.
public enum Action: Sendable, Equatable {
  /// Fill a form.
  case fill
  /// Judge whole files of records.
  case check
  /// List the built-in forms, or print one.
  case forms
  /// Say how the program is called.
  case help
  /// Say which version this is.
  case version
  /// Write the manual page.
  case manual
  /// Write what completes the command line in a shell.
  case completion
}

/// The command line, understood; names of files and forms stay the bytes they are.
public struct Options: Sendable, Equatable {
  /// What is asked.
  public var action = Action.fill
  /// The operands: a form, files.
  public var operands: [Bytes] = []
  /// `-o`: records are appended to this file.
  public var output: FilePath?
  /// `-f`: the format of records.
  public var format: String?
  /// `-n`: stop after so many records.
  public var count: Int?
  /// `--strict` (true) or `--retry` (false); nil: what the other options make usual.
  public var strict: Bool?
  /// `--no-commands`: every line is an answer.
  public var noCommands = false
  /// `--plain`: for screen readers and logs.
  public var plain = false
  /// `--from`: the format that `check` reads.
  public var from: String?
  /// `--rejects`: where `check` puts the wrong records.
  public var rejects: FilePath?
  /// `--max-faults`: `check` stops after so many faults.
  public var maxFaults: Int?
  /// `--summary`: `check` ends with a table a field.
  public var summary = false
  /// `--set`: values of fields that are not asked, in the order they were given.
  public var settings: [Setting] = []
  /// `--overwrite`: a file that is made whole may replace one that is there.
  public var overwrites = false
  /// `--wait`: so many seconds for a file or database that another process keeps locked.
  public var wait = 60
  /// `--completion`: for this shell.
  public var completionShell: String?

  /// No options.
  public init() {}
}

/// A field's value on the command line.
public struct Setting: Sendable, Equatable {
  /// The name of the field.
  public var field: Bytes
  /// Its answer, as it would be typed.
  public var answer: Bytes
}

/// One option of the command line.
struct OptionRow: Sendable {
  var short: Character?
  var long: String
  /// What its value is called in help; nil: it takes none.
  var value: String?
  /// The words that its value may be; empty where it may be others.
  var words: [String] = []
  var help: String
  /// Whether it belongs to `check` alone.
  var isForCheck = false
  var set: @Sendable (inout Options, Bytes) throws(UsageError) -> Void
}

/// Why a command line cannot be understood.
public enum UsageError: Error, Sendable, Equatable {
  /// No option is called so.
  case unknownOption(Bytes)
  /// The option needs a value.
  case missingValue(String)
  /// The option takes no value.
  case noValue(String)
  /// The value is none that the option takes; what it takes.
  case badValue(option: String, value: Bytes, wanted: String)
  /// More operands than are used; the first one too many.
  case tooMany(Bytes)
  /// `check` without form.
  case checkNeedsForm
  /// The option goes with `check` only.
  case onlyForCheck(String)
  /// The output's name ends as another kind of file does, or nearly as one of ours: this one.
  case doubtfulEnding(FilePath, nearest: String?)
}

extension Options {
  static let formats = ["json", "csv", "tsv", "sh"]
  static let shells = ["bash", "zsh", "fish"]

  static let rows: [OptionRow] = [
    OptionRow(
      short: "o", long: "output", value: "FILE",
      help: "append each record to FILE: .jsonl, .csv, .tsv or .db"
    ) { o, v throws(UsageError) in o.output = FilePath(v) },
    OptionRow(
      short: "f", long: "format", value: "F", words: formats,
      help: "format of records: json (default), csv, tsv, sh"
    ) { o, v throws(UsageError) in
      o.format = try word(v, of: formats, "--format")
    },
    OptionRow(short: "n", long: "count", value: "N", help: "stop after N records") {
      o, v throws(UsageError) in o.count = try number(v, "--count")
    },
    OptionRow(
      short: nil, long: "strict", value: nil,
      help: "in a script, stop at a refused line (usual with -o)"
    ) { o, _ throws(UsageError) in o.strict = true },
    OptionRow(
      short: nil, long: "retry", value: nil,
      help: "in a script, answer again (usual without -o)"
    ) { o, _ throws(UsageError) in o.strict = false },
    OptionRow(
      short: nil, long: "no-commands", value: nil, help: "every line is an answer as it stands"
    ) { o, _ throws(UsageError) in o.noCommands = true },
    OptionRow(
      short: nil, long: "plain", value: nil,
      help: "nothing redrawn, no colour: for screen readers, logs"
    ) { o, _ throws(UsageError) in o.plain = true },
    OptionRow(
      short: nil, long: "set", value: "FIELD=VALUE",
      help: "give a field its value; it is not asked"
    ) { o, v throws(UsageError) in o.settings.append(try setting(v)) },
    OptionRow(
      short: nil, long: "overwrite", value: nil,
      help: "--rejects and .save may replace a file"
    ) { o, _ throws(UsageError) in o.overwrites = true },
    OptionRow(
      short: nil, long: "wait", value: "SECONDS",
      help: "wait so long for a locked file (usual: 60)"
    ) { o, v throws(UsageError) in o.wait = try number(v, "--wait", from: 0) },
    OptionRow(
      short: nil, long: "from", value: "F", words: ["csv", "tsv", "jsonl", "db", "lines"],
      help: "what check reads: csv, tsv, jsonl, db, lines", isForCheck: true
    ) { o, v throws(UsageError) in
      o.from = try word(v, of: ["csv", "tsv", "jsonl", "db", "lines"], "--from")
    },
    OptionRow(
      short: nil, long: "rejects", value: "FILE",
      help: "where check puts wrong records, with a reason column", isForCheck: true
    ) { o, v throws(UsageError) in o.rejects = FilePath(v) },
    OptionRow(
      short: nil, long: "max-faults", value: "N", help: "check stops after N faults",
      isForCheck: true
    ) { o, v throws(UsageError) in o.maxFaults = try number(v, "--max-faults") },
    OptionRow(
      short: nil, long: "summary", value: nil, help: "check ends with a table of each field",
      isForCheck: true
    ) { o, _ throws(UsageError) in o.summary = true },
    OptionRow(
      short: nil, long: "man", value: nil, help: "write the manual page (formsh --man | man -l -)"
    ) { o, _ throws(UsageError) in o.action = .manual },
    OptionRow(
      short: nil, long: "completion", value: "SHELL", words: shells,
      help: "write what completes formsh in bash, zsh or fish"
    ) { o, v throws(UsageError) in
      o.completionShell = try word(v, of: shells, "--completion")
      o.action = .completion
    },
    OptionRow(short: "h", long: "help", value: nil, help: "say this") {
      o, _ throws(UsageError) in o.action = .help
    },
    OptionRow(short: nil, long: "version", value: nil, help: "say the version") {
      o, _ throws(UsageError) in o.action = .version
    },
  ]

  private static func word(
    _ value: Bytes, of words: [String], _ option: String
  ) throws(UsageError) -> String {
    guard let word = words.first(where: { value.elementsEqual($0.utf8) }) else {
      throw .badValue(option: option, value: value, wanted: words.joined(separator: ", "))
    }
    return word
  }

  private static func number(
    _ value: Bytes, _ option: String, from least: Int = 1
  ) throws(UsageError) -> Int {
    guard value.allSatisfy({ $0 &- 0x30 <= 9 }),
      let n = Int(String(decoding: value, as: UTF8.self)), n >= least
    else {
      throw .badValue(option: option, value: value, wanted: "a whole number from \(least)")
    }
    return n
  }

  /// The name of a field may hold no `=`; its answer may.
  private static func setting(_ value: Bytes) throws(UsageError) -> Setting {
    let parts = value.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw .badValue(option: "--set", value: value, wanted: "FIELD=VALUE")
    }
    return Setting(field: Bytes(parts[0]), answer: Bytes(parts[1]))
  }

  /// Understands the arguments that follow the program's name.
  public static func parse(_ arguments: [Bytes]) throws(UsageError) -> Options {
    var options = Options()
    var operands: [Bytes] = []
    var checkOnly: String?
    var i = 0
    func value(_ row: OptionRow, _ given: Bytes?, _ name: String) throws(UsageError) -> Bytes {
      guard row.value != nil else {
        if given != nil { throw .noValue(name) }
        return []
      }
      if let given { return given }
      i += 1
      guard i < arguments.count else { throw .missingValue(name) }
      return arguments[i]
    }
    let dash = UInt8(ascii: "-")
    while i < arguments.count {
      let argument = arguments[i]
      if argument == [dash, dash] {
        operands += arguments[(i + 1)...]
        break
      }
      if argument.starts(with: [dash, dash]) {
        let name = argument.prefix { $0 != UInt8(ascii: "=") }
        guard let row = rows.first(where: { name.dropFirst(2).elementsEqual($0.long.utf8) }) else {
          throw .unknownOption(Bytes(name))
        }
        if row.isForCheck { checkOnly = "--" + row.long }
        let given = name.count < argument.count ? Bytes(argument[(name.count + 1)...]) : nil
        try row.set(&options, try value(row, given, "--" + row.long))
      } else if argument.first == dash, argument.count > 1 {
        var rest = argument.dropFirst()
        while let letter = rest.popFirst() {
          guard let row = rows.first(where: { $0.short?.asciiValue == letter }) else {
            throw .unknownOption([dash, letter] + rest.prefix { $0 & 0xC0 == 0x80 })
          }
          if row.value == nil {
            try row.set(&options, [])
          } else {
            let given = rest.isEmpty ? nil : Bytes(rest)
            rest = []
            try row.set(&options, try value(row, given, "-\(row.short ?? "?")"))
          }
        }
      } else {
        operands.append(argument)
      }
      i += 1
    }
    try options.place(operands, checkOnly: checkOnly)
    return options
  }

  /// Refuses an output whose name says another format than it would get.
  private func judgeOutput() throws(UsageError) {
    guard let output else { return }
    if output.bytes.isEmpty {
      throw .missingValue("--output")
    }
    let ending = OutputEnding(of: output)
    if format == nil, ending.nearest != nil || ending.isForeign {
      throw .doubtfulEnding(output, nearest: ending.nearest)
    }
  }

  /// Tells the subcommand from the operands.
  private mutating func place(_ given: [Bytes], checkOnly: String?) throws(UsageError) {
    operands = given
    if action != .fill { return }
    try judgeOutput()
    if given.first == Bytes(text: "check") {
      action = .check
      operands.removeFirst()
      if operands.isEmpty { throw .checkNeedsForm }
      return
    }
    if given.first == Bytes(text: "forms") {
      action = .forms
      operands.removeFirst()
    }
    if operands.count > 1 { throw .tooMany(operands[1]) }
    if let checkOnly { throw .onlyForCheck(checkOnly) }
  }
}
