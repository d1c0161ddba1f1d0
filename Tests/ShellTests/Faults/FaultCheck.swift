import Foundation
import Glibc
import TestSupport

/// A check of a file with one wrong record.
struct FaultCheck: FaultScene {
  /// The format of what is read.
  var from: String
  /// The format of the file of right records, `output`: standard output, or `nowhere`.
  var to: String

  var name: String { "check \(from) \(to)" }
  var isDatabase: Bool { to == "db" || from == "db" }

  /// Before the header nobody can change a file without damage.
  func admits(_ rule: FaultRule) -> Bool { rule.kind != "f" || !rule.isChange }

  private static let wrong = FaultPerson("Bad", "250", "M", "bad@x.org")
  private static let people: [FaultPerson] = {
    var all = FaultPerson.entered
    all.insert(wrong, at: 1)
    return all
  }()

  private var rejects: String { "wrong." + (from == "db" ? "jsonl" : from) }

  /// A database as another program makes it, which takes wrong records too.
  private static let database = Result { () throws -> [UInt8] in
    let folder = try TemporaryFolder()
    let rows = people.map { person in
      "('\(person.answers[0])',\(person.answers[1]),'\(person.answers[2])','\(person.answers[3])')"
    }
    _ = try Program.run(
      [
        folder.path("a.db"),
        "CREATE TABLE person (name TEXT, age INTEGER, gender TEXT, email TEXT);"
          + "INSERT INTO person VALUES " + rows.joined(separator: ","),
      ], program: "/usr/bin/sqlite3")
    return folder.bytes("a.db") ?? []
  }

  func play(_ rules: [FaultRule]) throws -> FaultResult {
    let desk = try FaultDesk(to == "output" || to == "nowhere" ? "csv" : to, "fresh")
    var result = FaultResult()
    if from == "db" {
      try Data(Self.database.get()).write(to: desk.folder.url.appendingPathComponent("in.db"))
    } else {
      let text = FaultDesk.text(Self.people, from)
      try desk.folder.write("in." + from, text)
      // Cut in the middle of the wrong record, while it is read.
      desk.shrunkLength = FaultDesk.text([Self.people[0]], from).utf8.count + 9
    }
    let outcome = try desk.run(arguments(desk), rules)
    result.judgeEnd(outcome.ending, outcome.error, rules, desk)
    guard result.differences.isEmpty else { return result }
    let there =
      try to == "output" ? FaultContent(outcome.output, "csv") : desk.content()
    try judge(outcome, there, rules, desk, &result)
    return result
  }

  private func arguments(_ desk: FaultDesk) -> [String] {
    let more = to == "output" ? ["-f", "csv"] : to == "nowhere" ? [] : ["-o", desk.file]
    return ["check", "person", "in." + from, "--from", from, "--rejects", rejects] + more
  }

  private func judge(
    _ outcome: Outcome, _ there: FaultContent, _ rules: [FaultRule], _ desk: FaultDesk,
    _ result: inout FaultResult
  ) throws {
    let all = FaultPerson.entered
    let wrong = desk.folder.text(rejects) ?? ""
    let state = "\(outcome.ending) \(outcome.error)\(there)\n\(wrong)"
    let changes = rules.contains(where: \.isChange)
    result.expect(there.strange.isEmpty, "in no file: \(state)")
    result.expect(there.isInOrder(), "order: \(state)")
    guard case .exited(let status) = outcome.ending else { return }
    let isMute = rules.contains { $0.kind == "e" }
    let isWhole =
      status == 1 && there.torn == nil && (to == "nowhere" || there.entered == all)
      && wrong.contains("bad@x.org") && wrong.hasSuffix("\n")
      && (isMute
        || outcome.error.contains("age: 250 is not between 1 and 100")
          && outcome.error.contains("4 records: 3 right, 1 wrong"))
    if rules.allSatisfy({ $0.isHarmless(inDatabase: isDatabase) }) {
      result.expect(isWhole, "not as usual: \(state)")
    }
    // A file that gives less than it had is judged as far as it goes.
    let isCut = changes || rules.contains { "is".contains($0.kind) && $0.fault == "zero" }
    switch status {
    case 0: result.expect(isCut, "status: \(state)")
    case 1: result.expect(isWhole || isCut, "not all is there: \(state)")
    case 3 where !isMute:
      result.judgeReason(
        outcome.error, rules, names: ["in." + from, desk.file, rejects, "standard output"],
        isDatabase: isDatabase)
    case 3: break
    case 141: result.expect(rules.contains { $0.error == EPIPE }, "status: \(state)")
    default: result.differences.append("status: \(state)")
    }
    // What is appended is whole, whatever comes; what is made anew, or shown, may end where it failed.
    if to != "output" {
      result.expect(
        there.torn == nil || rules.contains { $0.isLasting }, "a torn line is left: \(state)")
    }
    for line in wrong.split(separator: "\n").dropFirst(FaultPerson.header(from) == nil ? 0 : 1) {
      let parts = from == "lines" ? Self.wrong.answers : ["Bad"]
      let isIts = parts.contains { line.contains($0) } || line.contains("age: 250")
      result.expect(isIts || isCut || status == 3, "rejected: \(line)\n\(state)")
    }
  }
}
