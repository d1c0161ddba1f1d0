// Help: the commands from their table, the fields from their rules, the command line from its table.

internal import Forms

/// What is said about the program and its commands.
enum HelpText {
  /// The version of the program.
  static let version = "formsh 1.0"

  /// One command: its name, what it takes, what it does.
  static func line(_ command: Command) -> String {
    let dot = command.isBare ? command.name : "." + command.name
    let argument = command.argument.map { command.needsArgument ? " \($0)" : " [\($0)]" } ?? ""
    let left = (command.isBare && command.argument != nil ? "." + command.name : dot) + argument
    let names = command.isBare && command.argument != nil ? "\(command.name), \(left)" : left
    return "  " + names + String(repeating: " ", count: max(2, 28 - names.count)) + command.help
  }

  /// The help that fits one screen.
  static func overview(_ form: Form) -> String {
    var lines = [
      "Type an answer and press Return. An empty line means no value, or the default.",
      "These lines are commands; after the dot a beginning is enough:",
    ]
    lines += Command.table.map(line)
    lines.append("A line that begins with \\ is an answer, whatever it says: \\next, \\.show.")
    lines.append("Fields: " + fieldNames(form) + ".")
    return lines.joined(separator: "\n")
  }

  /// The names of the fields that are asked, as many as fit two lines.
  private static func fieldNames(_ form: Form) -> String {
    var names = form.fields.filter { $0.isAskable }.map { Shown.harmless($0.name) }
    let count = names.count
    while names.count > 1, names.reduce(0, { $0 + $1.count + 2 }) > 120 { names.removeLast() }
    return names.joined(separator: ", ") + (names.count < count ? " … (.show lists all)" : "")
  }

  /// How the program is called, and what it then does.
  static let calls: [(call: String, help: String)] = [
    ("formsh [FORM] [options]", "fill a form (default: person)"),
    ("formsh check FORM FILE... [options]", "judge whole files of records"),
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
    ("ACCESSIBLE", "not empty: as --plain"),
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

/// What a field takes, in words.
struct FieldHelp {
  let form: Form
  let field: Field

  /// The field's name and title, its rules, an example.
  var lines: [String] {
    var out: [String] = []
    var head = field.nameText
    if let title = field.title, title != head { head += " (\(Shown.brief(Bytes(text: title))))" }
    out.append(head + ": " + rules.joined(separator: "; "))
    if let about = field.about { out.append(Shown.harmless(Bytes(text: about))) }
    if let example { out.append("for example: \(example)") }
    return out
  }

  /// The rule in one short line: `1 to 100`.
  var short: String { rules.first ?? "any text" }

  /// The rules in words, the most telling first.
  var rules: [String] {
    var out: [String] = []
    if field.calculation != nil { return ["computed, not asked"] }
    switch field.kind {
    case .integer:
      if let range = field.wholeNumbers {
        out.append("\(range.lowerBound) to \(range.upperBound)")
      } else {
        out.append("a whole number" + bounds)
      }
    case .number, .numberOrText: out.append("a number" + bounds)
    case .yesNo: out.append("yes or no")
    case .choice: out.append(choices)
    case .nothing: out.append("no value")
    case .text: break
    }
    for constraint in field.constraints { if let words = words(constraint) { out.append(words) } }
    if out.isEmpty { out.append("any text") }
    if field.isPlain { out.append("no plus sign, no leading zero") }
    if let value = field.defaultValue {
      out.append("an empty line stands for \(Shown.brief(field.text(of: value)))")
    }
    out.append(field.isRequired ? "required" : "optional")
    return out
  }

  private var bounds: String {
    Messages(form: form).rangeInWords(field).map { ", " + $0 } ?? ""
  }

  private var choices: String {
    guard let list = field.choices?.list else { return "one of the choices" }
    let few = list.prefix(6).filter { $0.value.kind != .null }.map { Shown.brief($0.value.text) }
    if list.count > 6 {
      return "one of \(list.count) choices: " + few.joined(separator: ", ") + " …"
    }
    if few.count < 2 { return few.first ?? "no value" }
    return few.dropLast().joined(separator: ", ") + " or " + few[few.count - 1]
  }

  private func words(_ constraint: Constraint) -> String? {
    switch constraint {
    case .maxCharacters(let n): "at most \(n) characters"
    case .maxLength(let n): "at most \(n) code points"
    case .minLength(let n): "at least \(n) code points"
    case .characters(let allowed) where field.kind == .text:
      "only the characters \(Shown.brief(allowed.listed))"
    case .pattern(let pattern):
      field.errors["pattern"].map { $0 } ?? field.errors[""]
        ?? "matches \(Shown.brief(Bytes(text: pattern.source)))"
    case .format(let format): format.phrase
    case .isPattern: "a pattern of ECMA-262"
    case .multipleOf(let n): "a multiple of \(n.description)"
    case .constant(let value): "exactly \(Shown.brief(value.text))"
    default: nil
    }
  }

  /// An answer that passes.
  var example: String? {
    var value = Value.absent
    let candidates = field.examples.map { field.text(of: $0) } + invented
    for candidate in candidates where !candidate.isEmpty {
      if field.judge(candidate.span, form.rules, into: &value) == nil {
        return Shown.brief(candidate)
      }
    }
    return nil
  }

  private var invented: [Bytes] {
    var out: [Bytes] = []
    if let list = field.choices?.list { out += list.prefix(3).map { $0.value.text } }
    if let least = field.range.least { out.append(Bytes(text: least.value.description)) }
    if let range = field.wholeNumbers {
      out.insert(Bytes(text: "\((range.lowerBound + range.upperBound) / 2)"), at: 0)
    }
    for constraint in field.constraints {
      if case .format(let format) = constraint { out.append(Bytes(text: format.example)) }
    }
    for text in ["yes", "kim@example.org", "Kim", "1", "10", "0.5", "a", "2024-02-29"] {
      out.append(Bytes(text: text))
    }
    return out
  }
}
