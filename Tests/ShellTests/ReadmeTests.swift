import Foundation
import TestSupport
import Testing

/// What the README shows is what happens, and what there is stands in it.
@Suite struct ReadmeTests {
  /// One block of code: what stands behind its opening fence, its lines, and the line it begins at.
  struct Block: Sendable, CustomTestStringConvertible {
    var kind: String
    var line: Int
    var lines: [String] = []
    var testDescription: String { "README.md:\(line)" }
  }

  static let text =
    (try? String(contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8))
    ?? ""

  static let blocks: [Block] = {
    var blocks: [Block] = []
    var open: Block?
    for (i, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(kind: String(line.dropFirst(3)), line: i + 1) : nil
      } else {
        open?.lines.append(String(line))
      }
    }
    return blocks
  }()

  /// A folder with formsh on its PATH.
  private struct Place {
    let home: TemporaryFolder
    let binaries: TemporaryFolder

    init() throws {
      home = try TemporaryFolder()
      binaries = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        atPath: binaries.path("formsh"), withDestinationPath: Program.path)
    }

    var environment: [String: String] {
      ["HOME": home.url.path, "PATH": binaries.url.path + ":/usr/local/bin:/usr/bin:/bin"]
    }
  }

  /// All blocks run one after the other in one folder; each command prints what stands under it.
  @Test func theCommandsPrintWhatStandsUnderThem() throws {
    let place = try Place()
    let blocks = ReadmeTests.blocks.filter { $0.kind == "console" }
    #expect(blocks.count > 5)
    for block in blocks {
      var script = "exec 2>&1\n"
      for (i, line) in block.lines.enumerated() {
        if line.hasPrefix("$ ") {
          script += "echo \(Tmux.quoted(line))\n" + line.dropFirst(2) + "\n"
        } else if line.hasPrefix(">"), isContinued(block.lines[..<i]) {
          // The shell shows what it reads on as `> `; a script does not.
          script += line.dropFirst(2) + "\n"
        }
      }
      let shown = shownCommands(block.lines)
      let outcome = try Program.run(
        ["-c", script], environment: place.environment, in: place.home.url, program: "/bin/bash")
      #expect(outcome.output == shown.joined(separator: "\n") + "\n", "README.md:\(block.line)")
    }
  }

  private func isContinued(_ before: ArraySlice<String>) -> Bool {
    before.last.map { $0.hasPrefix("$ ") || $0.hasPrefix(">") } ?? false
  }

  /// The lines without those that only continue a command.
  private func shownCommands(_ lines: [String]) -> [String] {
    lines.indices.filter { !(lines[$0].hasPrefix(">") && isContinued(lines[..<$0])) }
      .map { lines[$0] }
  }

  /// A session at a terminal: what stands behind `$` and behind the prompts is typed, the rest must come.
  @Test(arguments: blocks.filter { $0.kind == "console terminal" })
  func theSessionsAreRealOnes(_ block: Block) throws {
    let place = try Place()
    let variables = place.environment.map { "\($0.key)=\(Tmux.quoted($0.value))" }
    let tmux = try Tmux(
      columns: 80, rows: 40, in: place.home.url,
      command: "exec env \(variables.joined(separator: " ")) PS1='$ ' bash --norc --noprofile -i")
    for (i, line) in block.lines.enumerated() {
      guard let (prompt, typed) = typedPart(line) else { continue }
      let screen = try tmux.wait(for: "\(prompt) as row \(i)") {
        $0.rows.count == i + 1 && $0.rows[i].hasPrefix(prompt) && $0.row == i
          && Array($0.rows[..<i]) == Array(block.lines[..<i])
      }
      let isPrefilled = screen.rows[i].dropFirst(prompt.count + 1).first.map { $0 != " " } ?? false
      if isPrefilled { try tmux.press("C-u") }
      try tmux.type(typed)
      try tmux.press("Enter")
    }
    let count = block.lines.count
    try tmux.wait(for: "the whole session") { $0.rows == block.lines + ["$"] && $0.row == count }
  }

  /// What the program shows of a line, and what is typed behind it.
  private func typedPart(_ line: String) -> (prompt: String, typed: String)? {
    if line.hasPrefix("$ ") { return ("$", String(line.dropFirst(2))) }
    guard let match = line.wholeMatch(of: /([0-9]+\/[0-9]+ [^:]+:) (.*)/) else { return nil }
    return (String(match.1), String(match.2))
  }

  // MARK: What there is

  @Test func everyOptionStandsInIt() throws {
    let help = try Program.run(["--help"]).output
    let options = help.matches(of: /^ +(?:-[a-z], )?--[a-z-]+/.anchorsMatchLineEndings())
      .flatMap { $0.0.split(whereSeparator: { " ,".contains($0) }) }
    #expect(options.count > 15)
    for option in options { #expect(ReadmeTests.text.contains("`\(option)"), "\(option)") }
  }

  @Test func everyCommandStandsInIt() throws {
    let help = try Program.run(input: "help\n").error
    let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split { " ,".contains($0) }.first }
    #expect(commands.count == 13)
    for command in commands { #expect(ReadmeTests.text.contains("| `\(command)"), "\(command)") }
  }

  @Test func everyKeywordStandsInIt() throws {
    let source = try String(
      contentsOf: Program.root.appendingPathComponent("Sources/FormFiles/Schema/Keyword.swift"),
      encoding: .utf8)
    let end = try #require(source.range(of: "init?("))
    var keywords: [Substring] = []
    for match in source[..<end.lowerBound].matches(of: /^  case (.*)$/.anchorsMatchLineEndings()) {
      if let named = match.1.firstMatch(of: /= "(.*)"/) {
        keywords.append(named.1)
      } else {
        keywords += match.1.split { ", `".contains($0) }
      }
    }
    #expect(keywords.count > 50)
    for keyword in keywords { #expect(ReadmeTests.text.contains("`\(keyword)`"), "\(keyword)") }
  }

  @Test func everyStatusStandsInIt() {
    for status in [0, 1, 2, 3, 130, 143] { #expect(ReadmeTests.text.contains("\n| \(status) | ")) }
  }

  /// Files that it names are there.
  @Test func theFilesItNamesAreThere() throws {
    let sources = Program.root.appendingPathComponent("Sources")
    let all =
      FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    let named = ReadmeTests.text.matches(of: /`([A-Za-z\/]+\.swift)`/).map { String($0.1) }
    #expect(named.count > 25)
    for name in named { #expect(all.contains { ("/" + $0).hasSuffix("/" + name) }, "\(name)") }
    for script in ReadmeTests.text.matches(of: /Scripts\/[a-z]+/) {
      let path = Program.root.appendingPathComponent(String(script.0)).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script.0)")
    }
  }
}
