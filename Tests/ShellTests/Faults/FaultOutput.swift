import Foundation
import Glibc
import TestSupport

/// A script whose records go to standard output.
struct FaultOutput: FaultScene {
  /// `json`, `csv`, `tsv` or `sh`.
  var format: String
  /// `pipe` or `file`.
  var place: String
  /// `file`, `pipe`, or `pieces`: each read gives half of what is left, so that records are handed over between.
  var input: String

  var name: String { "output \(format) \(place) \(input)" }
  var isDatabase: Bool { false }

  func play(_ rules: [FaultRule]) throws -> FaultResult {
    let desk = try FaultDesk("jsonl", "fresh")
    var result = FaultResult()
    let all = FaultPerson.entered
    let lines = Array(all.flatMap(\.answers).map { $0 + "\n" }.joined().utf8)
    let path = desk.side.path("out")
    let outcome = try desk.run(
      ["-f", format], input: input == "pipe" ? .piped(lines) : .redirected(lines),
      rules + (input == "pieces" ? FaultRule.pieces : []), output: place == "file" ? path : nil)
    result.judgeEnd(outcome.ending, outcome.error, rules, desk)
    let text = place == "file" ? desk.side.text("out") ?? "" : outcome.output
    let there = FaultContent(text, format)
    let state = "\(outcome.ending) \(outcome.error)\(there)"
    result.expect(there.strange.isEmpty, "nobody entered this: \(state)")
    result.expect(there.isInOrder(), "order: \(state)")
    guard case .exited(let status) = outcome.ending else {
      result.expect(outcome.error == "", "words though nobody listens: \(state)")
      return result
    }
    let isWhole = status == 0 && there.entered == all && there.torn == nil && outcome.error == ""
    if rules.allSatisfy({ $0.isHarmless(inDatabase: false) }) {
      result.expect(isWhole, "not as usual: \(state)")
    }
    let isCut = rules.contains { $0.kind == "i" && ($0.fault == "zero" || $0.call == "lseek") }
    switch status {
    case 0: result.expect(isWhole || isCut, "not all is there: \(state)")
    case 1: result.expect(isCut, "status: \(state)")
    case 3:
      let isInput = rules.contains { $0.kind == "i" }
      result.judgeReason(
        outcome.error, rules, names: ["standard output"] + (isInput ? ["standard input"] : []),
        isDatabase: false)
      if let said = FaultScript.said(outcome.error) {
        result.expect(said <= there.entered.count, "\(said) are said to be there: \(state)")
      }
    case 141: result.expect(rules.contains { $0.error == EPIPE }, "status: \(state)")
    default: result.differences.append("status: \(state)")
    }
    return result
  }
}
