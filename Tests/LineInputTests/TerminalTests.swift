import Foundation
import TestSupport
import Testing

/// What happens to the terminal: found, used, and given back.
struct TerminalTests {
  // MARK: Given back as it was found

  /// Whether bracketed paste was switched off after it was last switched on.
  private func pasteModeIsOff(_ probe: ProbeTerminal) -> Bool {
    let text = probe.terminal.text
    guard let on = text.range(of: "\u{1b}[?2004h", options: .backwards) else { return true }
    return text[on.upperBound...].contains("\u{1b}[?2004l")
  }

  @Test func `Ctrl-C drops the line, then leaves on an empty one`() throws {
    let probe = try ProbeTerminal("prompt=> ")
    try probe.type("To", until: "To")
    #expect(!probe.terminal.isAsFound)
    #expect(try probe.reply(to: "\u{3}") == "interrupted false")
    #expect(try probe.reply(to: "\u{3}") == "interrupted true")
    #expect(try probe.terminal.waitForEnd() == .exited(130))
    #expect(probe.terminal.isAsFound)
    #expect(pasteModeIsOff(probe))
    #expect(probe.screen().lines == ["> To^C", "=interrupted false", "> ^C", "=interrupted true"])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `a signal that ends the program is a reply`(signal: Int32) throws {
    let probe = try ProbeTerminal("prompt=> ")
    try probe.type("To", until: "To")
    probe.terminal.signal(signal)
    #expect(try probe.reply() == "signal \(signal)")
    #expect(try probe.terminal.waitForEnd() == .exited(128 + signal))
    #expect(probe.terminal.isAsFound)
    #expect(pasteModeIsOff(probe))
  }

  @Test func `Ctrl-Backslash ends the program`() throws {
    let probe = try ProbeTerminal("prompt=> ")
    #expect(try probe.reply(to: "a\u{1c}") == "signal \(SIGQUIT)")
    #expect(try probe.terminal.waitForEnd() == .exited(128 + SIGQUIT))
    #expect(probe.terminal.isAsFound)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP])
  func `a crash gives the terminal back`(signal: Int32) throws {
    let probe = try ProbeTerminal("--crash=\(signal)", "--repeat", "prompt=> ")
    #expect(try probe.reply(to: "crash\r") == "line crash")
    #expect(try probe.terminal.waitForEnd() == .killed(signal))
    #expect(probe.terminal.isAsFound)
    #expect(pasteModeIsOff(probe))
  }

  /// Every other signal whose default is the end of a program (signal(7)), some of those without a meaning too.
  @Test(arguments: [
    SIGALRM, SIGUSR1, SIGUSR2, SIGPIPE, SIGSTKFLT, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS,
    SIGXCPU, SIGXFSZ, 34, 50, 64,
  ])
  func `a signal that nobody expects ends the program, and the terminal is given back`(
    signal: Int32
  ) throws {
    for arguments in [["prompt=> "], ["--plain", "prompt=> |secret"]] {
      let probe = try ProbeTerminal(arguments: arguments)
      probe.terminal.signal(signal)
      #expect(try probe.terminal.waitForEnd() == .killed(signal))
      #expect(probe.terminal.isAsFound)
      #expect(pasteModeIsOff(probe))
    }
  }

  @Test(arguments: [SIGUSR1, SIGALRM, SIGHUP])
  func `a signal that is ignored from the start stays so`(signal: Int32) throws {
    let name = [SIGUSR1: "USR1", SIGALRM: "ALRM", SIGHUP: "HUP"][signal] ?? ""
    let terminal = try Terminal(
      ["-c", "trap '' \(name); exec \(Tmux.quoted(ProbeTerminal.path)) 'prompt=> '"],
      program: "/bin/sh")
    try terminal.wait(for: "> ")
    terminal.signal(signal)
    try terminal.type("To\r", thenWaitFor: "=line To")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [(20_000, 20_000), (65_535, 65_535)] as [(UInt16, UInt16)])
  func `a window of any size is answered in little memory`(columns: UInt16, rows: UInt16) throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ", columns: columns, rows: rows)
    #expect(probe.notes == ["note hugeWindow(columns: \(columns), rows: \(rows))"])
    #expect(try probe.reply(to: "To\r") == "line To")
    let status = try String(
      contentsOfFile: "/proc/\(probe.terminal.process)/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    #expect((Int(peak.filter(\.isNumber)) ?? .max) < 100_000, "\(peak)")
  }

  @Test func `a window that grows beyond all measure is lived with`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> |many=100000")
    #expect(try probe.reply(to: "To\r") == "line To")
    let start = probe.terminal.output.count
    probe.terminal.resize(columns: 60_000, rows: 60_000)
    try probe.terminal.wait(for: "> ", since: start)
    try probe.type("\t", until: "choice1")
    #expect(try probe.reply(to: "9\r") == "line choice9")
  }

  @Test func `a description of the terminal that libedit has no room for does no harm`() throws {
    let folder = try TemporaryFolder()
    // Strings of 4,000 bytes for keys and sequences that libedit asks for; it has 2,048 for all.
    let long = String(repeating: "x", count: 1_000)
    try folder.write(
      "source",
      "long|much too long,\n am, cols#80, el=\\E[K, sc=\\E7, rc=\\E8,\n"
        + ["kcuu1", "kcud1", "smso", "rmso"].map { " \($0)=\(long),\n" }.joined())
    let made = try Program.run(
      ["-x", "-o", folder.path("database"), folder.path("source")], program: "/usr/bin/tic")
    try #require(made.status == 0, "\(made.error)")
    let probe = try ProbeTerminal(
      "--repeat", "prompt=> ",
      environment: ["TERM": "long", "TERMINFO": folder.path("database")])
    #expect(try probe.reply(to: "To\r") == "line To")
  }

  @Test func `a crash that comes from outside in the midst of a line gives the terminal back`()
    throws
  {
    let probe = try ProbeTerminal("prompt=> ")
    try probe.type("To", until: "To")
    probe.terminal.signal(SIGSEGV)
    #expect(try probe.terminal.waitForEnd() == .killed(SIGSEGV))
    #expect(probe.terminal.isAsFound)
    #expect(pasteModeIsOff(probe))
  }

  @Test func `unusual modes come back as well`() throws {
    let probe = try ProbeTerminal(
      "prompt=> ",
      modes: { modes in
        modes.c_iflag &= ~tcflag_t(ICRNL | IXON)
        modes.c_oflag &= ~tcflag_t(ONLCR)
        modes.c_lflag &= ~tcflag_t(ECHOE)
        modes.c_cc.2 = 8  // VERASE
      })
    #expect(try probe.reply(to: "abx\u{8}\r") == "line ab")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(probe.terminal.isAsFound)
  }

  @Test func `a terminal that is hung up ends the program at once`() throws {
    let probe = try ProbeTerminal("--repeat", "prompt=> ")
    try probe.type("To", until: "To")
    probe.terminal.hangUp()
    let ending = try probe.terminal.waitForEnd(timeout: .seconds(5))
    #expect([.exited(0), .exited(128 + SIGHUP)].contains(ending))
  }

  @Test func `what is typed ahead belongs to the next question, then to the next program`() throws {
    let folder = try TemporaryFolder()
    // The shell reads on from the same terminal when the probe has ended.
    let terminal = try Terminal(
      [
        "-c",
        "\(Tmux.quoted(ProbeTerminal.path)) 'prompt=> ' 'prompt=> '; read rest; echo got $rest",
      ],
      in: folder.url, program: "/bin/sh")
    try terminal.wait(for: "> ")
    try terminal.type("one\rtwo\rthree\n")
    try terminal.wait(for: "=line one")
    try terminal.wait(for: "=line two")
    try terminal.wait(for: "got three")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  // MARK: Redirections

  @Test func `the prompt stands on the terminal when standard output and error are files`() throws {
    let folder = try TemporaryFolder()
    let (out, error) = (folder.path("out"), folder.path("error"))
    for files in [[1: out], [2: error], [1: out, 2: error]] as [[Int32: String]] {
      let probe = try ProbeTerminal("prompt=> |live=count", redirecting: files)
      try probe.type("ab\r")
      #expect(try probe.terminal.waitForEnd() == .exited(0))
      #expect(probe.terminal.text.contains("> ab"))
      #expect(probe.terminal.isAsFound)
      if files[1] != nil { #expect(folder.text("out") == "=line ab\n") }
      if files[2] != nil { #expect(folder.text("error") == "") }
    }
  }

  @Test func `without a terminal there is no prompt`() throws {
    let outcome = try Program.run(["prompt=> "], program: ProbeTerminal.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "no prompt: noTerminal\n")
  }

  // MARK: Terminals that can do less

  @Test(arguments: ["dumb", "", "nosuch"])
  func `a terminal without escape sequences gets none`(type: String) throws {
    let probe = try ProbeTerminal(
      "prompt=name> |gate=name|live=count|placeholder=value|choices=abc,abd",
      environment: ["TERM": type])
    try probe.type("a", until: "a")
    try probe.type("\t", until: "abd\r\r\n\rname> ab")
    try probe.type("\u{2}X\u{7f}\u{5}12345678", until: "12345678")
    try probe.type("9", until: "name> ab12345678")
    try probe.wait(rows: [
      "name> a", "abc  abd", "name: at most 10 characters", "name> ab12345678",
    ])
    #expect(try probe.reply(to: "\u{1}\u{4}\r") == "line b12345678")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(!probe.terminal.output.contains(0x1b))
    #expect(probe.terminal.isAsFound)
  }

  @Test func `colours that are switched off leave no attribute`() throws {
    let probe = try ProbeTerminal(
      "--no-colour", "prompt=> |gate=age|live=count|placeholder=value")
    #expect(probe.screen().lines == ["> (value)" + String(repeating: " ", count: 66) + "0/10"])
    try probe.type("1x", until: "> 1\u{1b}7")
    #expect(try probe.reply(to: "\u{3}") == "interrupted false")
    #expect(try probe.reply(to: "\u{3}") == "interrupted true")
    try probe.terminal.waitForEnd()
    let attribute = try Regex("\u{1b}\\[[0-9;]*m")
    #expect(probe.terminal.text.firstMatch(of: attribute) == nil)
  }

  @Test func `the language of the environment does not matter`() throws {
    for language in [["LC_ALL": "C"], ["LANG": "de_DE.ISO-8859-1"], [:]] {
      let probe = try ProbeTerminal("prompt=> ", environment: language)
      #expect(try probe.reply(to: "가나\r") == "line 가나")
    }
  }

  @Test func `a window of no size and a missing terminal database do no harm`() throws {
    let probe = try ProbeTerminal(
      "prompt=> |live=count", columns: 0, rows: 0,
      environment: ["TERMINFO": "/nonexistent", "TERM": "xterm"])
    #expect(try probe.reply(to: "ab\r") == "line ab")
  }

  // MARK: Bytes

  @Test func `a key is answered by at most a few bytes in one piece`() throws {
    let bare = try ProbeTerminal("prompt=> ")
    for letter in ["a", "b", "c"] {
      let start = bare.terminal.output.count
      try bare.type(letter, until: letter)
      #expect(bare.terminal.output.count - start <= 4)
    }
    let live = try ProbeTerminal("prompt=> |live=count")
    for (index, letter) in ["a", "b", "c"].enumerated() {
      let start = live.terminal.output.count
      try live.type(letter, until: "\(index + 1)/10\u{1b}[m\u{1b}8")
      #expect(live.terminal.output.count - start <= 40)
    }
  }
}
