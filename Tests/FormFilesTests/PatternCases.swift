import FormFiles
import Forms
import Foundation

/// Reads a file of cases, one JSON object a line, from the folder beside the tests.
func patternCases(_ name: String) throws -> [[String: Any]] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let text = try String(contentsOf: folder.appendingPathComponent("Cases/\(name)"), encoding: .utf8)
  return try text.split(separator: "\n").map { line in
    let row = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let row = row as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return row
  }
}

extension ECMAPattern {
  /// What comes of a text; a span cannot stand within `#expect`.
  func result(_ text: String) -> PatternResult { match(text.utf8.span) }
}

func isValidPattern(_ text: String) -> Bool { ECMAPattern.isValid(text.utf8.span) }

func isValidPattern(bytes: [UInt8]) -> Bool { ECMAPattern.isValid(bytes.span) }
