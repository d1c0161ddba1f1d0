// A session, in English.

extension English {
  func words(_ said: SessionSentence) -> String {
    switch said {
    case .greeting(let title):
      return "\(title): type an answer and press Return to go on; prev goes back.\n"
        + "help lists the commands, Tab what a field takes; quit or Ctrl-D ends."
    case .fault(let owner, let fault):
      return owner.map { "\($0): \(words(fault))" } ?? words(fault)
    case .computed(let one): return "\(one.field): \(words(one.value))"

    case .undone(let one): return ".undo: \(one.field) is \(words(one.value)) again"
    case .nothingToUndo: return ".undo: there is nothing to take back"
    case .atFirst: return "prev: this is the first field"
    case .draftDiffers(let field, let draft, let accepted, let fault):
      let shown = draft.isHidden ? "the draft" : "the draft \(draft)"
      let why = fault.map { " (\(words($0)))" } ?? ""
      guard let accepted else {
        return "\(field): \(shown) is not accepted\(why); .done hands over no value"
      }
      if accepted.isHidden {
        return "\(field): \(shown) is not the accepted one\(why); .done hands over the accepted one"
      }
      return
        "\(field): \(shown) is not the accepted \(accepted)\(why); .done hands over \(accepted)"

    case .kept(let record, let file):
      return file.map { "record \(record) is saved to \($0)" } ?? "record \(record) is complete"
    case .completedAfterRefused(let record, let lines, let more):
      let noun = lines.count + more == 1 ? "line" : "lines"
      let list =
        lines.map { "\($0)" }.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return "record \(record) was completed after refused \(noun) \(list)"
    case .leftOut(let record, let one):
      return
        "record \(record) leaves out \(one.field) (\(words(one.value))): it is not asked any more"
    case .notFinished(let why): return words(why)
    case .inputEnded(let records, let wanted):
      return "the input ended after \(records) of \(wanted) records"
    case .left(let records, let wanted):
      return "left after \(records) of \(wanted) records"
    case .stopped(let reached): return "stopped at the refused line; \(unfinished(reached))"
    case .givenUp(let refused, let reached):
      return "given up after \(refused) refused lines in a row; \(unfinished(reached))"
    case .failed(let reason, let reached):
      return "\(reason)" + (reached.map { "; " + words($0) } ?? "")
    case .inputUnreadable(let reason, let reached):
      return "standard input: \(reason); \(words(reached))"
    case .inputEncoded(let encoding):
      return "this looks like \(encoding.name), not UTF-8: "
        + "iconv -f \(encoding.name) -t UTF-8 makes it so"
    case .notSavedYet:
      return "the record is not saved yet: once more to leave, or go on answering"
    case .nowhereKept:
      return "the record is not saved, and its answers stand nowhere else: "
        + "make room and give .done again, or .save FILE writes them elsewhere"
    case .keptForNextStart: return "the record is kept for the next start with this form and file"

    case .lineTooLong(let field, let bytes, let most):
      return "\(field): the line has \(bytes) bytes; at most \(most) are allowed"
    case .nul(let field, let place): return "\(field): byte \(place) of the line is NUL"
    case .notUTF8(let field, let place, let byte):
      return "\(field): byte \(place) of the line\(byte.map { ", \(hex($0))," } ?? "") is not UTF-8"
    }
  }

  private func words(_ reached: Reached) -> String {
    "\(count(reached.records, "record")) saved"
  }

  private func unfinished(_ reached: Reached) -> String {
    "\(words(reached)); the unfinished record begins at line \(reached.unfinishedFrom)"
  }

  /// What stands for a field in a list.
  func words(_ entry: ShownEntry) -> String {
    switch entry {
    case .value(let value, let unit): behind(value, value.inList, unit)
    case .grouped(let value, let unit):
      behind(value, Grouped.thousands(value.inList), unit)
    case .draft(let draft): "draft \(draft)"
    case .nothing(let word): word.map { "\($0)" } ?? "empty"
    }
  }

  private func behind(_ value: ShownValue, _ words: String, _ unit: ShownText?) -> String {
    guard let unit, let text = value.text, !text.isEmpty else { return words }
    return "\(words) \(unit)"
  }

  private func words(_ why: Unfinished) -> String {
    var out = why.isFinished ? "the record is not saved" : "the record is not finished"
    if why.isFinished {
    } else if !why.missing.isEmpty {
      out += ": \(names(why.missing)) missing"
    } else if !why.open.isEmpty {
      out += ": \(names(why.open)) \(why.open.count == 1 ? "is" : "are") still asked"
      if why.finishesByNext { out += "; next finishes it" }
    } else if !why.refused.isEmpty {
      out += ": " + why.refused.map { "\($0.field): \(words($0.fault))" }.joined(separator: "; ")
      if why.takesCommands { out += "; next finishes it without" }
    } else if why.takesCommands {
      out += "; .done finishes it"
    }
    if why.isKept { out += "; it is kept for the next start with this form and file" }
    return out
  }

  /// `gender, email`.
  func names(_ names: [ShownText]) -> String {
    names.map { "\($0)" }.joined(separator: ", ")
  }

  /// `0xC3`.
  func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count == 1 ? "0" : "") + digits
  }
}
