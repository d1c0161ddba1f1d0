import Glibc

/// One instruction to the fault injector: which call of which kind of file, the how many-th, and what becomes of it.
struct FaultRule: Hashable, Sendable, CustomStringConvertible {
  /// The call, as `FaultInjector.h` names it.
  var call: String
  /// The kind of file: one letter, as `FaultInjector.h` names it.
  var kind: Character
  /// `3`, `3+` or `*`.
  var when: String
  /// `E28`, `short`, `kill` and others.
  var fault: String

  /// A call that is made in a run: its name, the kind of its file, and its number among its like.
  struct Place: Hashable, Sendable {
    var call: String
    var kind: Character
    var number: Int
  }

  init(_ place: Place, _ fault: String, goesOn: Bool = false) {
    call = place.call
    kind = place.kind
    when = "\(place.number)" + (goesOn ? "+" : "")
    self.fault = fault
  }

  /// Reads `write:f:1:E28`; nil where it is none.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    guard parts.count == 4, let kind = parts[1].first else { return nil }
    call = String(parts[0])
    self.kind = kind
    when = String(parts[2])
    fault = String(parts[3])
  }

  var description: String { "\(call):\(kind):\(when):\(fault)" }

  /// The input comes in pieces, cut in the middle of lines.
  static let pieces = FaultRule.list("read:i:*:short")

  /// The rules of a text, joined by `;`.
  static func list(_ text: some StringProtocol) -> [FaultRule] {
    text.split(separator: ";").compactMap { FaultRule($0) }
  }

  /// Whether the program is killed.
  var isKill: Bool { ["kill", "after", "torn"].contains(fault) }
  /// Whether somebody else changes the file.
  var isChange: Bool { fault == "shrink" || fault == "grow" }
  /// Whether the call fails again when it is made again.
  var isLasting: Bool { when.hasSuffix("+") || when == "*" || fault.hasPrefix("short2") }

  /// The system's error, if it fails with one.
  var error: Int32? {
    if fault.hasPrefix("E") { return Int32(fault.dropFirst()) }
    return fault.hasPrefix("short") ? Int32(fault.dropFirst(5)) : nil
  }

  /// Whether a program that is written as it should be shows nothing of it: the call is made again.
  ///
  /// SQLite makes its own calls; it makes again what reads, writes and opens.
  func isHarmless(inDatabase: Bool) -> Bool {
    if isLasting { return false }
    if fault == "short" { return true }
    if inDatabase, kind == "f", !["read", "pread", "write", "pwrite", "open"].contains(call) {
      return false
    }
    return fault == "E\(EINTR)" || fault == "E\(EAGAIN)" && "ioet".contains(kind)
  }

  /// The calls of a run, from the injector's log.
  static func places(_ log: String) -> [Place] {
    var seen: [Substring: Int] = [:]
    return log.split(separator: "\n").compactMap { line in
      guard line.contains(" "), line.first != "!", let kind = line.last else { return nil }
      seen[line, default: 0] += 1
      return Place(
        call: String(line.prefix { $0 != " " }), kind: kind, number: seen[line] ?? 1)
    }
  }

  /// All that can go wrong with a call.
  static func all(at place: Place, inDatabase: Bool) -> [FaultRule] {
    func one(_ faults: [String]) -> [FaultRule] { faults.map { FaultRule(place, $0) } }
    func lasting(_ faults: [String]) -> [FaultRule] {
      faults.map { FaultRule(place, $0, goesOn: true) }
    }
    let changes =
      !inDatabase && (place.kind == "f" || place.kind == "s") ? one(["shrink", "grow"]) : []
    switch place.call {
    case "read", "pread":
      return one(["short", "E\(EINTR)", "E\(EIO)", "zero", "kill"])
        + (place.kind == "i" ? one(["E\(EAGAIN)"]) : []) + lasting(["zero", "E\(EIO)"])
    case "write", "pwrite":
      return one(["short", "short\(ENOSPC)", "E\(ENOSPC)", "E\(EIO)", "E\(EINTR)"])
        + one(["kill", "torn", "after"]) + lasting(["E\(ENOSPC)", "zero"])
        + ("oet".contains(place.kind) ? one(["E\(EAGAIN)", "E\(EPIPE)"]) : one(["E\(EFBIG)"]))
    case "sync":
      return one(["E\(EIO)", "E\(ENOSPC)", "E\(EINTR)", "kill", "after"]) + lasting(["E\(EIO)"])
    case "open":
      return one(["E\(EACCES)", "E\(EMFILE)", "E\(EINTR)", "kill", "after"])
        + (place.kind == "d" || place.kind == "s" ? [] : one(["E\(ENOSPC)"]))
    case "fstat": return one(["E\(EIO)", "kill"]) + changes
    case "stat": return one(["E\(EIO)", "E\(EACCES)", "kill"]) + changes
    case "truncate": return one(["E\(EIO)", "E\(EINTR)", "kill", "after"])
    case "flock": return one(["E\(EINTR)", "E\(ENOLCK)", "kill"])
    case "lock": return one(["E\(ENOLCK)", "kill"])
    case "unlink", "rename": return one(["E\(EACCES)", "E\(EIO)", "kill", "after"])
    case "access", "readlink": return one(["E\(EACCES)", "kill"])
    case "lseek": return one(["E\(ESPIPE)", "kill"])
    case "mmap": return one(["E\(ENOMEM)", "kill"])
    case "poll": return one(["E\(EINTR)", "kill"])
    default: return []
    }
  }
}
