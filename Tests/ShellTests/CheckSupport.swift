import Foundation
import TestSupport

/// A folder with files for `formsh check`, and what comes of checking them.
struct CheckFolder {
  let folder: TemporaryFolder

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
  }

  /// Runs `formsh check` in the folder.
  func check(_ arguments: String..., input: Input = .nothing) throws -> Outcome {
    try Program.run(["check"] + arguments, input: input, in: folder.url)
  }

  /// Runs `formsh check` in the folder, after some shell commands in the same process.
  func check(_ arguments: [String], after preparation: String) throws -> Outcome {
    try Program.run(["check"] + arguments, in: folder.url, after: preparation)
  }

  func text(_ name: String) -> String? { folder.text(name) }
}

extension Outcome {
  /// The lines of standard error.
  var said: [String] { error.split(separator: "\n").map(String.init) }
  /// The faults: all lines but the last, which is the summary.
  var faults: [String] { Array(said.dropLast()) }
  var summary: String { said.last ?? "" }
}

/// Person records with known faults, always the same for a seed.
struct People {
  /// One record: its cells, and what is wrong with it.
  struct Person {
    var cells: [String]
    /// `age: 250 is not between 1 and 100`, in the order of the fields.
    var faults: [String]
  }

  private var state: UInt64
  static let header = "name,age,gender,email\n"
  private static let invalid =
    "email: invalid email: small letters, digits, _ . - before the @; after it a name such as "
    + "example.org that ends in a point and 2 to 6 letters or points"

  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func pick<T>(_ list: [T]) -> T { list[next(list.count)] }

  /// Records of which about one in ten is wrong; some names have line feeds, quotes, commas or letters beyond ASCII.
  mutating func next() -> Person {
    var cells = [
      pick(["Kim", "Lee", "Jo\nhn", "a,b", "say \"x\"", "김민서", "Zoë", "Anna Maria", "\n\n\n"]),
      "\(next(100) + 1)", pick(["M", "F"]), "u\(next(10_000))@example.org",
    ]
    var faults: [String] = []
    if next(20) == 0 {
      cells[0] = "Maximiliane"
      faults.append("name: 11 of 10 characters: Maximiliane is too long")
    }
    if next(20) == 0 {
      cells[1] = pick(["0", "101", "250"])
      faults.append("age: \(cells[1]) is not between 1 and 100")
    }
    if next(20) == 0 {
      cells[2] = pick(["m", "X"])
      faults.append("gender: \(cells[2]) is not one of M, F")
    }
    if next(20) == 0 {
      cells[3] = "nobody"
      faults.append(People.invalid)
    }
    return Person(cells: cells, faults: faults)
  }
}

extension People.Person {
  /// The record as a row of CSV, without its line end.
  var row: String { cells.map { $0.asCell }.joined(separator: ",") }
  /// The record as formsh writes it in JSON Lines.
  var object: String {
    func quoted(_ text: String) -> String {
      let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
      return "\"\(escaped)\""
    }
    return "{\"name\":\(quoted(cells[0])),\"age\":\(cells[1]),\"gender\":\(quoted(cells[2])),"
      + "\"email\":\(quoted(cells[3]))}"
  }
}

extension String {
  /// The text as a cell of CSV.
  var asCell: String {
    guard contains(where: { ",\"\n\r".contains($0) }) else { return self }
    return "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
