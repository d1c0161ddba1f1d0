import CPCRE2

/// PCRE2's compiled form of a translated pattern; it owns the code and never changes.
final class CompiledPattern: @unchecked Sendable {
  let code: OpaquePointer
  /// Whether there is machine code; there is none where memory may not be made executable.
  let jitted: Bool

  /// Compiles a spelling; the translator that made it tells where an unknown property stands.
  init(
    _ spelling: String, bytewise: Bool, using translator: PatternTranslator?
  ) throws(PatternFault) {
    let utf = bytewise ? 0 : PCRE2_UTF
    var options = PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF
    options |= PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK | utf
    guard let code = Self.compile(spelling, options) else {
      let unknown = translator?.properties.first { property, _ in
        guard case .named(let name) = property.meaning else { return false }
        guard let probe = Self.compile("\\p{" + name + "}", PCRE2_UTF) else { return true }
        pcre2_code_free_8(probe)
        return false
      }
      if let unknown {
        let reason = PatternFault.Reason.propertyNotKnownHere(unknown.property.spelling)
        throw PatternFault(offset: unknown.offset, reason: reason)
      }
      throw PatternFault(offset: 0, reason: .tooLarge)
    }
    self.code = code
    jitted = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0
  }

  deinit { pcre2_code_free_8(code) }

  private static func compile(_ spelling: String, _ options: UInt32) -> OpaquePointer? {
    var spelling = spelling
    var error: Int32 = 0
    var offset = 0
    return spelling.withUTF8 { bytes in
      pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &offset, nil)
    }
  }
}
