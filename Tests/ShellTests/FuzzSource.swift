import Foundation
import TestSupport
import Testing

/// Random input from a fixed seed; `FUZZ_ROUNDS` multiplies the rounds, `FUZZ_SEED` makes others.
struct FuzzSource {
  private var random: SplitMix

  /// How many rounds a test makes, of so many by default.
  static func rounds(_ count: Int) -> Range<Int> {
    let times = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 1
    return 0..<count * max(1, times)
  }

  /// The input of one round of one test.
  init(_ name: String, _ round: Int) {
    let seed = UInt64(ProcessInfo.processInfo.environment["FUZZ_SEED"] ?? "") ?? 0
    // FNV-1a, so that the same name begins alike everywhere.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    random = SplitMix(state: hash &+ UInt64(round) &* 0x9e37_79b9 &+ seed &* 0x1_0000_0001)
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }
  mutating func pick<T>(_ items: [T]) -> T { items[number(0..<items.count)] }
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(0..<256)) } }

  /// Texts on which programs have failed before.
  private static let words = [
    "", " ", "\t", "0", "-", "+1", ".", "-.5", "1e9", "0x1F", "nan", "00", "9223372036854775808",
    "1.0", "1,5", "\\", "\\\\next", "\\.show", "M", "F", "yes", "no", "true", "null", "NULL",
    "\u{661}", "é", "e\u{301}", "가", "\u{1F469}\u{200D}\u{1F4BB}", "\u{FEFF}x", "\u{200B}",
    "\u{1B}[2J", "\u{9B}", "\0", "a\rb", "\"", "'", ",", ";", "=1+1", "kim@example.org", "a@b.cc",
    "2024-02-29", "..", "%s%n", "$(id)", "\u{2028}",
  ]
  private static let commands = [
    "next", "prev", "clear", "help", "quit", ".next", ".prev", ".clear", ".clear all", ".new",
    ".done", ".show", ".why", ".undo", ".choices", ".choices M", ".goto name", ".goto", ".g e",
    ".help goto", ".help age", ".quit", ".nosuch", ".c", ".save", ".", ".done x", ".goto kind",
  ]

  /// A line for a form: mostly one of its own answers, else a command or something else.
  mutating func line(_ answers: [String]) -> [UInt8] {
    switch number(0..<100) {
    case 0..<55: return Array(pick(answers).utf8)
    case 55..<75: return Array(pick(Self.commands).utf8)
    case 75..<92: return Array(pick(Self.words).utf8)
    case 92..<94: return Array((pick(Self.words) + pick(answers)).utf8)
    case 94: return [UInt8](repeating: UInt8(number(32..<127)), count: pick([300, 5000, 70_000]))
    case 95..<97: return Array("a".utf8) + Array(String(repeating: "\u{301}", count: 70).utf8)
    default: return bytes(number(0..<40))
    }
  }

  /// Lines that would fill the form, with some that would not; sometimes mere bytes.
  mutating func script(_ answers: [[String]]) -> [UInt8] {
    if chance(5) { return bytes(number(0..<600)) }
    var out: [UInt8] = chance(10) ? [0xEF, 0xBB, 0xBF] : []
    let end: [UInt8] = chance(20) ? [13, 10] : [10]
    let all = answers.flatMap { $0 }
    // Of 100 lines so many are not the field's own answer.
    let noise = pick([0, 3, 10, 30, 100])
    for _ in 0..<number(1..<8) {
      for field in answers {
        while chance(noise), chance(90) { out += line(all) + end }
        out += Array(pick(field).utf8) + end
      }
    }
    if chance(20), !out.isEmpty { out.removeLast() }
    return chance(15) ? mutated(out, times: number(1..<6)) : out
  }

  /// The bytes with some of them changed, moved, doubled or gone.
  mutating func mutated(_ bytes: [UInt8], times: Int) -> [UInt8] {
    var out = bytes
    for _ in 0..<times {
      let at = number(0..<out.count + 1)
      let length = min(out.count - at, number(0..<pick([2, 8, 64])))
      switch number(0..<6) {
      case 0 where at < out.count: out[at] = UInt8(number(0..<256))
      case 1 where at < out.count: out[at] ^= 1 << UInt8(number(0..<8))
      case 2: out.removeSubrange(at..<at + length)
      case 3: out.insert(contentsOf: Array(out[at..<at + length]), at: number(0..<out.count + 1))
      case 4: out.insert(contentsOf: Array(pick(Self.words).utf8), at: at)
      default: if chance(20) { out.removeSubrange(at...) }
      }
    }
    return out
  }

  /// The options of a session, and the format of what it writes to standard output.
  mutating func options() -> (arguments: [String], format: String) {
    var arguments: [String] = []
    if chance(15) { arguments.append(pick(["--strict", "--retry"])) }
    if chance(15) { arguments.append("--no-commands") }
    if chance(15) { arguments += ["-n", String(number(1..<6))] }
    if chance(10) { arguments.append("--plain") }
    let format = pick(["json", "json", "csv", "tsv", "sh"])
    if format != "json" || chance(30) { arguments += ["-f", format] }
    return (arguments, format)
  }
}

extension FuzzSource {
  /// The tokens of a JSON text: strings, numbers, words, punctuation and white space, joined the text again.
  static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      if first == "\"" {
        while end < rest.endIndex, rest[end] != "\"" {
          if rest[end] == "\\" { end = rest.index(after: end) }
          end = rest.index(after: end)
        }
        if end < rest.endIndex { end = rest.index(after: end) }
      } else if first.isNumber || first.isLetter || first == "-" {
        end =
          rest.firstIndex { !($0.isNumber || $0.isLetter || "-+.".contains($0)) } ?? rest.endIndex
      }
      tokens.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return tokens
  }

  /// Values and keywords that a form file may have in the wrong places.
  private static let values = [
    "null", "true", "false", "0", "-1", "1e400", "0.1", "12345678901234567890", "\"\"", "[]", "{}",
    "\"string\"", "\"integer\"", "\"number\"", "\"boolean\"", "\"array\"", "\"type\"", "\"enum\"",
    "\"$ref\"", "\"#\"", "\"#/$defs/a\"", "\"properties\"", "\"not\"", "\"oneOf\"", "\"if\"",
    "\"then\"", "\"x-calculate\"", "\"1/0\"", "\"age + 1\"", "\"x-check\"", "\"x-initial\"",
    "\"default\"", "\"pattern\"", "\"(a|b)*c\"", "\"[\"", "\"(?<=a)\\\\p{L}\"", "\"format\"",
    "\"date\"", "\"x-maxCharacters\"", "\"x-colour\"", "[1,\"a\",null]", "{\"const\":1}",
    "\"\\ud800\"", "\"\\u0000\"", "{\"type\":\"string\"}",
  ]

  /// A form file whose tokens, or bytes, are not where they were.
  mutating func mutatedForm(_ text: String) -> [UInt8] {
    if chance(25) { return mutated(Array(text.utf8), times: number(1..<5)) }
    var tokens = FuzzSource.tokens(text)
    // Only what bears meaning: the white space is left where it is.
    let places = tokens.indices.filter { !(tokens[$0].first?.isWhitespace ?? true) }
    let words = places.filter { !",:{}[]".contains(tokens[$0]) }
    if chance(40) {
      // Only numbers and texts are others: most of these can be filled.
      for _ in 0..<number(1..<4) {
        let at = pick(words)
        if Int(tokens[at]) != nil {
          tokens[at] = pick(["0", "-1", "2", "2.5", "100", "1e2", "9223372036854775807"])
        } else if tokens[at].contains(" ") || chance(20) {
          tokens[at] = "\"\(pick(["", "x", "\\u0007", "é y", "\\\"", "%n", "a\\nb"]))\""
        }
      }
      return Array(tokens.joined().utf8)
    }
    for _ in 0..<number(1..<4) {
      let at = pick(words)
      switch number(0..<10) {
      case 0..<4: tokens[at] = pick(FuzzSource.values)
      case 4..<7: tokens[at] = tokens[pick(words)]
      case 7: tokens.swapAt(at, pick(words))
      case 8: tokens[pick(places)] = ""
      default: tokens[pick(places)] += tokens[pick(places)]
      }
    }
    return Array(tokens.joined().utf8)
  }
}
