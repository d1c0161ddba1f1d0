import Foundation
import Synchronization
import TestSupport
import Testing

/// Everything that can be tried with a random number, each case told by a line of words that plays it again.
enum Soak {
  /// One kind of case.
  struct Kind: Sendable {
    var name: String
    /// How often it comes up, beside the others.
    var weight: Int
    /// What it is tried with.
    var subjects: [String]
    /// Plays the case of this number; a fault is told as any test tells it.
    var play: @Sendable (_ subject: String, _ number: Int) throws -> Void
  }

  static let kinds: [Kind] = [
    Kind(name: "fault", weight: 40, subjects: FaultTests.all) { try fault($0, $1) },
    Kind(name: "model", weight: 20, subjects: ["person", "person", "tiles", "temperature"]) {
      name, number in
      let form = try #require(ModelTests.forms[name])
      let comparison = try ModelComparison(ModelSession(form, number: UInt64(number)))
      if !comparison.differences.isEmpty {
        Issue.record("\(comparison.differences.joined(separator: "\n"))")
      }
    },
    Kind(name: "judges", weight: 10, subjects: ["forms"]) { try SoakForms.compare($1) },
    Kind(name: "session", weight: 10, subjects: FuzzSessionTests.forms.map(\.name)) {
      _ = try FuzzSessionTests.session($0, $1)
    },
    Kind(
      name: "form", weight: 10,
      subjects: ["person", "tiles", "temperature", "clinic", "checkout", "conditions"]
    ) { _ = try FuzzFileTests.formFile($0, $1) },
    Kind(name: "records", weight: 10, subjects: ["jsonl", "csv", "tsv", "db", "lines"]) {
      try FuzzFileTests.recordFile($0, $1)
    },
    Kind(name: "append", weight: 5, subjects: ["jsonl", "csv", "tsv", "db"]) {
      _ = try FuzzFileTests.existingFile($0, $1)
    },
    Kind(name: "journal", weight: 5, subjects: ["csv"]) { try FuzzFileTests.journal($1) },
    Kind(name: "usage", weight: 3, subjects: ["words"]) { try FuzzSessionTests.usage($1) },
    Kind(name: "terminal", weight: 20, subjects: ["jsonl", "csv", "db"]) {
      try SoakTerminal.play($0, $1)
    },
  ]

  /// The cases of a scene are the same in every run; finding them out takes one.
  private static let cases = Mutex<[String: [[FaultRule]]]>([:])

  private static func cases(of name: String) throws -> [[FaultRule]] {
    if let known = cases.withLock({ $0[name] }) { return known }
    let found = try #require(FaultTests.scene(name)).cases()
    cases.withLock { $0[name] = found }
    return found
  }

  /// A random case of a scene, now and then two at once.
  private static func fault(_ name: String, _ number: Int) throws {
    var random = SplitMix(state: UInt64(number))
    let cases = try cases(of: name)
    var rules = cases.randomElement(using: &random) ?? []
    if Int.random(in: 0..<4, using: &random) == 0 {
      rules += cases.randomElement(using: &random) ?? []
    }
    try FaultTests.play(name, rules)
  }

  /// Plays a case as its words tell it: `model person 17`, or `script csv rows file write:f:1:E28`.
  static func replay(_ words: String) throws {
    let parts = words.split(separator: " ").map(String.init)
    if let last = parts.last, last.contains(":") {
      try FaultTests.play(parts.dropLast().joined(separator: " "), FaultRule.list(last))
      return
    }
    guard parts.count > 2, let number = Int(parts[parts.count - 1]),
      let kind = kinds.first(where: { $0.name == parts[0] })
    else { throw SupportError.tool("soak", "no case: \(words)") }
    try kind.play(parts[1..<parts.count - 1].joined(separator: " "), number)
  }

  /// Whether playing it told a fault; the fault counts as any other.
  static func fails(_ body: () throws -> Void) -> Bool {
    let hasFailed = Mutex(false)
    withKnownIssue(isIntermittent: true) {
      do { try body() } catch { Issue.record(error) }
    } matching: { _ in
      hasFailed.withLock { $0 = true }
      return false
    }
    return hasFailed.withLock { $0 }
  }

  static func say(_ text: String) {
    FileHandle.standardError.write(Data("soak: \(text)\n".utf8))
  }
}
