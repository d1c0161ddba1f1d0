/// The codes that stand for our keys in libedit's key maps.
///
/// They lie among the C1 controls, which cannot be typed, so that each is a key of its own in both
/// maps of libedit.
enum Code {
  static let reset: Unit = 0x80
  static let left: Unit = 0x81
  static let right: Unit = 0x82
  static let home: Unit = 0x83
  static let end: Unit = 0x84
  static let delete: Unit = 0x85
  static let up: Unit = 0x86
  static let down: Unit = 0x87
  static let tab: Unit = 0x88
  static let previous: Unit = 0x89
  static let next: Unit = 0x8a
  static let wordLeft: Unit = 0x8b
  static let wordRight: Unit = 0x8c
  static let paste: Unit = 0x8d
  static let escape: Unit = 0x8e
  static let nothing: Unit = 0x8f
  static let endOfInput: Unit = 0x90
  static let submit: Unit = 0x91
  static let redraw: Unit = 0x92
  static let modeProbe: Unit = 0x93
  static let copyRegion: Unit = 0x94
  static let upperCase: Unit = 0x95
  static let lowerCase: Unit = 0x96
  static let capitalCase: Unit = 0x97
  static let changeCase: Unit = 0x98
  static let all: ClosedRange<Unit> = 0x80...0x9f
}

/// What our keys do in libedit's key maps, and what is taken out of them.
struct KeyBindings {
  /// The names of the commands that the editor adds to libedit.
  enum Command: String, CaseIterable {
    case reset = "line-reset"
    case up = "line-up"
    case down = "line-down"
    case tab = "line-complete"
    case previous = "line-previous"
    case next = "line-next"
    case paste = "line-paste"
    case nothing = "line-nothing"
    case bell = "line-bell"
    case endOfInput = "line-end-of-input"
    case submit = "line-submit"
    case redraw = "line-redraw"
    case insertMode = "line-insert-mode"
    case commandMode = "line-command-mode"
    case upperCase = "line-upper-case"
    case lowerCase = "line-lower-case"
    case capitalCase = "line-capital-case"
    case changeCase = "line-change-case"
  }

  /// libedit's commands that prompt, print, run programs or end the line behind our back, and what
  /// stands in their place on whatever key they are.
  static let replacements: [String: Command] = [
    "ed-command": .bell, "ed-quoted-insert": .bell, "ed-start-over": .bell,
    "em-meta-next": .bell, "em-inc-search-prev": .bell, "em-inc-search-next": .bell,
    "vi-histedit": .bell, "vi-alias": .bell, "vi-comment-out": .bell,
    "vi-search-prev": .bell, "vi-search-next": .bell,
    "vi-repeat-search-prev": .bell, "vi-repeat-search-next": .bell,
    "ed-clear-screen": .redraw, "ed-redisplay": .redraw, "ed-newline": .submit,
    "ed-end-of-file": .endOfInput, "em-delete-or-list": .endOfInput,
    "vi-list-or-eof": .endOfInput,
    "ed-prev-history": .up, "ed-next-history": .down, "ed-prev-line": .up, "ed-next-line": .down,
    "ed-search-prev-history": .up, "ed-search-next-history": .down, "vi-to-history-line": .bell,
    "em-upper-case": .upperCase, "em-lower-case": .lowerCase, "em-capitol-case": .capitalCase,
    "vi-change-case": .changeCase,
  ]

  /// Codes that go to libedit's own commands, so that counts and vi's operators work with them.
  private static let ownCommands: [(Unit, String)] = [
    (Code.left, "ed-prev-char"), (Code.right, "ed-next-char"), (Code.home, "ed-move-to-beg"),
    (Code.end, "ed-move-to-end"), (Code.delete, "ed-delete-next-char"),
    (Code.wordLeft, "ed-prev-word"), (Code.wordRight, "em-next-word"),
    (Code.copyRegion, "em-copy-region"), (Code.upperCase, "em-upper-case"),
    (Code.lowerCase, "em-lower-case"), (Code.capitalCase, "em-capitol-case"),
    (Code.changeCase, "vi-change-case"),
  ]
  private static let addedCommands: [(Unit, Command)] = [
    (Code.reset, .reset), (Code.up, .up), (Code.down, .down), (Code.tab, .tab),
    (Code.previous, .previous), (Code.next, .next), (Code.paste, .paste),
    (Code.nothing, .nothing), (Code.endOfInput, .endOfInput), (Code.submit, .submit),
    (Code.redraw, .redraw),
  ]

  let libedit: Libedit
  /// The keys of macros that are not used: they would not end.
  private(set) var endlessMacros: [String] = []
  /// The keys of printable ASCII that do nothing but put themselves into the line.
  private var inserting: SIMD2<UInt64> = [0, 0]
  /// Whether that can be told of a key at all: in vi's maps it depends on what came before.
  private var knowsInserting = false

  init(_ libedit: Libedit) { self.libedit = libedit }

  /// Whether a code does nothing but put itself into the line, in whatever map is in force.
  func inserts(_ code: Unit) -> Bool {
    if code < 0x80 {
      return code >= 0x20 && inserting[Int(code >> 6)] >> UInt64(code & 63) & 1 != 0
    }
    // Bound to the insertion below, or out of the maps: then libedit inserts it.
    return knowsInserting && code >= 0xa0
  }

  /// Notes which keys insert themselves.
  ///
  /// Where they do in the second map as well it is not known in which of the maps a key was found.
  private mutating func findInserting(_ table: KeyTable) {
    let entries = table.keys.filter { $0.command == "ed-insert" && $0.bytes.count == 1 }
    if entries.contains(where: { $0.isAlternative && $0.bytes[0] < 0x80 }) { return }
    knowsInserting = true
    for byte in entries.map({ $0.bytes[0] }) where byte < 0x7f {
      inserting[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
    }
  }

  /// Binds everything, after the person's own bindings were read.
  ///
  /// - Parameters:
  ///   - isVi: whether the person chose vi's maps.
  ///   - before: the key table before the person's bindings were read.
  /// - Returns: the key sequences that the person bound.
  mutating func bindAll(isVi: Bool, before: String) -> Set<[UInt8]> {
    var entries = KeyTable(libedit.keyTable())
    var macros = Macros(entries)
    for entry in macros.endless() {
      let isLetter = entry.bytes.count == 1 && entry.bytes[0] >= 0x20 && entry.bytes[0] < 0x7f
      bind(entry.key, Command.bell.rawValue, inAlternative: true)
      bind(entry.key, isLetter ? "ed-insert" : Command.bell.rawValue, inAlternative: false)
      endlessMacros.append(entry.key)
    }
    if !endlessMacros.isEmpty { entries = KeyTable(libedit.keyTable()) }
    if !isVi { findInserting(entries) }
    for entry in entries.keys {
      guard let command = Self.replacements[entry.command] else { continue }
      bind(entry.key, command.rawValue, inAlternative: entry.isAlternative)
    }
    for code in Code.all {
      bind(Self.name(of: code), Command.nothing.rawValue)
    }
    for (code, command) in Self.ownCommands { bind(Self.name(of: code), command) }
    for (code, command) in Self.addedCommands { bind(Self.name(of: code), command.rawValue) }
    for key in ["^M", "^J"] { bind(key, Command.submit.rawValue) }
    for byte in Unit(0xa0)...0xff {
      bind(Self.name(of: byte), "ed-insert", inAlternative: false)
    }
    bind(
      Self.name(of: Code.escape), isVi ? "vi-command-mode" : Command.nothing.rawValue,
      inAlternative: false)
    bind(Self.name(of: Code.modeProbe), Command.insertMode.rawValue, inAlternative: false)
    bind(Self.name(of: Code.modeProbe), Command.commandMode.rawValue, inAlternative: true)
    let known = Set(KeyTable(before).sequences)
    return Set(
      entries.sequences.filter { !known.contains($0) }.map(\.bytes)
        .filter { $0.first == 0x1b && $0.count > 2 })
  }

  private func bind(_ key: String, _ command: String) {
    bind(key, command, inAlternative: false)
    bind(key, command, inAlternative: true)
  }

  private func bind(_ key: String, _ command: String, inAlternative: Bool) {
    libedit.bind(key, command, inAlternative: inAlternative)
  }

  private static func name(of code: Unit) -> String { "\\" + String(code, radix: 8) }
}
