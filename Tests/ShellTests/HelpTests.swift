import Foundation
import TestSupport
import Testing

/// Help, manual and completions: all from the same tables, none wider than a screen.
@Suite struct HelpTests {
  private let help: String

  init() throws { help = try Program.run(["--help"]).output }

  /// The long and short options that `--help` lists.
  private var options: [String] {
    help.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("      --") }
      .flatMap { $0.split(whereSeparator: { " ,".contains($0) }).filter { $0.hasPrefix("-") } }
      .filter { $0 != "-" }.map(String.init)
  }

  @Test func helpNamesTheOptionsWithin80Columns() {
    #expect(options.count > 15)
    #expect(Set(["-o", "--output", "--completion", "--man", "--help"]).isSubset(of: options))
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func helpAtThePromptFitsOneScreen() throws {
    let tmux = try Tmux(columns: 80, rows: 24)
    try tmux.wait(for: "1/4 name:")
    try tmux.type("help")
    try tmux.press("Enter")
    let screen = try tmux.wait(for: "the end of help") { screen in
      screen.rows.contains { $0.hasPrefix("Fields: name, age, gender, email.") }
    }
    #expect(screen.rows.contains { $0.hasPrefix("1/4 name: help") })
    let commands = screen.rows.filter { $0.hasPrefix("  ") }
    #expect(commands.count == 13)
    #expect(commands.allSatisfy { $0.count > 30 })
  }

  @Test func theManualHasNoFault() throws {
    let page = try Program.run(["--man"])
    #expect(page.status == 0)
    let lint = try Program.run(
      ["-T", "lint", "-W", "warning"], input: .redirected(page.outputBytes),
      program: "/usr/bin/mandoc")
    #expect(lint.output + lint.error == "")
    #expect(lint.status == 0)
  }

  @Test func theManualNamesEveryOptionCommandAndStatus() throws {
    let page = try Program.run(["--man"]).output
    for option in options where option.hasPrefix("--") {
      #expect(page.contains("Fl -" + option.dropFirst(2)), "\(option)")
    }
    let commands = try Program.run(input: "help\n").error.split(separator: "\n")
      .filter { $0.hasPrefix("  ") }.compactMap { $0.split { " ,".contains($0) }.first }
    #expect(commands.count == 13)
    for command in commands { #expect(page.contains("Cm \"\\&\(command)\""), "\(command)") }
    for status in [0, 1, 2, 3, 130, 143] { #expect(page.contains("\n.It \(status)\n")) }
  }

  // MARK: Completion

  @Test(arguments: ["bash", "zsh", "fish"])
  func theCompletionsNameEveryOption(_ shell: String) throws {
    let script = try Program.run(["--completion", shell])
    #expect(script.status == 0)
    for option in options where option.hasPrefix("--") {
      let name = shell == "fish" ? "-l \(option.dropFirst(2)) " : option
      #expect(script.output.contains(name), "\(option)")
    }
  }

  @Test func aCompletionForNoShellIsRefused() throws {
    let outcome = try Program.run(["--completion", "tcsh"])
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("--completion takes bash, zsh, fish, not tcsh"))
  }

  /// What stands on the line, its last word being completed, and the words that bash offers.
  @Test(arguments: [
    (["--fo"], ["--format"]),
    (["-f", "c"], ["csv"]),
    (["--format", "=", "t"], ["tsv"]),
    (["--completion", ""], ["bash", "zsh", "fish"]),
    (["pers"], ["person"]),
    (["vis"], ["visits.json"]),
    (["forms", "ti"], ["tiles"]),
    (["check", "vis"], ["visits.json"]),
    (["check", "person", "vis"], ["visits.csv", "visits.json"]),
    (["-o", "visits.c"], ["visits.csv"]),
    (["-n", ""], []),
    (["person", "t"], []),
  ])
  func bashCompletes(_ words: [String], _ offered: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("visits.json", "{}")
    try folder.write("visits.csv", "")
    try folder.write("completion", try Program.run(["--completion", "bash"]).output)
    let line = (["formsh"] + words).map(Tmux.quoted).joined(separator: " ")
    let outcome = try Program.run(
      [
        "-c",
        """
        set -u
        source ./completion
        complete -p formsh >/dev/null || exit 9
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count)
        _formsh
        printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sort
        """,
      ], in: folder.url, program: "/bin/bash")
    #expect(outcome.error == "")
    #expect(outcome.output.split(separator: "\n").map(String.init) == offered.sorted())
  }

  // MARK: Install

  @Test func installPutsEverythingInPlaceAndTakesItAway() throws {
    let folder = try TemporaryFolder()
    let scripts = folder.url.appendingPathComponent("Scripts")
    try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Program.root.appendingPathComponent("Scripts/install"),
      to: scripts.appendingPathComponent("install"))
    // In place of a build: the program that is tested.
    try folder.write("Scripts/build", "#!/bin/sh\necho \(Tmux.quoted(Program.path))\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("Scripts/build"))
    func install(_ arguments: String...) throws -> Outcome {
      try Program.run(arguments, in: folder.url, program: folder.path("Scripts/install"))
    }
    let prefix = folder.path("a prefix")
    #expect(try install(prefix).status == 0)
    let files = [
      "bin/formsh", "share/man/man1/formsh.1", "share/bash-completion/completions/formsh",
      "share/zsh/site-functions/_formsh", "share/fish/vendor_completions.d/formsh.fish",
    ]
    for file in files { #expect((folder.bytes("a prefix/" + file) ?? []).count > 100, "\(file)") }
    let version = try Program.run(["--version"], program: prefix + "/bin/formsh")
    #expect(version.output.hasPrefix("formsh "))
    #expect(try install("--uninstall", prefix).status == 0)
    for file in files { #expect(folder.bytes("a prefix/" + file) == nil, "\(file)") }
    #expect(try install("--nosuch").status == 2)
  }
}
