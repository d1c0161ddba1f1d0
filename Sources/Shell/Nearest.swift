// The nearest right answer: small mendings of a refused text, each put to the field's own judge.

internal import Forms

/// Looks for a right answer that a refused text may have meant.
struct Nearest {
  let form: Form
  let field: Field
  /// What is right in the field as the record stands.
  let now: RulesNow

  /// Longer texts are not mended.
  private static let longest = 200
  /// After so many refused lines a script is wrong all over, and is told its faults only.
  static let mostInScript = 1000

  /// The first mending that the field's judge accepts; nil when there is none, or the answer is not shown.
  func answer(to answer: ShownValue, _ fault: Fault) -> ShownValue? {
    guard let text = answer.text, !text.isEmpty, text.count <= Nearest.longest, isMendable(fault)
    else { return nil }
    var value = Value.absent
    var tried: Set<Bytes> = [[], text]
    for candidate in candidates(text.string, fault) {
      let bytes = Bytes(text: candidate)
      if !tried.insert(bytes).inserted { continue }
      if field.judge(bytes.span, form.rules, into: &value) == nil, now.admits(value) {
        return ShownValue(bytes, of: field)
      }
    }
    return nil
  }

  /// The one value that a stored text must spell otherwise: in letters of another case, or without outer spaces.
  static func stored(_ text: Span<UInt8>, _ field: Field, _ now: RulesNow) -> Bytes? {
    if field.isSecret { return nil }
    let bare = text.extracting(text.trimmedRange)
    if field.declaration.kind == .yesNo {
      for (word, isYes) in Nearest.yesNo where bare.isSame(as: word.utf8Span.span) {
        return Bytes(text: isYes ? "true" : "false")
      }
      return nil
    }
    // Another case is seen beside a list; a space is not, nor is the value in a list that is cut.
    let isSeen = bare.count == text.count && now.choices?.count ?? 0 <= ShownList.most
    if isSeen { return nil }
    var found: Bytes?
    for choice in now.choices ?? [] where choice.value.kind != .null {
      let code = choice.value.text
      guard bare.isSame(as: code.span) else { continue }
      if found != nil { return nil }
      found = code
    }
    return found
  }

  private static let yesNo = [
    ("true", true), ("yes", true), ("y", true), ("1", true), ("false", false), ("no", false),
    ("n", false), ("0", false),
  ]

  /// Faults of what is typed, not of the rest of the record.
  private func isMendable(_ fault: Fault) -> Bool {
    switch fault {
    // Another spelling of what is forbidden is not what was meant.
    case .combination("not", _): false
    case .unreadable, .broken, .control, .combination: true
    default: false
    }
  }

  private func candidates(_ text: String, _ fault: Fault) -> [String] {
    let bare = Mending.bare(text)
    // What is too long is not made shorter by leaving something out.
    if case .broken(let constraint) = fault, constraint.isUpperLength { return [bare] }
    switch field.declaration.kind {
    case .integer, .number: return numbers(bare)
    case .choice, .numberOrText: return choices(bare) + numbers(bare) + texts(bare)
    case .yesNo: return [yesNo(bare.lowercased())]
    case .text: return dates(bare) + texts(bare)
    case .nothing: return []
    }
  }

  /// A single letter or digit is spelled out.
  private func yesNo(_ word: String) -> String {
    switch word {
    case "y", "1", "t": "yes"
    case "n", "0", "f": "no"
    default: word
    }
  }

  // MARK: Numbers

  private func numbers(_ bare: String) -> [String] {
    var text = bare.filter { $0 != " " }
    if let unit = field.declaration.unit?.filter({ $0 != " " }).lowercased() {
      // The unit may be typed along, with its degree sign or without.
      for end in [unit, unit.filter { $0 != "°" }]
      where !end.isEmpty && text.count > end.count && text.lowercased().hasSuffix(end) {
        text.removeLast(end.count)
        break
      }
    }
    var out = [text]
    if let mended = Mending.separators(text, isWhole: field.declaration.kind == .integer) {
      text = mended
      out.append(text)
    }
    out.append(Mending.plain(text))
    return out
  }

  // MARK: Choices

  /// The one choice whose code or title differs in case only, or begins with the text, or is one slip away.
  private func choices(_ bare: String) -> [String] {
    guard let list = now.choices, list.count <= 1000 else { return [] }
    let wanted = bare.lowercased()
    let named: [(code: String, words: [String])] = list.filter { $0.value.kind != .null }.map {
      let code = $0.value.text.string
      return (code, [code.lowercased()] + ($0.title.map { [$0.string.lowercased()] } ?? []))
    }
    func only(_ isMeant: (String) -> Bool) -> String? {
      let found = named.filter { $0.words.contains(where: isMeant) }
      return found.count == 1 ? found[0].code : nil
    }
    let same = named.filter { $0.words.contains(wanted) }.map { $0.code }
    if !same.isEmpty { return same.count == 1 ? same : [] }
    if let begun = only({ $0.hasPrefix(wanted) }) { return [begun] }
    guard wanted.count >= 4 else { return [] }
    return only { Mending.isOneSlip(Array(wanted.unicodeScalars), Array($0.unicodeScalars)) }
      .map { [$0] } ?? []
  }

  // MARK: Texts

  private func texts(_ bare: String) -> [String] {
    var out: [String] = []
    func add(_ text: String) {
      out += [text, text.lowercased(), text.uppercased()]
      if let first = text.first { out.append(first.uppercased() + text.dropFirst().lowercased()) }
    }
    add(bare)
    add(bare.filter { $0 != " " })
    for separator in ["-", "_", ".", "/", ":", " ", ""] {
      add(Mending.separated(bare, by: separator))
    }
    return out
  }

  private func dates(_ bare: String) -> [String] {
    for constraint in field.declaration.constraints {
      if case .format(let format) = constraint, format == .date {
        return Mending.date(bare).map { [$0] } ?? []
      }
    }
    return []
  }
}

extension Span<UInt8> {
  /// Whether both are the same but for the case of ASCII's letters.
  fileprivate func isSame(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for i in 0..<count where self[i] != other[i] {
      let letter = self[i] | 0x20
      guard letter == other[i] | 0x20, letter &- 0x61 < 26 else { return false }
    }
    return true
  }
}

extension Constraint {
  fileprivate var isUpperLength: Bool {
    switch self {
    case .maxCharacters, .maxLength: true
    default: false
    }
  }
}

/// Single mendings of a text; each knows nothing of fields.
enum Mending {
  /// A text without outer and invisible characters, quotes and brackets around it, with ASCII digits.
  static func bare(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if let digit = digit(scalar) {
        out.unicodeScalars.append(digit)
      } else if Shown.invisible(scalar.value) != nil || scalar.value < 0x20 {
        if scalar.properties.isWhitespace { out.append(" ") }
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    let pairs: [(Character, Character)] = [
      ("<", ">"), ("\"", "\""), ("'", "'"), ("(", ")"), ("[", "]"),
    ]
    var bare = String(out.trimmingSpaces)
    for (open, close) in pairs where bare.count > 2 && bare.first == open && bare.last == close {
      bare = String(bare.dropFirst().dropLast().trimmingSpaces)
    }
    while let last = bare.last, bare.count > 1, ",;".contains(last) { bare.removeLast() }
    return bare
  }

  /// The ASCII digit of a digit of another script.
  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.value > 0x7F, scalar.properties.numericType == .decimal,
      let value = scalar.properties.numericValue, value >= 0, value <= 9
    else { return nil }
    return Unicode.Scalar(UInt8(0x30 + Int(value)))
  }

  /// A number with its commas taken for what they can only be; nil when they could be either.
  static func separators(_ text: String, isWhole: Bool) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let groups = parts.dropFirst()
    let isGrouped = groups.dropLast().allSatisfy { $0.count == 3 }
    let last = groups.last ?? ""
    let lastWhole = last.prefix { $0 != "." }
    if isWhole || parts.count > 2 || last.contains(".") {
      return isGrouped && lastWhole.count == 3 ? parts.joined() : nil
    }
    return last.count == 3 ? nil : parts.joined(separator: ".")
  }

  /// A number without plus sign, leading zeros and a fraction of zeros.
  static func plain(_ text: String) -> String {
    var digits = text[...]
    var sign = ""
    if let first = digits.first, "+-−".contains(first) {
      sign = first == "+" ? "" : "-"
      digits.removeFirst()
    }
    while digits.first == "0", digits.dropFirst().first?.isNumber == true { digits.removeFirst() }
    if let point = digits.firstIndex(of: "."),
      digits[digits.index(after: point)...].allSatisfy({ $0 == "0" })
    {
      digits = digits[..<point]
    }
    return sign + digits
  }

  /// A text with another separator in place of each run of spaces, dashes, points and the like.
  static func separated(_ text: String, by separator: String) -> String {
    text.split { " -_./:–—‑−".contains($0) }.joined(separator: separator)
  }

  /// A date in three numbers as year, month and day; nil when the order is not certain.
  static func date(_ text: String) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { !("0"..."9").contains($0) }
    let year: Substring, month: Substring, day: Substring
    if parts.count == 1, text.count == 8 {
      year = text.prefix(4)
      month = text.dropFirst(4).prefix(2)
      day = text.dropFirst(6)
    } else if parts.count == 3, parts[0].count == 4 {
      (year, month, day) = (parts[0], parts[1], parts[2])
    } else if parts.count == 3, parts[2].count == 4, text.contains(".") {
      (year, month, day) = (parts[2], parts[1], parts[0])
    } else {
      return nil
    }
    guard (1...2).contains(month.count), (1...2).contains(day.count) else { return nil }
    func two(_ n: Substring) -> String { n.count == 1 ? "0" + n : String(n) }
    return "\(year)-\(two(month))-\(two(day))"
  }

  /// Whether one letter more, less, other or two swapped make one text of the other.
  static func isOneSlip(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    if abs(a.count - b.count) > 1 { return false }
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    var i = 0
    while i < short.count, short[i] == long[i] { i += 1 }
    if short.count < long.count { return short[i...].elementsEqual(long[(i + 1)...]) }
    if i == short.count { return true }
    if short[(i + 1)...].elementsEqual(long[(i + 1)...]) { return true }
    return i + 1 < short.count && short[i] == long[i + 1] && short[i + 1] == long[i]
      && short[(i + 2)...].elementsEqual(long[(i + 2)...])
  }
}
