// A pattern of a form, compiled for matches from any thread.

public import Forms
import Synchronization

/// A pattern of ECMA-262, matched by PCRE2's JIT within bounds of work.
///
/// The verdict never rests on a clock. A short text is matched under a small limit of backtracking;
/// a long text, and one that meets the limit, is matched by a second, guarded spelling of the
/// pattern, which counts its steps (see `PatternWork`).
public final class ECMAPattern: Pattern {
  /// The longest pattern, in bytes: PCRE2 takes none that is longer.
  static let longest = 1 << 16

  /// The pattern as it was given.
  public let source: String
  private let code: PatternCode
  private let cost: PatternCost
  private let guarded = AtomicLazyReference<GuardedPattern>()

  /// Reads a pattern as ECMA-262 reads it, and compiles it.
  ///
  /// - Throws: what is wrong with it, and where, also when it is right but PCRE2 cannot do it:
  ///   lookbehinds of unbounded length, references that a repetition may pass over, too large ones.
  public convenience init(_ source: String) throws(PatternFault) {
    let spelling = try PatternSpelling(source)
    guard let code = PatternCode(spelling.text) else { throw spelling.refusal }
    self.init(source, code, spelling.cost)
  }

  private init(_ source: String, _ code: consuming PatternCode, _ cost: PatternCost) {
    self.source = source
    self.code = code
    self.cost = cost
  }

  /// Whether a text, in UTF-8, is a pattern that ECMA-262 takes.
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
    PatternScratches.lend { scratch in
      if text.count <= cost.longestUncounted {
        let result = scratch.match(text, code)
        if result != .tooCostly { return result }
      }
      return matchCounting(text, with: &scratch)
    }
  }

  private func matchCounting(
    _ text: Span<UInt8>, with scratch: inout PatternScratch
  ) -> PatternResult {
    if guarded.load() == nil, let fresh = GuardedPattern(source) { _ = guarded.storeIfNil(fresh) }
    return guarded.load()?.match(text, with: &scratch) ?? .tooCostly
  }

  /// The same pattern, compiled anew for one thread at a time.
  public func forOneThread() -> any Pattern { OneThreadPattern(source) }
}

/// A pattern compiled so that its work is counted, made when it is first wanted, for few ever need it.
final class GuardedPattern: Sendable {
  private let code: PatternCode
  private let cost: PatternCost

  /// Compiles it; nil when PCRE2 finds it too large, though it took it without guards.
  init?(_ source: String) {
    guard let spelling = try? PatternSpelling(source, isGuarded: true),
      let code = PatternCode(spelling.text)
    else { return nil }
    self.code = code
    cost = spelling.cost
  }

  func match(_ text: Span<UInt8>, with scratch: inout PatternScratch) -> PatternResult {
    scratch.matchCounting(text, code, cost)
  }
}
