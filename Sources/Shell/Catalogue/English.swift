// The program in English; each file beside this one holds the words for one kind of thing to say.

internal import Forms

/// English.
struct English: Catalogue {
  // MARK: What several sentences have

  /// The subject of a sentence: the value itself, or the answer where that may not be shown.
  func subject(_ value: ShownValue) -> String { value.isHidden ? "the answer" : "\(value)" }

  /// `1 cell`, `4 cells`.
  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// `M, F or X`.
  func or(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `between 1 and 100`, or the one bound that there is; nil where there is none.
  func bounds(_ range: NumberRange) -> String? {
    if let least = range.least, let most = range.most, least.isIncluded, most.isIncluded {
      if least.value == most.value { return "\(ShownText(least.value))" }
      return "between \(ShownText(least.value)) and \(ShownText(most.value))"
    }
    var parts: [String] = []
    if let least = range.least {
      let n = ShownText(least.value)
      parts.append(least.isIncluded ? "\(n) or above" : "above \(n)")
    }
    if let most = range.most {
      let n = ShownText(most.value)
      parts.append(most.isIncluded ? "\(n) or below" : "below \(n)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// The types of JSON Schema as a person calls them.
  func types(_ types: TypeSet, _ subject: Subject) -> String {
    let yesNo = subject == .stored ? "true or false" : "yes or no"
    let names: [(TypeSet, String)] = [
      (.integer, "a whole number"), (.number, "a number"), (.string, "a text"), (.boolean, yesNo),
      (.null, "no value"), (.array, "a list"), (.object, "an object"),
    ]
    return names.filter { types.contains($0.0) }.map { $0.1 }.joined(separator: " or ")
  }

  /// `a date like 2024-02-29`.
  func phrase(_ format: Format) -> String {
    let name =
      switch format {
      case .date: "a date"
      case .time: "a time with its offset"
      case .dateTime: "a date and time with its offset"
      case .duration: "a duration"
      case .email: "an e-mail address"
      case .hostname: "a host name"
      case .ipv4: "an IPv4 address"
      case .ipv6: "an IPv6 address"
      case .uuid: "a UUID"
      case .uri: "a URI"
      case .uriReference: "a URI or a relative reference"
      case .jsonPointer: "a JSON pointer"
      }
    return "\(name) like \(format.example)"
  }

  /// `2 capital letters, -, 2 digits`.
  func parts(_ parts: [PatternPart]) -> String {
    parts.map { part in
      switch part.kind {
      case .digit: many(part, "digit")
      case .capital: many(part, "capital letter")
      case .small: many(part, "small letter")
      case .letter: many(part, "letter")
      case .letterOrDigit: many(part, "letter or digit", "letters or digits")
      case .capitalOrDigit: many(part, "capital letter or digit", "capital letters or digits")
      case .smallOrDigit: many(part, "small letter or digit", "small letters or digits")
      case .oneOf(let characters):
        many(part, "character of \(characters)", "characters of \(characters)")
      case .text(let text): literal(part, text)
      }
    }.joined(separator: ", ")
  }

  private func many(_ part: PatternPart, _ one: String, _ several: String? = nil) -> String {
    let several = several ?? one + "s"
    switch (part.least, part.most) {
    case (1, 1?): return "1 \(one)"
    case (0, 1?): return "at most 1 \(one)"
    case (0, nil): return "any number of \(several)"
    case (let least, nil): return "\(least) or more \(several)"
    case (0, let most?): return "at most \(most) \(several)"
    case (let least, let most?):
      return least == most ? "\(least) \(several)" : "\(least) to \(most) \(several)"
    }
  }

  private func literal(_ part: PatternPart, _ text: String) -> String {
    let shown = Shown.quoted(Array(text.utf8))
    switch (part.least, part.most) {
    case (1, 1?): return shown
    case (0, 1?): return "\(shown) or not"
    case (let least, nil): return "\(shown) \(least) or more times"
    case (let least, let most?):
      return least == most ? "\(shown) \(least) times" : "\(shown) \(least) to \(most) times"
    }
  }
}
