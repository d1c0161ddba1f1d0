import Forms
import Records
import Testing

/// What the ending of a file's name says.
@Suite struct OutputEndingTests {
  @Test(arguments: ["a.csv", "a.CSV", "b/a.tsv", "a.x.jsonl", "a.db", ".csv"])
  func oursAreFormats(_ path: String) {
    let ending = OutputEnding(of: FilePath(path))
    #expect(ending.format != nil && ending.nearest == nil && !ending.isForeign)
  }

  /// One letter more, less or other, or two that changed places.
  @Test(arguments: [
    ("a.cvs", "csv"), ("a.csb", "csv"), ("a.cs", "csv"), ("a.csvv", "csv"), ("a.scv", "csv"),
    ("a.TVS", "tsv"), ("a.tsx", "tsv"), ("a.json", "jsonl"), ("a.jsonk", "jsonl"),
    ("a.josnl", "jsonl"), ("a.bd", "db"), ("a.dbb", "db"), ("a.d", "db"), ("a.sqlite", "db"),
    ("a.sqlite3", "db"),
  ])
  func nearlyOursIsTold(_ path: String, _ nearest: String) {
    #expect(OutputEnding(of: FilePath(path)).nearest == nearest)
  }

  @Test(arguments: ["a.xlsx", "a.XLS", "a.ods", "a.xml", "a.yaml", "a.csv.gz", "a.pdf", "a.sh"])
  func otherKindsAreForeign(_ path: String) {
    let ending = OutputEnding(of: FilePath(path))
    #expect(ending.isForeign && ending.format == nil)
  }

  @Test(arguments: ["a", "a.", "a.txt", "a.log", "a.ndjson", "a.csv/b", "csv", "a.out", ""])
  func theRestSaysNothing(_ path: String) {
    let ending = OutputEnding(of: FilePath(path))
    #expect(ending.format == nil && ending.nearest == nil && !ending.isForeign)
  }
}
