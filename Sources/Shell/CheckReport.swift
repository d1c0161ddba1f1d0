// The lines of a check's report: `people.csv:7: age: 250 is not between 1 and 100`.

internal import Forms
internal import JSONText
internal import Records

/// Says the faults of records in lines of bytes.
struct CheckReport {
  private let messages: Messages
  /// Where the rest of the record does not matter.
  private let blank: Record
  /// `age: ` of each field.
  private let names: [Bytes]
  /// `: age: `, behind a line's number.
  private let namesBehindLine: [Bytes]
  /// `people.csv:`.
  private var place: Bytes = []
  /// By field and code, as they are learned.
  private var sentences: [Kept?]

  init(_ form: Form) {
    messages = Messages(form: form, catalogue: English(), of: .stored)
    blank = Record(fieldCount: form.fields.count)
    sentences = Array(repeating: nil, count: form.fields.count * CheckReport.codes)
    names = form.fields.map { Bytes(text: Shown.brief($0.name) + ": ") }
    namesBehindLine = names.map { Bytes(text: ": ") + $0 }
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
  /// `text` is the value, or the answer, that is wrong; `record` what it belongs to.
  mutating func putWords(
    _ fault: RecordFault, _ text: Bytes, in record: Record?, into out: inout Bytes
  ) {
    if let field = fault.field {
      out.append(contentsOf: names[field])
      putSentence(fault.fault, field, text, record ?? blank, into: &out)
    } else {
      if let member = fault.member { out.put("\(ShownText(name: member)): ") }
      let value = text.isEmpty ? nil : ShownValue(ofNoField: text)
      out.put(messages.catalogue.words(messages.sentence(alone: fault.fault, value)))
    }
  }

  /// A whole line for a field's fault where its sentence is kept; else false, with nothing put.
  mutating func putKept(
    _ fault: borrowing Fault, _ field: Int, _ line: Int, _ text: Span<UInt8>,
    into out: inout Bytes
  ) -> Bool {
    guard let key = key(fault, field, text) else { return false }
    if sentences[key] == nil { sentences[key] = learn(copy fault, field) }
    if case .each? = sentences[key] { return false }
    out.append(contentsOf: place)
    out.put(line)
    out.append(contentsOf: namesBehindLine[field])
    put(key, text, into: &out)
    out.append(0x0A)
    return true
  }

  /// The sentence of a fault; one that only repeats the value before words that are always the same is kept.
  private mutating func putSentence(
    _ fault: Fault, _ field: Int, _ text: Bytes, _ record: Record, into out: inout Bytes
  ) {
    if let key = key(fault, field, text.span) {
      if sentences[key] == nil { sentences[key] = learn(fault, field) }
      if put(key, text.span, into: &out) { return }
    }
    out.put(words(fault, field, text, record))
  }

  /// Where the sentence of a fault of this value is kept, if it is.
  private func key(_ fault: borrowing Fault, _ field: Int, _ text: Span<UInt8>) -> Int? {
    guard let code = CheckReport.code(fault), text.count <= Shown.mostCharacters,
      text.isEmpty
        ? code == CheckReport.missing
        : text.isPrintableASCII && text[0] != 0x20 && text[text.count - 1] != 0x20
    else { return nil }
    if Messages.isOfSpelling(fault), messages.isMeant(text, field) { return nil }
    return field * CheckReport.codes + code
  }

  /// Puts a sentence that is kept; false where there is none.
  @discardableResult
  private func put(_ key: Int, _ text: Span<UInt8>, into out: inout Bytes) -> Bool {
    switch sentences[key] {
    case .always(let sentence)?: out.append(contentsOf: sentence)
    case .counted(let between, let rest)?:
      out.put(text.count)
      out.append(contentsOf: between)
      out.put(text)
      out.append(contentsOf: rest)
    case .afterValue(let rest)?:
      out.put(text)
      out.append(contentsOf: rest)
    case .each?, nil: return false
    }
    return true
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
    let same = own.constraints.count { CheckReport.code(.broken($0)) == code }
    guard same < 2, own.node == nil, messages.form.rules.root == nil else { return .each }
    // The words of these depend on more than the value's place in them.
    if case .broken(.characters) = fault, own.kind != .integer { return .each }
    let values = [Bytes(text: "qzqz"), Bytes(text: "xyxyxy"), Bytes(text: "0")]
    let sentences = values.map { Bytes(text: words(fault, field, $0, blank)) }
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

  private func words(_ fault: Fault, _ field: Int, _ text: Bytes, _ record: Record) -> String {
    let value = ShownValue(text, of: messages.form.fields[field])
    return messages.words(fault, field: field, value, in: record)
  }

  /// One more than the greatest ``code(_:)-(Fault)``.
  private static let codes = 17
  private static let missing = 16

  /// A number for those faults whose sentence may be kept.
  private static func code(_ fault: borrowing Fault) -> Int? {
    switch fault {
    case .broken(.minimum): 0
    case .broken(.maximum): 1
    case .broken(.exclusiveMinimum): 2
    case .broken(.exclusiveMaximum): 3
    case .broken(.oneOfChoices): 4
    case .broken(.pattern): 6
    case .broken(.maxCharacters): 7
    case .broken(.maxLength): 8
    case .broken(.characters): 9
    case .unreadable(.wholeNumber): 10
    case .unreadable(.number): 11
    case .unreadable(.choice): 12
    case .unreadable(.yesNo): 13
    case .unreadable(.leadingZero): 14
    case .unreadable(.plusSign): 15
    case .missing: missing
    default: nil
    }
  }
}
