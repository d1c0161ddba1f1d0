// JSON Lines: one JSON value a line, an object a record.

public import Forms
import JSONText

/// Reads JSON Lines; members that the form does not know become the record's extras.
///
/// A key that stands twice in an object is a fault; a line with nothing but white space is passed over. What a
/// record has at most bounds the memory that it takes.
public struct JSONRecordReader: RecordReader {
  private let form: Form
  private let names: [Bytes]
  private var reader: JSONLineReader
  private var scratch: Bytes = []
  /// In which record each field was met last; counted by `count`.
  private var met: [Int]
  private var count = 0

  /// A reader for a form.
  public init(_ form: Form) {
    self.form = form
    reader = JSONLineReader(memberLimit: max(mostJSONMembers, form.fields.count * 2))
    names = form.fields.map { $0.name }
    met = Array(repeating: 0, count: form.fields.count)
  }

  /// Reads a line.
  public mutating func next(
    _ chunk: Span<UInt8>, _ cursor: inout Cursor, into record: inout Record
  ) -> Reading {
    var start = cursor.offset
    var end = start
    repeat {
      start = cursor.offset
      cursor.recordLine = cursor.line
      guard start < chunk.count else {
        cursor.record = start..<start
        return .end
      }
      end = chunk.lineEnd(from: start)
      cursor.offset = min(end + 1, chunk.count)
      cursor.line += 1
    } while JSONRecordReader.isBlank(chunk.extracting(start..<end))
    cursor.record = start..<cursor.offset
    let line = chunk.extracting(start..<end)
    if let fault = reader.read(line) {
      return fault.kind == .expectedObject ? JSONRecordReader.other(line) : .fault(.json(fault))
    }
    return take(line, into: &record)
  }

  private static func isBlank(_ line: Span<UInt8>) -> Bool {
    for i in 0..<line.count {
      let byte = line[i]
      if byte != 0x20, byte != 0x09, byte != 0x0D { return false }
    }
    return true
  }

  /// Parts that a line without an object may have.
  private static let mostParts = 1_000_000

  /// A line that holds no object.
  private static func other(_ line: Span<UInt8>) -> Reading {
    do {
      guard try countJSONValues(in: line) <= mostParts else {
        return .fault(.json(JSONFault(.tooMany(limit: mostParts), at: 0)))
      }
      let value = try JSONValue(parsing: Bytes(line))
      let source = Bytes(value.source)
      return switch value.kind {
      case .null: .value(Value(.null))
      case .true, .false: .value(Value(.boolean, source))
      case .number: .value(Value(.number, source))
      case .string: .value(Value(.text, value.stringBytes ?? []))
      case .array: .value(Value(.list, source))
      case .object: .value(Value(.object, source))
      }
    } catch {
      return .fault(.json(error))
    }
  }

  private mutating func take(_ line: Span<UInt8>, into record: inout Record) -> Reading {
    count += 1
    if !record.extras.isEmpty { record.extras.removeAll(keepingCapacity: true) }
    if !record.emptied.isEmpty { record.emptied.removeAll(keepingCapacity: true) }
    var expected = 0
    var found = 0
    for i in reader.members.indices {
      let member = reader.members[i]
      // Members mostly stand in the form's order.
      var field = -1
      if expected < names.count, !member.keyHasEscapes,
        names.span[expected].equals(line.extracting(member.key))
      {
        field = expected
      } else {
        field = place(of: member, in: line)
      }
      guard field >= 0 else {
        record.extras.append(extra(member, in: line))
        continue
      }
      if met[field] == count {
        return .fault(.json(JSONFault(.duplicateKey, at: member.key.lowerBound - 1)))
      }
      met[field] = count
      found += 1
      expected = field + 1
      set(field, member, line, &record)
    }
    if record.extras.count > 1, let second = reader.secondOfEqualKeys(in: line) {
      let offset = reader.members[second].key.lowerBound - 1
      return .fault(.json(JSONFault(.duplicateKey, at: offset)))
    }
    if found < met.count {
      for i in met.indices where met[i] != count { record.clear(i) }
    }
    return .record
  }

  @inline(__always)
  private mutating func set(
    _ field: Int, _ member: JSONLineReader.Member, _ line: Span<UInt8>, _ record: inout Record
  ) {
    if member.valueHasEscapes {
      scratch.removeAll(keepingCapacity: true)
      appendUnescaped(line.extracting(member.value), to: &scratch)
      record.set(field, .text, scratch.span)
    } else {
      let kind = JSONRecordReader.kind(member.kind)
      if kind == .null {
        record.clear(field)
        record.values[field].kind = .null
      } else {
        record.set(field, kind, line.extracting(member.value))
      }
    }
  }

  private func place(of member: JSONLineReader.Member, in line: Span<UInt8>) -> Int {
    if names.count <= 12, !member.keyHasEscapes {
      let key = line.extracting(member.key)
      for i in names.indices where names.span[i].equals(key) { return i }
      return -1
    }
    return form.index(named: key(of: member, in: line)) ?? -1
  }

  private func key(of member: JSONLineReader.Member, in line: Span<UInt8>) -> Bytes {
    var name: Bytes = []
    appendUnescaped(line.extracting(member.key), to: &name)
    return name
  }

  private func extra(_ member: JSONLineReader.Member, in line: Span<UInt8>) -> ExtraMember {
    var text: Bytes = []
    if member.kind == .string {
      appendUnescaped(line.extracting(member.value), to: &text)
    } else if member.kind != .null {
      text.put(line.extracting(member.value))
    }
    return ExtraMember(
      name: key(of: member, in: line), value: Value(JSONRecordReader.kind(member.kind), text))
  }

  private static func kind(_ kind: JSONKind) -> ValueKind {
    switch kind {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string: .text
    case .array: .list
    case .object: .object
    }
  }
}
