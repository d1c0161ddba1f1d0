// Commands, in English.

extension English {
  func words(_ said: CommandSentence) -> String {
    switch said {
    case .unknown(let word):
      if word.isHidden {
        return "the line is no command, help lists them; with \\ before it, it is an answer"
      }
      return ".\(word): no such command; help lists them"
    case .ambiguous(let word, let commands):
      if word.isHidden { return "the line could be \(dotted(commands))" }
      return ".\(word): could be \(dotted(commands))"
    case .needsArgument(let command):
      return ".\(command.name): needs a \(argument(of: command.id) ?? "")"
    case .takesNoArgument(let command): return ".\(command.name): takes no argument"
    case .wrongArgument(let command, let argument):
      return ".\(command.name): \(argument) is not what it takes"

    case .noField(let command, let name, let fields):
      return ".\(command.name): no field is called \(name); the fields are \(names(fields))"
    case .severalFields(let command, let name, let fields):
      return ".\(command.name): \(name) could be \(names(fields))"
    case .notAsked(let command, let field): return ".\(command.name): \(field) is not asked"
    case .notAskedAnyMore(let command, let field):
      return ".\(command.name): \(field) is not asked any more"

    case .dropped(let values):
      if values.isEmpty { return ".new: there was nothing to drop" }
      let list = values.map { "\($0.field) \(words($0.value))" }.joined(separator: ", ")
      return ".new: dropped " + list
    case .noChoices(let field):
      return ".choices: \(field) has no list of choices; .why says what it takes"
    case .nothingBegins(let text): return "nothing begins with \(text)"
    case .draftIsRight: return "now: right"
    case .draftIsWrong(let fault): return "now: " + words(fault)

    case .helpCouldBe(let topic, let commands, let fields):
      let all = commands.map { "." + $0.name } + fields.map { "\($0)" }
      return ".help: \(topic) could be \(all.joined(separator: ", "))"
    case .noHelp(let topic): return ".help: nothing is called \(topic)"

    case .saveInScript: return ".save: a script has its lines already"
    case .recordWithoutLines: return ".save: no lines in the form's order give the record"
    case .nothingToSave: return ".save: no record is finished yet"
    case .cannotSave(let path, let reason):
      let words = reason.map { "\($0)" } ?? "it is there already; --overwrite replaces it"
      return ".save: \(path): \(words)"
    case .saved(let path, let records):
      return ".save: \(path) has the answers of \(count(records, "record"))"
    case .savedWithoutHidden(let fields):
      return
        ".save: it is incomplete: \(names(fields)) stands in no file, its lines are empty"
    case .savedWithoutUnwritable(let n):
      return ".save: \(n) left out: no lines in the form's order give them"
    case .savedWithoutLate(let n):
      return ".save: the last \(n) are not in it: the answers grew too long"
    }
  }

  /// What a command's argument is called; nil where it takes none.
  func argument(of command: CommandID) -> String? {
    switch command {
    case .clear: "all"
    case .help: "NAME"
    case .go: "FIELD"
    case .choices: "TEXT"
    case .save: "FILE"
    case .next, .previous, .quit, .new, .done, .show, .why, .undo: nil
    }
  }

  /// What a command does.
  func help(_ command: CommandID) -> String {
    switch command {
    case .next: "go on, judging the draft; from the last: finish"
    case .previous: "go back, judging the draft"
    case .clear: "empty the field, or the whole record"
    case .help: "say this, or what a command or field is about"
    case .quit: "leave; says what was not saved"
    case .new: "drop the record in progress and start over"
    case .go: "go to a field, judging the draft"
    case .done: "finish the record from anywhere"
    case .show: "show every field of the record"
    case .choices: "list what is right here, or begins with TEXT"
    case .why: "say the field's rules and what is wrong"
    case .undo: "take back the last accepted change or clear"
    case .save: "write this session's answers as lines to FILE"
    }
  }

  private func dotted(_ commands: [Command]) -> String {
    commands.map { "." + $0.name }.joined(separator: ", ")
  }
}
