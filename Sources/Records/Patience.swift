// Waiting for what another program holds: a word after half a second, an end after a while, a signal at any time.

import Forms

/// How long a file waits for other programs, and what happens meanwhile.
public final class Patience {
  /// After so many seconds it gives up; 0: at once.
  public let seconds: Int
  /// Called once in a wait that lasts longer than half a second, with the path of what is waited for.
  public var announce: (FilePath) -> Void = { _ in }
  /// Waits at most so many milliseconds; a number other than 0 ends the waiting: the signal that came.
  public var pause: (Int32) -> Int32 = {
    System.sleep(milliseconds: $0)
    return 0
  }

  /// Patience for so many seconds.
  public init(seconds: Int = 60) { self.seconds = seconds }

  /// Begins to wait for what stands at a path.
  func begin(_ path: FilePath) -> Waiting { Waiting(self, path) }
}

/// One wait.
struct Waiting {
  /// When the person is told, in milliseconds.
  private static let wordAfter = 500
  /// The time between two looks at first, and at most.
  private static let pauses: ClosedRange<Int32> = 1...10

  private let patience: Patience
  private let path: FilePath
  private var start: Int?
  private var pause = Waiting.pauses.lowerBound
  private var wasAnnounced = false

  fileprivate init(_ patience: Patience, _ path: FilePath) {
    self.patience = patience
    self.path = path
  }

  /// Waits a little before the next look.
  ///
  /// - Throws: `locked` when it has lasted too long, `interrupted` when a signal came.
  mutating func more() throws(RecordFileError) {
    let start = start ?? System.now
    self.start = start
    let waited = System.now - start
    if waited >= patience.seconds * 1000 {
      throw RecordFileError(path, .locked(seconds: patience.seconds))
    }
    if waited >= Waiting.wordAfter, !wasAnnounced {
      wasAnnounced = true
      patience.announce(path)
    }
    let rest = min(patience.seconds * 1000 - waited, Int(pause))
    let signal = patience.pause(Int32(max(1, rest)))
    if signal != 0 { throw RecordFileError(path, .interrupted(signal)) }
    pause = min(pause * 2, Waiting.pauses.upperBound)
  }
}
