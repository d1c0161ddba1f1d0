// CSV and TSV: a header, then a row a record; RFC 4180 but for the line end.

public import Forms

/// What stands between the cells of a row.
public enum Separator: UInt8, Sendable {
  /// CSV.
  case comma = 0x2C
  /// TSV; cells are quoted as in CSV.
  case tab = 0x09
}

/// What stands behind each row.
public enum LineEnd: Sendable {
  /// LF: that of new files.
  case lf
  /// CR LF.
  case crlf
  /// CR alone, as old files have it.
  case cr

  /// Its bytes.
  public var bytes: Bytes {
    switch self {
    case .lf: [0x0A]
    case .crlf: [0x0D, 0x0A]
    case .cr: [0x0D]
    }
  }
}

/// Writes records as rows of cells.
///
/// No value (absent or null) is an empty cell and the empty text is `""`. A cell is quoted only where it must be:
/// when it holds the separator, a quote, CR or LF, or begins with a byte order mark; else it is written unchanged.
/// Members that the form does not know have no column.
public struct TableWriter: RecordWriter {
  private let names: [Bytes]
  private let order: [Int]
  private let separator: UInt8
  private let lineEnd: Bytes

  /// A writer for a form.
  ///
  /// `columns` are the places of the fields in the order of the file's columns; the form's order when nil.
  public init(
    _ form: Form, separator: Separator, columns: [Int]? = nil, lineEnd: LineEnd = .lf
  ) {
    order = columns ?? Array(form.fields.indices)
    names = order.map { form.fields[$0].name }
    self.separator = separator.rawValue
    self.lineEnd = lineEnd.bytes
  }

  /// Writes the header.
  public func begin(into out: inout Bytes) {
    for (i, name) in names.enumerated() {
      if i > 0 { out.append(separator) }
      out.write(most: name.count * 2 + 3) { pen in
        putText(name.span, &pen)
      }
    }
    out.append(contentsOf: lineEnd)
  }

  /// Writes a row.
  public func write(_ record: Record, into out: inout Bytes) {
    let values = record.values.span
    var most = lineEnd.count
    // Every byte may be a quote, which is doubled; quotes and separator besides.
    for i in values.indices { most += values[i].text.count * 2 + 3 }
    let separator = separator
    out.write(most: most) { pen in
      for column in order.indices {
        if column > 0 { pen.put(separator) }
        putCell(values[order[column]].kind, values[order[column]].text.span, &pen)
      }
      pen.put(lineEnd.span)
    }
  }

  /// Whether a row of bare cells under this header is what is written of it.
  func writesAsRead(_ header: TableHeader?, _ format: SourceFormat) -> Bool {
    guard let header, header.isExact, format.separator?.rawValue == separator else { return false }
    return header.fields.elementsEqual(order.map { Optional($0) }) && lineEnd == LineEnd.lf.bytes
  }

  /// Writes a plain record; an empty cell is no value.
  func write(plain bytes: Span<UInt8>, _ cells: Span<PlainCell>, into out: inout Bytes) {
    var most = lineEnd.count
    for i in cells.indices { most += (cells[i].end - cells[i].start) * 2 + 3 }
    let separator = separator
    out.write(most: most) { pen in
      for column in order.indices {
        if column > 0 { pen.put(separator) }
        let cell = cells[order[column]]
        if cell.start < cell.end { putText(bytes.extracting(cell.start..<cell.end), &pen) }
      }
      pen.put(lineEnd.span)
    }
  }

  @inline(__always)
  private func putCell(_ kind: ValueKind, _ text: Span<UInt8>, _ pen: inout Pen) {
    switch kind {
    case .absent, .null: break
    case .number, .boolean: pen.put(text)
    case .text, .list, .object: putText(text, &pen)
    }
  }

  @inline(__always)
  private func putText(_ text: Span<UInt8>, _ pen: inout Pen) {
    let separator = separator
    // 0xEF begins a byte order mark.
    if !text.isEmpty, text[0] != 0xEF,
      pen.putPlain(
        text,
        { word in
          EightBytes.find(UInt8(ascii: "\""), in: word) | EightBytes.find(separator, in: word)
            | EightBytes.find(0x0A, in: word) | EightBytes.find(0x0D, in: word)
        })
    {
      return
    }
    putQuoted(text, &pen)
  }

  /// A cell that is empty, or may need quotes.
  @inline(never)
  private func putQuoted(_ text: Span<UInt8>, _ pen: inout Pen) {
    let quote = UInt8(ascii: "\"")
    guard text.isEmpty || text.begins(with: byteOrderMark.span) || mustBeQuoted(text) else {
      return pen.put(text)
    }
    pen.put(quote)
    for i in text.indices {
      if text[i] == quote { pen.put(quote) }
      pen.put(text[i])
    }
    pen.put(quote)
  }

  private func mustBeQuoted(_ text: Span<UInt8>) -> Bool {
    for i in text.indices {
      switch text[i] {
      case UInt8(ascii: "\""), 0x0A, 0x0D, separator: return true
      default: continue
      }
    }
    return false
  }
}

/// U+FEFF in UTF-8, which some programs put before a text.
let byteOrderMark: Bytes = [0xEF, 0xBB, 0xBF]
