import FormFiles
import Testing

/// The expected verdicts are read off the grammar of ECMA-262, section 22.2.1, with `u`, and of its Annex B.1.2.
@Suite("Patterns: what is read, and where it is refused")
struct PatternParserTests {
  @Test(
    "Right in unicode mode",
    arguments: [
      "", "|", "a||b", "()", "(?:)", "a{2}", "a{2,}", "a{2,3}?", "a*?", "a+?", "a??", "[]", "[^]",
      "[-a]", "[a-]", "[a-c-e]", "[--/]", #"[\d\-z]"#, #"[\b]"#, #"[\d-]"#, #"[-\d]"#,
      "[(){}*+?.|^$]",
      #"\/"#, #"\^\$\\\.\*\+\?\(\)\[\]\{\}\|"#, #"\0"#, #"\x41"#, #"\u0041"#, #"\u{1F432}"#,
      #"\u{000000041}"#, #"\uD83D\uDC32"#, #"\uD83D"#, #"[\uD83D\uDC32-\uDBFF\uDFFF]"#, #"\cJ\cj"#,
      "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(?<n>a)", #"(?<$_9>a)\k<$_9>"#, #"\k<n>(?<n>a)"#,
      #"(?<\u0061b>x)\k<ab>"#, "(?<π>x)", #"(a)\1"#, #"\1(a)"#, #"\p{Lu}"#, #"\P{Script=Greek}"#,
      #"[\p{L}\P{Nd}]"#, #"\p{scx=Deva}"#, #"\p{General_Category=Uppercase_Letter}"#,
      #"\p{gc=digit}"#,
      #"\p{ASCII}\p{Any}\p{Assigned}\p{Alpha}\p{CWKCF}"#, #"\d\D\w\W\s\S\b\B\t\n\v\f\r"#,
      "[[:alpha:]", "(?:(?:a)+)*", "a{99999999999999999999}",
      #"^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$"#, "(?<=a+)b", "é{2}🐲",
      // Annex B: a backslash before what needs none, and a class at an end of a range.
      #"é\-"#, #"\_\'\"\@\#\%\&\,\:\;\<\>\=\!\~\`\ "#, #"[\_\'\@]"#, #"\–\é"#,
      #"[\w-.]"#, #"[\d-z]"#, #"[a-\w]"#, #"[\p{L}-z]"#, #"[\w-\d]"#, #"[\s-a-c]"#,
    ])
  func valid(source: String) {
    #expect(isValidPattern(source))
  }

  @Test(
    "Refused by place",
    arguments: [
      ("a{", 1, .lone("{")), ("{", 0, .lone("{")), ("a{,3}", 1, .lone("{")),
      ("a{2", 1, .lone("{")), ("a{x}", 1, .lone("{")), ("}", 0, .lone("}")), ("a]", 1, .lone("]")),
      ("a)", 1, .lone(")")), ("*", 0, .nothingToRepeat), ("a**", 2, .nothingToRepeat),
      ("a++", 2, .nothingToRepeat), ("(?=a)*", 5, .nothingToRepeat),
      ("(?<=a)+", 6, .nothingToRepeat),
      ("^*", 1, .nothingToRepeat), (#"\b+"#, 2, .nothingToRepeat), ("a|?", 2, .nothingToRepeat),
      ("{2}", 0, .nothingToRepeat), ("a{2}{3}", 4, .nothingToRepeat), ("a{3,2}", 1, .outOfOrder),
      ("[b-a]", 1, .outOfOrder), ("[a", 0, .unfinished),
      ("x(a", 1, .unfinished),
      ("a\\", 1, .unfinished), ("(?", 0, .unfinished), (#"\a"#, 0, .escape("a")),
      (#"[\y]"#, 1, .escape("y")), (#"\e"#, 0, .escape("e")),
      (#"\A"#, 0, .escape("A")), (#"a\z"#, 1, .escape("z")), (#"\Z"#, 0, .escape("Z")),
      (#"\h"#, 0, .escape("h")), (#"\R"#, 0, .escape("R")), (#"\K"#, 0, .escape("K")),
      (#"\Qa\E"#, 0, .escape("Q")), (#"\G"#, 0, .escape("G")), (#"\X"#, 0, .escape("X")),
      (#"\x{41}"#, 0, .badCodePoint), (#"\x4"#, 0, .badCodePoint), (#"\u004"#, 0, .badCodePoint),
      (#"\u{}"#, 0, .badCodePoint), (#"\u{110000}"#, 0, .badCodePoint), (#"\c1"#, 0, .badCodePoint),
      (#"[\c_]"#, 1, .badCodePoint), (#"\uD83D\uX"#, 6, .badCodePoint), (#"\00"#, 0, .octal),
      (#"[\1]"#, 1, .octal), ("(?i)a", 0, .group), ("(?i:a)", 0, .group), ("a(?>b)", 1, .group),
      ("(?#x)", 0, .group), ("(?P<n>a)", 0, .group), ("(?|a)", 0, .group), ("(?'n'a)", 0, .group),
      ("(?1)", 0, .group), ("(?<1>a)", 2, .groupName), ("(?<>a)", 2, .groupName),
      ("(?<n", 2, .groupName), ("(?<a b>x)", 2, .groupName), (#"\k"#, 0, .groupName),
      ("(?<n>a)(?<n>b)", 9, .duplicateName("n")), ("(?<n>a)|(?<n>b)", 10, .duplicateName("n")),
      (#"\k<n>"#, 0, .unknownName("n")), (#"(a)\2"#, 3, .unknownGroup(2)),
      (#"\1"#, 0, .unknownGroup(1)),
      (#"(?:a)\1"#, 5, .unknownGroup(1)), (#"\p{Foo}"#, 0, .unknownProperty("Foo")),
      (#"\p{letter}"#, 0, .unknownProperty("letter")),
      (#"\p{Greek}"#, 0, .unknownProperty("Greek")),
      (#"\pL"#, 0, .unknownProperty("")), (#"\p{^Lu}"#, 0, .unknownProperty("^Lu")),
      (#"\p{Script=greek}"#, 0, .unknownProperty("Script=greek")),
      (#"\p{L&}"#, 0, .unknownProperty("L&")), (#"\p{Lu"#, 0, .unfinished),
      ("^[[:alpha:]]+", 2, .posixClass), ("🐲é(?i)", 2, .group),
    ] as [(String, Int, PatternFault.Reason)])
  func refused(source: String, offset: Int, reason: PatternFault.Reason) {
    #expect(throws: PatternFault(offset: offset, reason: reason)) { try ECMAPattern(source) }
    #expect(!isValidPattern(source))
  }

  @Test(
    "Right in ECMA-262, but not to be had here",
    arguments: [
      ("a(?<=^b+c)d", 1, .lookbehind), (#"(?<=(a)\1)"#, 7, .lookbehind),
      (#"(?<=(a)b)c\1"#, 10, .lookbehind), (#"(?:(a)|b)*\1"#, 10, .repeatedReference),
      (#"(a*)*\1"#, 5, .repeatedReference), (#"(?:(a)?b\1)+"#, 8, .repeatedReference),
      ("a{70000}", 0, .tooLarge), ("(?:[^a]{60000}){60000}", 0, .tooLarge),
      (#"a\p{Script=Sidetic}"#, 1, .propertyNotKnownHere("Script=Sidetic")),
    ] as [(String, Int, PatternFault.Reason)])
  func notHere(source: String, offset: Int, reason: PatternFault.Reason) {
    #expect(throws: PatternFault(offset: offset, reason: reason)) { try ECMAPattern(source) }
    #expect(isValidPattern(source))
  }

  @Test("Groups nest to 250, and no deeper")
  func depth() {
    let deep = { String(repeating: "(", count: $0) + String(repeating: ")", count: $0) }
    #expect(throws: Never.self) { try ECMAPattern(deep(249)) }
    #expect(throws: PatternFault(offset: 250, reason: .tooDeep)) { try ECMAPattern(deep(251)) }
    #expect(throws: PatternFault(offset: 250, reason: .tooDeep)) { try ECMAPattern(deep(30_000)) }
  }

  @Test("Bytes that are no UTF-8 are no pattern")
  func invalidBytes() {
    #expect(!isValidPattern(bytes: [0x61, 0xFF]))
  }
}
