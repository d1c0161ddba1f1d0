// The program: what the command line asks is carried out, and comes to an exit status.

internal import FormFiles
internal import Forms
internal import Glibc
internal import LineInput
internal import Records

/// formsh as a function of its arguments.
public enum Program {
  /// Does what the arguments, without the program's name, ask for; gives the exit status.
  ///
  /// Where that is the end by a signal, it ends the program here.
  public static func run(_ arguments: [[UInt8]]) -> Int32 {
    guard Descriptor.keepStandardOnesOpen() else { return ExitStatus.file }
    // What they say is said by the call that meets it.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let errors = ErrorOutput()
    var status = carryOut(arguments, errors)
    errors.flush()
    // Nobody can be told; the status tells.
    if errors.isFull, status <= ExitStatus.refused { status = ExitStatus.file }
    ExitStatus.raiseSignal(of: status)
    return status
  }

  private static func carryOut(_ arguments: [[UInt8]], _ errors: ErrorOutput) -> Int32 {
    let options: Options
    do {
      options = try Options.parse(arguments)
    } catch {
      errors.say("formsh: " + error.words)
      errors.say("formsh --help lists the options")
      return ExitStatus.usage
    }
    switch options.action {
    case .help: return print(HelpText.usage, errors)
    case .version: return print(HelpText.version, errors)
    case .manual: return print(Manual.page, errors)
    case .completion:
      return print(ShellCompletion.script(for: options.completionShell ?? ""), errors)
    case .forms: return listForms(options, errors)
    case .check: return check(options, errors)
    case .fill: return fill(options, errors)
    }
  }

  /// Writes to standard output what was asked for.
  static func print(_ text: String, _ errors: ErrorOutput) -> Int32 {
    write(Array((text + "\n").utf8), errors)
  }

  static func write(_ bytes: [UInt8], _ errors: ErrorOutput) -> Int32 {
    guard let error = Descriptor.write(bytes, to: 1) else { return ExitStatus.good }
    if error == EPIPE { return ExitStatus.brokenPipe }
    errors.say("formsh: standard output: " + Descriptor.words(error))
    return ExitStatus.file
  }

  private static func listForms(_ options: Options, _ errors: ErrorOutput) -> Int32 {
    guard let name = options.operands.first else {
      var lines: [String] = []
      for name in FormFile.builtInNames {
        let title = FormFile.builtIn(name)?.title ?? ""
        lines.append(
          title.isEmpty
            ? name : name + String(repeating: " ", count: max(2, 16 - name.count)) + title)
      }
      return print(lines.joined(separator: "\n"), errors)
    }
    guard let text = FormFile.builtInText(String(decoding: name, as: UTF8.self)) else {
      errors.say(
        "formsh: no built-in form is called \(Shown.brief(name)); formsh forms lists them"
      )
      return ExitStatus.usage
    }
    return write(text.last == 10 ? text : text + [10], errors)
  }

  /// Whether an operand is the path of a form file, not the name of a built-in form.
  static func isFormPath(_ operand: Bytes) -> Bool {
    operand.contains(UInt8(ascii: "/")) || operand.reversed().starts(with: ".json".utf8.reversed())
  }

  /// Why records cannot go where they are to go: it is one of the files that are read.
  private static func refusal(_ options: Options) -> String? {
    guard let path = options.output else {
      return SameFile.areOpen(0, 1)
        ? "standard output is the file that the answers are read from" : nil
    }
    let place = "-o " + Shown.brief(path.bytes) + ": "
    if let form = options.operands.first, isFormPath(form), SameFile.areSame(path, FilePath(form)) {
      return place + "this file is the form"
    }
    return SameFile.isOpen(0, path) ? place + "the answers are read from this file" : nil
  }

  /// The form of an operand: a built-in name, or the path of a file.
  static func form(
    _ operand: Bytes?, _ errors: ErrorOutput, purpose: FormPurpose = .fill
  ) -> Form? {
    let bytes = operand ?? Bytes(text: "person")
    let name = String(decoding: bytes, as: UTF8.self)
    if !isFormPath(bytes) {
      if let form = FormFile.builtIn(name, purpose: purpose) { return form }
      errors.say(
        "formsh: no built-in form is called \(Shown.brief(bytes)): "
          + FormFile.builtInNames.joined(separator: ", ") + "; a form file ends in .json")
      return nil
    }
    do {
      return try FormFile.load(path: bytes, purpose: purpose)
    } catch {
      errors.say(error.words)
      return nil
    }
  }

  private static func fill(_ options: Options, _ errors: ErrorOutput) -> Int32 {
    guard let named = form(options.operands.first, errors) else { return ExitStatus.usage }
    var form: Form
    switch Given.form(named, options.settings) {
    case .success(let given): form = given
    case .failure(let refusal):
      errors.say("formsh: " + refusal.words)
      return ExitStatus.usage
    }
    let format = TextFormat(rawValue: options.format ?? "json") ?? .json
    let written = options.output.map { FileFormat(path: $0, otherwise: format) } ?? .text(format)
    if written == .database { form = form.keptInDatabase() }
    if written == .text(.sh), let fault = ShWriter.unusableField(form) {
      errors.say(
        "formsh: --format sh: \(Shown.brief(fault.name)) cannot name a variable of the shell")
      return ExitStatus.usage
    }
    if let reason = refusal(options) {
      errors.say("formsh: " + reason)
      return ExitStatus.usage
    }
    if isatty(0) != 0 { return prompt(form, options, format, errors) }
    let keeper: any RecordKeeper
    do throws(RecordFileError) {
      keeper =
        if let path = options.output {
          try FileKeeper.inScript(path, form, format, patience(options, errors))
        } else {
          StandardOutput(form: form, format: format)
        }
    } catch {
      errors.say("formsh: " + error.words)
      return ExitStatus.file
    }
    let session = Session(
      form: form, options: options, voice: errors, keeper: keeper, isInteractive: false)
    defer { keeper.close() }
    var script = Script(
      session: session, reader: ScriptReader(descriptor: 0, leavesRest: options.count != nil),
      errors: errors)
    return script.run()
  }

  /// A person at the terminal.
  private static func prompt(
    _ form: Form, _ options: Options, _ format: TextFormat, _ errors: ErrorOutput
  ) -> Int32 {
    var keeper: any RecordKeeper = StandardOutput(form: form, format: format)
    var journal: Journal?
    var found: Recovered?
    let patience = patience(options, errors)
    var unseen: FilePath?
    if let path = options.output {
      do {
        let opened = try FileKeeper.atTerminal(path, form, format, patience)
        (keeper, journal, found) = (opened.keeper, opened.journal, opened.found)
        if opened.keeper.isUnseen { unseen = path }
      } catch {
        errors.say("formsh: " + error.words)
        return ExitStatus.file
      }
    }
    var settings = Prompt.Options()
    settings.mode = options.plain || isAccessible ? .plain : .full
    settings.colours = !isSet("NO_COLOR")
    let prompt: Prompt
    do {
      prompt = try Prompt(settings)
    } catch {
      errors.say("formsh: the terminal cannot be used")
      return ExitStatus.file
    }
    for note in prompt.notes { errors.say("formsh: " + note.words) }
    errors.flush()
    let isPlain = prompt.isPlain
    let session = Session(
      form: form, options: options, voice: PromptVoice(prompt, isPlain: isPlain), keeper: keeper,
      isInteractive: true)
    patience.announce = { session.say(.waiting(ShownText(reason: Patience.words($0)))) }
    patience.pause = { prompt.pause(milliseconds: $0) }
    session.keeping = journal.map { Keeping($0, form, session.voice) }
    session.answers = SessionAnswers(form)
    for path in journal?.strangers ?? [] {
      session.say(.stranger(path: ShownText(path: path)))
    }
    if let unseen { session.say(.locked(path: ShownText(path: unseen))) }
    defer { keeper.close() }
    return Terminal(session: session, prompt: prompt, isPlain: isPlain).run(takingUp: found)
  }

  /// Whether the environment asks for plain words: `ACCESSIBLE` is set, and not to nothing, 0, false or no.
  static var isAccessible: Bool {
    let value = (System.variable("ACCESSIBLE") ?? "").lowercased()
    return !["", "0", "false", "no", "off"].contains(value)
  }

  /// Patience that says on standard error what it waits for.
  static func patience(_ options: Options, _ errors: ErrorOutput) -> Patience {
    let patience = Patience(seconds: options.wait)
    patience.announce = {
      errors.say("formsh: " + Patience.words($0))
      errors.flush()
    }
    return patience
  }

  /// Whether an environment variable is there and not empty.
  static func isSet(_ name: String) -> Bool {
    !(System.variable(name) ?? "").isEmpty
  }
}

extension UsageError {
  /// The sentence for a command line that cannot be understood.
  var words: String {
    switch self {
    case .unknownOption(let name): "unknown option \(Shown.brief(name))"
    case .missingValue(let name): "\(name) needs a value"
    case .noValue(let name): "\(name) takes no value"
    case .badValue(let option, let value, let wanted):
      "\(option) takes \(wanted), not \(Shown.brief(value))"
    case .tooMany(let operand): "\(Shown.brief(operand)): only one form can be filled"
    case .checkNeedsForm: "check needs a form: formsh check FORM [FILE...]"
    case .onlyForCheck(let option): "\(option) goes with formsh check"
    case .doubtfulEnding(let path, let nearest):
      "-o \(Shown.brief(path.bytes)): records are written as .jsonl, .csv, .tsv or .db"
        + (nearest.map { "; did you mean .\($0)?" } ?? "")
        + " (-f says the format of a file with another ending)"
    }
  }
}
