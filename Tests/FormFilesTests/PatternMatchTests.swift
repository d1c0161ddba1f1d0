import FormFiles
import Forms
import Testing

@Suite("Patterns: what matches")
struct PatternMatchTests {
  /// Each with a text that it matches and one that it does not, by ECMA-262's semantics.
  @Test(
    "As ECMA-262 has it",
    arguments: [
      // Anchors hold at the ends of the text only, and `.` stops at four line ends.
      ("^b", "ba", "a\nb"), ("a$", "ba", "a\n"), ("^.$", "\u{85}", "\n"), ("^.$", "🐲", "\r"),
      ("^.$", "\u{0B}", "\u{2028}"), ("^.$", "e", "\u{2029}"), ("^$", "", "\n"),
      // Classes.
      ("^[]|a$", "a", "b"), ("^[^]$", "\n", ""), (#"^[\s]$"#, "\u{FEFF}", "\u{200B}"),
      (#"^[^\S]$"#, "\u{3000}", "a"), (#"^[\S]$"#, "\u{180E}", "\u{202F}"), (#"^[\W]$"#, "ſ", "_"),
      (#"^[\D\d]$"#, "\u{0663}", ""), (#"^[\b]$"#, "\u{08}", "b"), ("^[--/]$", ".", ","),
      ("^[a-]$", "-", "b"), (#"^[\]\\]$"#, "\\", "["), ("^[[:alpha:]$", ":", "b"),
      ("^[&&[~~]$", "&", "b"), ("^[😀-😂]$", "😁", "😃"), ("^[^a]$", "🐲", "a"),
      // Words are ASCII.
      (#"\bb"#, "éb", "ab"), (#"^\B."#, "éa", "ab"), (#"a\B"#, "ab", "aé"),
      // Escapes.
      (#"^\x41\u0042\u{43}$"#, "ABC", "ABD"), (#"^\uD83D\uDC32$"#, "🐲", "🐉"),
      (#"^[\uD83D\uDC32]$"#, "🐲", "\u{FFFD}"), (#"^\0$"#, "\0", "0"), (#"^\cJ$"#, "\n", "J"),
      (#"^\v$"#, "\u{0B}", "v"), (#"\/"#, "/", "\\"), ("^#x $", "#x ", "#x"),
      // Half a surrogate pair is in no text.
      (#"^(?:\uD83D|a)$"#, "a", "\u{FFFD}"), (#"^[\uD800-\uDFFF]*a$"#, "a", "\u{FFFD}a"),
      (#"^[\uD7FF-\uE000]$"#, "\u{E000}", "\u{E001}"), (#"^[^\uD800]$"#, "a", ""),
      (#"^\uD83D*$"#, "", "a"),
      // Properties.
      (#"^\p{Script=Greek}$"#, "π", "\u{0342}"), (#"^\p{scx=Grek}$"#, "\u{0342}", "p"),
      (#"^\p{Assigned}$"#, "a", "\u{0378}"), (#"^\P{Assigned}$"#, "\u{0378}", "a"),
      (#"^\p{Any}$"#, "\u{0378}", ""), (#"^\p{ASCII}$"#, "\u{7F}", "\u{80}"),
      (#"^\p{CWKCF}$"#, "A", "a"), (#"^\P{CWKCF}$"#, "a", "Ⅳ"), (#"^\p{LC}$"#, "ǅ", "ª"),
      (#"^\p{Emoji}$"#, "🐲", "a"), (#"^[^\p{L}]$"#, "1", "é"), (#"^\p{punct}$"#, "!", "+"),
      (#"^\p{Cs}|a$"#, "a", "b"), (#"^\p{Uppercase}$"#, "Ⅳ", "ⅳ"), (#"^\p{Lu}$"#, "É", "Ⅳ"),
      // Groups and references: one not set yet, or never, is empty.
      (#"^(a)?b\1$"#, "b", "ba"), (#"^\1(a)$"#, "a", "aa"), (#"^(?:\1(a))+$"#, "aa", ""),
      (#"^(a\1)$"#, "a", "aa"), (#"^(?:(a)|b)\1$"#, "b", "ba"), (#"^\k<n>(?<n>a)$"#, "a", "aa"),
      (#"^(?<x>.)(?<y>.)\k<y>\k<x>$"#, "abba", "abab"), (#"^(?:(.)\1)+$"#, "aabb", "aabc"),
      (#"^(a)(?:b)(c)\2$"#, "abcc", "abca"), (#"^(a|ab)(c|bcd)\1$"#, "abcda", "abcdab"),
      (#"^(.)(?:\1)0?$"#, "aa0", "a0"), (#"^(?:a|(b))\1?c$"#, "bc", "b"),
      // Looks.
      ("^(?=a)(?!ab).", "ac", "ab"), ("(?<=a)b", "ab", "cb"), ("(?<!a)b", "cb", "ab"),
      ("(?<=a+)b", "aab", "cb"), ("(?<=^a|bc{0,2})d", "bccd", "cccd"),
      ("(?<=x(?:a|bc))d", "xbcd", "xcd"),
      ("(?<!x{2,3})y", "xy", "xxy"), (#"(?<=^\d{1,3})k"#, "123k", "1234k"), ("(?<=é)a", "éa", "ea"),
      (#"(?=(a+))\1b"#, "aab", "aac"), ("(?<=(?:a|bc)+d)e", "bcde", "bde"),
      // Repetition.
      ("^a{2,3}?$", "aaa", "a"), ("^a{0}$", "", "a"), ("^(?:a?){3}$", "aa", "aaaa"),
      ("^(?:a*)*b$", "aab", "aac"), ("^(?:|a)+$", "aa", "b"),
      ("^(?:a|ab)(?:c|bcd)$", "abcd", "abd"),
      // PCRE2 10.42 seeks the wrong first characters for these unless it is told not to.
      (#"(a|)\w*\w"#, "a", ""), (#"(a|bc|)[ab]*?[^a]{0,2}\w*\w"#, "a", ""),
      ("(?=a)b*?a", "ba", "bb"), (#"(?:(?=\x08)a|c){0}b"#, "ab", "a"),
      (#"(?:(a)){0}b\1c"#, "bc", "bac"),
      // Not anchored.
      ("", "", nil), ("b", "abc", "ac"), ("a|b", "xb", "xc"),
    ] as [(String, String, String?)])
  func semantics(source: String, right: String, wrong: String?) throws {
    let pattern = try ECMAPattern(source)
    #expect(pattern.source == source)
    #expect(pattern.result(right) == .matches)
    if let wrong { #expect(pattern.result(wrong) == .differs) }
  }

  /// ECMA-262, Annex B.1.2: each escape is its character, the hyphen beside a class is itself.
  @Test(
    "What patterns without flags may have",
    arguments: [
      (#"^[\w-.]+$"#, "a-.", "a+"), (#"^[.-\d]+$"#, ".-5", "/"), (#"^[\w-a-c]+$"#, "x-c", "."),
      (#"^[\s-+]$"#, "-", ","), (#"^\d\-\d$"#, "1-2", "12"), (#"^\'\"\@$"#, "'\"@", "@"),
      (#"^\_\%\ $"#, "_% ", "_%"), (#"^[^\-\']$"#, "a", "-"), (#"^\<\>$"#, "<>", "word"),
      (#"^[\w\-\'\s]+$"#, "O'Neill-Kim x", "a.b"), (#"^[\W-\d]+$"#, "-5 .", "a"),
    ] as [(String, String, String?)])
  func annexB(source: String, right: String, wrong: String?) throws {
    try semantics(source: source, right: right, wrong: wrong)
  }

  /// A text past the length that is matched plainly goes by the guarded spelling.
  @Test(
    "The same for long texts",
    arguments: [
      ("^(?:a|b)*c$", "c", "d"), (#"^(?:ab|(a))*(\w)\2$"#, "bb", "bc"),
      ("(?<=a{1,3}b)c|z$", "bc", "cb"),
      ("x|y$|q", "y", "z"), (#"^(?=(a+)(.+)$)a*\2$"#, "!!", nil), ("^[^]{2,}?é$", "é", "e"),
    ] as [(String, String, String?)])
  func longTexts(source: String, right: String, wrong: String?) throws {
    let pattern = try ECMAPattern(source)
    let head = String(repeating: "a", count: 3_000)
    #expect(pattern.result(head + right) == .matches)
    if let wrong { #expect(pattern.result(head + wrong) == .differs) }
  }

  @Test("One pattern serves many threads")
  func threads() async throws {
    let pattern = try ECMAPattern(#"^(\w+)-\1$"#)
    await withTaskGroup(of: Int.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var right = 0
          for round in 0..<2_000 {
            let word = "w\(worker)r\(round)"
            if pattern.result("\(word)-\(word)") == .matches { right += 1 }
            if pattern.result("\(word)-\(word)x") == .differs { right += 1 }
          }
          return right
        }
      }
      for await right in group { #expect(right == 4_000) }
    }
  }
}
