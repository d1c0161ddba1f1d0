// The manual page, in the mdoc language, from the tables of options, commands and exit statuses.

/// `formsh --man`.
enum Manual {
  /// The whole page.
  static var page: String {
    var lines = [".Dd November 30, 2026", ".Dt FORMSH 1", ".Os"]
    lines += section("NAME") + [".Nm formsh", ".Nd fill forms, one line at a time"]
    lines += section("SYNOPSIS") + HelpText.calls.flatMap { synopsis($0.call) }
    lines += section("DESCRIPTION") + description
    lines += section("OPTIONS") + list(Options.rows.map { (option($0), sentence($0.help)) })
    lines += section("COMMANDS")
    lines += [
      text("Each of these lines is a command; after the dot a unique beginning is enough."),
      text("The words without a dot work with one, too."),
    ]
    lines += list(Command.table.map { (command($0), sentence(English().help($0.id))) })
    lines += [".Pp", text("A line that begins with \\ is an answer, whatever follows.")]
    lines += section("ENVIRONMENT")
    lines += list(HelpText.variables.map { ("Ev " + word($0.name), sentence($0.help)) })
    lines += section("EXIT STATUS")
    lines += list(HelpText.statuses.map { ("\($0.status)", sentence($0.help)) })
    lines += section("EXAMPLES") + examples
    return lines.joined(separator: "\n")
  }

  private static var description: [String] {
    [
      ".Nm", text("walks a person through the fields of a form, judges every keystroke and"),
      text("every line, and hands over a record only when it is right."),
      text("The same lines may come from a file or a pipe, and whole files of records are"),
      text("judged by the same rules."),
      ".Pp",
    ] + HelpText.about.map(text) + [
      ".Pp", text("Without"), ".Ar form", text("the form is person."),
    ]
  }

  private static var examples: [String] {
    let all: [(String, String)] = [
      ("Fill a form and append each record to a file:", "formsh visits.json -o visits.csv"),
      ("Take the answers from a file:", "formsh visits.json -f csv < answers > visits.csv"),
      (
        "Take one record into the variables of a shell, or end where none came:",
        "record=$(formsh -n 1 -f sh) || exit; eval \"$record\""
      ),
      ("Judge a file of records:", "formsh check visits.json visits.csv"),
    ]
    return Array(all.map { [text($0.0), ".Dl " + text($0.1)] }.joined(separator: [".Pp"]))
  }

  // MARK: The language

  private static func section(_ name: String) -> [String] { [".Sh " + name] }

  private static func list(_ items: [(tag: String, text: String)]) -> [String] {
    [".Bl -tag -width Ds"] + items.flatMap { [".It " + $0.tag, $0.text] } + [".El"]
  }

  /// `.Nm`, then `.Cm check`, `.Ar form`, `.Op Ar name`.
  private static func synopsis(_ call: String) -> [String] {
    [".Nm"]
      + call.split(separator: " ").dropFirst().map { part in
        let isOptional = part.hasPrefix("[")
        let bare = part.filter { $0 != "[" && $0 != "]" }
        let name = String(bare.hasSuffix("...") ? bare.dropLast(3) + " ..." : bare)
        let isOperand = name == name.uppercased() || isOptional
        return "." + (isOptional ? "Op " : "") + (isOperand ? "Ar " : "Cm ") + name.lowercased()
      }
  }

  private static func option(_ row: OptionRow) -> String {
    let value = row.value.map { " Ar " + $0.lowercased() } ?? ""
    let long = "Fl -" + row.long + value
    return row.short.map { "Fl \($0)" + value + " , " + long } ?? long
  }

  private static func command(_ command: Command) -> String {
    let dotted = "Cm " + word("." + command.name)
    let bare = "Cm " + word(command.name)
    guard let argument = English().argument(of: command.id)?.lowercased() else {
      return command.isBare ? bare : dotted
    }
    // A bare word takes no argument.
    return (command.isBare ? bare + " , " : "") + dotted
      + (command.argument == .needed ? " Ar \"\(argument)\"" : " Op Ar \"\(argument)\"")
  }

  /// An argument of a macro: quoted, so that it is none itself.
  private static func word(_ text: String) -> String { "\"\\&" + escaped(text) + "\"" }

  /// A text that holds nothing of the language.
  private static func text(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "\\" ? "\\e" : $1 == "-" ? "\\-" : String($1) }
  }

  private static func sentence(_ text: String) -> String {
    let first = text.prefix(1).uppercased()
    // A name of a file or a program keeps its small letter.
    return self.text((text.hasPrefix(".") ? text : first + text.dropFirst()) + ".")
  }
}
