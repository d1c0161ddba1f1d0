import Foundation
import Glibc
import TestSupport
import Testing

/// Where reading a script stops: what is behind it is not read, and what was there before is not read again.
@Suite struct ScriptEndTests {
  private static let kim = ["Kim", "25", "M", "kim@x.org"]
  private static let lee = ["Lee", "7", "F", "lee@x.org"]

  private static func record(_ answers: [String]) -> String {
    #"{"name":"\#(answers[0])","age":\#(answers[1]),"gender":"\#(answers[2])","email":"\#(answers[3])"}"#
      + "\n"
  }

  // MARK: Writing fails

  /// Blocks of input that end within a line, at its end, and in a record of many lines.
  @Test(arguments: [1, 2, 3, 5, 1_000, 20_000])
  func aReaderThatGoesAwayEndsTheScriptQuietly(_ times: Int) throws {
    let folder = try TemporaryFolder()
    let answers = (Self.kim + Self.lee).map { $0 + "\n" }.joined()
    try folder.write("answers", String(repeating: answers, count: times))
    // The reader takes one line and goes; the program is still reading, through a pipe, or at its end.
    let outcome = try Bank.shell(
      #"cat answers | "$formsh" 2>words | head -n 1; echo "${PIPESTATUS[1]}"; cat words"#,
      in: folder)
    let status = outcome.output.dropFirst(Self.record(Self.kim).count)
    #expect(outcome.output.hasPrefix(Self.record(Self.kim)))
    #expect(status == "141\n" || status == "0\n" && times < 1_000, "\(status)")
    #expect(outcome.error == "")
  }

  @Test func aBrokenPipeIsTheEndBySIGPIPE() throws {
    // Nobody reads from the start on: the first write meets it.
    let outcome = try Program.run(
      ["-c", #"exec 3> >(exec <&-); wait $!; exec "$0" >&3"#, Program.path],
      input: .lines("Kim", "25", "M", "kim@x.org"), program: "/bin/bash")
    #expect(outcome.ending == .killed(SIGPIPE) && outcome.error == "")
  }

  /// What was read before the disk was full is not taken for answers once more, and nobody's record is made up.
  @Test(arguments: ["", "Max\n", "Max\n9\nM", "Max\n9\nM\nmax@x.or"])
  func whatFollowsAFailedWriteIsNotRead(_ rest: String) throws {
    let folder = try TemporaryFolder()
    let answers = (Self.kim + Self.lee).map { $0 + "\n" }.joined()
    try folder.write("first", answers + rest)
    try folder.write("more", "X\n1\nF\nx@x.org\n")
    // The input pauses, so that what there is is written, to a full disk; then it goes on.
    let outcome = try Bank.shell(
      #"""
      mkfifo input words
      "$formsh" <input >/dev/full 2>words & exec 4>input
      cat first >&4
      cat words
      cat more >&4
      wait $!; echo $?
      """#, in: folder)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasSuffix("standard output: No space left on device; 0 records saved") == true)
    #expect(lines.count == 2 && lines.last == "3", "\(outcome.output)")
  }

  @Test(.enabled(if: Strace.canTrace, "strace is not there, or may not trace"))
  func inputThatCannotBeReadAnyMoreEndsTheScript() throws {
    let folder = try TemporaryFolder()
    let answers = (Self.kim + Self.lee + ["Max"]).map { $0 + "\n" }.joined()
    try folder.write("answers", answers + String(repeating: "\n", count: 400_000))
    let outcome = try Program.run(
      [
        "-qq", "-o", "log", "-e", "trace=read", "-e", "inject=read:error=EIO:when=1",
        "-P", folder.url.resolvingSymlinksInPath().path + "/input", Program.path, "-o", "a.jsonl",
      ], input: .nothing, in: folder.url, after: "ln answers input; exec < input",
      program: Strace.path)
    #expect(outcome.error == "stdin: standard input: Input/output error; 0 records saved\n")
    #expect(outcome.status == 3 && folder.text("a.jsonl") == nil)
  }

  // MARK: Input that does not wait

  @Test func anInputThatDoesNotWaitIsWaitedFor() throws {
    // The writer comes later than the reader, and pauses in the midst of a line.
    let outcome = try Bank.shell(
      #"""
      mkfifo input output
      exec 5<>input
      python3 -c 'import fcntl, os, sys
      fcntl.fcntl(5, fcntl.F_SETFL, fcntl.fcntl(5, fcntl.F_GETFL) | os.O_NONBLOCK)
      os.dup2(5, 0)
      os.execv(sys.argv[1], [sys.argv[1], "-n", "2"])' "$formsh" >output &
      exec 6<output
      printf 'Kim\n25\nM\nkim@x.org\nLe' >&5
      read -r line <&6; printf '%s\n' "$line"
      printf 'e\n7\nF\nlee@x.org\n' >&5
      cat <&6
      wait $!; echo $?
      """#, in: try TemporaryFolder())
    #expect(outcome.output == Self.record(Self.kim) + Self.record(Self.lee) + "0\n")
    #expect(outcome.error == "")
  }

  @Test func aFileOfRecordsThatDoesNotWaitIsWaitedForToo() throws {
    let outcome = try Bank.shell(
      #"""
      mkfifo input output
      exec 5<>input
      python3 -c 'import fcntl, os, sys
      fcntl.fcntl(5, fcntl.F_SETFL, fcntl.fcntl(5, fcntl.F_GETFL) | os.O_NONBLOCK)
      os.dup2(os.open("input", os.O_RDONLY | os.O_NONBLOCK), 0)
      os.close(5)
      os.execv(sys.argv[1], [sys.argv[1], "check", "person", "-", "--from", "jsonl", "-f", "json"])' "$formsh" >output &
      exec 6<output
      printf '{"name":"Kim","age":25,"gender":"M",' >&5
      printf '"email":"kim@x.org"}\n' >&5
      exec 5>&-
      cat <&6
      wait $!; echo $?
      """#, in: try TemporaryFolder())
    #expect(outcome.output == Self.record(Self.kim) + "0\n")
    #expect(outcome.error == "1 record: 1 right, 0 wrong\n")
  }

  // MARK: No end

  @Test func aScriptThatIsRefusedForEverIsGivenUp() throws {
    // `y` is a name and no age: the second line is the first that is refused, the 1,001st the last.
    let outcome = try Bank.shell(#"yes | "$formsh" -n 1; echo $?"#)
    #expect(outcome.output == "1\n")
    #expect(outcome.messages.count == 1_001)
    #expect(
      outcome.messages.last
        == "stdin:1001: given up after 1000 refused lines in a row; 0 records saved; "
        + "the unfinished record begins at line 1")
  }

  @Test func aLineThatIsTakenBeginsTheCountAnew() throws {
    let wrong = Array(repeating: "x", count: 999)
    let lines = ["Kim"] + wrong + ["25"] + wrong + ["M", "kim@x.org"] + ["Lee"] + wrong
    let outcome = try Bank.fill([], lines)
    #expect(outcome.output == Self.record(Self.kim) && outcome.status == 1)
    #expect(!outcome.error.contains("given up"))
    let more = try Bank.fill([], lines + ["x"] + ["7", "F", "lee@x.org"])
    #expect(more.output == Self.record(Self.kim) && more.status == 1)
    #expect(more.error.contains("given up after 1000 refused lines in a row; 1 record saved"))
  }

  @Test(arguments: [".nosuch", ".goto nowhere", String(repeating: "x", count: 70_000), "x\u{0}y"])
  func everyKindOfRefusedLineCounts(_ line: String) throws {
    let outcome = try Program.run(
      ["--retry", "-o", "/dev/null"],
      input: .piped(Array(String(repeating: line + "\n", count: 1_050).utf8)))
    #expect(outcome.messages.count == 1_001 && outcome.status == 1)
    #expect(outcome.messages.last?.hasPrefix("stdin:1000: given up") == true)
  }

  // MARK: Not UTF-8

  @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"])
  func inputInWordsIsToldOnce(_ encoding: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("answers", (Self.kim + Self.lee).map { $0 + "\n" }.joined())
    for option in ["", "-o a.csv", "--retry -o a.csv"] {
      let outcome = try Bank.shell(
        #"iconv -f UTF-8 -t \#(encoding) answers >coded; "$formsh" \#(option) <coded; echo $?"#,
        in: folder)
      #expect(outcome.output == "1\n")
      #expect(
        outcome.error
          == "stdin: this looks like \(encoding), not UTF-8: iconv -f \(encoding) -t UTF-8 makes it so\n"
      )
    }
    #expect(folder.text("a.csv") == nil)
    // What it says to do is what helps.
    let outcome = try Bank.shell(
      #"iconv -f \#(encoding) -t UTF-8 coded | "$formsh""#, in: folder)
    #expect(outcome.output == Self.record(Self.kim) + Self.record(Self.lee) && outcome.error == "")
  }

  @Test func aNulInUTF8IsAFaultOfItsLine() throws {
    for line in ["a\u{0}", "\u{0}a", "a\u{0}b", "\u{0}\u{0}\u{0}\u{0}", "가\u{0}나\u{0}", "\u{0}"] {
      let outcome = try Bank.fill([], [line] + Self.kim)
      #expect(outcome.error.contains("of the line is NUL"), "\(line.debugDescription)")
      #expect(outcome.output == Self.record(Self.kim))
    }
  }
}
