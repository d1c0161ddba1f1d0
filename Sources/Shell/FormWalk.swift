// `formsh check FORM` without files: the form is judged, and its walk printed.

internal import Forms

/// What a form asks, in which order, and when.
struct FormWalk {
  let form: Form

  /// A line for the form, one or more a field, one a check of the record.
  var lines: [String] {
    let count = form.fields.count
    var head = Shown.harmless(text: form.name)
    if let title = form.title { head += " (\(Shown.brief(Bytes(text: title))))" }
    var out = [head + ": \(count) \(count == 1 ? "field" : "fields"), asked in this order"]
    let width = String(count).count
    let conditions = ConditionWords(form: form)
    let catalogue = English()
    let empty = Record(fieldCount: count)
    for (i, field) in form.fields.enumerated() {
      let number = String(i + 1)
      let blank = String(repeating: " ", count: width - number.count)
      let help = FieldHelp(
        form, i, in: empty, isRequired: field.isRequired, catalogue)
      out.append(blank + number + " " + (help.lines.first ?? field.shownName))
      var notes: [String] = []
      if let words = conditions.words(field) { notes.append(words) }
      if field.isReadOnly, field.calculation == nil { notes.append("not asked") }
      if field.isSecret { notes.append("hidden") }
      if !notes.isEmpty {
        out.append(String(repeating: " ", count: width + 1) + notes.joined(separator: "; "))
      }
    }
    for check in form.checks { out.append("check: " + Shown.harmless(text: check.message)) }
    return out
  }
}
