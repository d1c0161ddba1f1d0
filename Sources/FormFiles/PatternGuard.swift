import CPCRE2

/// Counts the work of a guarded match, and ends it when there is too much.
///
/// A guarded pattern calls out at every place where it begins and after everything that repeats,
/// so between two calls the work is in proportion to the way between their places in the text.
/// Each call counts one step, and one more for each `bytesPerStep` bytes of way.
final class PatternGuard {
  /// The steps that a match may take; they last some 20 ms.
  static let mostSteps = 2_000_000
  private static let bytesPerStep = 16

  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  private struct State {
    var steps = 0
    var place = 0
  }

  init() { state.initialize(to: State()) }

  deinit { state.deallocate() }

  /// Starts the count of a new match.
  func begin() { state.pointee = State() }

  /// Makes every match with this context count here; the guard must outlive the context's use.
  func install(in context: OpaquePointer) {
    _ = pcre2_set_callout_8(context, Self.count, state)
  }

  private static let count:
    @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 =
      {
        block, data in
        guard let block, let data else { return 0 }
        let state = data.assumingMemoryBound(to: State.self)
        let place = block.pointee.current_position
        let way = abs(place - state.pointee.place)
        state.pointee.place = place
        state.pointee.steps += 1 + way / bytesPerStep
        return state.pointee.steps > mostSteps ? PCRE2_ERROR_CALLOUT : 0
      }
}
