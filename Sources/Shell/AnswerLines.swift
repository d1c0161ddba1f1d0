// A record as lines: what a script must say to give the same record again.

internal import Forms

/// Writes records as the lines that answer a form's fields in turn.
struct AnswerLines {
  let form: Form

  /// The lines, each with its line feed, that give a finished record; nil when no lines in the form's order do.
  ///
  /// A fresh walk is led through the form, so what is written has been tried. An answer that is not
  /// to be shown is left out: its line is empty.
  func lines(for record: Record) -> Bytes? {
    let walk = Walk(form: form, isInteractive: false)
    var out: Bytes = []
    // Each field is answered once, and may want a `next` behind it.
    for _ in 0..<(2 * form.fields.count + 1) {
      let i = walk.current
      let outcome = step(walk, record.values[i], into: &out)
      switch outcome {
      case .accepted, .moved: continue
      case .finished:
        return walk.finished.values == record.values ? out : nil
      default: return nil
      }
    }
    return nil
  }

  private func step(_ walk: Walk, _ wanted: Value, into out: inout Bytes) -> Outcome {
    let field = form.fields[walk.current]
    let accepted = walk.accepted.values[walk.current]
    if !wanted.kind.isNothing, accepted == wanted {
      // It is there already: by the form's own word, or by the answer just given to the last field.
      out += Bytes(text: field.hasChoice("next") ? ".next\n" : "next\n")
      return walk.apply(.next)
    }
    if wanted.kind.isNothing {
      if accepted.kind == .absent, form.finishesByNext, field.isLast(in: walk) {
        out += Bytes(text: "next\n")
        return walk.apply(.next)
      }
      out.append(10)
      return walk.answer(Bytes().span)
    }
    let text = field.text(of: wanted)
    if !field.isSecret {
      if needsMark(text, field) { out.append(UInt8(ascii: "\\")) }
      out += text
    }
    out.append(10)
    return walk.answer(text.span, isExplicit: text.isEmpty)
  }

  /// Whether a text would not be read as the answer it is, without the mark.
  private func needsMark(_ text: Bytes, _ field: Field) -> Bool {
    // A byte order mark at the start of a file is no part of the first answer.
    if text.isEmpty || text.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    if case .answer(let from, _) = Line.read(text.span, hasChoice: { field.hasChoice($0) }) {
      return from != 0
    }
    return true
  }
}

extension Field {
  /// Whether no field is asked after it.
  fileprivate func isLast(in walk: Walk) -> Bool { walk.askedFields.last == walk.current }
}
