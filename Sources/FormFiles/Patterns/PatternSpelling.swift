// A pattern from its text to what PCRE2 is given.

/// What PCRE2 is given for a pattern, and what is known of its work.
struct PatternSpelling {
  /// The spelling.
  let text: String
  /// The work that it can be.
  let cost: PatternCost
  private let properties: [(property: PatternProperty, offset: Int)]

  /// Reads a pattern and spells it; a guarded one calls out wherever it may begin to backtrack.
  init(_ source: String, isGuarded: Bool = false) throws(PatternFault) {
    guard source.utf8.count <= ECMAPattern.longest else {
      throw PatternFault(offset: 0, reason: .tooLarge)
    }
    let parsed = try PatternParser.parse(Array(source.unicodeScalars))
    var translator = try PatternTranslator(parsed)
    text = try translator.spell(guarded: isGuarded)
    cost = translator.cost
    properties = translator.properties
  }

  /// Why PCRE2 does not take the spelling.
  var refusal: PatternFault {
    if let unknown = properties.first(where: { !PatternCode.knows($0.property) }) {
      return PatternFault(
        offset: unknown.offset, reason: .propertyNotKnownHere(unknown.property.spelling))
    }
    return PatternFault(offset: 0, reason: .tooLarge)
  }

  /// Finds out whether a pattern can be used, without compiling it for use.
  static func check(_ source: String) throws(PatternFault) {
    let spelling = try PatternSpelling(source)
    if PatternCode(spelling.text, isTrial: true) == nil { throw spelling.refusal }
  }
}
