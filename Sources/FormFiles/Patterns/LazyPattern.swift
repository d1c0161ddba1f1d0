// A pattern of a form: checked when the form is read, compiled when it is first matched.

import Forms
import Synchronization

/// A pattern that is compiled at its first match, so that a form costs no compiling that nobody needs.
final class LazyPattern: Pattern {
  let source: String
  private let compiled = AtomicLazyReference<ECMAPattern>()

  /// Takes a pattern that is known to be right.
  init(_ source: String) { self.source = source }

  func match(_ text: Span<UInt8>) -> PatternResult {
    if let pattern = compiled.load() { return pattern.match(text) }
    guard let fresh = try? ECMAPattern(source) else { return .tooCostly }
    // Where two threads come at once, both use the one that came first.
    return compiled.storeIfNil(fresh).match(text)
  }

  func forOneThread() -> any Pattern { OneThreadPattern(source) }
}

/// A pattern with code and working memory of its own: no thread is kept from it and a match counts no references, so only one thread may use it at a time.
final class OneThreadPattern: Pattern, @unchecked Sendable {
  let source: String
  private var scratch = PatternScratch()
  private var code: PatternCode?
  /// Below zero while nothing is compiled, so that no text is short enough.
  private var longestUncounted = -1
  private var guarded: GuardedPattern?

  /// Takes a pattern that is known to be right.
  init(_ source: String) { self.source = source }

  func match(_ text: Span<UInt8>) -> PatternResult {
    if text.count <= longestUncounted {
      let result = matchUncounted(text)
      if result != .tooCostly { return result }
    }
    return matchAnyway(text)
  }

  @inline(__always)
  private func matchUncounted(_ text: Span<UInt8>) -> PatternResult {
    switch code {
    case .some(let code): scratch.match(text, code)
    case .none: .tooCostly
    }
  }

  /// Matches for the first time, or what takes counting.
  @inline(never)
  private func matchAnyway(_ text: Span<UInt8>) -> PatternResult {
    if longestUncounted < 0, let spelling = try? PatternSpelling(source),
      let fresh = PatternCode(spelling.text)
    {
      code = consume fresh
      longestUncounted = spelling.cost.longestUncounted
      if text.count <= longestUncounted {
        let result = matchUncounted(text)
        if result != .tooCostly { return result }
      }
    }
    guarded = guarded ?? GuardedPattern(source)
    return guarded?.match(text, with: &scratch) ?? .tooCostly
  }
}
