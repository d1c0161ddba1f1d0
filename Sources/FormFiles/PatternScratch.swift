import CPCRE2
import Forms
import Synchronization

/// The working memory of one match at a time: match data, JIT stack and limits.
final class PatternScratch: @unchecked Sendable {
  /// Backtracking steps, as the JIT counts them, before a match is begun again with counting.
  private static let uncountedSteps: UInt32 = 20_000
  /// The JIT's stack in bytes: what it begins with and what it may grow to.
  private static let stackBytes = (least: 32 << 10, most: 8 << 20)

  private let busy = Atomic<Bool>(false)
  /// Made at the first match; most scratches are never used.
  private var memory: Memory?

  func take() -> Bool {
    busy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }

  func giveBack() { busy.store(false, ordering: .releasing) }

  /// Matches under the small limit; `tooCostly` says that it was met.
  func match(_ text: Span<UInt8>, _ pattern: CompiledPattern) -> PatternResult {
    let memory = memory ?? makeMemory()
    return memory.match(text, pattern, memory.context)
  }

  /// Matches with a guarded pattern, counting the work; `tooCostly` is the verdict.
  func matchCounting(_ text: Span<UInt8>, _ pattern: CompiledPattern) -> PatternResult {
    let memory = memory ?? makeMemory()
    memory.patternGuard.begin()
    return memory.match(text, pattern, memory.countingContext)
  }

  private func makeMemory() -> Memory {
    let made = Memory(steps: Self.uncountedSteps, stackBytes: Self.stackBytes)
    memory = made
    return made
  }

  /// The handles of PCRE2; one that cannot be had is nil, which stands for PCRE2's default.
  private final class Memory {
    let data: OpaquePointer?
    let context: OpaquePointer?
    let countingContext: OpaquePointer?
    let patternGuard = PatternGuard()
    private let stack: OpaquePointer?

    init(steps: UInt32, stackBytes: (least: Int, most: Int)) {
      data = pcre2_match_data_create_8(1, nil)
      context = pcre2_match_context_create_8(nil)
      countingContext = pcre2_match_context_create_8(nil)
      stack = pcre2_jit_stack_create_8(stackBytes.least, stackBytes.most, nil)
      if let stack {
        let handle = UnsafeMutableRawPointer(stack)
        if let context { pcre2_jit_stack_assign_8(context, nil, handle) }
        if let countingContext { pcre2_jit_stack_assign_8(countingContext, nil, handle) }
      }
      // The heap, in KiB, is that of matching without JIT.
      let heap = UInt32(stackBytes.most >> 10)
      if let context {
        pcre2_set_match_limit_8(context, steps)
        pcre2_set_heap_limit_8(context, heap)
      }
      if let countingContext {
        pcre2_set_match_limit_8(countingContext, .max)
        pcre2_set_heap_limit_8(countingContext, heap)
        patternGuard.install(in: countingContext)
      }
    }

    deinit {
      pcre2_match_data_free_8(data)
      pcre2_match_context_free_8(context)
      pcre2_match_context_free_8(countingContext)
      pcre2_jit_stack_free_8(stack)
    }

    func match(
      _ text: Span<UInt8>, _ pattern: CompiledPattern, _ context: OpaquePointer?
    ) -> PatternResult {
      let code = text.withUnsafeBufferPointer { bytes in
        // An empty text may have no address, which the JIT's entry does not allow for.
        var nothing: UInt8 = 0
        guard let start = bytes.baseAddress else {
          return run(pattern, &nothing, 0, context)
        }
        return run(pattern, start, bytes.count, context)
      }
      return code >= 0 ? .matches : code == PCRE2_ERROR_NOMATCH ? .differs : .tooCostly
    }

    private func run(
      _ pattern: CompiledPattern, _ start: UnsafePointer<UInt8>, _ count: Int,
      _ context: OpaquePointer?
    ) -> Int32 {
      if pattern.jitted {
        return pcre2_jit_match_8(pattern.code, start, count, 0, 0, data, context)
      }
      return pcre2_match_8(
        pattern.code, start, count, 0, PCRE2_NO_UTF_CHECK, data, context)
    }
  }
}
