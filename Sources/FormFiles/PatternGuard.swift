import CPCRE2

/// Counts the work of a guarded match, and ends it when there is too much.
///
/// A guarded pattern calls out at every place where it begins and after everything that repeats,
/// so between two calls the work is in proportion to the way between their places in the text.
/// Each call counts one step, and one more for each `bytesPerStep` bytes of way.
struct PatternGuard: ~Copyable {
  /// The steps that a match may take; they last some 10 ms.
  static let mostSteps = 1_000_000
  private static let bytesPerStep = 16

  private struct Count {
    var steps = 0
    var place = 0
  }

  private let count = UnsafeMutablePointer<Count>.allocate(capacity: 1)

  init() { count.initialize(to: Count()) }

  deinit { count.deallocate() }

  /// Starts the count of a new match.
  func begin() { count.pointee = Count() }

  /// Makes every match with this context count here; the guard must outlive the context's use.
  func install(in context: OpaquePointer) {
    _ = pcre2_set_callout_8(context, Self.callout, count)
  }

  private typealias Callout =
    @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32

  private static let callout: Callout = { block, data in
    guard let block, let data else { return 0 }
    let count = data.assumingMemoryBound(to: Count.self)
    let place = block.pointee.current_position
    let way = abs(place - count.pointee.place)
    count.pointee.place = place
    count.pointee.steps += 1 + way / bytesPerStep
    return count.pointee.steps > mostSteps ? PCRE2_ERROR_CALLOUT : 0
  }
}
