// Wrong records, as they were, each with the reasons in a last column.

internal import Forms
internal import JSONText
internal import Records

/// Writes wrong records with their reasons.
///
/// - A row keeps its bytes and gets a last cell; one with too few cells gets empty ones before it, and one whose
///   quotes are broken becomes the text of the first cell.
/// - A JSON object keeps its bytes and gets a last member; any other line becomes `{"line":"…","reason":"…"}`.
/// - Answers keep their lines, as many as a record has, and one more line follows with the reasons.
/// - Records of a database are written as `-o` would, with the reasons behind.
///
/// The column and the member are called `reason`, or `reason2` and so on where that name is taken. The reasons of an
/// earlier check are replaced.
struct CheckRejects {
  private let form: Form
  private let format: CheckPlan.RejectsFormat
  private var writer: CheckEncoder?
  private var columns: Int
  /// Whether rows have a last cell with the reasons of an earlier check.
  private var hasFormerReasons = false
  private var name = Bytes(text: "reason")
  private var reasons: Bytes = []
  private var scratch: Bytes = []

  init(_ form: Form, _ format: CheckPlan.RejectsFormat) {
    self.form = form
    self.format = format
    columns = form.fields.count
  }

  /// Begins a file: its header tells the columns.
  ///
  /// - Returns: the header of the wrong records, the names and how their lines end.
  mutating func begin(_ chunks: ChunkReader) -> Bytes {
    writer = nil
    guard case .rows(let separator) = format, let header = chunks.header else {
      name = ReasonColumn.name(besides: { _ in false }, form)
      return []
    }
    hasFormerReasons = header.reasons != nil
    columns = max(1, header.fields.count - (hasFormerReasons ? 1 : 0))
    name =
      header.reasons
      ?? ReasonColumn.name(besides: { taken in header.unknown.contains { $0.name == taken } }, form)
    var out: Bytes = []
    let row = chunks.headerBytes
    put(row: row.span, name, separator, into: &out)
    return out
  }

  /// Begins the rows of a database.
  mutating func beginDatabase() -> Bytes {
    name = ReasonColumn.name(besides: { _ in false }, form)
    columns = form.fields.count
    hasFormerReasons = false
    guard case .rows(let separator) = format else {
      writer = CheckEncoder(JSONRecordWriter(form))
      return []
    }
    let table = TableWriter(form, separator: separator)
    writer = CheckEncoder(table)
    var header: Bytes = []
    table.begin(into: &header)
    var out: Bytes = []
    put(row: header.span, name, separator, into: &out)
    return out
  }

  // MARK: Reasons

  mutating func beginReasons() { reasons.removeAll(keepingCapacity: true) }

  /// Adds the last bytes of a text to the reasons of the record.
  mutating func addReason(_ text: Bytes, from start: Int) {
    if !reasons.isEmpty { reasons.put("; ") }
    reasons.append(contentsOf: text[start...])
  }

  // MARK: Records

  /// Writes a wrong record; `raw` are its bytes with their line end, if it has one.
  mutating func put(
    _ raw: Span<UInt8>, _ record: Record?, isReadable: Bool, into out: inout Bytes
  ) {
    scratch.removeAll(keepingCapacity: true)
    if var writer, let record {
      writer.write(record, into: &scratch)
      self.writer = writer
    } else {
      scratch.put(raw)
    }
    let row = scratch
    switch format {
    case .rows(let separator):
      if isReadable {
        put(row: row.span, reasons, separator, into: &out)
      } else {
        putBroken(row.span, separator, into: &out)
      }
    case .json: put(line: row.span, record, into: &out)
    case .lines: put(answers: row.span, into: &out)
    }
  }

  /// How many cells a row has, and where the separator before the last one stands.
  private func cells(_ row: Span<UInt8>, _ separator: Separator) -> (count: Int, last: Int) {
    var count = 1
    var last = 0
    var isQuoted = false
    var isStart = true
    for i in 0..<row.count {
      let byte = row[i]
      if byte == UInt8(ascii: "\""), isQuoted || isStart {
        // A doubled quote closes and opens again.
        isQuoted.toggle()
      } else if byte == separator.rawValue, !isQuoted {
        count += 1
        last = i
        isStart = true
        continue
      }
      isStart = isQuoted == false && byte == UInt8(ascii: "\"")
    }
    return (count, last)
  }

  private func put(
    row: Span<UInt8>, _ last: Bytes, _ separator: Separator, into out: inout Bytes
  ) {
    let end = CheckRejects.contentEnd(row)
    let cells = cells(row, separator)
    let isCut = hasFormerReasons && cells.count == columns + 1
    out.put(row.extracting(0..<(isCut ? cells.last : end)))
    for _ in 0..<max(0, columns - cells.count) { out.append(separator.rawValue) }
    out.append(separator.rawValue)
    putCell(last, separator, into: &out)
    if end == row.count { out.append(0x0A) } else { out.put(row.extracting(end...)) }
  }

  /// A row that has no end of its own: all of it as the text of one cell.
  private func putBroken(_ row: Span<UInt8>, _ separator: Separator, into out: inout Bytes) {
    let end = CheckRejects.contentEnd(row)
    out.append(UInt8(ascii: "\""))
    for i in 0..<end {
      if row[i] == UInt8(ascii: "\"") { out.append(row[i]) }
      out.append(row[i])
    }
    out.append(UInt8(ascii: "\""))
    for _ in 0..<columns { out.append(separator.rawValue) }
    putCell(reasons, separator, into: &out)
    if end == row.count { out.append(0x0A) } else { out.put(row.extracting(end...)) }
  }

  private func putCell(_ text: Bytes, _ separator: Separator, into out: inout Bytes) {
    let quote = UInt8(ascii: "\"")
    let mustBeQuoted = text.contains {
      $0 == quote || $0 == separator.rawValue || $0 == 0x0A || $0 == 0x0D
    }
    guard mustBeQuoted else {
      out.append(contentsOf: text)
      return
    }
    out.append(quote)
    for byte in text {
      if byte == quote { out.append(quote) }
      out.append(byte)
    }
    out.append(quote)
  }

  private func put(line: Span<UInt8>, _ record: Record?, into out: inout Bytes) {
    let end = CheckRejects.contentEnd(line)
    var last = end
    while last > 0, line[last - 1] <= 0x20 { last -= 1 }
    guard let record, last > 0, line[last - 1] == UInt8(ascii: "}") else {
      out.put("{\"line\":")
      // What is no UTF-8 cannot stand in JSON.
      let text = Bytes(text: String(decoding: Bytes(line.extracting(0..<end)), as: UTF8.self))
      appendJSONString(text.span, to: &out)
      out.put(",")
      return putMember(name, into: &out)
    }
    out.put(line.extracting(0..<(last - 1)))
    let isEmpty = record.extras.isEmpty && record.values.allSatisfy { $0.kind == .absent }
    if !isEmpty { out.append(UInt8(ascii: ",")) }
    let free =
      record.extras.isEmpty
      ? name
      : ReasonColumn.name(
        besides: { taken in record.extras.contains { $0.name == taken } }, form)
    putMember(free, into: &out)
  }

  private func putMember(_ name: Bytes, into out: inout Bytes) {
    appendJSONString(name.span, to: &out)
    out.put(":")
    appendJSONString(reasons.span, to: &out)
    out.put("}\n")
  }

  private func put(answers: Span<UInt8>, into out: inout Bytes) {
    out.put(answers)
    var lines = 0
    for i in 0..<answers.count where answers[i] == 0x0A { lines += 1 }
    if answers.count > 0, answers[answers.count - 1] != 0x0A {
      out.append(0x0A)
      lines += 1
    }
    // A record that the file ends in gets the lines that it misses, so that the others keep their places.
    let wanted = form.fields.count { $0.isAskable }
    for _ in 0..<max(0, wanted - lines) { out.append(0x0A) }
    out.append(contentsOf: reasons)
    out.append(0x0A)
  }

  /// Where the line end begins that closes a record's bytes.
  private static func contentEnd(_ bytes: Span<UInt8>) -> Int {
    var end = bytes.count
    if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
