// Help: the commands and the command line, each from its table.

internal import Forms

/// What is said about the program and its commands.
enum HelpText {
  /// The version of the program.
  static let version = "formsh 1.0"

  /// One command: its name, what it takes, what it does.
  static func line(_ command: Command, _ catalogue: any Catalogue) -> String {
    let argument = catalogue.argument(of: command.id).map {
      command.argument == .needed ? " \($0)" : " [\($0)]"
    }
    let dotted = "." + command.name + (argument ?? "")
    let names =
      !command.isBare ? dotted : argument == nil ? command.name : "\(command.name), \(dotted)"
    return "  " + names + String(repeating: " ", count: max(2, 28 - names.count))
      + catalogue.help(command.id)
  }

  /// The help that fits one screen.
  static func overview(_ form: Form, _ catalogue: any Catalogue) -> String {
    let said: [HelpSentence] = [.howToAnswer, .commandsFollow]
    var lines = said.map { catalogue.words($0) }
    lines += Command.table.map { line($0, catalogue) }
    lines.append(catalogue.words(.answersThatLookLikeCommands))
    lines.append(catalogue.words(fields(form)))
    return lines.joined(separator: "\n")
  }

  /// The names of the fields that are asked, as many as fit two lines.
  private static func fields(_ form: Form) -> HelpSentence {
    var names = form.fields.filter { $0.isAskable }.map { ShownText($0) }
    let count = names.count
    while names.count > 1, names.reduce(0, { $0 + $1.description.count + 2 }) > 120 {
      names.removeLast()
    }
    return .fields(names, areMore: names.count < count)
  }

  /// How the program is called, and what it then does.
  static let calls: [(call: String, help: String)] = [
    ("formsh [FORM] [options]", "fill a form (default: person)"),
    ("formsh check FORM [FILE...] [options]", "judge files of records, or the form"),
    ("formsh forms [NAME]", "list the built-in forms, or print one"),
  ]

  /// What an operand and the streams are.
  static let about = [
    "FORM is the name of a built-in form or the path of a JSON Schema file (.json).",
    "Records go to standard output, words to the terminal or standard error.",
    "Standard input that is no terminal is a script: an answer or command a line.",
  ]

  /// The exit statuses and what they say.
  static let statuses: [(status: Int32, help: String)] = [
    (ExitStatus.good, "all went well"),
    (ExitStatus.refused, "a line was refused, or a record is incomplete or wrong"),
    (ExitStatus.usage, "wrong usage, or a form file that cannot be used"),
    (ExitStatus.file, "a file could not be read or written"),
    (ExitStatus.interrupted, "interrupted (Ctrl-C)"),
    (ExitStatus.terminated, "terminated"),
  ]

  /// The variables of the environment that are looked at.
  static let variables: [(name: String, help: String)] = [
    ("ACCESSIBLE", "set, and not to 0, false or no: as --plain"),
    ("NO_COLOR", "not empty: no colours"),
    ("TERM", "dumb or unknown: no escape sequences"),
  ]

  /// `--help`, at most 80 columns wide.
  static var usage: String {
    var lines = calls.map { columns($0.call, $0.help, at: 37) }
    lines += [""] + about + [""]
    lines += Options.rows.map { columns("  " + $0.left, $0.help, at: 26) }
    lines += ["", "Exit status:"]
    lines += statuses.map { columns("  \($0.status)", $0.help, at: 7) }
    return lines.joined(separator: "\n")
  }

  private static func columns(_ left: String, _ right: String, at column: Int) -> String {
    left + String(repeating: " ", count: max(2, column - left.count)) + right
  }
}

extension OptionRow {
  /// `-o, --output FILE`, the long name aligned where there is no short one.
  var left: String {
    (short.map { "-\($0), " } ?? "    ") + "--" + long + (value.map { " " + $0 } ?? "")
  }
}
