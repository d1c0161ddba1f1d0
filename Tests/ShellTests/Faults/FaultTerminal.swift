import Glibc
import TestSupport

/// A person's session at a file: two records, with an answer that is changed, and a third that is left unfinished.
struct FaultTerminal: FaultScene {
  var format: String
  /// `fresh`, `rows` or `open`.
  var start: String

  var name: String { "terminal \(format) \(start)" }
  var isDatabase: Bool { format == "db" }

  /// A terminal that is gone stays gone; in the middle of a line, or before the header, nobody can
  /// change a file without damage.
  func admits(_ rule: FaultRule) -> Bool {
    if rule.kind == "i", ["zero", "E\(EIO)"].contains(rule.fault) { return rule.isLasting }
    return start == "rows" || !rule.isChange
  }

  /// One line: what is typed, and the accepted values behind it.
  private struct Line {
    var keys: String
    var values: [String?]
    /// Whether the record is handed over.
    var isLast = false
  }

  private static let lines: [Line] = {
    let people = FaultPerson.entered
    func line(_ person: Int, _ field: Int) -> Line {
      let answers = people[person].answers
      if field == 3 {
        return Line(keys: answers[3] + "\r", values: [nil, nil, nil, nil], isLast: true)
      }
      return Line(
        keys: answers[field] + "\r",
        values: answers.enumerated().map { $0.offset <= field ? $0.element : nil })
    }
    let kim = people[0].answers
    return [
      line(0, 0),
      // The age is changed afterwards: an older one must not come back.
      Line(keys: "52\r", values: [kim[0], "52", nil, nil]),
      Line(keys: Seat.prevKey, values: [kim[0], "52", nil, nil]),
      Line(keys: Seat.emptyLine + kim[1] + "\r", values: [kim[0], kim[1], nil, nil]),
      line(0, 2), line(0, 3), line(1, 0), line(1, 1), line(1, 2), line(1, 3), line(2, 0),
      line(2, 1),
    ]
  }()

  func play(_ rules: [FaultRule]) throws -> FaultResult {
    let desk = try FaultDesk(format, start)
    var result = FaultResult()
    // What was accepted when the session ended, and what may have been accepted a line later.
    var values: [[String?]] = [[nil, nil, nil, nil]]
    let sitting = try FaultSitting(desk, rules)
    for line in Self.lines where !sitting.isOver {
      let shown = try sitting.type(line.keys)
      values.append(line.values)
      if !sitting.isOver {
        if line.isLast, !shown.contains(" is saved to ") {
          // It stays at the prompt, and a person tries once more, and then leaves.
          let again = try sitting.type(Seat.emptyLine + ".done\r")
          if !sitting.isOver, !again.contains(" is saved to ") {
            values.append(contentsOf: Self.complete)
            break
          }
        }
        values = [line.values]
      }
    }
    if sitting.isOver { values.append(contentsOf: Self.complete) }
    let ending = try sitting.leave()
    let text = sitting.text
    guard let ending else {
      result.wasHit = desk.wasHit
      result.differences.append("does not let go: \(text)")
      return result
    }
    result.judgeEnd(ending, text, rules, desk)
    let there = try desk.content()
    try judge(sitting, ending, there, rules, desk, &result)
    guard result.differences.isEmpty else { return result }
    try goOn(desk, there, values, text, rules, &result)
    return result
  }

  /// The values of a record that is complete and not handed over.
  private static let complete = FaultPerson.entered.map { $0.answers.map(Optional.some) }

  private func judge(
    _ sitting: FaultSitting, _ ending: Ending, _ there: FaultContent, _ rules: [FaultRule],
    _ desk: FaultDesk, _ result: inout FaultResult
  ) throws {
    let state = "\(ending.status) \(sitting.text)\n\(there)"
    let strange = there.strange.filter { !$0.isEmpty || !rules.contains(where: \.isChange) }
    result.expect(strange.isEmpty, "nobody entered this: \(state)")
    result.expect(there.isInOrder(cut: desk.cutOff()), "order: \(state)")
    let cut = desk.cutOff().entered
    let isMute = rules.contains { "oet".contains($0.kind) }
    // A kill, or a disk that fails on and on, may come between the file and the word.
    let isOpen = isMute || rules.contains { $0.isKill || $0.isLasting }
    let count = there.entered.count + cut.count
    result.expect(
      sitting.said == count || isOpen && sitting.said < count,
      "\(sitting.said) were said to be saved: \(state)")
    guard case .exited(let status) = ending else { return }
    result.expect(there.torn == nil || start == "open" || !cut.isEmpty, "torn: \(state)")
    if rules.allSatisfy({ $0.isHarmless(inDatabase: isDatabase) }) {
      result.expect(status == 1 && sitting.said == 2, "not as usual: \(state)")
      result.expect(
        isMute || sitting.text.contains("not finished: gender, email missing; it is kept"),
        "not kept: \(state)")
    }
    if status == 3 {
      result.judgeReason(
        sitting.text, rules, names: [desk.file, "formsh-journal"], isDatabase: isDatabase)
    }
    if !isMute { result.expect(sitting.terminal.isAsFound, "the terminal's modes: \(state)") }
  }

  /// The next start: what was kept is there, and nothing older; the rest is entered.
  private func goOn(
    _ desk: FaultDesk, _ there: FaultContent, _ values: [[String?]], _ before: String,
    _ rules: [FaultRule],
    _ result: inout FaultResult
  ) throws {
    let sitting = try FaultSitting(desk, [])
    result.expect(!sitting.isOver, "the next start: \(sitting.text)")
    guard !sitting.isOver else { return }
    let greeting = sitting.text
    let table = try sitting.type(Seat.emptyLine + ".show\r")
    guard let found = FaultSitting.values(table) else {
      result.differences.append("no table: \(sitting.text)")
      return
    }
    // What the file took is no longer in progress; a complete record is saved at once.
    let count = there.entered.count
    let present = try desk.content()
    let now = present.entered.count
    result.expect(
      now == count || now == count + 1 && sitting.said == 1, "saved at the start: \(greeting)")
    let isFresh = found.allSatisfy { $0 == nil }
    let wasLost = before.contains("not kept")
    // What could not be kept may be missing, if that is said.
    let isIncomplete = greeting.contains("could not be written")
    let isRight = isFresh ? values.contains { $0.allSatisfy { $0 == nil } } : values.contains(found)
    result.expect(
      isRight || now > count || wasLost && (isFresh || isIncomplete),
      "found \(found), not \(values)\n\(before)\n--\n\(greeting)")
    guard result.differences.isEmpty else { return }

    for person in present.missing {
      try sitting.type(Seat.emptyLine + ".clear all\r")
      for answer in person.answers { try sitting.type(Seat.emptyLine + answer + "\r") }
    }
    let ending = try sitting.leave()
    result.expect(ending == .exited(0), "the last end: \(sitting.text)")
    let atEnd = try desk.content()
    result.expect(
      atEnd.entered.count == FaultPerson.entered.count && atEnd.missing.isEmpty
        && atEnd.torn == nil && atEnd.strange == there.strange,
      "at the end: \(atEnd)\n\(before)\n--\n\(sitting.text)")
    result.expect(desk.names() == [desk.file], "left in the folder: \(desk.names())")
  }
}
