// How much work a pattern can be, and how much a match has been.

/// What is known of the work of a pattern before it is matched.
struct PatternCost: Sendable {
  /// What matching all that stands in the pattern once costs, in characters compared; bounded repetitions at their least.
  var straight = 0
  /// What one character costs at most: a class of many ranges is looked through one by one.
  var heaviest = 1
  /// How many references to groups there are: each may compare as much as the text is long.
  var references = 0
  /// How many groups are captured: each callout copies them all.
  var captures = 0

  /// The longest text, in bytes, that is matched without counting.
  ///
  /// Between two of the steps that the JIT counts by itself, no more than the whole pattern is gone
  /// through, each of its parts and references over no more than the text.
  var longestUncounted: Int {
    max(0, min(1_024, (8_000 - straight) / (heaviest * (1 + references))))
  }
}

/// Counts the work of a guarded match, and ends it when there is too much.
///
/// A guarded pattern calls out where it begins, after everything that repeats, before every reference, and wherever
/// some 32 characters have been compared since the last call; so between two calls the work is in proportion to
/// the way between their places in the text. Each call counts one step, and one more for each
/// `bytesPerStep` bytes of way, of a reference, or of what the call announces.
final class PatternWork {
  /// The steps that a match may take; they last some 10 ms.
  static let mostSteps = 1_000_000
  static let bytesPerStep = 16

  private var steps = 0
  private var place = 0
  private var cost = PatternCost()

  /// Starts the count of a new match.
  func begin(_ cost: PatternCost) {
    steps = 0
    place = 0
    self.cost = cost
  }

  /// Counts one call; false when there were too many.
  @inline(__always)
  func count(_ number: UInt32, at place: Int, of length: Int, stretch: Int) -> Bool {
    let way = (abs(place - self.place) * cost.heaviest + stretch) / Self.bytesPerStep
    self.place = place
    steps += 1 + way + cost.captures / 8
    if number > 0, number < Self.firstCapture {
      // What was announced is never more than the whole text.
      steps += min(1 << number, length * cost.heaviest / Self.bytesPerStep)
    }
    return steps <= Self.mostSteps
  }

  // MARK: Numbers of calls

  private static let firstCapture: UInt32 = 64
  private static let anyCapture: UInt32 = 255

  /// What a reference behind a call is compared with.
  enum Stretch {
    /// No reference stands there.
    case none
    /// As much as this capture holds.
    case capture(Int)
    /// No more than the text: the number of the capture is too high to tell.
    case text
  }

  /// The number of a call that announces so many characters to be compared.
  static func number(announcing characters: Int) -> Int {
    let steps = characters / bytesPerStep
    return steps <= 1 ? 0 : min(40, Int.bitWidth - (steps - 1).leadingZeroBitCount)
  }

  /// The number of a call before a reference to a capture.
  static func number(ofCapture capture: Int) -> Int {
    min(Int(anyCapture), Int(firstCapture) + capture)
  }

  /// What a call with this number stands before.
  @inline(__always)
  static func stretch(_ number: UInt32) -> Stretch {
    number < firstCapture
      ? .none : number == anyCapture ? .text : .capture(Int(number - firstCapture))
  }
}
