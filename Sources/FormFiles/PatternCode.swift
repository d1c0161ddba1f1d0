import CPCRE2

/// PCRE2's compiled form of a translated pattern, which never changes.
///
/// It is a plain handle: whoever makes it frees it once.
struct PatternCode: @unchecked Sendable {
  private static let options =
    PCRE2_UTF | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF
    | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK

  private let code: OpaquePointer
  /// Whether there is machine code; there is none where memory may not be made executable.
  private let jitted: Bool

  /// Compiles a spelling; nil when PCRE2 does not take it.
  ///
  /// PCRE2 10.42 seeks the characters that a match begins with and holds before it matches, and
  /// takes the one in `(?=a)b*a` for two. So that is left off where the pattern looks around.
  init?(_ spelling: String, looks: Bool = false) {
    var spelling = spelling
    var error: Int32 = 0
    var offset = 0
    let options = looks ? Self.options | PCRE2_NO_START_OPTIMIZE : Self.options
    let code = spelling.withUTF8 { bytes in
      pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &offset, nil)
    }
    guard let code else { return nil }
    self.code = code
    jitted = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0
  }

  func free() { pcre2_code_free_8(code) }

  /// Matches the bytes, which are valid UTF-8; PCRE2's own number is the outcome.
  func run(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ data: OpaquePointer, _ context: OpaquePointer?
  ) -> Int32 {
    jitted
      ? pcre2_jit_match_8(code, start, count, 0, 0, data, context)
      : pcre2_match_8(code, start, count, 0, PCRE2_NO_UTF_CHECK, data, context)
  }

  /// Whether PCRE2's Unicode tables have a property.
  static func knows(_ property: PatternProperty) -> Bool {
    guard case .named(let name) = property.meaning else { return true }
    guard let probe = PatternCode("\\p{" + name + "}") else { return false }
    probe.free()
    return true
  }
}
