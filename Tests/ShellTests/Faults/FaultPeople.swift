import Foundation
import TestSupport

/// A record of the person form, as it is typed and as each format has it.
struct FaultPerson: Hashable, Sendable {
  var answers: [String]
  /// The name as a cell of CSV and TSV, and within quotes in JSON.
  private var cell: String
  private var text: String

  init(_ name: String, _ age: String, _ gender: String, _ email: String, cell: String? = nil) {
    answers = [name, age, gender, email]
    self.cell = cell ?? name
    text = name.replacingOccurrences(of: "\"", with: "\\\"")
  }

  /// The line of a file in this format, without its end.
  func line(_ format: String) -> String {
    switch format {
    case "csv": ([cell] + answers.dropFirst()).joined(separator: ",")
    case "tsv": ([cell] + answers.dropFirst()).joined(separator: "\t")
    case "sh":
      zip(["name", "age", "gender", "email"], answers).map { "\($0)='\($1)'" }
        .joined(separator: "\n")
    case "db": answers.joined(separator: "|")
    case "lines": answers.joined(separator: "\n")
    default:
      #"{"name":"\#(text)","age":\#(answers[1]),"gender":"\#(answers[2])","email":"\#(answers[3])"}"#
    }
  }

  static func header(_ format: String) -> String? {
    switch format {
    case "csv": "name,age,gender,email"
    case "tsv": "name\tage\tgender\temail"
    default: nil
    }
  }

  /// Those who are in a file before, and one whom somebody else adds.
  static let before = [
    FaultPerson("A", "1", "F", "a@x.org"), FaultPerson("B", "2", "M", "b@x.org"),
  ]
  static let other = FaultPerson("C", "3", "F", "c@x.org")
  /// Those who are entered.
  static let entered = [
    FaultPerson("Kim", "25", "M", "kim@x.org"),
    FaultPerson("O, \"B\"", "31", "F", "ob@x.org", cell: #""O, ""B""""#),
    FaultPerson("Lee", "7", "M", "lee@example.org"),
  ]
}

/// What a file of records holds, as far as it was entered by anybody.
struct FaultContent: Equatable {
  /// The foreign records and the entered ones, each in the order of the file.
  var before: [FaultPerson] = []
  var entered: [FaultPerson] = []
  /// What stands there and nobody entered.
  var strange: [String] = []
  /// The last line is not whole.
  var torn: String?

  /// Whether the entered records are the first of those that are not cut off, each once and in order.
  func isInOrder(cut: FaultContent = FaultContent("", "json")) -> Bool {
    let kept = FaultPerson.entered.filter { !cut.entered.contains($0) }
    return entered == Array(kept.prefix(entered.count))
  }

  /// The people who are not there.
  var missing: [FaultPerson] { FaultPerson.entered.filter { !entered.contains($0) } }

  /// Reads the text of a file, or of a stream, of records.
  init(_ text: String, _ format: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    torn = lines.popLast().flatMap { $0.isEmpty ? nil : $0 }
    if format == "sh" {
      let count = lines.count / 4 * 4
      if count < lines.count { torn = lines[count...].joined(separator: "\n") }
      lines = stride(from: 0, to: count, by: 4).map { lines[$0..<$0 + 4].joined(separator: "\n") }
    }
    if let header = FaultPerson.header(format), !lines.isEmpty {
      if lines[0] == header { lines.removeFirst() } else { strange.append(lines.removeFirst()) }
    }
    let known = FaultPerson.before + [FaultPerson.other] + FaultPerson.entered
    for line in lines {
      guard let person = known.first(where: { $0.line(format) == line }) else {
        strange.append(line)
        continue
      }
      if FaultPerson.entered.contains(person) {
        entered.append(person)
      } else {
        before.append(person)
      }
    }
  }
}
