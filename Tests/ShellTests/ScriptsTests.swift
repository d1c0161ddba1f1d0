import Foundation
import TestSupport
import Testing

/// The project's own scripts, run in small trees of the test's making with a stand-in for `swift`.
@Suite struct ScriptsTests {
  /// A folder with the scripts, a source file, and first on the PATH some stand-ins.
  struct Tree {
    let folder: TemporaryFolder
    let environment: [String: String]

    /// Makes it; `tools` are shell scripts that take the place of commands, by name.
    init(tools: [String: String] = [:]) throws {
      folder = try TemporaryFolder()
      let files = FileManager.default
      for name in ["Scripts", "Sources/formsh", "bin"] {
        try files.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: true)
      }
      for name in ["setup", "build", "run", "layout"] {
        try files.copyItem(
          atPath: Program.root.appendingPathComponent("Scripts/\(name)").path,
          toPath: folder.path("Scripts/\(name)"))
      }
      try folder.write("Package.swift", "// none\n")
      try folder.write("README.md", "words\n")
      try folder.write("Sources/formsh/main.swift", "import Shell\n")
      environment = ["PATH": folder.path("bin") + ":/usr/local/bin:/usr/bin:/bin"]
      let standIns = [
        "swift": Tree.compiler, "strip": "", "ld": "",
        "dpkg-query": #"while [ "$#" -gt 0 ]; do echo "installed $1"; shift; done"#,
        "apt-get": "echo apt-get \"$@\" >> \"$(dirname \"$0\")/../apt\"",
      ]
      for (name, text) in standIns.merging(tools, uniquingKeysWith: { $1 }) {
        try folder.write("bin/\(name)", "#!/bin/sh\n\(text)\n")
        try files.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
      }
    }

    /// A compiler whose program is a shell script that shows its arguments, input and folder.
    static let compiler = #"""
      case "$*" in
        --version) echo 'Swift version 6.2 (swift-6.2-RELEASE)' ;;
        *--show-bin-path*) dirname "$0" ;;
        build*)
          cat > /dev/null
          echo '[1/2] Compiling'
          grep -q wrong "$3/Sources/formsh/main.swift" && { echo 'main.swift:1:1: error: wrong'; exit 1; }
          printf '#!/bin/sh\necho "arguments: $*"\npwd\ncat\n' > "$(dirname "$0")/formsh"
          chmod +x "$(dirname "$0")/formsh" ;;
      esac
      """#

    func run(_ script: String, _ arguments: [String] = [], input: Input = .nothing) throws
      -> Outcome
    {
      try Program.run(
        arguments, input: input, environment: environment, in: URL(fileURLWithPath: "/"),
        program: folder.path("Scripts/\(script)"))
    }
  }

  @Test(arguments: [[], ["--tests"], ["--tests", "--bench"]])
  func setupSaysNothingWhenNothingIsMissing(_ arguments: [String]) throws {
    let tools = Dictionary(
      uniqueKeysWithValues: [
        "tmux", "sqlite3", "strace", "ps", "git", "mandoc", "gcc", "perl", "mawk",
      ]
      .map { ($0, "") })
    let tree = try Tree(tools: tools)
    let outcome = try tree.run("setup", arguments)
    #expect(outcome.output == "" && outcome.error == "" && outcome.status == 0)
    #expect(tree.folder.text("apt") == nil)
  }

  @Test func setupInstallsWhatIsMissingAsRoot() throws {
    let tree = try Tree(tools: ["dpkg-query": "echo installed libc6-dev", "id": "echo 0"])
    let outcome = try tree.run("setup")
    #expect(
      outcome.error == "setup: installing libedit-dev libpcre2-dev libsqlite3-dev with apt-get\n")
    #expect(outcome.output == "" && outcome.status == 0)
    #expect(
      tree.folder.text("apt")?.hasSuffix(
        "install --no-install-recommends libedit-dev libpcre2-dev libsqlite3-dev\n") == true)
  }

  @Test func setupFetchesPackageListsThatWereNeverFetched() throws {
    let tree = try Tree(tools: [
      "dpkg-query": "echo installed libc6-dev", "id": "echo 0",
      "apt-get": #"""
      lists="$(dirname "$0")/../lists"
      case "$*" in
        *update*) touch "$lists" ;;
        *) [ -e "$lists" ] || { echo 'E: Unable to locate package'; exit 100; } ;;
      esac
      """#,
    ])
    let outcome = try tree.run("setup")
    #expect(outcome.status == 0)
    #expect(!outcome.error.contains("Unable to locate"))
  }

  @Test func setupWithoutRightsNamesTheOneCommand() throws {
    let tree = try Tree(tools: [
      "dpkg-query": "echo installed libc6-dev", "id": "echo 1000", "sudo": "exit 1",
    ])
    let outcome = try tree.run("setup")
    #expect(
      outcome.error.hasSuffix(
        "\napt-get update && apt-get install -y libedit-dev libpcre2-dev libsqlite3-dev\n"))
    #expect(outcome.status == 1)
    #expect(tree.folder.text("apt") == nil)
  }

  @Test(arguments: ["6.1.2", "5.10"]) func setupRefusesAnOldCompiler(_ version: String) throws {
    let tree = try Tree(tools: ["swift": "echo 'Swift version \(version) (swift)'"])
    let outcome = try tree.run("setup")
    let short = version.split(separator: ".").prefix(2).joined(separator: ".")
    #expect(outcome.error.contains("is Swift \(short); 6.2 or newer is needed."))
    #expect(outcome.status == 1)
  }

  @Test func runBuildsOnceAndHandsOverEverythingUntouched() throws {
    let tree = try Tree()
    let first = try tree.run("run", ["a b", "-n", "1"], input: "Kim\n30")
    #expect(first.output == "arguments: a b -n 1\n/\nKim\n30")
    #expect(first.error == "run: building formsh, once (a minute or two)\n")
    let second = try tree.run("run", input: "Kim\n")
    #expect(second.output == "arguments: \n/\nKim\n")
    #expect(second.error == "")
    try tree.folder.write("Sources/formsh/New.swift", "")
    #expect(try tree.run("run").error.contains("building"))
    try FileManager.default.removeItem(atPath: tree.folder.path("Sources/formsh/New.swift"))
    #expect(try tree.run("run").error.contains("building"))
    #expect(try tree.run("run").error == "")
  }

  @Test func aFailedBuildShowsTheErrorsAndNoProgram() throws {
    let tree = try Tree()
    #expect(try tree.run("build").output == tree.folder.path(".build/program/formsh") + "\n")
    try tree.folder.write("Sources/formsh/main.swift", "wrong\n")
    for _ in 1...2 {
      let outcome = try tree.run("run", input: "Kim\n")
      #expect(outcome.output == "" && outcome.status == 1)
      #expect(outcome.error.contains("\nmain.swift:1:1: error: wrong\n"))
      #expect(!outcome.error.contains("[1/2]"))
    }
  }

  /// A file, what stands in it, and the fault; without a fault it is allowed.
  @Test(arguments: [
    ("notes.txt", "x", "notes.txt: does not belong at the top level"),
    ("Sources/Forms/A.swift", "import Glibc", "Sources/Forms/A.swift:1: Forms must not import"),
    ("Sources/Forms/A.swift", "// import Glibc", nil),
    (
      "Sources/Records/A.swift", "\npublic import Shell", "A.swift:2: Records must not import Shell"
    ),
    ("Sources/Records/A.swift", "import struct Forms.Form", nil),
    ("Sources/Shell/A.swift", "@preconcurrency import Foundation", "must not import Foundation"),
    ("Sources/Shell/A.swift", "import Records\nimport LineInput", nil),
    ("Sources/Utils/A.swift", "", "Sources/Utils: no module of this name"),
    ("Sources/CSQLite/a.c", "", "Sources/CSQLite/a.c: a C module is"),
    ("Sources/Shell/A.swift", "let a = try! b()", "A.swift:1: try!"),
    ("Sources/Shell/A.swift", "  fatalError(\"no\")", "A.swift:1: fatalError"),
    ("Sources/Shell/A.swift", "  // fatalError(no), exit(1)", nil),
    ("Sources/Shell/A.swift", "  Glibc.exit(1)", "A.swift:1: exit()"),
    ("Sources/Shell/A.swift", "  return .exit(1)\n  case exit(Int32)", nil),
    ("Sources/formsh/main.swift", "exit(1)", nil),
    ("Tests/ATests/A.swift", "// see \("/ho")me/kim/x", "A.swift:1: a path of one machine"),
  ])
  func layoutRulesHold(_ path: String, _ text: String, _ fault: String?) throws {
    let tree = try Tree()
    try FileManager.default.removeItem(atPath: tree.folder.path("bin"))
    try FileManager.default.createDirectory(
      at: tree.folder.url.appendingPathComponent(path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try tree.folder.write(path, text)
    let outcome = try tree.run("layout")
    if let fault {
      #expect(outcome.error.contains(fault))
      #expect(outcome.error.filter(\.isNewline).count == 1)
      #expect(outcome.status == 1)
    } else {
      #expect(outcome.error == "" && outcome.status == 0)
    }
  }

  @Test(arguments: [400, 401]) func aFileHasAtMost400Lines(_ count: Int) throws {
    let tree = try Tree()
    try FileManager.default.removeItem(atPath: tree.folder.path("bin"))
    try tree.folder.write("Sources/formsh/main.swift", String(repeating: "\n", count: count))
    let fault = "layout: Sources/formsh/main.swift: has more than 400 lines\n"
    #expect(try tree.run("layout").error == (count > 400 ? fault : ""))
  }
}
