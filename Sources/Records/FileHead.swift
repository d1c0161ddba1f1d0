// What the beginning of a file tells of all of it: a fault of the file is said once, not a fault a record.

import Forms
public import JSONText

/// Why no record of a file can be judged.
public enum FileFault: Error, Sendable, Equatable {
  /// The bytes are no UTF-8 text.
  case foreign(ForeignText, line: Int, column: Int)
  /// The file holds another format than it is read as.
  case format(SourceFormat)
  /// The lines end in CR alone, where a line ends in LF.
  case loneReturns
  /// One JSON value over several lines, an array or an object, not one a line.
  case spread(isArray: Bool)
  /// The file is empty, or its first line is.
  case noHeader
  /// The first line is a record.
  case recordInPlaceOfHeader
  /// The header stands further down, in this line.
  case headerBelow(line: Int)
  /// The header is no row.
  case header(SourceFault)
  /// The cells are separated by this byte.
  case separator(UInt8)
  /// The header does not fit the form; it tells how.
  case columns
  /// Every row has another number of cells than the header; the last of each may be empty.
  case cells(header: Int, rows: Int, endsEmpty: Bool)
}

extension FileFault {
  /// Whether it lies in how columns and form fit, which the header tells better.
  var isOfColumns: Bool {
    switch self {
    case .columns, .cells: true
    default: false
    }
  }
}

/// Looks at the beginning of a file.
struct FileHead {
  /// So many rows behind the header are looked at.
  private static let mostRows = 50

  let form: Form
  let format: SourceFormat
  /// Whether nothing follows.
  let isWhole: Bool

  /// The fault of a file that holds no table.
  func fault(lines head: Span<UInt8>) -> FileFault? {
    if let foreign = foreign(head) { return foreign }
    if head.isEmpty { return nil }
    let hasFeed = head.firstPlace(of: 0x0A, from: 0) < head.count
    if !hasFeed, head.firstPlace(of: 0x0D, from: 0) + 1 < head.count { return .loneReturns }
    guard format == .json else { return nil }
    let line = firstLine(head)
    // A line that the head cuts off tells nothing.
    guard !line.isEmpty, isWhole || hasFeed, let fault = JSONLineReader.fault(of: line.span),
      fault.kind != .expectedObject || !isJSON(line)
    else { return nil }
    if !isAlone(line, head) {
      if line[0] == UInt8(ascii: "["), isCutOff(line) { return .spread(isArray: true) }
      if line[0] == UInt8(ascii: "{"), line.count == 1 { return .spread(isArray: false) }
    }
    for other: SourceFormat in [.csv, .tsv] where matches(head, other) > 0 { return .format(other) }
    return nil
  }

  /// The fault of a table; `header` is what its first row says, nil where it is no row.
  func fault(
    table head: Span<UInt8>, _ separator: Separator, _ header: TableHeader?
  ) -> FileFault? {
    if let foreign = foreign(head) { return foreign }
    if head.isEmpty { return .noHeader }
    let found = matches(header)
    if found == 0, head[0] == UInt8(ascii: "{"), isJSON(firstLine(head)) { return .format(.json) }
    if let other = otherSeparator(head, separator.rawValue, found, header) {
      return .separator(other)
    }
    guard let header else { return .header(.openQuote) }
    if found == 0, !header.isJudged {
      if let below = headerBelow(head, separator.rawValue) { return .headerBelow(line: below) }
      if isRecord(head, separator.rawValue) { return .recordInPlaceOfHeader }
      if header.fields.count == 1, firstLine(head).isEmpty { return .noHeader }
    }
    if !header.isJudged { return .columns }
    return cells(head, separator.rawValue, header)
  }

  /// Bytes that are no UTF-8, with their place.
  func foreign(_ head: Span<UInt8>) -> FileFault? {
    guard let found = ForeignText(head) else { return nil }
    guard case .windows1252(_, let offset) = found else {
      return .foreign(found, line: 0, column: 0)
    }
    var line = 1
    var start = 0
    for i in 0..<offset where head[i] == 0x0A {
      line += 1
      start = i + 1
    }
    return .foreign(found, line: line, column: offset - start + 1)
  }

  // MARK: JSON

  /// The first line that is not blank, without white space around it.
  private func firstLine(_ head: Span<UInt8>) -> Bytes {
    var start = 0
    while start < head.count, head[start] <= 0x20 { start += 1 }
    var end = head.firstPlace(of: 0x0A, from: start)
    while end > start, head[end - 1] <= 0x20 { end -= 1 }
    return Bytes(head.extracting(start..<end))
  }

  /// Whether nothing but white space follows the first line.
  private func isAlone(_ line: Bytes, _ head: Span<UInt8>) -> Bool {
    var count = 0
    for i in 0..<head.count where head[i] > 0x20 { count += 1 }
    for byte in line where byte > 0x20 { count -= 1 }
    return count == 0
  }

  /// Whether a line is one JSON value.
  private func isJSON(_ line: Bytes) -> Bool {
    !line.isEmpty && (try? countJSONValues(in: line.span)) != nil
  }

  private func isCutOff(_ line: Bytes) -> Bool {
    do {
      _ = try countJSONValues(in: line.span)
      return false
    } catch {
      return error.isAtEnd
    }
  }

  // MARK: Tables

  /// How many columns of the first row are fields, or nearly.
  private func matches(_ header: TableHeader?) -> Int {
    guard let header else { return 0 }
    let exact = header.fields.count { $0 != nil }
    return exact + header.unknown.count { $0.meant != nil }
  }

  private func matches(_ head: Span<UInt8>, _ other: SourceFormat) -> Int {
    guard let separator = other.separator else { return 0 }
    var scanner = TableScanner(separator: separator.rawValue)
    let header = scanner.row(head).map { TableHeader($0, form) }
    return (header?.fields.count ?? 0) > 1 || form.fields.count == 1 ? matches(header) : 0
  }

  /// Another separator that fits the first row better; where names fit by none, one that makes columns at all.
  private func otherSeparator(
    _ head: Span<UInt8>, _ own: UInt8, _ found: Int, _ header: TableHeader?
  ) -> UInt8? {
    if let header, header.isJudged, header.fields.count > 1 { return nil }
    var best: (separator: UInt8, matches: Int)?
    var onlyOne: UInt8?
    for other in [UInt8(ascii: ";"), 0x09, UInt8(ascii: ","), UInt8(ascii: "|")] where other != own
    {
      var scanner = TableScanner(separator: other)
      guard let names = scanner.row(head), names.count > 1 else { continue }
      let fits = matches(TableHeader(names, form))
      if fits > max(found, best?.matches ?? 0) { best = (other, fits) }
      // The next row has as many cells: no comma of a sentence.
      if names.count == form.fields.count, scanner.row(head)?.count == names.count {
        onlyOne = onlyOne ?? other
      }
    }
    if let best { return best.separator }
    return header == nil || header?.fields.count == 1 ? onlyOne : nil
  }

  /// The line of a row below that has the columns of a header.
  private func headerBelow(_ head: Span<UInt8>, _ separator: UInt8) -> Int? {
    var scanner = TableScanner(separator: separator)
    for _ in 0..<20 {
      guard scanner.offset < head.count else { return nil }
      let line = scanner.lines + 1
      guard let names = scanner.row(head) else { return nil }
      let header = TableHeader(names, form)
      let matches = header.fields.count(where: { $0 != nil })
      if header.isJudged, matches * 2 > form.fields.count { return line }
    }
    return nil
  }

  /// Whether the first row is a right record, in the form's order.
  private func isRecord(_ head: Span<UInt8>, _ separator: UInt8) -> Bool {
    var scanner = TableScanner(separator: separator)
    guard let cells = scanner.row(head), cells.count == form.fields.count else { return false }
    var value = Value.absent
    var tells = false
    for (cell, field) in zip(cells, form.fields) where !cell.isEmpty {
      field.cell(cell.span, isQuoted: false, into: &value)
      if field.judge(stored: value, form.rules) != nil { return false }
      if value.kind != .text || !field.declaration.constraints.isEmpty { tells = true }
    }
    return tells
  }

  /// Whether all of the first rows have the same number of cells, and another than the header.
  private func cells(
    _ head: Span<UInt8>, _ separator: UInt8, _ header: TableHeader
  ) -> FileFault? {
    var scanner = TableScanner(separator: separator)
    guard let names = scanner.row(head) else { return nil }
    var count: Int?
    var rows = 0
    var endsEmpty = true
    while scanner.offset < head.count, rows < FileHead.mostRows {
      guard let cells = scanner.row(head) else { return nil }
      if names.count != 1, cells == [[]] { continue }
      // A row that the head cuts off tells nothing.
      if scanner.offset == head.count, !isWhole { break }
      if cells.count == names.count || count ?? cells.count != cells.count { return nil }
      count = cells.count
      rows += 1
      endsEmpty = endsEmpty && cells.last?.isEmpty ?? false
    }
    guard let count, rows > 1 else { return nil }
    return .cells(header: names.count, rows: count, endsEmpty: endsEmpty)
  }
}

extension JSONLineReader {
  /// What is wrong with a line; nil where it is a record.
  fileprivate static func fault(of line: Span<UInt8>) -> JSONFault? {
    var reader = JSONLineReader()
    return reader.read(line)
  }
}

extension Span<UInt8> {
  /// The first place of a byte from an offset on; the count of bytes where there is none.
  fileprivate func firstPlace(of byte: UInt8, from start: Int) -> Int {
    for i in start..<Swift.max(start, count) where self[i] == byte { return i }
    return count
  }
}
