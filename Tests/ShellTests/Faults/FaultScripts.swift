import Foundation
import Glibc
import TestSupport

/// A script whose records are appended to a file.
struct FaultScript: FaultScene {
  var format: String
  /// `fresh`, `rows` or `open`.
  var start: String
  /// `file`, `pipe`, `pieces`: a file of which each read gives half of what is left, or `retry`: a file in which
  /// the first line is refused.
  var input: String

  var name: String { "script \(format) \(start) \(input)" }
  var isDatabase: Bool { format == "db" }

  private func script(_ people: [FaultPerson]) -> Input {
    let text =
      (input == "retry" ? "much too long a name\n" : "")
      + people.flatMap(\.answers).map { $0 + "\n" }.joined()
    return input == "pipe" ? .piped(Array(text.utf8)) : .redirected(Array(text.utf8))
  }

  /// In the middle of a line, or before the header, nobody can change a file without damage.
  func admits(_ rule: FaultRule) -> Bool { start == "rows" || !rule.isChange }

  private var usual: Int32 { input == "retry" ? 1 : 0 }

  func play(_ rules: [FaultRule]) throws -> FaultResult {
    let desk = try FaultDesk(format, start)
    var result = FaultResult()
    let all = FaultPerson.entered
    let arguments = ["-o", desk.file] + (input == "retry" ? ["--retry"] : [])
    let outcome = try desk.run(
      arguments, input: script(all), rules + (input == "pieces" ? FaultRule.pieces : []))
    result.judgeEnd(outcome.ending, outcome.error, rules, desk)
    let isKilled = outcome.ending == .killed(SIGKILL)
    let there = try desk.content()
    try judge(outcome, there, rules, desk, &result)

    // The next start finds nothing torn but what no journal tells of, and goes on behind what is there.
    if there.torn != nil, start != "open" || !there.entered.isEmpty {
      result.expect(isKilled || rules.contains(where: \.isLasting), "torn: \(there)")
      let refused = try desk.run(arguments, input: script([]))
      result.expect(
        refused.status == 3 && refused.error.contains(desk.file) || input == "retry",
        "a torn line is not refused: \(refused.error)")
      try desk.mend()
    }
    let rest = there.missing
    guard !rest.isEmpty, result.differences.isEmpty else { return result }
    let again = try desk.run(arguments, input: script(rest))
    result.expect(again.status == usual, "the next start: \(again.status) \(again.error)")
    let atEnd = try desk.content()
    result.expect(
      atEnd.entered.count == all.count && atEnd.missing.isEmpty && atEnd.torn == nil
        && atEnd.strange == there.strange, "at the end: \(atEnd)")
    let names = desk.names().filter { !$0.hasPrefix("in.") }
    result.expect(names == [desk.file], "left in the folder: \(names)")
    return result
  }

  private func judge(
    _ outcome: Outcome, _ there: FaultContent, _ rules: [FaultRule], _ desk: FaultDesk,
    _ result: inout FaultResult
  ) throws {
    let all = FaultPerson.entered
    let state = "\(outcome.status) \(outcome.error)\(there)"
    result.expect(outcome.output == "", "standard output: \(outcome.output)")
    // Whoever changes a file without its lock may leave an empty line where the last one was open.
    let strange = there.strange.filter { !$0.isEmpty || !rules.contains(where: \.isChange) }
    result.expect(strange.isEmpty, "nobody entered this: \(state)")
    result.expect(there.isInOrder(cut: desk.cutOff()), "order: \(state)")
    judgeForeign(there, desk, &result)
    guard case .exited(let status) = outcome.ending else { return }
    if rules.allSatisfy({ $0.isHarmless(inDatabase: isDatabase) }) {
      result.expect(
        status == usual && there.entered == all && there.torn == nil, "not as usual: \(state)")
    }
    // An input that gives nothing has ended; what was read by then may be half a record.
    let isCut = rules.contains { $0.kind == "i" && ($0.fault == "zero" || $0.call == "lseek") }
    let cut = desk.cutOff().entered
    if status == usual {
      result.expect(
        there.entered.count + cut.count == all.count || isCut, "not all is there: \(state)")
      result.expect(usual == 1 || outcome.error == "", "words though all is well: \(state)")
    } else if status == 3 {
      let isInput = rules.contains { $0.kind == "i" }
      // Where standard error takes nothing, only the status tells.
      if !rules.contains(where: { $0.kind == "e" }) {
        result.judgeReason(
          outcome.error, rules,
          names: [desk.file, "formsh-journal"] + (isInput ? ["standard input"] : []),
          isDatabase: isDatabase)
      }
      let said = FaultScript.said(outcome.error)
      let isExact = !rules.contains { $0.isLasting }
      if let said, !rules.contains(where: { $0.kind == "e" }) {
        result.expect(
          said == there.entered.count + cut.count
            || !isExact && said < there.entered.count + cut.count,
          "\(said) were said to be saved: \(state)")
      } else if !isInput, !rules.contains(where: { $0.kind == "e" }) {
        // At the start nothing is counted: nothing was taken.
        result.expect(there.entered.isEmpty, "nothing is said of what is saved: \(state)")
      }
    } else if status == 0, isCut {
      // No input at all is no fault.
      result.expect(there.entered.isEmpty, "status \(state)")
    } else if !(status == 1 && isCut), !rules.contains(where: { $0.kind == "e" }) {
      result.differences.append("status \(state)")
    }
  }

  /// What others have in the file is left there, but for what others cut off.
  private func judgeForeign(_ there: FaultContent, _ desk: FaultDesk, _ result: inout FaultResult) {
    if start == "fresh" { return }
    var wanted = FaultPerson.before
    // Without its end the last foreign line stands there whole all the same.
    if start == "open", there.entered.isEmpty,
      there.torn == FaultPerson.before[1].line(format), !there.before.contains(wanted[1])
    {
      wanted.removeLast()
    }
    let cut = desk.cutOff()
    wanted.removeAll { cut.before.contains($0) || cut.torn == $0.line(format) }
    let found = there.before.filter { $0 != FaultPerson.other }
    result.expect(found == wanted, "of others there is \(found), not \(wanted)")
  }

  /// The number of records that were said to be saved.
  static func said(_ error: String) -> Int? {
    guard let end = error.range(of: " saved", options: .backwards) else { return nil }
    let words = error[..<end.lowerBound].split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard let noun = words.last, noun.hasPrefix("record") else { return nil }
    return words.dropLast().last.flatMap { Int($0) }
  }
}
