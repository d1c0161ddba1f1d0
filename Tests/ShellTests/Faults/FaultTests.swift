import Foundation
import TestSupport
import Testing

/// Every system call on data file, journal, input and output fails in turn: what was said to be saved
/// is there once, nothing else is, and the program ends.
///
/// `FAULT_PART` says which part of the cases is played: 1 all of them, 10 every tenth.
@Suite(.enabled(if: !Program.isSanitized, "nothing can be loaded before the program"))
struct FaultTests {
  /// The scenes by name.
  static func scene(_ name: String) -> (any FaultScene)? {
    let words = name.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("script", 4): return FaultScript(format: words[1], start: words[2], input: words[3])
    case ("terminal", 3): return FaultTerminal(format: words[1], start: words[2])
    case ("output", 4): return FaultOutput(format: words[1], place: words[2], input: words[3])
    case ("check", 3): return FaultCheck(from: words[1], to: words[2])
    default: return nil
    }
  }

  static let scripts = [
    "script jsonl fresh file", "script jsonl rows pieces", "script jsonl open file",
    "script csv fresh pipe", "script csv rows retry", "script csv open file",
    "script tsv fresh retry", "script tsv rows file", "script db fresh file",
    "script db rows retry",
  ]
  static let outputs = [
    "output json pipe file", "output json file pieces", "output csv file pipe",
    "output tsv pipe pieces", "output sh file file", "output sh pipe pieces",
  ]
  static let checks = [
    "check jsonl csv", "check csv jsonl", "check tsv db", "check db tsv", "check lines db",
    "check csv output", "check jsonl nowhere", "check db jsonl", "check csv csv",
  ]
  static let terminals = [
    "terminal jsonl fresh", "terminal csv rows", "terminal tsv open", "terminal db fresh",
    "terminal jsonl open", "terminal db rows",
  ]

  static let all = scripts + outputs + checks + terminals

  private static let part = Int(ProcessInfo.processInfo.environment["FAULT_PART"] ?? "") ?? 12

  /// Plays one case; gives whether a fault came up in it.
  @discardableResult
  static func play(_ name: String, _ rules: [FaultRule]) throws -> Bool {
    let result = try #require(scene(name)).play(rules)
    if !result.differences.isEmpty {
      Issue.record(
        """
        Scripts/soak --replay '\(name) \(rules.map(\.description).joined(separator: ";"))'
        \(result.differences.joined(separator: "\n"))
        """)
    }
    return result.wasHit
  }

  private func play(_ name: String) throws {
    let cases = try #require(FaultTests.scene(name)).cases()
    // Another part in each scene, so that no kind of fault is left out in all of them; of kills twice as many.
    let first = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let (kills, others) = (cases.filter { $0[0].isKill }, cases.filter { !$0[0].isKill })
    func some(_ cases: [[FaultRule]], _ part: Int) -> [[FaultRule]] {
      stride(from: first % part, to: cases.count, by: part).map { cases[$0] }
    }
    let chosen = some(others, FaultTests.part) + some(kills, max(1, FaultTests.part / 2))
    let hits = try chosen.count { try FaultTests.play(name, $0) }
    #expect(hits * 2 >= chosen.count, "\(hits) of \(chosen.count) faults came up")
  }

  @Test(arguments: FaultTests.scripts) func inAScript(_ name: String) throws { try play(name) }
  @Test(arguments: outputs) func onStandardOutput(_ name: String) throws { try play(name) }
  @Test(arguments: checks) func inACheck(_ name: String) throws { try play(name) }
  @Test(arguments: terminals) func atATerminal(_ name: String) throws { try play(name) }
}
