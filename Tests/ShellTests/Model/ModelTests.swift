import Foundation
import TestSupport
import Testing

/// Random scripts through the program and through a model told from the contract alone.
@Suite struct ModelTests {
  static let forms: [String: ModelForm] = [
    "person": .person, "tiles": .tiles, "temperature": .temperature,
  ]

  /// Sessions of each form; `MODEL_SESSIONS` asks for more and `MODEL_FIRST` for others.
  static let count = Int(ProcessInfo.processInfo.environment["MODEL_SESSIONS"] ?? "") ?? 150
  static let first = UInt64(ProcessInfo.processInfo.environment["MODEL_FIRST"] ?? "") ?? 0

  @Test(arguments: ["person", "tiles", "temperature"], 0..<2)
  func sessionsGoAsTheContractSays(_ name: String, _ part: Int) throws {
    let form = try #require(ModelTests.forms[name])
    var differing = 0
    // One text field after the other is the richest form.
    let count = name == "person" ? ModelTests.count : ModelTests.count / 3
    for number in stride(from: part, to: count, by: 2) {
      let number = ModelTests.first + UInt64(number)
      let comparison = try ModelComparison(ModelSession(form, number: number))
      guard !comparison.differences.isEmpty else { continue }
      Issue.record("session \(number): \(comparison.differences.joined(separator: "\n"))")
      differing += 1
      if differing == 5 { return }
    }
  }

  /// The contract's own table of the tiles form.
  @Test(
    arguments: [
      ([], "12", "12", false), (["clear"], nil, "", false), (["24"], "24", "24", false),
      (["-"], "12", "-", true), (["-", "-8"], "-8", "-8", false), (["0"], "0", "0", false),
      (["2.5"], "12", "2.5", true), ([""], nil, "", false), (["+024"], "24", "24", false),
      ([" 24"], "12", " 24", true), (["9223372036854775808"], "12", "9223372036854775808", true),
    ] as [([String], String?, String, Bool)])
  func theModelHoldsTheTableOfTiles(
    _ lines: [String], _ accepted: String?, _ draft: String, _ hasMessage: Bool
  ) {
    var model = Model(.tiles, Model.Options())
    for line in lines { model.read(Array(line.utf8)) }
    let cell = model.cells[0]
    #expect(cell.accepted?.text == accepted && cell.draft == draft)
    #expect(cell.hasMessage == hasMessage)
  }

  /// Every option and every kind of line end must come up, or the sessions test less than they say.
  @Test func sessionsAreOfAllKinds() {
    let sessions = (0..<UInt64(100)).map { ModelSession(.person, number: $0) }
    #expect(sessions.contains { $0.options.isStrict && $0.options.count != nil })
    #expect(sessions.contains { !$0.options.hasCommands } && sessions.contains { $0.hasMark })
    #expect(sessions.contains { $0.lineEnd.count == 2 } && sessions.contains { $0.endsOpen })
    let models = sessions.map { Model($0.form, $0.options, script: $0.script) }
    #expect(models.contains { $0.records.count > 2 && $0.messages.isEmpty })
    #expect(models.contains { !$0.mended.isEmpty } && models.contains { $0.missing != nil })
    #expect(models.contains { $0.hasQuit } && models.contains { $0.hasStopped })
  }
}
