// The calls of PCRE2 that compile a pattern, and the handle that comes of them.

import CPCRE2

/// PCRE2's compiled form of a pattern, which never changes; whoever holds it owns it.
@safe struct PatternCode: ~Copyable, @unchecked Sendable {
  // PCRE2 10.42 looks for what a match begins with before it matches, and is wrong about it at times: it takes
  // the one a of `(?=a)b*?a` for two, and its machine code finds no `(a|)\w*\w` in `a`. So it is left off.
  private static let options =
    PCRE2_NO_START_OPTIMIZE | PCRE2_UTF | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY
    | PCRE2_MATCH_UNSET_BACKREF
    | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK

  private let code: OpaquePointer
  /// Whether there is machine code; there is none where memory may not be made executable.
  private let jitted: Bool

  /// Compiles a spelling; nil when PCRE2 does not take it.
  ///
  /// `isTrial` asks only whether it is taken: no machine code is made.
  init?(_ spelling: String, isTrial: Bool = false) {
    let bytes = Array(spelling.utf8)
    var error: Int32 = 0
    var offset = 0
    let code = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe pcre2_compile_8(
        bytes.baseAddress, bytes.count, Self.options, &error, &offset, nil)
    }
    guard let code = unsafe code else { return nil }
    unsafe self.code = code
    jitted = unsafe !isTrial && pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0
  }

  deinit { unsafe pcre2_code_free_8(code) }

  /// Matches a text, which is valid UTF-8; PCRE2's own number is the outcome.
  @inline(__always)
  func run(
    _ text: Span<UInt8>, _ data: OpaquePointer, _ context: OpaquePointer?
  ) -> Int32 {
    unsafe text.withUnsafeBufferPointer { bytes in
      // An empty text may have no address, which the JIT's entry does not allow for.
      var nothing: UInt8 = 0
      guard let start = bytes.baseAddress else { return unsafe run(&nothing, 0, data, context) }
      return unsafe run(start, bytes.count, data, context)
    }
  }

  @inline(__always)
  private func run(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ data: OpaquePointer, _ context: OpaquePointer?
  ) -> Int32 {
    unsafe jitted
      ? pcre2_jit_match_8(code, start, count, 0, 0, data, context)
      : pcre2_match_8(code, start, count, 0, PCRE2_NO_UTF_CHECK, data, context)
  }

  /// Whether PCRE2's Unicode tables have a property.
  static func knows(_ property: PatternProperty) -> Bool {
    guard case .named(let name) = property.meaning else { return true }
    guard PatternCode("\\p{" + name + "}", isTrial: true) != nil else { return false }
    return true
  }
}
