import Glibc
import TestSupport
import Testing

/// The drivers themselves, tried on programs whose behaviour is known.
@Suite struct SupportTests {
  @Test func bothStreamsAndTheStatusComeBack() throws {
    let outcome = try Program.run(
      ["-c", "cat; echo oops >&2; exit 7"], input: .piped(Array("a\0b".utf8)), program: "/bin/sh")
    #expect(outcome.outputBytes == [97, 0, 98])
    #expect(outcome.error == "oops\n")
    #expect(outcome.ending == .exited(7))
  }

  @Test(arguments: [Input.redirected([104, 105]), .piped([104, 105])])
  func inputArrives(_ input: Input) throws {
    #expect(try Program.run(input: input, program: "/bin/cat").output == "hi")
  }

  @Test func moreThanAPipeHoldsGoesThrough() throws {
    let bytes = [UInt8](repeating: 120, count: 1_000_000)
    #expect(try Program.run(input: .piped(bytes), program: "/bin/cat").outputBytes == bytes)
  }

  @Test func inputThatNobodyReadsIsNoFault() throws {
    let bytes = [UInt8](repeating: 120, count: 1_000_000)
    #expect(try Program.run(input: .piped(bytes), program: "/bin/true").ending == .exited(0))
  }

  @Test func aSignalIsNoStatus() throws {
    let outcome = try Program.run(["-c", "kill -TERM $$"], program: "/bin/sh")
    #expect(outcome.ending == .killed(SIGTERM))
    #expect(outcome.status == 143)
  }

  @Test func theEnvironmentIsBare() throws {
    let outcome = try Program.run(environment: ["LC_ALL": "C"], program: "/usr/bin/env")
    #expect(outcome.output.contains("LC_ALL=C\n"))
    #expect(!outcome.output.contains("TERM=") && !outcome.output.contains("LANG="))
  }

  @Test func descriptorsCanBeClosed() throws {
    let folder = try TemporaryFolder()
    let script = "for d in 0 1 2; do test -e /proc/self/fd/$d && echo $d; done >open"
    _ = try Program.run(
      ["-c", script], input: .closed, in: folder.url, closing: [2], program: "/bin/sh")
    #expect(folder.text("open") == "1\n")
  }

  @Test func preparationHoldsForTheProgram() throws {
    let outcome = try Program.run(["-c", "umask"], after: "umask 027", program: "/bin/sh")
    #expect(outcome.output == "0027\n")
  }

  @Test func whatHangsIsKilledAndSaid() {
    #expect(throws: SupportError.self) {
      try Program.run(["1000"], program: "/bin/sleep", timeout: .milliseconds(50))
    }
  }

  @Test func peakMemoryIsTheProgramsOwn() throws {
    // More output than a pipe holds: it is still there when it is looked at.
    let output = "; head -c 300000 /dev/zero; :"
    let small = try Program.run(["-c", "x=1" + output], program: "/bin/sh")
    #expect((1..<10_000).contains(small.peakMemory))
    let letters = "x=$(head -c 50000000 /dev/zero | tr '\\0' x)"
    let large = try Program.run(["-c", letters + output], program: "/bin/sh")
    #expect((48_000..<300_000).contains(large.peakMemory))
  }

  @Test func aTerminalIsControllingAndHasASize() throws {
    let terminal = try Terminal(
      ["-c", "stty size </dev/tty; read line; echo \"got $line\""], columns: 33, rows: 7,
      program: "/bin/sh")
    try terminal.wait(for: "7 33\r\n")
    try terminal.type("kim\r", thenWaitFor: "got kim\r\n")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.isAsFound)
  }

  @Test func changedModesAreSeenAfterTheEnd() throws {
    let terminal = try Terminal(["-c", "stty -echo"], program: "/bin/sh")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.isAsFound)
  }

  @Test func terminalSignalsArrive() throws {
    let interrupted = try Terminal(program: "/bin/cat")
    try interrupted.type("a\r", thenWaitFor: "a\r\na\r\n")
    try interrupted.type("\u{3}")
    #expect(try interrupted.waitForEnd() == .killed(SIGINT))
    let dropped = try Terminal(program: "/bin/cat")
    try dropped.type("a\r", thenWaitFor: "a\r\na\r\n")
    dropped.hangUp()
    #expect(try dropped.waitForEnd() == .killed(SIGHUP))
  }

  @Test func aScreenIsRowsAndACursor() throws {
    let tmux = try Tmux(
      columns: 20, rows: 5, command: #"printf '\033[2J\033[2;3H김;'; read line; printf "<$line>""#)
    try tmux.wait(rows: ["", "  김;"], column: 5, row: 1)
    try tmux.type("a;")
    try tmux.send(bytes: [0x62])
    try tmux.wait(rows: ["", "  김;a;b"], column: 8, row: 1)
    try tmux.press("Enter")
    #expect(try tmux.waitForEnd() == .exited(0))
    #expect(try tmux.screen().rows == ["", "  김;a;b", "<a;b>"])
  }

  @Test func tmuxResizesAndRecords() throws {
    let tmux = try Tmux(columns: 20, rows: 5, command: "cat")
    try tmux.startRecording()
    try tmux.resize(columns: 10, rows: 4)
    try tmux.type("0123456789abc")
    try tmux.wait(for: "abc")
    #expect(try tmux.screen().rows == ["0123456789", "abc"])
    #expect(try tmux.stopRecording() == Array("0123456789abc".utf8))
  }
}
