import Foundation
import Synchronization
import TestSupport
import Testing

/// `Scripts/soak` runs these for as long as one likes; otherwise each kind is tried a few times.
///
/// `SOAK_KINDS` names the kinds that are wanted, if not all are.
@Suite struct SoakTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let minutes = variables["SOAK_MINUTES"].flatMap { Double($0) }
  private static let replay = variables["SOAK_REPLAY"]
  private static let seed = UInt64(variables["SOAK_SEED"] ?? "") ?? 1
  private static let hasFailed = Atomic<Bool>(false)

  @Test(arguments: Soak.kinds.map(\.name)) func aFewOfEachKind(_ name: String) throws {
    let kind = try #require(Soak.kinds.first { $0.name == name })
    for (index, subject) in kind.subjects.enumerated() where name != "fault" {
      // The faults have tests of their own, and so have most of the others.
      try kind.play(subject, 1_000 + index)
    }
  }

  @Test(.enabled(if: SoakTests.minutes != nil), arguments: [1, 2])
  func aWorker(_ worker: Int) throws {
    var random = SplitMix(state: Self.seed &* 2 &+ UInt64(worker))
    let end = ContinuousClock.now + .seconds(60 * (Self.minutes ?? 0))
    let only = Self.variables["SOAK_KINDS"]?.split(separator: " ").map(String.init)
    let kinds = Soak.kinds.filter { only?.contains($0.name) ?? true }
    let bag = kinds.flatMap { kind in Array(repeating: kind, count: kind.weight) }
    var counts: [String: Int] = [:]
    while ContinuousClock.now < end, !Self.hasFailed.load(ordering: .relaxed) {
      guard let kind = bag.randomElement(using: &random),
        let subject = kind.subjects.randomElement(using: &random)
      else { return }
      let number = Int.random(in: 0..<1 << 40, using: &random)
      counts[kind.name, default: 0] += 1
      if Soak.fails({ try kind.play(subject, number) }) {
        Self.hasFailed.store(true, ordering: .relaxed)
        Soak.say("FAILED; again: Scripts/soak --replay '\(kind.name) \(subject) \(number)'")
      }
    }
    let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    Soak.say("worker \(worker) of seed \(Self.seed): \(words.joined(separator: ", "))")
  }

  @Test(.enabled(if: SoakTests.replay != nil)) func oneCaseAgain() throws {
    try Soak.replay(Self.replay ?? "")
  }
}
