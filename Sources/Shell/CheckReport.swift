// The lines of a check's report: `people.csv:7: age: 250 is not between 1 and 100`.

internal import Forms
internal import JSONText
internal import Records

/// Says the faults of records in lines of bytes.
struct CheckReport {
  private let messages: Messages
  private let names: [Bytes]
  /// `people.csv:`.
  private var place: Bytes = []
  /// By field and code, as they are learned.
  private var sentences: [Kept?]

  init(_ form: Form) {
    messages = Messages(form: form, speaksOfRecords: true)
    sentences = Array(repeating: nil, count: form.fields.count * CheckReport.codes)
    names = form.fields.map { Bytes(text: Shown.brief($0.name) + ": ") }
  }

  /// Begins the lines of a file.
  mutating func begin(_ source: CheckSource) { place = Bytes(text: source.place + ":") }

  /// What stands before each fault of a record: `people.csv:7: `; line 0 is the file as a whole.
  func putPlace(_ line: Int, into out: inout Bytes) {
    out.append(contentsOf: place)
    if line > 0 {
      out.put(line)
      out.append(UInt8(ascii: ":"))
    }
    out.append(UInt8(ascii: " "))
  }

  /// A fault of a record, without its place: `age: 250 is not between 1 and 100`.
  ///
  /// `text` is the value, or the answer, that is wrong.
  mutating func putWords(_ fault: RecordFault, _ text: Bytes, into out: inout Bytes) {
    if let field = fault.field {
      out.append(contentsOf: names[field])
      putSentence(fault.fault, field, text, into: &out)
    } else {
      if let member = fault.member { out.put(Shown.brief(member) + ": ") }
      out.put(messages.words(alone: fault.fault, text: text))
    }
  }

  /// The sentence of a fault; one that only repeats the value before words that are always the same is kept.
  private mutating func putSentence(
    _ fault: Fault, _ field: Int, _ text: Bytes, into out: inout Bytes
  ) {
    guard let code = CheckReport.code(fault), text.count <= Shown.mostCharacters, !text.isEmpty,
      text.span.isPrintableASCII
    else { return out.put(messages.words(fault, field: field, text: text)) }
    let key = field * CheckReport.codes + code
    let kept: Kept
    if let known = sentences[key] {
      kept = known
    } else {
      kept = learn(fault, field)
      sentences[key] = kept
    }
    switch kept {
    case .always(let sentence): out.append(contentsOf: sentence)
    case .counted(let between, let rest):
      out.put(text.count)
      out.append(contentsOf: between)
      out.append(contentsOf: text)
      out.append(contentsOf: rest)
    case .afterValue(let rest):
      out.append(contentsOf: text)
      out.append(contentsOf: rest)
    case .each: out.put(messages.words(fault, field: field, text: text))
    }
  }

  /// How a fault's sentence depends on the value.
  private enum Kept {
    case always(Bytes)
    case afterValue(Bytes)
    /// The value's length comes first, in ASCII its bytes.
    case counted(Bytes, Bytes)
    case each
  }

  private func learn(_ fault: Fault, _ field: Int) -> Kept {
    // Where two constraints of a kind speak of a field, each has words of its own.
    let code = CheckReport.code(fault)
    let own = messages.form.fields[field]
    let same = own.constraints.count { CheckReport.code($0) == code }
    guard same < 2, own.node == nil, messages.form.rules.root == nil else { return .each }
    // The words of these depend on more than the value's place in them.
    if case .broken(.characters) = fault, own.kind != .integer { return .each }
    let values = [Bytes(text: "qzqz"), Bytes(text: "xyxyxy"), Bytes(text: "0")]
    let sentences = values.map { Bytes(text: messages.words(fault, field: field, text: $0)) }
    let pairs = Array(zip(values, sentences))
    if sentences.allSatisfy({ $0 == sentences[0] }) { return .always(sentences[0]) }
    let rest = Bytes(sentences[0].dropFirst(values[0].count))
    if pairs.allSatisfy({ $1 == $0 + rest }) { return .afterValue(rest) }
    let parts = String(decoding: sentences[0], as: UTF8.self).split(
      separator: "qzqz", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix("4") else { return .each }
    let between = Bytes(text: String(parts[0].dropFirst()))
    let behind = Bytes(text: String(parts[1]))
    let isCounted = pairs.allSatisfy { value, sentence in
      var wanted: Bytes = []
      wanted.put(value.count)
      return sentence == wanted + between + value + behind
    }
    return isCounted ? .counted(between, behind) : .each
  }

  /// One more than the greatest ``code(_:)-(Fault)``.
  private static let codes = 16

  /// A number for those faults whose sentence may be kept.
  private static func code(_ fault: Fault) -> Int? {
    switch fault {
    case .broken(let constraint): return code(constraint)
    case .unreadable(.wholeNumber): return 10
    case .unreadable(.number): return 11
    case .unreadable(.choice): return 12
    case .unreadable(.yesNo): return 13
    case .unreadable(.leadingZero): return 14
    case .unreadable(.plusSign): return 15
    default: return nil
    }
  }

  private static func code(_ constraint: Constraint) -> Int? {
    switch constraint {
    case .minimum: return 0
    case .maximum: return 1
    case .exclusiveMinimum: return 2
    case .exclusiveMaximum: return 3
    case .oneOfChoices: return 4
    case .type: return 5
    case .pattern: return 6
    case .maxCharacters: return 7
    case .maxLength: return 8
    case .characters: return 9
    default: return nil
    }
  }

  /// The faults of a table's header, a text each.
  func faults(of header: TableHeader, _ form: Form) -> [(field: Int?, words: Bytes)] {
    var out: [(field: Int?, words: Bytes)] = []
    for name in header.missing {
      let field = form.index(named: name)
      // What is computed need not be there: then there is nothing that could differ.
      if let field, form.fields[field].calculation != nil { continue }
      out.append((field, Bytes(text: Shown.brief(name) + ": the column is missing")))
    }
    for name in header.unknown {
      out.append((nil, Bytes(text: shown(name) + ": the form has no such field")))
    }
    for name in header.repeated {
      out.append((nil, Bytes(text: shown(name) + ": the column is there more than once")))
    }
    return out
  }

  private func shown(_ name: Bytes) -> String { name.isEmpty ? "\"\"" : Shown.brief(name) }
}
