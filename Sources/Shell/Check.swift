// `formsh check FORM [FILE...]`: whole files of records, judged by the rules that judge a keystroke; or the form alone.

internal import FormFiles
internal import Forms
internal import Records

extension Program {
  /// Judges files, or without any the form, whose walk is printed; gives the exit status.
  static func check(_ options: Options, _ errors: ErrorOutput) -> Int32 {
    let plan: CheckPlan
    do throws(CheckRefusal) {
      plan = try CheckPlan(options)
    } catch {
      errors.say("formsh: " + error.words)
      return ExitStatus.usage
    }
    let operand = options.operands[0]
    if plan.sources.isEmpty {
      guard let form = form(operand, errors) else { return ExitStatus.usage }
      return print(FormWalk(form: form).lines.joined(separator: "\n"), errors)
    }
    guard let form = judged(operand, plan, errors) else { return ExitStatus.usage }
    if !isUsable(plan.output, form, errors) { return ExitStatus.usage }
    let silent = ErrorOutput()
    do throws(CheckStop) {
      return try CheckRun(plan, form) {
        // Its own copy: workers that count references of the same objects would wait for each other.
        let copy = self.judged(operand, plan, silent)
        silent.drop()
        return copy?.digest == form.digest ? copy : nil
      }.run()
    } catch {
      if case .failed(let reason) = error { errors.say("formsh: " + reason) }
      return ExitStatus.file
    }
  }

  /// The form with the rules that a database has of its own, where records go to one.
  private static func judged(_ operand: Bytes, _ plan: CheckPlan, _ errors: ErrorOutput) -> Form? {
    guard let form = form(operand, errors, purpose: .check) else { return nil }
    guard case .file(let path, let format) = plan.output,
      FileFormat(path: path, otherwise: format) == .database
    else { return form }
    return form.keptInDatabase()
  }

  private static func isUsable(
    _ output: CheckPlan.Output, _ form: Form, _ errors: ErrorOutput
  ) -> Bool {
    let isForShell =
      switch output {
      case .standard(let format): format == .sh
      case .file(let path, let format): FileFormat(path: path, otherwise: format) == .text(.sh)
      case .nowhere: false
      }
    guard isForShell, let fault = ShWriter.unusableField(form) else { return true }
    errors.say(
      "formsh: --format sh: \(Shown.brief(fault.name)) cannot name a variable of the shell")
    return false
  }
}
