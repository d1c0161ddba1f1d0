import Foundation
import TestSupport
import Testing

/// Random forms, and random records judged three times: typed in a session, read by `check`, and by rules told here
/// from the specification alone.
enum SoakForms {
  /// A field: its schema, and what the specification says of a value that is there.
  private struct Field {
    var name: String
    var schema: String
    var isNumber = false
    var isRequired: Bool
    var allows: (String) -> Bool
    /// What it may be typed as beside that: a choice is taken in any spelling of its characters.
    var alsoTyped: (String) -> Bool = { _ in false }
    var values: [String]
  }

  /// Patterns, and the same told in code.
  private static let patterns: [(String, @Sendable (String) -> Bool)] = [
    (
      "^[A-Z]{2}-[0-9]+$",
      { text in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 2
          && parts[0].utf8.allSatisfy { (65...90).contains($0) }
          && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (48...57).contains($0) }
      }
    ),
    ("b", { $0.utf8.contains(98) }),
    (
      "^(ab|a)*$",
      { text in
        var rest = Array(text.utf8)[...]
        while rest.first == 97 { rest = rest.dropFirst(rest.dropFirst().first == 98 ? 2 : 1) }
        return rest.isEmpty
      }
    ),
    ("^[^0-9]*$", { !$0.utf8.contains { (48...57).contains($0) } }),
    ("\\\\d$", { $0.unicodeScalars.last.map { ("0"..."9").contains($0) } ?? false }),
  ]

  private static let texts = [
    "a", "ab", "aba", "abab", "b", "AB-1", "AB-12", "ab-1", "kim", "x1", "가나다", "e\u{301}", "é",
    "👩‍💻", "a b", "\"q\"", "a,b", "a;b", "1", "12", "o'k", "=1+1", "ZZ-0099", "\\x", "next", ".show",
    "NULL",
    "12345678901234567890", "ß", "\u{1F1F0}\u{1F1F7}",
  ]
  private static let numbers = [
    "0", "1", "2", "3", "5", "7", "10", "12", "30", "99", "100", "101", "-1", "-5", "-100", "0.5",
    "0.25",
    "0.1", "0.3", "1.5", "2.75", "99.99", "100.01", "1000000", "12345678901234567", "0.30", "1.0",
    "abc",
    "1x", "--1",
  ]

  private static func field(_ number: Int, _ source: inout FuzzSource) -> Field {
    let isRequired = source.chance(40)
    let name = ["n", "kind", "Weight", "a_b", "x9"][number]
    var rules: [String] = []
    var checks: [(String) -> Bool] = []
    if source.chance(50) {
      let isInteger = source.chance(50)
      rules.append("\"type\":\"\(isInteger ? "integer" : "number")\"")
      func decimal(_ text: String) -> Decimal {
        Decimal(string: text, locale: Locale(identifier: "C")) ?? 0
      }
      checks.append { text in
        guard let first = text.utf8.first, first == 45 || (48...57).contains(first),
          !text.dropFirst().contains("-"), text.utf8.allSatisfy({ (45...57).contains($0) })
        else { return false }
        // A whole number may be written with a fraction of nothing: 1.0 is one.
        var value = decimal(text)
        var whole = Decimal()
        NSDecimalRound(&whole, &value, 0, .plain)
        return !isInteger || whole == value
      }
      let low = source.pick(["-100", "0", "0.5", "1", "5"])
      let high = source.pick(["5", "10", "99.99", "100", "1000000"])
      switch source.number(0..<5) {
      case 0:
        rules.append("\"minimum\":\(low)")
        checks.append { decimal($0) >= decimal(low) }
      case 1:
        rules.append("\"exclusiveMinimum\":\(low)")
        checks.append { decimal($0) > decimal(low) }
      case 2:
        rules.append("\"minimum\":\(low),\"maximum\":\(high)")
        checks.append { decimal($0) >= decimal(low) && decimal($0) <= decimal(high) }
      case 3:
        rules.append("\"exclusiveMaximum\":\(high)")
        checks.append { decimal($0) < decimal(high) }
      default: break
      }
      if source.chance(30) {
        let step =
          isInteger ? source.pick(["1", "2", "5"]) : source.pick(["0.01", "0.1", "0.25", "3"])
        rules.append("\"multipleOf\":\(step)")
        checks.append { text in
          var quotient = decimal(text) / decimal(step)
          var whole = Decimal()
          NSDecimalRound(&whole, &quotient, 0, .plain)
          return whole * decimal(step) == decimal(text)
        }
      }
      let all = checks
      return Field(
        name: name, schema: rules.joined(separator: ","), isNumber: true, isRequired: isRequired,
        allows: { text in all.allSatisfy { $0(text) } }, values: numbers)
    }
    if source.chance(25) {
      let choices = (0..<source.number(1..<5)).map { texts[($0 * 7 + number * 3) % texts.count] }
      let listed = choices.map {
        "\""
          + $0.replacingOccurrences(of: "\\", with: "\\\\")
          .replacingOccurrences(of: "\"", with: "\\\"") + "\""
      }
      return Field(
        name: name, schema: "\"enum\":[\(listed.joined(separator: ","))]", isRequired: isRequired,
        allows: { text in choices.contains { $0.utf8.elementsEqual(text.utf8) } },
        alsoTyped: { choices.contains($0) }, values: texts + choices + choices + choices)
    }
    if source.chance(80) { rules.append("\"type\":\"string\"") }
    if source.chance(40) {
      let least = source.number(1..<4)
      rules.append("\"minLength\":\(least)")
      checks.append { $0.unicodeScalars.count >= least }
    }
    if source.chance(40) {
      let most = source.number(3..<9)
      rules.append("\"maxLength\":\(most)")
      checks.append { $0.unicodeScalars.count <= most }
    }
    if source.chance(25) {
      let most = source.number(1..<6)
      rules.append("\"x-maxCharacters\":\(most)")
      checks.append { $0.count <= most }
    }
    if source.chance(40) {
      let (pattern, holds) = source.pick(patterns)
      rules.append("\"pattern\":\"\(pattern)\"")
      checks.append(holds)
    }
    let all = checks
    return Field(
      name: name, schema: rules.joined(separator: ","), isRequired: isRequired,
      allows: { text in all.allSatisfy { $0(text) } }, values: texts)
  }

  /// One form and thirty records; what is refused is the same in all places.
  static func compare(_ round: Int) throws {
    var source = FuzzSource("three judges", round)
    let fields = (0..<source.number(1..<6)).map { field($0, &source) }
    let required = fields.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ",")
    let schema =
      "{\"title\":\"T\",\"type\":\"object\",\"x-finish\":\"next\",\"properties\":{"
      + fields.map { "\"\($0.name)\":{\($0.schema)}" }.joined(separator: ",")
      + "}" + (required.isEmpty ? "" : ",\"required\":[\(required)]") + "}"
    let folder = try TemporaryFolder()
    try folder.write("form.json", schema)
    let records: [[String?]] = (0..<30).map { _ in
      fields.map { source.chance(15) ? nil : source.pick($0.values) }
    }
    var refused: Set<String> = []
    var refusedTyped: Set<String> = []
    for (row, record) in records.enumerated() {
      for (field, value) in zip(fields, record) {
        guard let value, !field.allows(value) else { continue }
        refused.insert("\(row) \(field.name)")
        if !field.alsoTyped(value) { refusedTyped.insert("\(row) \(field.name)") }
      }
    }
    let about = "\(schema)\n"

    // Typed: each answer on a line of its own.
    var lines: [String] = []
    var places: [Int: String] = [:]
    for (row, record) in records.enumerated() {
      for (field, value) in zip(fields, record) {
        guard let value else { continue }
        lines += [".goto \(field.name)", "\\" + value]
        places[lines.count] = "\(row) \(field.name)"
      }
      lines.append(".new")
    }
    let session = try Bank.fill(["form.json"], lines, in: folder.url)
    var typed: Set<String> = []
    for message in session.messages {
      guard message.hasPrefix("stdin:"),
        let number = Int(message.dropFirst(6).prefix { $0 != ":" }),
        let place = places[number]
      else { continue }
      typed.insert(place)
    }
    differ("a session", typed, refusedTyped, records, fields, about + session.error)

    // Stored, in each format of text.
    for format in ["csv", "tsv", "jsonl"] {
      let text = stored(records, fields, format)
      try folder.write("in." + format, text)
      let check = try Program.run(["check", "form.json", "in." + format], in: folder.url)
      #expect([0, 1].map(Ending.exited).contains(check.ending), "\(about)\(text)\(check.error)")
      var found: Set<String> = []
      for message in check.messages where message.hasPrefix("in.") {
        let parts = message.split(separator: ":", maxSplits: 3).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 4, let line = Int(parts[1]) else { continue }
        let row = line - (format == "jsonl" ? 1 : 2)
        guard records.indices.contains(row),
          let index = fields.firstIndex(where: { $0.name == parts[2] })
        else { continue }
        if records[row][index] != nil { found.insert("\(row) \(parts[2])") }
      }
      differ("check of \(format)", found, refused, records, fields, about + text + check.error)
    }
  }

  private static func differ(
    _ place: String, _ found: Set<String>, _ wanted: Set<String>, _ records: [[String?]],
    _ fields: [Field], _ about: @autoclosure () -> String
  ) {
    for one in found.symmetricDifference(wanted).sorted().prefix(3) {
      let parts = one.split(separator: " ")
      let index = fields.firstIndex { $0.name == parts[1] } ?? 0
      let value = records[Int(parts[0]) ?? 0][index] ?? "none"
      Issue.record(
        """
        \(place): \(fields[index].name) = \(value.debugDescription) is \(found.contains(one) ? "refused" : "taken"), \
        which the rules (\(fields[index].schema)) do not say
        \(about())
        """)
    }
  }

  private static func stored(_ records: [[String?]], _ fields: [Field], _ format: String) -> String
  {
    func quoted(_ text: String) -> String {
      "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    func json(_ text: String) -> String {
      "\""
        + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
          of: "\"", with: "\\\"")
        + "\""
    }
    if format == "jsonl" {
      return records.map { record in
        let members = zip(fields, record).compactMap { field, value -> String? in
          guard let value else { return nil }
          let isPlain =
            field.isNumber && value.utf8.allSatisfy { (45...57).contains($0) } && value != "--1"
          return json(field.name) + ":" + (isPlain ? value : json(value))
        }
        return "{" + members.joined(separator: ",") + "}\n"
      }.joined()
    }
    let separator = format == "csv" ? "," : "\t"
    let rows = [fields.map(\.name)] + records.map { $0.map { $0.map(quoted) ?? "" } }
    return rows.map { $0.joined(separator: separator) + "\n" }.joined()
  }
}
