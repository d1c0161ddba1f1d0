/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A random session: what the program is started with and the bytes of its script.
struct ModelSession {
  var form: ModelForm
  var options: Model.Options
  var lines: [[UInt8]]
  var lineEnd: [UInt8]
  var hasMark: Bool
  var endsOpen: Bool

  /// The script as it is.
  var script: [UInt8] {
    var bytes: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
    for (index, line) in lines.enumerated() {
      bytes.append(contentsOf: line)
      if index < lines.count - 1 || !endsOpen { bytes.append(contentsOf: lineEnd) }
    }
    return bytes
  }

  /// The same with `.show` after every line.
  var showingScript: [UInt8] {
    var copy = self
    copy.lines = lines.flatMap { [$0, Array(".show".utf8)] }
    copy.endsOpen = false
    return copy.script
  }

  init(_ form: ModelForm, number: UInt64) {
    var random = SplitMix(state: number &* 0xD134_2543_DE82_EF95 &+ 20_261_130)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    self.form = form
    options = Model.Options()
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: options.isStrict = true
    case 3, 4: options.hasCommands = false
    case 5..<9: options.count = Int.random(in: 1...3, using: &random)
    case 9:
      options.isStrict = true
      options.count = 2
    default: break
    }
    lineEnd = chance(10) ? [13, 10] : [10]
    hasMark = chance(5)
    endsOpen = chance(10)
    let count = Int.random(in: 1...40, using: &random)
    // Some sessions are nearly good, some are nearly chaos.
    let oddness = [5, 20, 50, 80].randomElement(using: &random) ?? 20
    // And some walk about more than they answer.
    let walking = chance(25) ? 40 : 0
    lines = []
    // Where the walk stands is asked of the model, so that good answers mostly meet their field.
    var walker = Model(form, options)
    let good = form.fields.map { ModelSession.good($0.name) }
    var odd = ModelSession.odd + good.flatMap { $0 }.map { Array($0.utf8) }
    // Celsius of so many digits is a matter of doubles, not of rules.
    if form.name == "temperature" { odd.removeAll { (16...30).contains($0.count) } }
    while lines.count < count {
      var line: [UInt8]
      if chance(walking) {
        line = Array((ModelSession.moves.randomElement(using: &random) ?? "").utf8)
      } else if chance(oddness) {
        line = odd.randomElement(using: &random) ?? []
      } else {
        line = Array((good[walker.current].randomElement(using: &random) ?? "").utf8)
      }
      if chance(1) { line += [0xFF] }
      if chance(1) { line = Array(".goto ".utf8) + line }
      lines.append(line)
      if !walker.isOver { walker.read(line) }
    }
  }

  /// Answers that pass in a field.
  static func good(_ field: String) -> [String] {
    switch field {
    case "name":
      [
        "Kim", "Lee", "Tove", "abcdefghij", "  Kim ", "\tAda\t", "\\next", "\\.show", "\\\\x", "\\",
        "가나다라마바사아자차", "Jose\u{301}", "👩‍💻👩‍💻", "Next", "next ", ".5", ".a1", "help age", "a\"b", "NULL",
        "=1+1", "\\ a ", "..", ".", "😀😀😀😀😀😀😀😀😀😀",
      ]
    case "age": ["1", "9", "30", "31", "42", "99", "100", "\\30"]
    case "gender": ["M", "F", "M", "F", "\\F"]
    case "email":
      [
        "kim@example.org", "lee@x.zz", ".mina@example.org", " kim@a.b.cc ", "a_b-c.d@9-9.x..y",
        "\\kim@example.org", "x@y.zz\t",
      ]
    case "fahrenheit":
      [
        "98.6", "212", "0", "-40", "31.95", "31.99", "32", "+5", "007", ".5", "5.", "-.5", "98.60",
        "32.27", "33.71", "100.04", "", "-", ".", "-.", "1234567", "0.10", "-0", "+.", "\\-40",
      ]
    default:
      ["24", "-8", "0", "+024", "", "007", "9223372036854775807", "-9223372036854775808", "-0"]
    }
  }

  /// Commands that move the walk or change more than one answer does.
  static let moves = [
    "next", "prev", "clear", ".undo", ".undo", ".clear all", ".new", ".done", ".goto name",
    ".goto age", ".goto gender", ".goto email", ".goto count", ".goto fahrenheit", ".goto celsius",
    "",
  ]

  /// Everything else.
  static let odd: [[UInt8]] = {
    let texts = [
      "", "", "", " ", "   ", "\t", "\\", "\\", "\\ ", "\\next", "\\\\", "\\.goto age", ".5",
      ".nosuch",
      ".n", ".c", ".nex", ".p", ".", "..", "next", "next", "next", "next", "next", "prev", "prev",
      "prev",
      "prev", "clear", "clear", "clear", "help", ".next", ".prev", ".clear", ".help", " next",
      "next ",
      "Next", "nextor", "clearly", "previn", "quit ", ".goto age", ".goto age", ".goto a",
      ".goto e",
      ".goto name", ".g gender", ".goto  age ", ".goto", ".goto nosuch", ".goto age 3", ".undo",
      ".undo",
      ".undo", ".undo", ".u", ".undo 2", ".clear all", ".clear x", ".new", ".new", ".new x",
      ".done",
      ".done", ".d", ".done now", ".show", ".show x", ".choices", ".choices 5", ".choices zz",
      ".why",
      ".why not", ".help goto", ".help .goto", ".help age", ".help nosuch", ".next 1", ".prev 1",
      ".quit x", ".nosuch a b", ".goto.age", "0", "00", "101", "250", "1e2", "+5", "-5", " 30",
      "30 ",
      "3 0", "٤٢", "３", "1.5", "99999999999999999999999", "m", "f", "male", "MF", " F", "F ", "M\t",
      "Wilhelmina Oakes", "abcdefghijk", "가나다라마바사아자차카", "mina@", "@example.org", "a@b.c",
      "a@b.abcdefg", "Mina@example.org", "mina@example.photography", "a@b@c.org", "a b@c.org",
      "\u{200B}mina@example.org", "mina@example.org\u{A0}", "a@b.org\u{85}", "a\tb", "a\u{1}b",
      "\u{1B}[31mred",
      "a\u{7F}", "\u{9B}2J", "\r", "a\rb", "a\r", "\u{FEFF}", "\u{2028}", "-", "+", "98,6", "1.2.3",
      "-1.2.-3", "1.5-", "½", "0x1A", "inf", "nan", "2.5", "24",
      "12", "0",
      "+24", "1,500", "1_500", "−12", "9223372036854775808", "-9223372036854775809", "Kim", "Lee",
      "M", "F",
      "30", "42", "kim@example.org",
    ]
    var lines = texts.map { Array($0.utf8) }
    lines += [
      [0xFF], Array("To".utf8) + [0xFF] + Array("ve".utf8), [0xC3], [0xED, 0xA0, 0x80], [0],
      [0x35, 0, 0x6A],
      Array(".next".utf8) + [0], Array("quit".utf8) + [0xC0], Array(repeating: 0x61, count: 5_000),
      Array(repeating: 0x39, count: 400), Array(repeating: 0x61, count: 65_536),
      Array(repeating: 0x61, count: 70_000),
      Array("Kim".utf8) + Array(repeating: 0x20, count: 65_533),
      Array("Kim".utf8) + Array(repeating: 0x20, count: 65_534),
      Array(("a" + String(repeating: "\u{301}", count: 63)).utf8),
      Array(("a" + String(repeating: "\u{301}", count: 64)).utf8), Array("quit".utf8),
      Array(".q".utf8),
    ]
    return lines
  }()
}
