import Forms
import Synchronization

/// A pattern that is known to be right and is compiled when it is first matched.
final class LazyPattern: Pattern {
  let source: String
  private let compiled = Mutex<ECMAPattern?>(nil)

  init(_ source: String) { self.source = source }

  func match(_ text: Span<UInt8>) -> PatternResult {
    pattern()?.match(text) ?? .tooCostly
  }

  private func pattern() -> ECMAPattern? {
    compiled.withLock { pattern in
      if pattern == nil { pattern = try? ECMAPattern(source) }
      return pattern
    }
  }
}
