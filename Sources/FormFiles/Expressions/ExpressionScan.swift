// An expression before SQLite sees it: which fields it names, and that it is one expression and nothing more.

import Forms

/// What is wrong with an expression, by its byte in the expression's text.
struct ExpressionFault: Error {
  var offset: Int
  var message: String
}

/// A look at the tokens of an SQL expression.
struct ExpressionScan {
  /// The places of the fields that it names, in ascending order.
  let fields: [Int]
  /// How many functions it has, and operators that make a text.
  private(set) var functions = 0
  /// How many of them look for a pattern (LIKE, GLOB).
  private(set) var searches = 0

  private enum Token: Equatable {
    case word(Bytes)  // lower case
    case quoted(Bytes)  // an identifier in quotes
    case text(Bytes)
    case number
    case symbol(UInt8)
  }

  /// Looks at an expression; `names` are the fields' names in lower case.
  ///
  /// `isLasting` says that its value must not depend on the time of day.
  init(
    _ source: Bytes, names: [Bytes: Int], isLasting: Bool
  ) throws(ExpressionFault) {
    let tokens = try ExpressionScan.tokens(source)
    try ExpressionScan.refuseStatements(tokens)
    if isLasting { try ExpressionScan.refuseTime(tokens) }
    var found: Set<Int> = []
    for (i, (token, _)) in tokens.enumerated() {
      switch token {
      case .word(let word):
        let isFunction = i + 1 < tokens.count && tokens[i + 1].token == .symbol(0x28)
        if !isFunction, let field = names[word] { found.insert(field) }
      case .quoted(let name):
        if let field = names[lowercased(name)] { found.insert(field) }
      default: break
      }
    }
    fields = found.sorted()
    count(tokens)
  }

  private mutating func count(_ tokens: [(token: Token, offset: Int)]) {
    let searching = ["like", "glob"].map { Bytes($0.utf8) }
    for (i, (token, _)) in tokens.enumerated() {
      let next = i + 1 < tokens.count ? tokens[i + 1].token : nil
      switch token {
      case .word(let word) where searching.contains(word):
        searches += 1
        functions += 1
      case .word where next == .symbol(0x28): functions += 1
      // The operators || and ->.
      case .symbol(UInt8(ascii: "|")) where next == token: functions += 1
      case .symbol(UInt8(ascii: "-")) where next == .symbol(UInt8(ascii: ">")): functions += 1
      default: break
      }
    }
  }

  /// Parentheses must close what they open, or the text could end our own query.
  private static func refuseStatements(
    _ tokens: [(token: Token, offset: Int)]
  ) throws(ExpressionFault) {
    let statements = ["select", "values", "with", "raise"].map { Bytes($0.utf8) }
    var open: [Int] = []
    for (token, offset) in tokens {
      switch token {
      case .symbol(0x28): open.append(offset)
      case .symbol(0x29):
        if open.popLast() == nil {
          throw ExpressionFault(offset: offset, message: "this parenthesis closes none")
        }
      case .symbol(UInt8(ascii: ";")), .symbol(UInt8(ascii: "?")), .symbol(UInt8(ascii: ":")),
        .symbol(UInt8(ascii: "@")), .symbol(UInt8(ascii: "$")):
        throw ExpressionFault(offset: offset, message: "this character has no place here")
      case .word(let word) where statements.contains(word):
        throw ExpressionFault(
          offset: offset, message: "\(word.string.uppercased()) has no place in an expression")
      default: break
      }
    }
    if let last = open.last {
      throw ExpressionFault(offset: last, message: "this parenthesis is not closed")
    }
  }

  /// A computed value must be the same tomorrow: `formsh check` compares it.
  ///
  /// What is plain from the text is refused; where a text is made or given that asks for the present, the function is NULL.
  private static func refuseTime(
    _ tokens: [(token: Token, offset: Int)]
  ) throws(ExpressionFault) {
    let ofNow = ["current_date", "current_time", "current_timestamp"].map { Bytes($0.utf8) }
    let message = "a computed value cannot depend on the present time"
    var calls: [Bool] = []  // for each open parenthesis, whether it is in a function of time
    var before: Token?
    for (i, (token, offset)) in tokens.enumerated() {
      switch token {
      case .word(let word):
        if ofNow.contains(word) { throw ExpressionFault(offset: offset, message: message) }
        let isEmptyCall =
          i + 2 < tokens.count && tokens[i + 1].token == .symbol(0x28)
          && tokens[i + 2].token == .symbol(0x29)
        if isEmptyCall, isOfTime(word) { throw ExpressionFault(offset: offset, message: message) }
      case .text(let text)
      where calls.last ?? false && SQLFunction.words.contains(lowercased(text).string):
        throw ExpressionFault(offset: offset, message: message)
      case .symbol(0x28):
        var isOfTime = calls.last ?? false
        if case .word(let word)? = before, ExpressionScan.isOfTime(word) { isOfTime = true }
        calls.append(isOfTime)
      case .symbol(0x29): _ = calls.popLast()
      default: break
      }
      before = token
    }
  }

  private static func isOfTime(_ word: Bytes) -> Bool {
    SQLFunction(rawValue: word.string)?.isOfTime ?? false
  }

  // MARK: Tokens, as SQLite reads them

  private static func tokens(
    _ source: Bytes
  ) throws(ExpressionFault) -> [(token: Token, offset: Int)] {
    var out: [(token: Token, offset: Int)] = []
    var i = 0
    while i < source.count {
      let c = source[i]
      let start = i
      switch c {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: i += 1
      case UInt8(ascii: "-") where i + 1 < source.count && source[i + 1] == c:
        while i < source.count, source[i] != 0x0A { i += 1 }
      case UInt8(ascii: "/") where i + 1 < source.count && source[i + 1] == UInt8(ascii: "*"):
        i += 2
        while i + 1 < source.count, source[i] != UInt8(ascii: "*") || source[i + 1] != c { i += 1 }
        guard i + 1 < source.count else {
          throw ExpressionFault(offset: start, message: "the comment is not closed")
        }
        i += 2
      case UInt8(ascii: "'"):
        out.append((.text(try quoted(source, &i, by: c)), start))
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        out.append((.quoted(try quoted(source, &i, by: c)), start))
      case UInt8(ascii: "["):
        guard let end = source[i...].firstIndex(of: UInt8(ascii: "]")) else {
          throw ExpressionFault(offset: start, message: "the bracket is not closed")
        }
        out.append((.quoted(Bytes(source[(i + 1)..<end])), start))
        i = end + 1
      case 0x30...0x39:
        while i < source.count, isWord(source[i]) || source[i] == UInt8(ascii: ".") { i += 1 }
        out.append((.number, start))
      case _ where isWord(c):
        while i < source.count, isWord(source[i]) { i += 1 }
        out.append((.word(lowercased(Bytes(source[start..<i]))), start))
      case 0x00:
        throw ExpressionFault(offset: start, message: "this character has no place here")
      default:
        out.append((.symbol(c), start))
        i += 1
      }
    }
    return out
  }

  private static func isWord(_ c: UInt8) -> Bool {
    c &- 0x30 <= 9 || (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") || c >= 0x80
  }

  /// What stands in quotes; a quote in it is doubled.
  private static func quoted(
    _ source: Bytes, _ i: inout Int, by quote: UInt8
  ) throws(ExpressionFault) -> Bytes {
    let start = i
    var out: Bytes = []
    i += 1
    while i < source.count {
      if source[i] == quote {
        guard i + 1 < source.count, source[i + 1] == quote else {
          i += 1
          return out
        }
        i += 1
      }
      if source[i] == 0 { break }
      out.append(source[i])
      i += 1
    }
    throw ExpressionFault(offset: start, message: "the quote is not closed")
  }
}

/// SQLite tells names apart by more than the case of ASCII letters.
func lowercased(_ text: Bytes) -> Bytes {
  text.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
}
