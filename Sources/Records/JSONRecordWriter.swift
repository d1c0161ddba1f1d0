// JSON Lines: one object a line, in the order of the form, without spaces.

public import Forms
import JSONText

/// Writes records as JSON Lines.
///
/// Numbers keep their digits, null and absent are two things (absent: the key is left out), members
/// that the form does not know follow the fields.
public struct JSONRecordWriter: RecordWriter {
  /// `"name":` for each field, one after the other.
  private let keys: Bytes
  /// Where each field's key ends in `keys`.
  private let ends: [Int]
  private let lineEnd: Bytes

  /// A writer for a form; an existing file keeps its own line ends.
  public init(_ form: Form, lineEnd: LineEnd = .lf) {
    var keys: Bytes = []
    var ends: [Int] = []
    for field in form.fields {
      let name = field.name
      appendJSONString(name.span, to: &keys)
      keys.append(UInt8(ascii: ":"))
      ends.append(keys.count)
    }
    self.keys = keys
    self.ends = ends
    self.lineEnd = lineEnd.bytes
  }

  /// Writes an object.
  public func write(_ record: Record, into out: inout Bytes) {
    let values = record.values.span
    var most = keys.count + 4
    // A byte becomes six at most (\u0000); quotes and comma besides.
    for i in values.indices { most += values[i].text.count * 6 + 8 }
    out.write(most: most) { pen in
      var mark = UInt8(ascii: "{")
      var start = 0
      for i in values.indices {
        let end = ends[i]
        defer { start = end }
        if values[i].kind == .absent { continue }
        pen.put(mark)
        mark = UInt8(ascii: ",")
        pen.put(keys.span.extracting(start..<end))
        JSONRecordWriter.put(values[i].kind, values[i].text.span, &pen)
      }
      if mark == UInt8(ascii: "{") { pen.put(mark) }
      if record.extras.isEmpty {
        pen.put(UInt8(ascii: "}"))
        pen.put(lineEnd.span)
      }
    }
    if !record.extras.isEmpty { writeExtras(of: record, into: &out) }
  }

  /// Whether lines end with a line feed alone.
  var endsLinesPlainly: Bool { lineEnd == LineEnd.lf.bytes }

  /// A writer of the same lines for plain records.
  func plainWriter(_ plain: PlainRecords) -> PlainJSONWriter {
    PlainJSONWriter(keys: keys, ends: ends, plain, lineEnd: lineEnd)
  }

  @inline(__always)
  private static func put(_ kind: ValueKind, _ text: Span<UInt8>, _ pen: inout Pen) {
    switch kind {
    case .text:
      pen.put(UInt8(ascii: "\""))
      let isPlain = pen.putPlain(text) { word in
        EightBytes.findBelow(0x20, in: word) | EightBytes.find(UInt8(ascii: "\""), in: word)
          | EightBytes.find(UInt8(ascii: "\\"), in: word) | EightBytes.findHidden(in: word)
      }
      if !isPlain { putEscaped(text, &pen) }
      pen.put(UInt8(ascii: "\""))
    case .null, .absent: putNull(&pen)
    case .number, .boolean: pen.put(text)
    case .list, .object: putParts(text, &pen)
    }
  }

  private static func putNull(_ pen: inout Pen) {
    for byte in "null".utf8 { pen.put(byte) }
  }

  /// The text within its quotes, for one that has something to escape.
  @inline(never)
  static func putEscaped(_ text: Span<UInt8>, _ pen: inout Pen) {
    var quoted: Bytes = []
    appendJSONString(text, to: &quoted)
    pen.put(quoted.span.extracting(1..<quoted.count - 1))
  }

  /// A list or an object, as it was read.
  @inline(never)
  private static func putParts(_ text: Span<UInt8>, _ pen: inout Pen) {
    var out: Bytes = []
    appendJSONText(text, to: &out)
    pen.put(out.span)
  }

  private func writeExtras(of record: Record, into out: inout Bytes) {
    for extra in record.extras {
      if out.last != UInt8(ascii: "{") { out.append(UInt8(ascii: ",")) }
      appendJSONString(extra.name.span, to: &out)
      out.append(UInt8(ascii: ":"))
      switch extra.value.kind {
      case .text: appendJSONString(extra.value.text.span, to: &out)
      case .null, .absent: appendJSONWord(nil, to: &out)
      case .number, .boolean, .list, .object: appendJSONText(extra.value.text.span, to: &out)
      }
    }
    out.append(UInt8(ascii: "}"))
    out.append(contentsOf: lineEnd)
  }
}
