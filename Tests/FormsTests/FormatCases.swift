import Forms
import Foundation

/// Reads a file of cases, one JSON object a line, from the folder beside the tests.
func formatCases(_ name: String) throws -> [[String: Any]] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let text = try String(contentsOf: folder.appendingPathComponent("Cases/\(name)"), encoding: .utf8)
  return try text.split(separator: "\n").map { line in
    let row = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let row = row as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return row
  }
}

extension Format {
  /// Whether a text has the format; a span cannot stand within `#expect`.
  func takes(_ text: String) -> Bool { accepts(text.utf8.span) }

  func begins(_ text: String) -> Bool { mayBegin(text.utf8.span) }

  func contains(_ text: String) -> Bool { mayContain(text.utf8.span) }
}
