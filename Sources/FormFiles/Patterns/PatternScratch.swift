// The calls of PCRE2 that match, and the working memory of one match at a time.

import CPCRE2
import Forms
import Synchronization

/// Match data, JIT stack and limits.
@safe struct PatternScratch: ~Copyable {
  /// Backtracking steps, as the JIT counts them, before a match is begun again with counting.
  static let uncountedSteps: UInt32 = 5_000
  /// The JIT's stack in bytes: what it begins with and what it may grow to.
  private static let stackBytes = (least: 32 << 10, most: 8 << 20)
  /// The heap in KiB of a match without machine code, whose frames are larger.
  private static let heapKiB: UInt32 = 64 << 10

  private let work = PatternWork()
  // PCRE2's handles, made at the first match, for most scratches are never used. One that cannot
  // be had stays nil, which stands for PCRE2's default.
  private var data: OpaquePointer?
  private var context: OpaquePointer?
  private var countingContext: OpaquePointer?
  private var stack: OpaquePointer?

  deinit {
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_match_context_free_8(countingContext)
    unsafe pcre2_jit_stack_free_8(stack)
  }

  /// Matches under the small limit; `tooCostly` says that it was met.
  @inline(__always)
  mutating func match(_ text: Span<UInt8>, _ code: borrowing PatternCode) -> PatternResult {
    if unsafe data == nil { makeHandles() }
    guard let data = unsafe data else { return .tooCostly }
    return result(unsafe code.run(text, data, context))
  }

  /// Matches with a guarded pattern, counting the work; `tooCostly` is the verdict.
  mutating func matchCounting(
    _ text: Span<UInt8>, _ code: borrowing PatternCode, _ cost: PatternCost
  ) -> PatternResult {
    if unsafe data == nil { makeHandles() }
    guard let data = unsafe data else { return .tooCostly }
    work.begin(cost)
    return result(unsafe code.run(text, data, countingContext))
  }

  @inline(__always)
  private func result(_ outcome: Int32) -> PatternResult {
    outcome >= 0 ? .matches : outcome == PCRE2_ERROR_NOMATCH ? .differs : .tooCostly
  }

  @inline(never)
  private mutating func makeHandles() {
    unsafe data = pcre2_match_data_create_8(1, nil)
    unsafe stack = pcre2_jit_stack_create_8(Self.stackBytes.least, Self.stackBytes.most, nil)
    unsafe context = makeContext(matchLimit: Self.uncountedSteps)
    unsafe countingContext = makeContext(matchLimit: .max)
    guard let countingContext = unsafe countingContext else { return }
    let work = unsafe Unmanaged.passUnretained(work).toOpaque()
    _ = unsafe pcre2_set_callout_8(countingContext, countWork, work)
  }

  private func makeContext(matchLimit: UInt32) -> OpaquePointer? {
    guard let context = unsafe pcre2_match_context_create_8(nil) else { return nil }
    unsafe pcre2_set_match_limit_8(context, matchLimit)
    unsafe pcre2_set_heap_limit_8(context, Self.heapKiB)
    if let stack = unsafe stack {
      unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    }
    return unsafe context
  }
}

/// Counts the steps of a match at a callout, and ends the match when there are too many.
private func countWork(
  _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  guard let block = unsafe block, let data = unsafe data else { return 0 }
  let stretch: Int
  switch PatternWork.stretch(unsafe block.pointee.callout_number) {
  case .none: stretch = 0
  case .text: stretch = unsafe block.pointee.subject_length
  case .capture(let capture):
    // What the reference that follows is compared with; nothing where its group is not set.
    let top = unsafe Int(block.pointee.capture_top)
    if let ends = unsafe block.pointee.offset_vector, capture < top {
      let start = unsafe ends[2 * capture]
      let length = start < 0 ? 0 : max(0, unsafe ends[2 * capture + 1] - start)
      stretch = min(length, unsafe block.pointee.subject_length - block.pointee.current_position)
    } else {
      stretch = 0
    }
  }
  let mayGoOn = unsafe Unmanaged<PatternWork>.fromOpaque(data)._withUnsafeGuaranteedRef {
    unsafe $0.count(
      block.pointee.callout_number, at: block.pointee.current_position,
      of: block.pointee.subject_length, stretch: stretch)
  }
  return mayGoOn ? 0 : PCRE2_ERROR_CALLOUT
}

/// Working memory for matches from any thread: each takes one that no other thread is using.
enum PatternScratches {
  private final class Shared: @unchecked Sendable {
    let busy = Atomic<Bool>(false)
    var scratch = PatternScratch()
  }

  private static let all = (0..<8).map { _ in Shared() }

  /// Lends working memory for one match.
  static func lend(_ body: (inout PatternScratch) -> PatternResult) -> PatternResult {
    for shared in all
    where shared.busy.compareExchange(expected: false, desired: true, ordering: .acquiring)
      .exchanged
    {
      defer { shared.busy.store(false, ordering: .releasing) }
      return body(&shared.scratch)
    }
    var scratch = PatternScratch()
    return body(&scratch)
  }
}
