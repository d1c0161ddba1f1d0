import Foundation
import TestSupport
import Testing

/// Long files: chunks, workers and memory leave no trace in what comes out.
@Suite struct CheckFileTests {
  private struct File {
    var source = ""
    var right = ""
    var rejects = ""
    var faults: [String] = []
    var records = 0
    var wrong = 0
  }

  /// A CSV file of records whose faults are known, in rows that begin in known lines.
  private func rows(_ count: Int, seed: UInt64, name: String) -> File {
    var people = People(seed: seed)
    var file = File()
    var line = 2
    file.source = People.header
    file.right = People.header
    file.rejects = "name,age,gender,email,reason\n"
    for _ in 0..<count {
      let person = people.next()
      let row = person.row
      file.source += row + "\n"
      file.records += 1
      if person.faults.isEmpty {
        file.right += row + "\n"
      } else {
        file.wrong += 1
        file.rejects += row + "," + person.faults.joined(separator: "; ").asCell + "\n"
        file.faults += person.faults.map { "\(name):\(line): \($0)" }
      }
      line += row.utf8.count { $0 == 10 } + 1
    }
    return file
  }

  /// 5,000 records are one chunk's worth, 60,000 several for two workers.
  @Test(arguments: [5_000, 60_000]) func everyFaultOfALongTableIsFoundInOrder(_ count: Int) throws {
    let file = rows(count, seed: UInt64(count), name: "p.csv")
    let folder = try CheckFolder(["p.csv": file.source])
    let outcome = try folder.check("person", "p.csv", "-f", "csv", "--rejects", "bad.csv")
    #expect(file.wrong > count / 10)
    #expect(outcome.faults == file.faults)
    #expect(outcome.output == file.right)
    #expect(folder.text("bad.csv") == file.rejects)
    #expect(
      outcome.summary.hasPrefix(
        "\(count) records: \(count - file.wrong) right, \(file.wrong) wrong; faults: name "))
  }

  @Test func everyFaultOfLongJSONLinesIsFoundInOrder() throws {
    var people = People(seed: 7)
    var source = ""
    var right = ""
    var faults: [String] = []
    for line in 1...30_000 {
      let person = people.next()
      // Every seventh line is written otherwise than formsh writes.
      source += (line % 7 == 0 ? " " : "") + person.object + "\n"
      if person.faults.isEmpty {
        right += person.object + "\n"
      } else {
        faults += person.faults.map { "p.jsonl:\(line): \($0)" }
      }
    }
    let folder = try CheckFolder(["p.jsonl": source])
    let outcome = try folder.check("person", "p.jsonl", "-o", "right.jsonl")
    #expect(outcome.faults == faults)
    #expect(folder.text("right.jsonl") == right)
  }

  @Test func everyFaultOfLongAnswersIsFoundInOrder() throws {
    var people = People(seed: 9)
    var source = ""
    var right = ""
    var faults: [String] = []
    var line = 1
    for _ in 0..<30_000 {
      var person = people.next()
      // An answer is one line, and a text without outer spaces.
      person.cells[0] = person.cells[0].replacing("\n", with: "-")
      source += person.cells.joined(separator: "\n") + "\n"
      if person.faults.isEmpty {
        right += person.object + "\n"
      } else {
        for fault in person.faults {
          let field = ["name", "age", "gender", "email"].firstIndex {
            fault.hasPrefix($0 + ":")
          }
          faults.append("p.txt:\(line + (field ?? 0)): \(fault)")
        }
      }
      line += 4
    }
    let folder = try CheckFolder(["p.txt": source])
    let outcome = try folder.check("person", "p.txt", "--from", "lines", "-f", "json")
    #expect(outcome.faults == faults)
    #expect(outcome.output == right)
  }

  @Test func aPipeIsJudgedAsAFileIs() throws {
    let file = rows(30_000, seed: 3, name: "stdin")
    let outcome = try CheckFolder().check(
      "person", "-", "--from", "csv", "-f", "csv", input: .piped(Array(file.source.utf8)))
    #expect(outcome.faults == file.faults)
    #expect(outcome.output == file.right)
  }

  /// Rows that come out otherwise than they went in, between rows that are passed on as they are.
  @Test func rowsThatAreWrittenAnewStandInTheirPlace() throws {
    var source = People.header
    var right = People.header
    for i in 0..<3_000 {
      let cells = "K\(i),\(i % 100 + 1),M,k\(i)@example.org"
      source += i % 5 == 0 ? "\"K\(i)\"" + cells.dropFirst("K\(i)".count) + "\n" : cells + "\n"
      right += cells + "\n"
    }
    let folder = try CheckFolder(["p.csv": source])
    let outcome = try folder.check("person", "p.csv", "-o", "all.csv")
    #expect(outcome.error == "3000 records: 3000 right, 0 wrong\n")
    #expect(folder.text("all.csv") == right)
  }

  @Test func memoryDoesNotGrowWithTheFile() throws {
    let block = rows(20_000, seed: 5, name: "p.csv").source.dropFirst(People.header.count)
    func peak(_ blocks: Int) throws -> Int {
      let folder = try CheckFolder([
        "p.csv": People.header + String(repeating: String(block), count: blocks)
      ])
      return try folder.check("person", "p.csv", "-f", "csv", "--rejects", "bad.csv").peakMemory
    }
    let small = try peak(3)
    let large = try peak(12)
    #expect(small > 1_000)
    // Of 9 MB more, none stays.
    #expect(large < small + 3_000, "\(small) and \(large) KiB")
    #expect(large < 40_000)
  }

  @Test func theTableTellsWhatAFieldIsLike() throws {
    let folder = try CheckFolder([
      "f.json": #"""
      {"type":"object","properties":{"n":{"type":"number"},"c":{"enum":["a","b"]},"t":{"type":"string"}}}
      """#,
      "x.csv": "n,c,t\n1,a,x\n1.0,a,yy\n15,b,\n-0.5,a,x\n,z,x\n",
    ])
    let outcome = try folder.check("f.json", "x.csv", "--summary")
    #expect(
      outcome.said == [
        "x.csv:6: c: z is not one of a, b",
        "field  faults  missing  distinct  least  most  spread",
        "n           0        1         3  -0.5   15    ▄█      ▄",
        "c           1        0         3  a      z     a █ 60 %  b ▃ 20 %",
        "t           0        1         2  x      yy",
        "5 records: 4 right, 1 wrong; faults: c 1",
      ])
  }

  @Test func distinctValuesAreCountedUpToABound() throws {
    let folder = try CheckFolder([
      "f.json": #"{"type":"object","properties":{"n":{"type":"integer"},"m":{"type":"integer"}}}"#,
      "x.csv": "n,m\n" + (1...70_000).map { "\($0 % 10_000),\($0 % 10_001)\n" }.joined(),
    ])
    let said = try folder.check("f.json", "x.csv", "--summary").said
    #expect(said[1].hasPrefix("n           0        0            10000  0      9999   "))
    #expect(said[2].hasPrefix("m           0        0  more than 10000  0      10000  "))
  }

  /// The progress line is painted over with blanks, and stands in no later line.
  @Test func onATerminalTheProgressLineIsGoneAtTheEnd() throws {
    let file = rows(150_000, seed: 11, name: "p.csv")
    let folder = try CheckFolder(["p.csv": file.source])
    let terminal = try Terminal(
      ["check", "person", folder.folder.path("p.csv"), "--rejects", folder.folder.path("r.csv")],
      columns: 100)
    #expect(try terminal.waitForEnd() == .exited(1))
    let lines = terminal.text.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.last?.contains("150000 records: ") == true)
    for line in lines {
      // What stands on the row at last is what follows the last return to its start.
      let row = line.split(separator: "\r").last ?? ""
      #expect(!row.contains(" a second"))
    }
  }
}
