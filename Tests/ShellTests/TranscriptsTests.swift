import Foundation
import TestSupport
import Testing

/// Runs every file in `Transcripts/` and compares all that comes out.
///
/// `RECORD=1 swift test --filter Transcripts` writes what came out into the files, and fails: what was
/// recorded is to be read before it is committed.
@Suite struct TranscriptsTests {
  @Test(arguments: Transcript.files) func transcript(_ name: String) throws {
    let file = Transcript.folder.appendingPathComponent(name)
    let written = try Transcript(String(contentsOf: file, encoding: .utf8))
    let played = try written.play()
    guard !written.isMatched(by: played) else { return }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try played.keepingPatterns(of: written).text
        .write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(name) was recorded: read it, then run without RECORD")
    } else {
      Issue.record("\(name):\(written.difference(from: played))")
    }
  }

  @Test func aTranscriptIsReadAndWrittenAlike() throws {
    let text = """
      # What this shows.
      $ cat > form.json <<'END'
      $ {}
      $ END
      = 0

      $ formsh form.json
      < Kim
      <
      <| last
      > a
      ! b␉c
      = 1

      """
    let transcript = try Transcript(text)
    #expect(transcript.steps.count == 2)
    #expect(transcript.steps[0].command == "cat > form.json <<'END'\n{}\nEND")
    #expect(transcript.steps[1].input == Array("Kim\n\nlast".utf8))
    #expect(transcript.steps[1].error == Array("b\tc\n".utf8))
    #expect(transcript.text == text)
  }

  @Test func playingShowsStreamsStatusAndOddBytes() throws {
    let played = try Transcript(
      """
      $ printf 'a\\033\\377'; cat; echo no >&2; echo kept > file; exit 3
      < 1
      <| 2
      = 0

      $ cat file
      = 0
      """
    ).play()
    #expect(
      played.text == """
        $ printf 'a\\033\\377'; cat; echo no >&2; echo kept > file; exit 3
        < 1
        <| 2
        > a␛⟨FF⟩1
        >| 2
        ! no
        = 3

        $ cat file
        > kept
        = 0

        """)
  }

  @Test func aLineMayLeaveWordsOpen() throws {
    let written = try Transcript("$ echo 'one two three' >&2\n! one […] three\n= 0\n")
    #expect(written.isMatched(by: try written.play()))
    let other = try Transcript("$ echo 'one two four' >&2\n! one […] three\n= 0\n")
    #expect(!other.isMatched(by: try other.play()))
  }

  @Test(arguments: ["< before any command", "$ true\n? odd", "$ true\n= 0\n> after the status"])
  func whatIsNoTranscriptIsRefused(_ text: String) {
    #expect(throws: Transcript.Fault.self) { try Transcript(text) }
  }
}
