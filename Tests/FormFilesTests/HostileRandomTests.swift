import FormFiles
import Forms
import JSONText
import Testing

/// Hundreds of forms, patterns and expressions made at random of hostile parts, from fixed seeds.
///
/// Each comes back, as a form or as a fault with a place, and what comes back can be filled and judged.
@Suite("Form files: hostile ones made at random")
struct HostileRandomTests {
  struct Random {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func pick<T>(_ list: [T]) -> T { list[next(list.count)] }
  }

  // MARK: References

  /// Makes a schema of definitions that refer to later ones, by every keyword that leads on.
  private struct SchemaMaker {
    var random: Random
    let count = 5

    private mutating func reference(_ number: Int) -> String {
      let next = number + 1 + random.next(min(2, count - number))
      return next >= count ? leaf() : "{\"$ref\":\"#/$defs/d\(next)\"}"
    }

    private mutating func leaf() -> String {
      let field = random.pick(["k", "m", "n"])
      return random.pick([
        "{\"properties\":{\"\(field)\":{\"const\":\"\(random.pick(["a", "b"]))\"}}}",
        "{\"properties\":{\"\(field)\":{\"const\":\"a\"}},\"required\":[\"\(field)\"]}",
        "{\"required\":[\"\(field)\"]}", "{\"minProperties\":\(1 + random.next(3))}", "true",
        "{\"properties\":{\"x\(random.next(2))\":{\"type\":\"string\",\"maxLength\":2}}}",
        "{\"properties\":{\"x0\":{\"type\":\"string\"}},\"required\":[\"x0\"]}",
        "{\"maxProperties\":\(2 + random.next(3))}",
      ])
    }

    mutating func definition(_ number: Int) -> String {
      let (a, b, c) = (reference(number), reference(number), reference(number))
      return random.pick([
        "{\"allOf\":[\(a),\(b)]}", "{\"anyOf\":[\(a),\(b),\(a)]}", "{\"oneOf\":[\(a),\(b)]}",
        "{\"if\":\(a),\"then\":\(b),\"else\":\(c)}", "{\"if\":\(a),\"then\":\(b)}",
        "{\"not\":{\"allOf\":[\(a),\(a),\(b)]}}",
        "{\"dependentSchemas\":{\"k\":\(a),\"m\":\(b)}}",
        "{\"allOf\":[{\"if\":\(leaf()),\"then\":\(a)},{\"if\":\(leaf()),\"then\":\(a)}]}",
      ])
    }

    /// The same form twice: with references, and with what they lead to in their place.
    mutating func make() -> (referring: String, written: String) {
      let definitions = (0..<count).map { definition($0) }
      let head =
        "{\"properties\":{\"k\":{\"type\":\"string\"},\"m\":{\"type\":\"string\"},\"n\":{\"type\":\"string\"}}"
      let listed = definitions.enumerated().map { "\"d\($0.offset)\":\($0.element)" }
      var written = definitions[0]
      for _ in 0..<count {
        for i in 1..<count {
          written = written.replacing("{\"$ref\":\"#/$defs/d\(i)\"}", with: definitions[i])
        }
      }
      return (
        head
          + ",\"$defs\":{\(listed.joined(separator: ","))},\"allOf\":[{\"$ref\":\"#/$defs/d0\"}]}",
        head + ",\"allOf\":[\(written)]}"
      )
    }
  }

  private func places(_ faults: [RecordFault]) -> Set<String> {
    Set(faults.map { "\($0.field ?? -1) \($0.fault.keyword ?? "-")" })
  }

  /// A reference means what it leads to: both spellings ask, refuse and judge alike.
  @Test(arguments: 0..<120)
  func referencesMeanWhatTheyLeadTo(seed: Int) throws {
    var maker = SchemaMaker(random: Random(state: UInt64(seed) * 7919 + 1))
    let (referring, written) = maker.make()
    let a: Form
    do {
      a = try FormFile.read(Bytes(referring.utf8), name: "a", purpose: .check)
    } catch {
      #expect(throws: FormFileError.self) {
        try FormFile.read(Bytes(written.utf8), name: "b", purpose: .check)
      }
      return
    }
    let b = try FormFile.read(Bytes(written.utf8), name: "b", purpose: .check)
    #expect(a.fields.map { $0.nameText } == b.fields.map { $0.nameText }, "\(referring)")
    for _ in 0..<8 {
      var record = Record(fieldCount: a.fields.count)
      for i in a.fields.indices {
        let text = maker.random.pick(["a", "b", "abc", ""])
        if maker.random.next(3) > 0 { record.set(i, Value(.text, Bytes(text.utf8))) }
      }
      #expect(places(a.faults(stored: record)) == places(b.faults(stored: record)), "\(referring)")
      let walks = [Walk(form: a, isInteractive: false), Walk(form: b, isInteractive: false)]
      for _ in 0..<8 {
        let text = maker.random.pick(["a", "b", "abc", ""])
        let outcomes = walks.map { $0.answer(Bytes(text.utf8).span) }
        #expect(outcomes[0] == outcomes[1], "\(referring)")
        #expect(walks[0].current == walks[1].current)
        #expect(walks[0].askedFields == walks[1].askedFields)
        #expect(walks[0].finished.values == walks[1].finished.values)
      }
    }
  }

  // MARK: Patterns

  private static let atoms = [
    "a", "b", "[ab]", ".", "(a|b)", "(a*)", "(a+)+", "(?:a|a)", "(?=a*)", "(?!a{3}b)",
    "(?<=a{2,9})",
    #"\1"#, #"\2"#, #"\w"#, #"[\w-.]"#, #"\-"#, "(.*)", "(a{1,50}){1,9}", #"\p{L}"#, "(|a)", "a|b",
    "[^]", "(?:(a)|b)", "(?<n>a)", #"\k<n>"#, "(?:a{0,500}){0,9}", "é", "[à-ÿĀ-ž]",
  ]
  private static let repeats = ["", "", "*", "+", "{2}", "{1,300}", "*?", "{0,65535}", "{3,}"]

  @Test(arguments: 0..<10)
  func patterns(seed: Int) throws {
    var random = Random(state: UInt64(seed) + 4242)
    var read = 0
    for _ in 0..<20 {
      var source = ""
      for _ in 0...random.next(7) { source += random.pick(Self.atoms) + random.pick(Self.repeats) }
      guard let pattern = try? ECMAPattern(source) else {
        #expect(throws: PatternFault.self) { try ECMAPattern(source) }
        continue
      }
      read += 1
      let text = String(repeating: random.pick(["a", "ab", "é", "a-"]), count: 3_000)
      // A verdict is the same however often it is asked for, and by whatever code.
      let once = pattern.forOneThread()
      for text in [text, text + "!", String(text.prefix(900)), String(text.prefix(30)), ""] {
        let result = pattern.result(text)
        #expect(once.match(text.utf8.span) == result, "\(source)")
      }
    }
    #expect(read > 0)
  }

  // MARK: Expressions

  private struct ExpressionMaker {
    var random: Random

    mutating func make(_ depth: Int) -> String {
      if depth == 0 {
        return random.pick([
          "t", "u", "t", "'a'", "'now'", "1", "1e308", "-9223372036854775808", "NULL", "x'ff'",
          "printf('%.*c', 100000, 'a')", "'%'", "'%*d%s'", "'localtime'", "0.1", "2147483647",
        ])
      }
      let (a, b, c) = (make(depth - 1), make(depth - 1), make(depth - 1))
      return random.pick([
        "(\(a) || \(b))", "replace(\(a), \(b), \(c))", "instr(\(a), \(b))",
        "printf(\(a), \(b), \(c))",
        "format('%*d%.*c%s', \(a), \(b), \(c), 'x')", "hex(\(a))", "trim(\(a), \(b))",
        "(\(a) LIKE '%a%' || \(b))", "(\(a) GLOB \(b))", "substr(\(a), \(b), \(c))",
        "date(\(a), \(b))",
        "strftime(\(a), \(b))", "max(\(a), \(b), \(c))", "(\(a) * \(b) - \(c))", "abs(\(a))",
        "iif(\(a), \(b), \(c))", "char(\(a), \(b))", "round(\(a), \(b))", "quote(\(a))",
        "(\(a) IN (\(b), \(c)))", "coalesce(\(a), \(b))", "CAST(\(a) AS TEXT)", "unixepoch(\(a))",
        "ltrim(\(a), \(b))", "lower(\(a))", "length(\(a))", "(\(a) BETWEEN \(b) AND \(c))",
      ])
    }
  }

  @Test(arguments: 0..<20)
  func expressions(seed: Int) throws {
    var maker = ExpressionMaker(random: Random(state: UInt64(seed) + 777))
    for _ in 0..<15 {
      let expression = maker.make(3)
      let text =
        "{\"properties\":{\"t\":{\"type\":\"string\"},\"u\":{\"type\":\"string\"},"
        + "\"c\":{\"type\":\"string\",\"readOnly\":true,\"x-calculate\":\"\(expression)\"}}}"
      let form: Form
      do {
        form = try FormFile.read(Bytes(text.utf8), name: "form")
      } catch {
        #expect(error.line == 1)
        continue
      }
      for value in ["x", "now", "2024-02-29", String(repeating: "a%", count: 30_000)] {
        var record = Record(fieldCount: 3)
        record.set(0, Value(.text, Bytes(value.utf8)))
        record.set(1, Value(.text, Bytes("%n".utf8)))
        let first = form.computedValue(2, record)
        #expect(form.computedValue(2, record) == first, "\(expression)")
        #expect(first.text.count <= 1 << 17)
      }
    }
  }

  // MARK: Whole files

  /// Pieces of form files put together without sense, and right ones with a piece taken out or doubled.
  @Test(arguments: 0..<40)
  func files(seed: Int) throws {
    var random = Random(state: UInt64(seed) + 31)
    for _ in 0..<15 {
      var text = Bytes()
      if random.next(2) == 0 {
        let name = random.pick(FormFile.builtInNames)
        text = FormFile.builtInText(name) ?? []
        for _ in 0...random.next(3) {
          let at = random.next(text.count)
          let end = min(text.count, at + 1 + random.next(40))
          if random.next(2) == 0 {
            text.removeSubrange(at..<end)
          } else {
            text.insert(contentsOf: text[at..<end], at: random.next(text.count))
          }
        }
      } else {
        let pieces = [
          "{", "}", "[", "]", ",", ":", "\"properties\":{", "\"a\":", "{}", "\"$ref\":\"#\"",
          "true",
          "\"allOf\":[", "\"$ref\":\"#/properties/a\"", "\"enum\":[", "1e999", "null",
          "\"pattern\":\"(\"",
          "\"x-calculate\":\"a\"", "\"if\":{", "\"then\":{", "\"required\":[\"a\"]", "\u{0}", "\"",
        ]
        for _ in 0..<(3 + random.next(30)) { text += Bytes(random.pick(pieces).utf8) }
      }
      do {
        let form = try FormFile.read(text, name: "form")
        let walk = Walk(form: form, isInteractive: false)
        for answer in ["1", "", "a", "M", "x@y.zz"] { _ = walk.answer(Bytes(answer.utf8).span) }
        _ = form.faults(stored: walk.finished)
      } catch {
        #expect(!error.message.isEmpty)
        #expect(error.words.utf8.count < 2_000)
      }
    }
  }
}
