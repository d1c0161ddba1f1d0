import Foundation
import TestSupport

/// Commands, what is typed into them and all that comes out, in one readable text.
///
/// Each line says by its beginning what it is:
///
///     # a remark
///     $ a shell command; further $ lines right after it continue it (a here-document, say)
///     < a line of its standard input, which is a file; without any, it is /dev/null
///     > a line of standard output
///     ! a line of standard error
///     = the exit status, which ends the step
///
/// `<|`, `>|` and `!|` in place of `<`, `>` and `!`: the line has no line feed at its end. Control
/// characters stand as their pictures (␛ for Escape, ␉ for Tab, ␀), a byte that is no UTF-8 as ⟨FF⟩.
/// In an output line `[…]` stands for any text. All commands of a file run one after the other in
/// the same fresh folder, with `formsh` on the PATH and next to nothing else in the environment.
struct Transcript {
  /// One command with what goes in and comes out.
  struct Step {
    var remarks: [String] = []
    var command: String
    var input: [UInt8] = []
    var output: [UInt8] = []
    var error: [UInt8] = []
    var status: Int32 = 0
  }

  /// A line that is no part of a transcript, counted from 1.
  struct Fault: Error, CustomStringConvertible {
    let line: Int
    let text: String
    var description: String { "line \(line) is no line of a transcript: \(text)" }
  }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Transcripts")

  /// The names of all transcripts.
  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  var steps: [Step] = []
  /// Remarks after the last step.
  var remarks: [String] = []

  init(steps: [Step], remarks: [String]) {
    self.steps = steps
    self.remarks = remarks
  }

  init(_ text: String) throws {
    var open: Step?  // a step whose status has not come yet
    var inCommand = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty || line.hasPrefix("#") {
        guard open == nil else {
          if line.isEmpty { continue }
          throw Fault(line: index + 1, text: String(line))
        }
        remarks.append(String(line))
        continue
      }
      let mark = line.prefix(1)
      let unended = line.dropFirst().hasPrefix("|")
      let rest = line.dropFirst(unended ? 2 : 1)
      let content = rest.hasPrefix(" ") ? rest.dropFirst() : rest
      let bytes = Transcript.bytes(shown: content) + (unended ? [] : [10])
      switch (mark, open != nil) {
      case ("$", false):
        open = Step(remarks: remarks, command: String(content))
        remarks = []
        inCommand = true
        continue
      case ("$", true) where inCommand:
        open?.command += "\n" + content
        continue
      case ("<", true): open?.input += bytes
      case (">", true): open?.output += bytes
      case ("!", true): open?.error += bytes
      case ("=", true):
        guard let status = Int32(content) else { fallthrough }
        open?.status = status
        if let step = open { steps.append(step) }
        open = nil
      default:
        throw Fault(line: index + 1, text: String(line))
      }
      inCommand = false
    }
    if let open { steps.append(open) }
    while remarks.last == "" { remarks.removeLast() }
  }

  /// Runs all steps and returns the transcript of what really came out.
  func play() throws -> Transcript {
    let home = try TemporaryFolder()
    let binaries = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: binaries.path("formsh"), withDestinationPath: Program.path)
    return Transcript(
      steps: try steps.map { step in
        let outcome = try Program.run(
          ["-c", step.command], input: step.input.isEmpty ? .nothing : .redirected(step.input),
          environment: [
            "HOME": home.url.path, "PATH": binaries.url.path + ":/usr/local/bin:/usr/bin:/bin",
          ],
          in: home.url, program: "/bin/sh")
        var played = step
        played.output = outcome.outputBytes
        played.error = outcome.errorBytes
        played.status = outcome.status
        return played
      }, remarks: remarks)
  }

  /// The text of the file.
  var text: String {
    var lines: [String] = []
    for step in steps {
      lines += step.remarks
      lines += step.command.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "$" : "$ \($0)" }
      lines += Transcript.shown(step.input, mark: "<")
      lines += Transcript.shown(step.output, mark: ">")
      lines += Transcript.shown(step.error, mark: "!")
      lines.append("= \(step.status)")
    }
    return (lines + remarks).joined(separator: "\n") + "\n"
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Whether what was played is what is written here, open words aside.
  func isMatched(by played: Transcript) -> Bool {
    let here = lines
    let there = played.lines
    return here.count == there.count && zip(here, there).allSatisfy(Transcript.matches)
  }

  /// Both texts from the first line on that differs.
  func difference(from played: Transcript) -> String {
    let here = lines
    let there = played.lines
    let same = zip(here, there).prefix { Transcript.matches($0, $1) }.count
    func some(_ lines: [Substring]) -> String {
      lines.dropFirst(same).prefix(12).map { "    \($0)\n" }.joined()
    }
    let command = there.prefix(same + 1).last { $0.hasPrefix("$") } ?? ""
    return "\(same + 1): after \(command)\n  expected:\n\(some(here))  came:\n\(some(there))"
  }

  /// What was played, with this text's own lines wherever they match.
  func keepingPatterns(of written: Transcript) -> Transcript {
    func keep(_ played: [UInt8], _ written: [UInt8]) -> [UInt8] {
      let patterns = written.split(separator: 10, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }.filter { $0.contains("[…]") }
      let lines = played.split(separator: 10, omittingEmptySubsequences: false).map { line in
        let text = String(decoding: line, as: UTF8.self)
        return Array((patterns.first { Transcript.matches($0[...], text[...]) } ?? text).utf8)
      }
      return Array(lines.joined(separator: [10]))
    }
    var kept = self
    for index in kept.steps.indices where index < written.steps.count {
      kept.steps[index].output = keep(steps[index].output, written.steps[index].output)
      kept.steps[index].error = keep(steps[index].error, written.steps[index].error)
    }
    return kept
  }

  private static func matches(_ pattern: Substring, _ line: Substring) -> Bool {
    let parts = pattern.components(separatedBy: "[…]")
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return pattern == line
    }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  private static func shown(_ bytes: [UInt8], mark: String) -> [String] {
    guard !bytes.isEmpty else { return [] }
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    let ended = lines.last == []
    if ended { lines.removeLast() }
    return lines.enumerated().map { index, line in
      let mark = !ended && index == lines.count - 1 ? mark + "|" : mark
      return line.isEmpty ? mark : "\(mark) \(shown(line))"
    }
  }

  private static func shown(_ line: [UInt8]) -> String {
    var text = ""
    var rest = line[...]
    while let byte = rest.first {
      // The shortest beginning that is valid UTF-8 is one scalar.
      let scalar = (1...4).lazy.compactMap { count -> (String, Int)? in
        guard count <= rest.count, let valid = String(validating: rest.prefix(count), as: UTF8.self)
        else { return nil }
        return (valid, count)
      }.first
      if byte < 32 || byte == 127,
        let picture = Unicode.Scalar(byte == 127 ? 0x2421 : 0x2400 + UInt32(byte))
      {
        text.unicodeScalars.append(picture)
        rest = rest.dropFirst()
      } else if let (valid, count) = scalar {
        text += valid
        rest = rest.dropFirst(count)
      } else {
        text += "⟨" + String(byte, radix: 16, uppercase: true) + "⟩"
        rest = rest.dropFirst()
      }
    }
    return text
  }

  private static func bytes(shown text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "⟨", let end = rest.firstIndex(of: "⟩"),
        let byte = UInt8(String(rest[rest.index(after: rest.startIndex)..<end]), radix: 16)
      {
        bytes.append(byte)
        rest = rest[rest.index(after: end)...]
        continue
      }
      switch scalar.value {
      case 0x2400..<0x2420: bytes.append(UInt8(scalar.value - 0x2400))
      case 0x2421: bytes.append(127)
      default: bytes += Array(String(scalar).utf8)
      }
      rest = rest.dropFirst()
    }
    return bytes
  }
}
