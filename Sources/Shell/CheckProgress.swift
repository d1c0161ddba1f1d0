// How far a check is, on a terminal: one line that is painted over and gone at the end.

internal import Forms
internal import Glibc
internal import Records

/// The progress line: share, records, rate and time left.
final class CheckProgress {
  private let isShown: Bool
  /// The bytes of all files; nil when one of them tells no size.
  private let total: Int?
  private var done = 0
  private var current = 0
  private let start: Double
  private var shown: Double
  private var width = 0
  private var name = ""

  init(_ plan: CheckPlan) {
    let term = System.variable("TERM") ?? ""
    let isPlain = plan.isPlain || Program.isAccessible || term.isEmpty || term == "dumb"
    isShown = !isPlain && isatty(2) != 0
    var sum: Int? = 0
    for source in plan.sources {
      let file = source.path == "-" || source.format == .database ? nil : FileState(source.path)
      sum = file.flatMap { file in file.isRegular ? sum.map { $0 + file.size } : nil }
    }
    total = sum
    start = System.seconds
    shown = start
  }

  /// Begins a file.
  func begin(_ source: CheckSource) {
    done += current
    current = 0
    name = source.place
  }

  /// Shows how far it is, a few times a second.
  func show(records: Int, bytesRead: Int) {
    guard isShown else { return }
    current = bytesRead
    let now = System.seconds
    guard now - shown >= 0.2 else { return }
    shown = now
    paint(CheckProgress.line(name, records, done + bytesRead, total, seconds: now - start))
  }

  /// The words of the line: `people.csv: 42 %, 1,234,567 records, 2,100,000 a second, 3 s left`.
  static func line(
    _ name: String, _ records: Int, _ bytes: Int, _ total: Int?, seconds: Double
  ) -> String {
    var parts: [String] = []
    if let total, total > 0 { parts.append("\(min(100, bytes * 100 / total)) %") }
    parts.append(Grouped.thousands("\(records)") + " records")
    let rate = seconds > 0 ? Int(Double(records) / seconds) : 0
    parts.append(Grouped.thousands("\(rate)") + " a second")
    if let total, bytes > 0, total >= bytes {
      let left = seconds * Double(total - bytes) / Double(bytes)
      parts.append(left < 60 ? "\(Int(left.rounded(.up))) s left" : "\(Int(left / 60)) min left")
    }
    return name + ": " + parts.joined(separator: ", ")
  }

  private func paint(_ text: String) {
    let columns = System.columns(2) ?? 80
    let line = String(text.prefix(columns - 1))
    let count = line.count
    let blank = String(repeating: " ", count: max(0, min(width, columns - 1) - count))
    width = count
    _ = Descriptor.write(Bytes(text: "\r" + line + blank + "\r"), to: 2)
  }

  /// Takes the line away, before anything else is said.
  func erase() {
    if width == 0 { return }
    _ = Descriptor.write(Bytes(text: "\r" + String(repeating: " ", count: width) + "\r"), to: 2)
    width = 0
  }
}
