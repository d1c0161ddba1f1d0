import CPCRE2
import Forms
import Synchronization

/// The working memory of one match at a time: match data, JIT stack and limits.
///
/// It is used in place, behind a pointer, so that a match counts no references.
struct PatternScratch: ~Copyable {
  /// Backtracking steps, as the JIT counts them, before a match is begun again with counting.
  private static let uncountedSteps: UInt32 = 5_000
  /// The JIT's stack in bytes: what it begins with and what it may grow to.
  private static let stackBytes = (least: 32 << 10, most: 8 << 20)
  /// The heap in KiB of a match without machine code, whose frames are larger.
  private static let heapKiB: UInt32 = 64 << 10

  private let busy = Atomic<Bool>(false)
  private let patternGuard = PatternGuard()
  // PCRE2's handles, made at the first match, for most scratches are never used. One that cannot
  // be had stays nil, which stands for PCRE2's default.
  private var data: OpaquePointer?
  private var context: OpaquePointer?
  private var countingContext: OpaquePointer?
  private var stack: OpaquePointer?

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_match_context_free_8(countingContext)
    pcre2_jit_stack_free_8(stack)
  }

  /// Claims it for one match; false when another thread has it.
  func take() -> Bool {
    busy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }

  func giveBack() { busy.store(false, ordering: .releasing) }

  /// Matches under the small limit; `tooCostly` says that it was met.
  @inline(__always)
  mutating func match(_ text: Span<UInt8>, _ code: PatternCode) -> PatternResult {
    if data == nil { makeHandles() }
    return match(text, code, context)
  }

  /// Matches with a guarded pattern, counting the work; `tooCostly` is the verdict.
  mutating func matchCounting(_ text: Span<UInt8>, _ code: PatternCode) -> PatternResult {
    if data == nil { makeHandles() }
    patternGuard.begin()
    return match(text, code, countingContext)
  }

  @inline(never)
  private mutating func makeHandles() {
    data = pcre2_match_data_create_8(1, nil)
    context = pcre2_match_context_create_8(nil)
    countingContext = pcre2_match_context_create_8(nil)
    stack = pcre2_jit_stack_create_8(Self.stackBytes.least, Self.stackBytes.most, nil)
    if let context {
      pcre2_set_match_limit_8(context, Self.uncountedSteps)
      pcre2_set_heap_limit_8(context, Self.heapKiB)
      if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
    }
    if let countingContext {
      pcre2_set_match_limit_8(countingContext, .max)
      pcre2_set_heap_limit_8(countingContext, Self.heapKiB)
      if let stack {
        pcre2_jit_stack_assign_8(countingContext, nil, UnsafeMutableRawPointer(stack))
      }
      patternGuard.install(in: countingContext)
    }
  }

  @inline(__always)
  private func match(
    _ text: Span<UInt8>, _ code: PatternCode, _ context: OpaquePointer?
  ) -> PatternResult {
    // Without match data there is nothing to match with.
    guard let data else { return .tooCostly }
    let outcome = text.withUnsafeBufferPointer { bytes in
      // An empty text may have no address, which the JIT's entry does not allow for.
      var nothing: UInt8 = 0
      guard let start = bytes.baseAddress else { return code.run(&nothing, 0, data, context) }
      return code.run(start, bytes.count, data, context)
    }
    return outcome >= 0 ? .matches : outcome == PCRE2_ERROR_NOMATCH ? .differs : .tooCostly
  }
}
