import Foundation
import TestSupport
import Testing

/// A row of a case file: texts with the verdict of each field.
struct BankRow {
  let id: String
  /// The text as others wrote it.
  let input: String
  private let members: [String: Any]

  /// A verdict in words, such as `accept`; nil when it is no text.
  func words(_ name: String) -> String? { members[name] as? String }

  /// A verdict that is true or false.
  func bool(_ name: String) -> Bool? { members[name] as? Bool }

  /// A verdict that is a whole number.
  func integer(_ name: String) -> Int? {
    (members[name] as? NSNumber).flatMap { members[name] is String ? nil : $0.intValue }
  }

  /// Whether the text can stand in one line of a script; what ends a line cannot.
  var isOneLine: Bool {
    !input.utf8.contains(10) && input.utf8.last != 13
  }

  /// The text without outer spaces and tabs, which a typed text loses.
  var trimmed: String {
    let scalars = Array(input.unicodeScalars)
    func isOuter(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    let start = scalars.firstIndex { !isOuter($0) } ?? scalars.count
    let end = scalars.lastIndex { !isOuter($0) }.map { $0 + 1 } ?? start
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }

  /// Whether one of its characters has more scalars than a character limit allows in one.
  var hasEndlessCharacter: Bool { input.contains { $0.unicodeScalars.count > 64 } }

  /// Whether it has a character of C0 or C1, or DEL.
  var hasControl: Bool {
    input.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The rows of a file of JSON lines among the tests' cases.
  static func rows(of path: String) throws -> [BankRow] {
    let tests = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try Data(contentsOf: tests.appendingPathComponent(path))
    return try text.split(separator: 10).map { line in
      let members = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      let id = try #require(members["id"] as? String)
      return BankRow(id: id, input: try #require(members["input"] as? String), members: members)
    }
  }
}

/// Many texts in one script: what becomes of each is known by its line and its record.
struct BankBatch {
  private var lines: [String] = []
  /// The line of each text, by its place in the batch, and whether it must be refused.
  private var texts: [(line: Int, id: String, isRefused: Bool)] = []
  private var expected: [String] = []

  /// Adds a text for a field.
  ///
  /// - Parameters:
  ///   - text: the line, as an answer whatever it says; the empty text is an empty line.
  ///   - id: named when it goes wrong.
  ///   - before: right answers that lead to the field.
  ///   - after: what leads from the accepted answer to a record.
  ///   - record: the record then, without its line feed; nil when the text must be refused.
  mutating func add(
    _ text: String, _ id: String, before: [String] = [], after: [String] = [], record: String?
  ) {
    lines += before
    lines.append(text.isEmpty ? "" : "\\" + text)
    texts.append((lines.count, id, record == nil))
    lines += record == nil ? [".clear all"] : after
    if let record { expected.append(record) }
  }

  /// Runs the program once and compares every verdict and every record, byte by byte.
  ///
  /// - Returns: the records, to be checked again.
  @discardableResult
  func run(_ form: String, _ field: String, in folder: TemporaryFolder? = nil) throws -> String {
    let outcome = try Bank.fill([form], lines, in: folder?.url)
    // By bytes: a combining mark at the start of a text is one character with the space before it.
    let start = Array(": \(field): ".utf8)
    let refused = Set(
      outcome.errorBytes.split(separator: 10).compactMap { message -> Int? in
        guard message.starts(with: "stdin:".utf8) else { return nil }
        let rest = message.dropFirst(6)
        let number = rest.prefix { $0 != UInt8(ascii: ":") }
        guard rest.dropFirst(number.count).starts(with: start) else { return nil }
        return Int(String(decoding: number, as: UTF8.self))
      })
    for (line, id, isRefused) in texts {
      #expect(refused.contains(line) == isRefused, "\(id) in line \(line)")
    }
    #expect(refused.subtracting(texts.map(\.line)).isEmpty)
    let records = outcome.outputBytes.split(separator: 10)
    #expect(records.count == expected.count)
    // One difference is enough: those after it follow from it.
    if let (found, wanted) = zip(records, expected).first(where: { !$0.elementsEqual($1.utf8) }) {
      Issue.record("\(String(decoding: found, as: UTF8.self)) instead of \(wanted)")
    }
    // Nothing that came in reaches the person's terminal as it stands.
    #expect(!Bank.hasControls(outcome.error))
    #expect(outcome.ending == .exited(texts.contains(where: \.isRefused) ? 1 : 0))
    let check = try Program.run(
      ["check", form, "-", "--from", "jsonl"], input: .redirected(outcome.outputBytes),
      in: folder?.url)
    #expect(check.ending == .exited(0), "\(check.error)")
    return outcome.output
  }
}
