// A pattern of a form: checked when the form is read, compiled when it is first matched.

import Forms
import Synchronization

/// A pattern that is compiled at its first match, so that a form costs no compiling that nobody needs.
final class LazyPattern: Pattern {
  let source: String
  private let compiled = AtomicLazyReference<ECMAPattern>()
  /// The address of the compiled pattern, borrowed from `compiled`: a match counts no references.
  private let borrowed = Atomic<UInt>(0)

  init(_ source: String) { self.source = source }

  func match(_ text: Span<UInt8>) -> PatternResult {
    let address = borrowed.load(ordering: .acquiring)
    guard let pattern = UnsafeRawPointer(bitPattern: address) ?? compile() else {
      return .tooCostly
    }
    return Unmanaged<ECMAPattern>.fromOpaque(pattern)._withUnsafeGuaranteedRef { $0.match(text) }
  }

  func forOneThread() -> any Pattern { OneThreadPattern(self) }

  /// The compiled pattern; nil where PCRE2 does not take it.
  fileprivate var ready: ECMAPattern? {
    if compiled.load() == nil { _ = compile() }
    return compiled.load()
  }

  private func compile() -> UnsafeRawPointer? {
    guard let fresh = try? ECMAPattern(source) else { return nil }
    // Where two threads come at once, both use the one that came first.
    let pattern = UnsafeRawPointer(
      Unmanaged.passUnretained(compiled.storeIfNil(fresh)).toOpaque())
    borrowed.store(UInt(bitPattern: pattern), ordering: .releasing)
    return pattern
  }
}

/// A pattern with working memory of its own: no thread is kept from it, so only one may use it at a time.
private final class OneThreadPattern: Pattern, @unchecked Sendable {
  private let lazy: LazyPattern
  /// The compiled pattern's code, borrowed from `lazy` once it was matched: a match counts no references.
  private var code: PatternCode?
  private var scratch = PatternScratch()

  init(_ lazy: LazyPattern) { self.lazy = lazy }

  var source: String { lazy.source }

  func match(_ text: Span<UInt8>) -> PatternResult {
    if let code, text.count <= ECMAPattern.longestUncounted {
      let result = scratch.match(text, code)
      if result != .tooCostly { return result }
    }
    return matchAnyway(text)
  }

  /// Matches for the first time, or what takes counting.
  @inline(never)
  private func matchAnyway(_ text: Span<UInt8>) -> PatternResult {
    guard let ready = lazy.ready else { return .tooCostly }
    code = ready.code
    return ready.match(text, with: &scratch)
  }
}
