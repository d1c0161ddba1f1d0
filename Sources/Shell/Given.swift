// `--set FIELD=VALUE`: values on the command line, judged as answers.

internal import Forms
internal import JSONText
internal import LineInput

/// Gives the values of the command line to a form.
enum Given {
  /// The form with its values; the reason where one of them cannot be given.
  static func form(
    _ form: Form, _ settings: [Setting]
  ) -> Result<Form, GivenRefusal> {
    var given = form
    var named: Set<Int> = []
    for setting in settings {
      guard let i = form.index(named: setting.field) else {
        return .failure(refusal(setting, form, .unknown))
      }
      let text = setting.answer
      if let words = unreadable(text) {
        return .failure(GivenRefusal(words: "--set \(form.fields[i].shownName): " + words))
      }
      do throws(GivenFault) {
        if !named.insert(i).inserted { throw .twice }
        given = try given.giving(text.span, to: i)
      } catch {
        return .failure(refusal(setting, form, error))
      }
    }
    return .success(given)
  }

  private static func unreadable(_ text: Bytes) -> String? {
    if text.count > ScriptReader.longestLine {
      return "the value has \(text.count) bytes; at most \(ScriptReader.longestLine) are allowed"
    }
    return firstInvalidUTF8(in: text.span).map {
      "the byte \(Shown.byte(text[$0])) is not UTF-8"
    }
  }

  private static func refusal(_ setting: Setting, _ form: Form, _ fault: GivenFault) -> GivenRefusal
  {
    let name = Shown.brief(setting.field)
    switch fault {
    case .unknown:
      let names = form.fields.map { $0.name }
      let meant = NearName.index(of: setting.field, in: names)
      let hint =
        meant.map { "did you mean \(form.fields[$0].shownName)?" }
        ?? "the fields are " + names.prefix(20).map { Shown.brief($0) }.joined(separator: ", ")
      return GivenRefusal(words: "--set: no field is called \(name); \(hint)")
    case .notAsked: return GivenRefusal(words: "--set \(name): the field is never asked")
    case .twice: return GivenRefusal(words: "--set \(name): the field has a value already")
    case .nothingLeft: return GivenRefusal(words: "--set \(name): no field would be left to ask")
    case .refused(.missing): return GivenRefusal(words: "--set \(name): a value is required")
    case .refused(let fault):
      let field = form.index(named: setting.field) ?? 0
      return GivenRefusal(
        words: "--set \(name): "
          + Messages(form: form, catalogue: English()).words(
            fault, field: field, ShownValue(setting.answer, of: form.fields[field]),
            in: Record(fieldCount: form.fields.count)))
    }
  }
}

/// Why a value of the command line was refused, in words.
struct GivenRefusal: Error {
  let words: String
}
