import Foundation
import TestSupport
import Testing

/// Random keys at two probes, one of which paints every row from scratch: what a person sees is the
/// same, and no answer breaks the rule that its keys were judged by.
struct RandomKeysTests {
  private static let typed = [
    "a", "b", "c", "A", "B", "1", " ", "_", "é", "한", "漢", "か", "e\u{301}", "\u{301}", "👩",
    "\u{200d}",
    "💻", "🇰", "🇷", "\u{1112}", "\u{1161}", "\u{11ab}", "ש", "\u{20000}", "\u{200b}", "abc def",
  ]
  private static let letters = ["a", "b", "c", "X", "1", " ", "-", "é", "한", "漢"]
  private static let commands = [
    "\u{1}", "\u{2}", "\u{5}", "\u{6}", "\u{7f}", "\u{4}", "\u{b}", "\u{15}", "\u{17}", "\u{19}",
    "\u{14}", "\u{1b}b", "\u{1b}f", "\u{1b}d", "\u{1b}u", "\u{1b}l", "\u{1b}c", "\u{1b}3",
    "\u{1b}[A",
    "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{1b}[3~", "\u{1b}[H", "\u{1b}[F", "\t", "\u{1b}[1;5C",
    "\u{1b}[15~", "\u{10}", "\u{e}", "\u{18}\u{18}", "\u{c}", "\u{0}", "\u{f}", "\u{1b}w",
    "\u{1b}y",
    "\u{1b}[200~pasted\u{1b}[201~", "\u{1b}[200~a\tb\u{1b}[201~", "\u{1b}[200~one\rtwo\u{1b}[201~",
  ]
  private static let viCommands = [
    "\u{1b}", "\u{1b}", "\u{1b}", "h", "l", "0", "$", "w", "b", "e", "x", "X", "p", "P", "u", ".",
    "~", "i", "a", "A", "I", "D", "C", "S", "dw", "cw", "d$", "yw", "rz", "ré", "3x", "2.", "fa",
    "tb", ";", ",", "R", "j", "k", "dd", "G", "_", "|",
  ]

  private func home(vi: Bool) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(".editrc", vi ? "bind -v\n" : "bind -s \"^O\" \"xy\"\n")
    return folder
  }

  private func run(vi: Bool, gate: String, seed: UInt64, type: String = "xterm") throws {
    var random = SplitMix(seed: seed)
    let home = try home(vi: vi)
    let columns = UInt16([80, 40, 20, 10][Int(seed % 4)])
    let question = "prompt=> |gate=\(gate)|live=count|choices=abc,abd,b|key=k|placeholder=value"
    let probes = try [["--repeat", question], ["--whole", "--repeat", question]].map {
      try ProbeTerminal(
        arguments: $0, columns: columns, rows: 8,
        environment: ["HOME": home.path(""), "TERM": type])
    }
    var screens = probes.map { _ in Screen(columns: Int(columns), rows: 8) }
    var fed = [0, 0]
    var keys: [String] = []

    func look() -> Bool {
      for (index, probe) in probes.enumerated() {
        screens[index].feed(Array(probe.terminal.output[fed[index]...]))
        fed[index] = probe.terminal.output.count
      }
      return screens[0].lines == screens[1].lines && screens[0].column == screens[1].column
    }
    func settle() throws {
      let deadline = ContinuousClock.now + .seconds(20)
      while !look() {
        for probe in probes {
          _ = try? probe.terminal.wait(for: "the same screen", timeout: .milliseconds(20)) { _ in
            look()
          }
        }
        if ContinuousClock.now > deadline {
          throw SupportError.late(
            "the same screen after \(keys.suffix(12))",
            seen:
              "\n\(screens[0].lines) \(screens[0].column)\n\(screens[1].lines) \(screens[1].column)"
          )
        }
      }
    }

    for _ in 0..<60 {
      // Plain letters one after the other go another way than each after a command.
      let isRun = Int.random(in: 0..<4, using: &random) == 0
      let pool =
        isRun
        ? Self.letters
        : Bool.random(using: &random)
          ? Self.typed
          : vi ? Self.viCommands : Self.commands
      for _ in 0..<(isRun ? Int.random(in: 2...7, using: &random) : 1) {
        let key = pool[Int.random(in: 0..<pool.count, using: &random)]
        keys.append(key)
        for probe in probes { try probe.type(key) }
        try settle()
      }
    }
    // Leave vi's command mode and what waits for another key, then answer.
    let replies = try probes.map { probe in
      try probe.type("\r\r\r")
      try probe.terminal.wait(for: "a reply after \(keys)") {
        guard let start = $0.firstRange(of: Array("\n=".utf8)) else { return false }
        return $0[start.upperBound...].contains(0x0d)
      }
      return probe.terminal.text.split(separator: "\r\n").filter { $0.hasPrefix("=") }
    }
    #expect(replies[0].first == replies[1].first, "\(keys)")
    for screen in screens { #expect(screen.surprises == [], "\(keys)") }
    for reply in replies[0] where gate == "name" {
      let answer = String(String(reply).drop { $0 != " " }.dropFirst())
        .replacingOccurrences(of: "<9>", with: "\t", options: .literal)
      #expect(answer.count <= 10, "\(reply) after \(keys)")
    }
  }

  @Test(arguments: 0..<12)
  func `emacs keys`(seed: Int) throws {
    try run(vi: false, gate: seed % 2 == 0 ? "name" : "lower", seed: UInt64(seed))
  }

  // The last one makes libedit write past a screen of the window's size.
  @Test(arguments: Array(0..<12) + [115])
  func `vi keys`(seed: Int) throws {
    try run(vi: true, gate: seed % 2 == 0 ? "name" : "noab", seed: UInt64(seed + 100))
  }

  @Test(arguments: 0..<4)
  func `keys without escape sequences`(seed: Int) throws {
    try run(vi: false, gate: "name", seed: UInt64(seed + 200), type: "dumb")
  }
}
