// What is right, in English.

internal import Forms

extension English {
  func words(_ said: [RuleSentence]) -> String {
    var out: [String] = []
    for rule in said.map({ words($0) }) where !out.contains(rule) { out.append(rule) }
    return out.joined(separator: "; ")
  }

  func words(_ said: RuleSentence) -> String {
    switch said {
    case .computed: "computed, not asked"
    case .wholeNumbers(let range):
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    case .wholeNumber(let range): "a whole number" + behindComma(range)
    case .number(let range): "a number" + behindComma(range)
    case .bounds(let range): bounds(range) ?? "a number"
    case .yesNo: "yes or no"
    case .oneOf(let list): oneOf(list)
    case .noValue: "no value"
    case .anyText: "any text"
    case .ofType(let wanted): types(wanted, .answer)
    case .atLeast(let n): "at least \(count(n, "character"))"
    case .atMost(let n): "at most \(count(n, "character"))"
    case .onlyCharacters(let allowed): "only the characters \(allowed)"
    case .own(let text): "\(text)"
    case .pattern(let pattern, let inWords):
      inWords.map { "\(parts($0)) (\(pattern))" } ?? "matches \(pattern)"
    case .format(let format): phrase(format)
    case .isPattern: "a pattern of ECMA-262"
    case .multiple(let divisor): "a multiple of \(divisor)"
    case .exactly(let value, let title): title.map { "\(value) (\($0))" } ?? "exactly \(value)"
    case .not(let rules): "not " + all(rules)
    case .either(let sets): either(sets)
    case .plainly: "no plus sign, no leading zero"
    case .emptyLine(let value): "an empty line stands for \(value)"
    case .required: "required"
    case .optional: "optional"
    }
  }

  /// `0 to 30, or 98 (Don't know)`.
  func either(_ sets: [[RuleSentence]]) -> String {
    let words = sets.map(all)
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + ", or " + last
  }

  private func all(_ rules: [RuleSentence]) -> String {
    rules.map { rule in
      if case .exactly(let value, nil) = rule { return "\(value)" }
      return words(rule)
    }.joined(separator: " and ")
  }

  private func behindComma(_ range: NumberRange?) -> String {
    range.flatMap(bounds).map { ", " + $0 } ?? ""
  }

  private func oneOf(_ list: ShownList) -> String {
    if list.count > list.few.count {
      return "one of \(list.count) choices: " + list.few.joined(separator: ", ") + " …"
    }
    return list.few.isEmpty ? "no value" : or(list.few)
  }
}
