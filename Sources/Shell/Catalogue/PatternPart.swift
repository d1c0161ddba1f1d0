// Simple patterns, part by part, so that words can say what they allow.

/// One part of a pattern: characters of a kind, so many times.
struct PatternPart: Sendable, Equatable {
  /// Which characters.
  enum Kind: Sendable, Equatable {
    case digit, capital, small, letter, letterOrDigit, capitalOrDigit, smallOrDigit
    /// The characters that stand in brackets, as the pattern spells them.
    case oneOf(String)
    /// This text.
    case text(String)
  }

  var kind: Kind
  var least = 1
  /// The most; nil without bound.
  var most: Int? = 1

  /// The parts of a pattern that a whole text must match; nil where it is more than one part after the other.
  static func parts(of source: String) -> [PatternPart]? {
    var scan = Scan(rest: source[...])
    return scan.parts()
  }

  private struct Scan {
    var rest: Substring

    mutating func parts() -> [PatternPart]? {
      guard take("^") else { return nil }
      var out: [PatternPart] = []
      while !take("$") {
        guard out.count < 12, var part = part() else { return nil }
        guard let (least, most) = times() else { return nil }
        part.least = least
        part.most = most
        // Letters that stand one after the other are one text.
        if case .text(let text) = part.kind, part.isOnce, let last = out.last, last.isOnce,
          case .text(let before) = last.kind
        {
          out[out.count - 1].kind = .text(before + text)
        } else {
          out.append(part)
        }
      }
      return rest.isEmpty && !out.isEmpty ? out : nil
    }

    private mutating func take(_ c: Character) -> Bool {
      guard rest.first == c else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func part() -> PatternPart? {
      guard let c = rest.popFirst() else { return nil }
      switch c {
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        if escaped == "d" { return PatternPart(kind: .digit) }
        guard escaped.isASCII, !escaped.isLetter, !escaped.isNumber else { return nil }
        return PatternPart(kind: .text(String(escaped)))
      case "[": return set()
      case "(", ")", "|", ".", "*", "+", "?", "{", "}", "]", "^", "$": return nil
      default: return PatternPart(kind: .text(String(c)))
      }
    }

    private mutating func set() -> PatternPart? {
      guard let end = rest.firstIndex(of: "]"), end > rest.startIndex else { return nil }
      let inside = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard !inside.hasPrefix("^") else { return nil }
      let kind: Kind
      switch inside {
      case "0-9", "\\d": kind = .digit
      case "A-Z": kind = .capital
      case "a-z": kind = .small
      case "A-Za-z", "a-zA-Z": kind = .letter
      case "A-Z0-9", "0-9A-Z", "A-Z\\d": kind = .capitalOrDigit
      case "a-z0-9", "0-9a-z", "a-z\\d": kind = .smallOrDigit
      case "A-Za-z0-9", "a-zA-Z0-9", "0-9A-Za-z", "0-9a-zA-Z": kind = .letterOrDigit
      default:
        guard !inside.contains("\\"), !inside.contains("[") else { return nil }
        kind = .oneOf(inside)
      }
      return PatternPart(kind: kind)
    }

    /// How often: `{2}`, `{2,}`, `{2,4}`, `+`, `*`, `?`, or nothing; nil for what is lazy or no count.
    private mutating func times() -> (Int, Int?)? {
      let out: (Int, Int?)
      if take("+") {
        out = (1, nil)
      } else if take("*") {
        out = (0, nil)
      } else if take("?") {
        out = (0, 1)
      } else if take("{") {
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let bounds = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
        rest = rest[rest.index(after: end)...]
        guard let least = Int(bounds[0]), bounds.count <= 2 else { return nil }
        if bounds.count == 1 {
          out = (least, least)
        } else if bounds[1].isEmpty {
          out = (least, nil)
        } else {
          guard let most = Int(bounds[1]), most >= least else { return nil }
          out = (least, most)
        }
      } else {
        return (1, 1)
      }
      return rest.first == "?" || rest.first == "+" ? nil : out
    }
  }

  private var isOnce: Bool { least == 1 && most == 1 }
}
