// Numbers with grouped thousands.

/// Numbers as they are shown, not as they are stored.
enum Grouped {
  /// A plain decimal with commas between thousands of its whole part.
  static func thousands(_ number: String) -> String {
    let isNegative = number.hasPrefix("-")
    let digits = isNegative ? number.dropFirst() : number[...]
    let whole = digits.prefix { $0 != "." }
    guard whole.allSatisfy({ $0.isNumber }) else { return number }
    var out = ""
    for (i, c) in whole.enumerated() {
      if i > 0, (whole.count - i) % 3 == 0 { out += "," }
      out.append(c)
    }
    return (isNegative ? "-" : "") + out + digits.dropFirst(whole.count)
  }
}
