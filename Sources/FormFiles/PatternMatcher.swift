public import Forms
import Glibc
import Synchronization

/// A pattern of ECMA-262, matched by PCRE2's JIT within bounds of work.
///
/// It may be matched from several threads at once: each match takes one of a few sets of working
/// memory, and two workers find different ones. Matching costs no allocation after the first.
///
/// The verdict never rests on a clock. A short text is matched under a small limit of backtracking;
/// a long text, and one that meets the limit, is matched by a second, guarded spelling of the
/// pattern, which counts its steps (see `PatternGuard`).
public final class ECMAPattern: Pattern, @unchecked Sendable {
  /// The longest text, in bytes, that is matched without counting.
  static let longestUncounted = 1_024
  private static let scratchCount = 4

  /// The pattern as it was given.
  public let source: String
  let code: PatternCode
  private let guardedSpelling: String
  private let guardedCode = Mutex<PatternCode?>(nil)
  private let scratches = UnsafeMutablePointer<PatternScratch>.allocate(capacity: scratchCount)

  /// Reads a pattern as ECMA-262 reads it with the `u` flag, and compiles it.
  ///
  /// - Throws: what is wrong with it, and where, also when it is right but PCRE2 cannot do it:
  ///   lookbehinds of unbounded length, references that a repetition may pass over, too large ones.
  public init(_ source: String) throws(PatternFault) {
    let parsed = try PatternParser.parse(Array(source.unicodeScalars))
    var translator = try PatternTranslator(parsed)
    let spelling = try translator.spell(guarded: false)
    guard let code = PatternCode(spelling) else {
      if let unknown = translator.properties.first(where: { !PatternCode.knows($0.property) }) {
        throw PatternFault(
          offset: unknown.offset, reason: .propertyNotKnownHere(unknown.property.spelling))
      }
      throw PatternFault(offset: 0, reason: .tooLarge)
    }
    self.source = source
    self.code = code
    guardedSpelling = try translator.spell(guarded: true)
    for index in 0..<Self.scratchCount { (scratches + index).initialize(to: PatternScratch()) }
  }

  deinit {
    code.free()
    guardedCode.withLock { $0?.free() }
    scratches.deinitialize(count: Self.scratchCount)
    scratches.deallocate()
  }

  /// Whether a text, in UTF-8, is a pattern that ECMA-262 takes with the `u` flag.
  ///
  /// That is what JSON Schema's format `regex` asks; it may still be one that cannot be run here.
  public static func isValid(_ text: Span<UInt8>) -> Bool {
    guard let utf8 = try? UTF8Span(validating: text) else { return false }
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(text.count)
    var iterator = utf8.makeUnicodeScalarIterator()
    while let scalar = iterator.next() { scalars.append(scalar) }
    do throws(PatternFault) {
      _ = try PatternParser.parse(scalars)
      return true
    } catch {
      return false
    }
  }

  /// Looks for the pattern in a text, which must be valid UTF-8; PCRE2 does not check it again.
  public func match(_ text: Span<UInt8>) -> PatternResult {
    // Threads begin to look at different places; one that finds a scratch in use goes on.
    let first = Int(truncatingIfNeeded: (UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15) >> 62)
    for step in 0..<Self.scratchCount {
      let scratch = scratches + (first + step) % Self.scratchCount
      if scratch.pointee.take() {
        defer { scratch.pointee.giveBack() }
        return match(text, with: &scratch.pointee)
      }
    }
    var scratch = PatternScratch()
    return match(text, with: &scratch)
  }

  /// Matches with working memory that nobody else uses meanwhile.
  @inline(__always)
  func match(
    _ text: Span<UInt8>, with scratch: inout PatternScratch
  ) -> PatternResult {
    if text.count <= Self.longestUncounted {
      let result = scratch.match(text, code)
      if result != .tooCostly { return result }
    }
    return matchCounting(text, with: &scratch)
  }

  @inline(never)
  private func matchCounting(
    _ text: Span<UInt8>, with scratch: inout PatternScratch
  ) -> PatternResult {
    guard let code = countingCode() else { return .tooCostly }
    return scratch.matchCounting(text, code)
  }

  /// The guarded code, made when it is first wanted, for few patterns ever need it.
  ///
  /// It is nil when PCRE2 finds it too large, though it took it without guards.
  private func countingCode() -> PatternCode? {
    guardedCode.withLock { code in
      if code == nil { code = PatternCode(guardedSpelling) }
      return code
    }
  }
}
