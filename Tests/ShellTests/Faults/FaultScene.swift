import Glibc
import TestSupport

/// A run of the program that calls can be made to fail in, and what must hold afterwards.
protocol FaultScene: Sendable {
  /// The words that name it, so that it can be played again: `script csv rows`.
  var name: String { get }
  /// Whether what it writes is a database.
  var isDatabase: Bool { get }
  /// Whether a rule means something here.
  func admits(_ rule: FaultRule) -> Bool
  /// Plays it with these faults, and once more without.
  func play(_ rules: [FaultRule]) throws -> FaultResult
}

/// What was seen in a scene.
struct FaultResult {
  /// What is not as it must be.
  var differences: [String] = []
  /// Whether a fault came up at all.
  var wasHit = false
  /// The calls of the first run.
  var log = ""

  mutating func expect(_ isRight: Bool, _ words: @autoclosure () -> String) {
    if !isRight { differences.append(words()) }
  }

  /// What holds of every run's end: by itself, unless it was killed by a rule, and with a reason.
  mutating func judgeEnd(_ ending: Ending, _ error: String, _ rules: [FaultRule], _ desk: FaultDesk)
  {
    log = desk.log
    wasHit = desk.wasHit
    expect(!desk.wasEndless, "an endless loop: \(error)")
    guard !desk.wasEndless else { return }
    switch ending {
    case .killed(SIGPIPE) where rules.contains { $0.error == EPIPE }: break
    case .killed(SIGKILL):
      expect(rules.contains(where: \.isKill) && wasHit, "no end after seconds of work: \(error)")
    case .killed(let signal): differences.append("ended by signal \(signal): \(error)")
    case .exited: break
    }
  }

  /// Status 3 goes with a word on what failed and why.
  ///
  /// SQLite has words of its own.
  mutating func judgeReason(
    _ error: String, _ rules: [FaultRule], names: [String], isDatabase: Bool
  ) {
    expect(names.contains { error.contains($0) }, "no name of a file: \(error)")
    let codes = rules.compactMap(\.error).map { String(cString: strerror($0)) }
    guard !codes.isEmpty, !isDatabase, !rules.contains(where: \.isChange) else { return }
    expect(codes.contains { error.contains($0) }, "no reason (\(codes)): \(error)")
  }
}

extension FaultScene {
  func admits(_ rule: FaultRule) -> Bool { true }

  /// All cases of one fault, in the order of the calls.
  func cases() throws -> [[FaultRule]] {
    let dry = try play([])
    guard dry.differences.isEmpty else {
      throw SupportError.tool(name, dry.differences.joined(separator: "\n"))
    }
    let places = FaultRule.places(dry.log)
    // Of one call made many times in a row (looking for a free name, reading keys) the first two and the last are tried.
    let telling = places.indices.filter { i in
      func isLike(_ other: Int) -> Bool {
        places.indices.contains(other) && places[other].call == places[i].call
          && places[other].kind == places[i].kind
      }
      return !(isLike(i - 2) && isLike(i - 1) && isLike(i + 1))
    }
    return telling.flatMap { FaultRule.all(at: places[$0], inDatabase: isDatabase) }
      .filter(admits).map { [$0] }
  }
}
