// One worker of a check: judges chunks of records, each by the form's own rules. It shares nothing with other workers.

internal import Forms
internal import JSONText
internal import LineInput
internal import Records

/// Judges the records of chunks; what comes of each is left in `result`.
final class CheckWorker {
  let form: Form
  /// The chunk that is judged next.
  var chunk = Chunk()
  /// How far the file was read then, in bytes.
  var bytesRead = 0
  /// What came of it.
  var result: CheckResult
  /// How many faults may still be said; the worker stops at the last of them.
  var faultsLeft = Int.max
  /// Gives a right record to where records go one by one.
  var handOver: ((Record) -> Void)?
  /// The table a field at the end, when it is wanted.
  var statistics: CheckStatistics?

  var report: CheckReport
  var encoder: CheckEncoder?
  var rejects: CheckRejects?
  let needsEnds: Bool
  var fast: CheckFastPath?

  private var reader: (any RecordReader)?
  private var linesReader: LinesReader?
  private let answered: AnsweredRecords
  private var answers: [Range<Int>] = []
  private var record: Record
  private var source = CheckSource.Format.database

  init(_ form: Form, _ output: CheckOutput, _ rejects: CheckPlan.RejectsFormat?, hasTable: Bool) {
    self.form = form
    encoder = output.encoder(form)
    needsEnds = output.needsEnds
    self.rejects = rejects.map { CheckRejects(form, $0) }
    result = CheckResult(fieldCount: form.fields.count)
    report = CheckReport(form)
    record = Record(fieldCount: form.fields.count)
    answered = AnsweredRecords(form)
    statistics = hasTable ? CheckStatistics(form) : nil
  }

  /// Begins a file; gives the header of its wrong records.
  func begin(_ source: CheckSource, _ chunks: ChunkReader) -> Bytes {
    report.begin(source)
    self.source = source.format
    reader = chunks.makeReader()
    linesReader = chunks.format == .lines ? LinesReader(form) : nil
    fast =
      statistics == nil && handOver == nil
      ? CheckFastPath(form, chunks, encoder, needsEnds: needsEnds) : nil
    return rejects?.begin(chunks) ?? []
  }

  /// Begins a file of which nothing but a fault will be said.
  func begin(_ source: CheckSource) {
    report.begin(source)
    self.source = source.format
  }

  /// Begins a database; gives the header of its wrong records.
  func beginDatabase(_ source: CheckSource) -> Bytes {
    begin(source)
    return rejects?.beginDatabase() ?? []
  }

  /// Whether no more faults may be said.
  var hasEnough: Bool { faultsLeft <= 0 }

  /// Judges the records of the chunk.
  func judgeChunk() {
    result.clear()
    result.bytesRead = bytesRead
    let bytes = chunk.bytes
    let span = bytes.span
    var cursor = Cursor(line: chunk.line)
    fast?.begin(span)
    while !hasEnough {
      if let fast {
        fast.run(span, &cursor, &result)
        let line = cursor.line
        let isTold =
          rejects == nil
          && fast.passRefused(span, &cursor) { field, fault, kind, text in
            sayPlainly(fault, field, line, kind, text)
          }
        if isTold {
          result.counts.records += 1
          result.counts.wrong += 1
          continue
        }
      }
      guard judgeNext(span, &cursor) else { return }
    }
  }

  /// Judges the record at the cursor; false at the chunk's end.
  private func judgeNext(_ chunk: Span<UInt8>, _ cursor: inout Cursor) -> Bool {
    if let linesReader { return judgeLines(linesReader, chunk, &cursor) }
    let reading = reader?.next(chunk, &cursor, into: &record) ?? .end
    if case .end = reading { return false }
    let raw = chunk.extracting(cursor.record)
    judge(reading, record, cursor.recordLine, raw)
    return true
  }

  /// Judges one reading: a record, a JSON value that is none, or something unreadable.
  func judge(_ reading: Reading, _ record: Record, _ line: Int, _ raw: Span<UInt8>) {
    result.counts.records += 1
    switch reading {
    case .record:
      var record = record
      let bare = isJSON ? ReasonMember.remove(from: &record, raw, form) : nil
      statistics?.take(record)
      let faults = form.faults(stored: record)
      if faults.isEmpty { return keep(record) }
      let start = beginFaults()
      for fault in faults {
        let value = fault.field.map { record.values[$0] } ?? .absent
        say(told(fault, value), line, text(of: fault, in: record), in: record)
      }
      if let bare { return reject(start, bare.span, record, isReadable: true) }
      reject(start, raw, record, isReadable: true)
    case .value(let value):
      judgeAlone(value, line, raw)
    case .fault(let fault):
      let start = beginFaults()
      sayUnreadable(Bytes(text: fault.words), line)
      reject(start, raw, nil, isReadable: !fault.breaksRow)
    case .end: break
    }
  }

  /// The text of the value that a fault speaks of.
  private func text(of fault: RecordFault, in record: Record) -> Bytes {
    var value = Value.absent
    if let field = fault.field {
      value = record.values[field]
    } else if let member = fault.member {
      value = record.extras.first { $0.name == member }?.value ?? .absent
    }
    return text(of: value, fault)
  }

  /// The text of a value as a fault repeats it.
  private func text(of value: Value, _ fault: RecordFault) -> Bytes {
    if case .broken(.type) = fault.fault { return CheckWorker.text(of: value, isJSON) }
    return value.kind.isNothing ? [] : value.text
  }

  /// A value as a fault of its type repeats it; in JSON "30" is another value than 30.
  private static func text(of value: Value, _ isJSON: Bool) -> Bytes {
    switch value.kind {
    case .null: Bytes(text: "null")
    case .text where isJSON: [0x22] + value.text + [0x22]
    default: value.text
    }
  }

  private var isJSON: Bool { source == .text(.json) }

  /// A cell that could not be read as its field's kind of value is told as a typed line would be.
  private func told(_ fault: RecordFault, _ value: Value) -> RecordFault {
    guard !isJSON, case .broken(.type) = fault.fault, let field = fault.field, value.kind == .text,
      let reason = form.fields[field].unreadable(value.text.span)
    else { return fault }
    return RecordFault(field: field, .unreadable(reason))
  }

  /// A JSON value that is no object: right unless the form says otherwise, and it fits into JSON Lines only.
  private func judgeAlone(_ value: Value, _ line: Int, _ raw: Span<UInt8>) {
    var fault = form.fault(storedAlone: value)
    if fault == nil, encoder.map({ !$0.isJSON }) ?? (handOver != nil) {
      fault = .broken(.type(.object))
    }
    guard let fault else {
      if encoder != nil {
        appendJSONText(raw, to: &result.right)
        if result.right.last != 0x0A { result.right.append(0x0A) }
        noteEnd()
      }
      return
    }
    let start = beginFaults()
    say(RecordFault(field: nil, fault), line, CheckWorker.text(of: value, true))
    reject(start, raw, nil, isReadable: true)
  }

  // MARK: Lines

  private func judgeLines(
    _ reader: LinesReader, _ chunk: Span<UInt8>, _ cursor: inout Cursor
  ) -> Bool {
    let reading = reader.next(chunk, &cursor, into: &answers)
    switch reading {
    case .record: break
    case .end, .value: return false
    case .fault(let fault):
      result.counts.records += 1
      let start = beginFaults()
      sayUnreadable(fault, cursor, chunk)
      reject(start, chunk.extracting(cursor.record), nil, isReadable: true)
      return true
    }
    result.counts.records += 1
    answered.begin()
    var long: [(field: Int, bytes: Int)] = []
    for (place, field) in reader.fields.enumerated() {
      let range = answers[place]
      if range.count > ScriptReader.longestLine {
        long.append((field, range.count))
      } else {
        answered.answer(chunk.extracting(range), field)
      }
    }
    let (record, found) = answered.finish()
    var faults = found
    faults.removeAll { fault in long.contains { $0.field == fault.field } }
    statistics?.take(record)
    if faults.isEmpty, long.isEmpty {
      keep(record)
      return true
    }
    let start = beginFaults()
    for (field, bytes) in long {
      let words =
        "\(form.fields[field].shownName): the line has \(bytes) bytes; "
        + "at most \(ScriptReader.longestLine) are allowed"
      sayWords(Bytes(text: words), field, line(of: field, reader, cursor))
    }
    for fault in faults {
      let place = fault.field.flatMap { reader.fields.firstIndex(of: $0) }
      let text = place.map { Bytes(chunk.extracting(answers[$0])) }
      say(
        fault, cursor.recordLine + (place ?? 0),
        text ?? fault.field.map { record.values[$0].text } ?? [], in: record)
    }
    reject(start, chunk.extracting(cursor.record), nil, isReadable: true)
    return true
  }

  private func line(of field: Int, _ reader: LinesReader, _ cursor: Cursor) -> Int {
    cursor.recordLine + (reader.fields.firstIndex(of: field) ?? 0)
  }

  /// A byte that is no UTF-8 is named by its own line and its place there.
  private func sayUnreadable(_ fault: SourceFault, _ cursor: Cursor, _ chunk: Span<UInt8>) {
    guard case .invalidUTF8(let byte, let column) = fault else {
      return sayUnreadable(Bytes(text: fault.words), cursor.recordLine)
    }
    var line = cursor.recordLine
    var start = cursor.record.lowerBound
    let place = start + column - 1
    for i in start..<place where chunk[i] == 0x0A {
      line += 1
      start = i + 1
    }
    sayUnreadable(
      Bytes(text: SourceFault.invalidUTF8(byte, column: place - start + 1).words), line)
  }

  // MARK: Right ones

  private func keep(_ record: Record) {
    if let handOver { return handOver(record) }
    guard encoder != nil else { return }
    encoder?.write(record, into: &result.right)
    noteEnd()
  }

  private func noteEnd() { if needsEnds { result.ends.append(result.right.count) } }

  // MARK: Wrong ones

  /// Where the reasons of a wrong record begin, each a line of the report.
  private func beginFaults() -> Int {
    result.counts.wrong += 1
    rejects?.beginReasons()
    return result.report.count
  }

  private func say(_ fault: RecordFault, _ line: Int, _ text: Bytes, in record: Record? = nil) {
    guard note(fault.field) else { return }
    report.putPlace(line, into: &result.report)
    let start = result.report.count
    report.putWords(fault, text, in: record, into: &result.report)
    rejects?.addReason(result.report, from: start)
    result.report.append(0x0A)
  }

  private func sayUnreadable(_ words: Bytes, _ line: Int) { sayWords(words, nil, line) }

  private func sayWords(_ words: Bytes, _ field: Int?, _ line: Int) {
    guard note(field) else { return }
    report.putPlace(line, into: &result.report)
    let start = result.report.count
    result.report.append(contentsOf: words)
    rejects?.addReason(result.report, from: start)
    result.report.append(0x0A)
  }

  /// Says what is wrong with a file, or with its header, as a whole.
  func sayOfFile(_ words: String, line: Int) {
    result.clear()
    sayWords(Bytes(text: words), nil, line)
  }

  /// Says a fault of a record whose values were found plainly.
  private func sayPlainly(
    _ fault: borrowing Fault, _ field: Int, _ recordLine: Int, _ kind: ValueKind,
    _ text: Span<UInt8>
  ) {
    let isAnswer = source == .text(.lines)
    let line = isAnswer ? recordLine + field : recordLine
    if hasEnough { return }
    if report.putKept(fault, field, line, text, into: &result.report) {
      _ = note(field)
      return
    }
    let found = RecordFault(field: field, copy fault)
    let value = Value(kind, Bytes(text))
    if isAnswer {
      say(found, line, value.text)
    } else {
      say(told(found, value), line, self.text(of: value, found))
    }
  }

  /// Counts a fault; false when no more may be said.
  private func note(_ field: Int?) -> Bool {
    if hasEnough { return false }
    faultsLeft -= 1
    if let field { result.counts.byField[field] += 1 } else { result.counts.others += 1 }
    return true
  }

  private func reject(_ start: Int, _ raw: Span<UInt8>, _ record: Record?, isReadable: Bool) {
    rejects?.put(raw, record, isReadable: isReadable, into: &result.rejects)
  }
}

extension SourceFault {
  /// Whether a row cannot be put before another cell: where it would end is not clear.
  var breaksRow: Bool {
    switch self {
    case .openQuote, .textAfterQuote: true
    default: false
    }
  }
}
