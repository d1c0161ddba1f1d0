import Foundation
import TestSupport
import Testing

/// The command line as the system hands it over: every byte of it, wherever files can or cannot be opened.
@Suite struct ArgumentTests {
  private static let kim = "Kim\n25\nM\nkim@x.org\n"
  private static let record = #"{"name":"Kim","age":25,"gender":"M","email":"kim@x.org"}"# + "\n"

  /// Runs a shell command in a folder with these answers at its standard input and the program as `$formsh`.
  private func shell(_ command: String, in folder: TemporaryFolder) throws -> Outcome {
    try Program.run(
      ["-c", command], input: .redirected(Array(Self.kim.utf8)),
      environment: ["formsh": Program.path], in: folder.url, program: "/bin/bash")
  }

  @Test(arguments: [
    #"-o "$name""#, #"--output "$name""#, #"--output="$name""#, #"-o"$name""#,
  ])
  func aNameThatIsNotTextIsUsedByteForByte(_ option: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try shell(
      #"name=$(printf 'caf\351-\377.jsonl'); "$formsh" \#(option) && cat -- "$name" && ls | od -An -c"#,
      in: folder)
    #expect(outcome.error == "" && outcome.status == 0)
    // The only file, its name of eleven letters and two bytes that are no text, and a line feed.
    let bytes = outcome.output.dropFirst(Self.record.count).split(separator: " ").joined()
    #expect(outcome.output.hasPrefix(Self.record))
    #expect(bytes == #"caf351-377.jsonl\n"# + "\n")
  }

  @Test(arguments: ["csv", "tsv", "db"]) func everyStoreTakesSuchAName(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try shell(
      #"""
      name=$(printf '\377\200.\#(ending)')
      "$formsh" -o "$name" && "$formsh" check person "$name" && "$formsh" check person "$name" -f json
      """#, in: folder)
    #expect(outcome.output == Self.record && outcome.status == 0)
    #expect(
      outcome.error == "1 record: 1 right, 0 wrong\n1 record: 1 right, 0 wrong\n")
  }

  @Test func aFormIsReadFromSuchAName() throws {
    let folder = try TemporaryFolder()
    let outcome = try shell(
      #"form=$(printf 'f\351.json'); "$formsh" forms person >"$form"; "$formsh" "$form""#,
      in: folder)
    #expect(outcome.error == "" && outcome.output == Self.record)
  }

  @Test func aMessageShowsWhatTheNameHolds() throws {
    let folder = try TemporaryFolder()
    let outcome = try shell(#""$formsh" -o "$(printf 'no/\351\t\303\251.csv')""#, in: folder)
    #expect(outcome.error == "formsh: no/\\xE9\\u{9}é.csv: No such file or directory\n")
    #expect(outcome.status == 3)
    let wrong = try shell(#""$formsh" "$(printf -- '--\351\n=1')""#, in: folder)
    #expect(wrong.error.hasPrefix("formsh: unknown option --") && wrong.status == 2)
    #expect(wrong.messages.count == 2)
  }

  /// Where nothing can be opened that is not there yet, what was asked for is done or refused, never something else.
  @Test(.enabled(if: Strace.canTrace, "strace is not there, or may not trace"))
  func withoutTheFilesOfTheSystemTheArgumentsAreTheSame() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      [
        "-o", "log", "-e", "trace=openat", "-e", "inject=openat:error=EMFILE",
        "-P", "/proc/self/maps", "-P", "/proc/self/cmdline", "-P", "/proc/self/exe",
        Program.path, "-o", "o.jsonl",
      ], input: .redirected(Array(Self.kim.utf8)), in: folder.url,
      program: Strace.path)
    // strace itself says which paths it takes these names for.
    let words = outcome.messages.filter { !$0.contains("Requested path") }
    #expect(outcome.output == "" && words == [] && outcome.status == 0)
    #expect(folder.text("o.jsonl") == Self.record)
  }
}
