import Foundation
import Glibc
import TestSupport
import Testing

/// A terminal that anything may happen to: bursts of keys, sequences split in the middle, other sizes, signals, hang-ups.
enum SoakTerminal {
  private static let keys = [
    "a", "Kim", "25", "M", "F", "kim@x.org", "\r", "\r", "\r", "\t", " ", "é", "한", "👩‍💻", "e\u{301}",
    "\u{1}", "\u{2}", "\u{5}", "\u{6}", "\u{7f}", "\u{4}", "\u{b}", "\u{15}", "\u{17}", "\u{19}",
    "\u{14}",
    "\u{c}", "\u{1b}b", "\u{1b}d", "\u{1b}u", "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D",
    "\u{1b}[3~",
    "\u{1b}[Z", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[H", "\u{1b}[F", "\u{1b}[1;5C", "\u{1b}[15~",
    "\u{1b}",
    "\u{1b}[200~Lee\r7\u{1b}[201~", "\u{1b}[200~a\tb\u{1b}[201~", "\u{1b}[200~", "\u{1b}[<0;10;5M",
    "\u{1b}[24;80R", "\u{1b}]11;rgb:0/0/0\u{7}", "\u{3}", ".undo\r", "prev\r", "next\r", "clear\r",
    ".show\r",
    ".why\r", ".choices\r", ".goto email\r", ".clear all\r", ".new\r", ".done\r", "\u{ff}",
    "\u{1b}O", "\u{10}",
    "0123456789012345678901234567890123456789", "\u{1b}3", "\u{0}", "\u{12}", "\u{18}\u{18}",
  ]
  private static let record = ["Kim\r", "25\r", "M\r", "kim@x.org\r"]

  static func play(_ format: String, _ round: Int) throws {
    var source = FuzzSource("terminal \(format)", round)
    let folder = try TemporaryFolder()
    let file = "people.\(format)"
    var arguments = ["-o", file]
    if source.chance(15) { arguments.append("--plain") }
    if source.chance(10) { arguments += ["-n", "2"] }
    let type = source.pick(["xterm-256color", "xterm", "dumb", "vt100", "nosuch", ""])
    let terminal = try Terminal(
      arguments, columns: UInt16(source.pick([80, 200, 20, 9, 1])),
      rows: UInt16(source.pick([24, 5, 1])),
      environment: ["TERM": type], in: folder.url)
    var typed = ""
    for _ in 0..<source.number(1..<30) {
      var keys = source.chance(30) ? record.joined() : ""
      for _ in 0..<source.number(0..<8) {
        keys += source.pick(keys.isEmpty ? Self.keys : record + Self.keys)
      }
      typed += keys
      var bytes = Array(keys.utf8)
      // In pieces that may end within a character or a sequence.
      while !bytes.isEmpty {
        let count = source.chance(50) ? bytes.count : source.number(1..<bytes.count + 1)
        guard (try? terminal.type(Array(bytes.prefix(count)))) != nil else { break }
        bytes.removeFirst(count)
        // What it paints must be taken, or it waits for that; how much there is tells nothing.
        terminal.takeOutput()
      }
      switch source.number(0..<20) {
      case 0:
        terminal.resize(
          columns: UInt16(source.number(0..<300)), rows: UInt16(source.number(0..<60)))
      case 1: terminal.signal(source.pick([SIGWINCH, SIGCONT]))
      default: break
      }
    }
    var wanted: Set<Int32> = [0, 1, 130]
    switch source.number(0..<5) {
    case 0:
      terminal.hangUp()
      wanted.formUnion([129])
    case 1:
      let signal = source.pick([SIGTERM, SIGINT, SIGHUP, SIGQUIT])
      terminal.signal(signal)
      wanted.formUnion([128 + signal])
    case 2:
      terminal.signal(SIGKILL)
      wanted.formUnion([137])
    default: break
    }
    // Whoever is still there is asked to go, and then the line goes down.
    for _ in 0..<3 {
      _ = try? terminal.type("\r\u{15}quit\r")
      terminal.takeOutput()
    }
    let about: Comment =
      "\(arguments) TERM=\(type): \(typed.debugDescription)\n\(terminal.text.suffix(3000))"
    if (try? terminal.waitForEnd(timeout: .seconds(2))) == nil {
      terminal.hangUp()
      wanted.formUnion([129])
    }
    let ending = try terminal.waitForEnd()
    #expect(wanted.contains(ending.status), "\(ending): \(about)")

    // What is there is right, and no more of it was said to be saved than there is.
    let said = Seat.rows(terminal.output).count {
      $0.contains("record ") && $0.contains(" is saved to ")
    }
    guard folder.bytes(file) != nil else {
      #expect(said == 0, about)
      return
    }
    // Killed within a write it may leave a torn line, which the next start cuts off.
    if ending == .killed(SIGKILL) {
      let next = try Terminal(["-o", file], in: folder.url)
      try next.wait(for: "a prompt", until: { $0.firstRange(of: Array("/4 ".utf8)) != nil })
      next.hangUp()
      try next.waitForEnd()
    }
    let check = try Program.run(["check", "person", file, "-f", "json"], in: folder.url)
    #expect(check.status == 0, "\(check.error)\(about)")
    let there = check.output.utf8.count { $0 == 10 }
    #expect(there >= said, "\(there) of \(said): \(about)")
  }
}
