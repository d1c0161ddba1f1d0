// The reasons that a check wrote into a wrong object: they are no part of the record when it is checked again.

internal import Forms
internal import JSONText
internal import Records

/// The last member of an object, where it holds the reasons of an earlier check.
enum ReasonMember {
  /// Takes the member out of a record that was read from a line; gives the line without it, nil where it is not there.
  static func remove(from record: inout Record, _ line: Span<UInt8>, _ form: Form) -> Bytes? {
    guard let last = record.extras.last, isOwn(last, record, form),
      let cut = cut(line, last.name)
    else { return nil }
    record.extras.removeLast()
    return cut
  }

  /// Whether a member was written by a check: it has the name, and begins as a reason does, with what is at fault.
  private static func isOwn(_ last: ExtraMember, _ record: Record, _ form: Form) -> Bool {
    guard last.value.kind == .text, last.name.begins(with: Bytes(text: "reason")) else {
      return false
    }
    let others = record.extras.dropLast()
    let name = ReasonColumn.name(besides: { taken in others.contains { $0.name == taken } }, form)
    guard last.name == name else { return false }
    func begins(with name: Bytes) -> Bool {
      last.value.text.begins(with: Bytes(text: Shown.brief(name) + ": "))
    }
    return form.fields.contains { begins(with: $0.name) }
      || others.contains { begins(with: $0.name) }
  }

  /// A line without its last member, if that has this name.
  private static func cut(_ line: Span<UInt8>, _ name: Bytes) -> Bytes? {
    var reader = JSONLineReader()
    guard reader.read(line) == nil, let last = reader.members.last,
      last.hasKey(name.span, in: line)
    else { return nil }
    var end = last.key.lowerBound - 1
    while end > 0, line[end - 1] <= 0x20 || line[end - 1] == UInt8(ascii: ",") { end -= 1 }
    return Bytes(line.extracting(0..<end)) + [UInt8(ascii: "}"), 0x0A]
  }
}
