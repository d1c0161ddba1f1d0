/// How a text is to be painted where the terminal has colours.
public enum Style: Sendable, Equatable {
  case none, good, bad, quiet
}

/// What stands at the right edge of the row, beside the line.
///
/// It is set anew with every key: the one before is overwritten, so that its room is used again.
public struct LiveState: Sendable, Equatable {
  /// The words as they are painted; empty for nothing.
  private(set) var shown: HarmlessText
  /// How they are painted.
  private(set) var style: Style

  /// Makes a live state.
  public init(_ text: String, style: Style = .none) {
    shown = HarmlessText(text)
    self.style = style
  }

  /// Nothing to show.
  public static let nothing = LiveState("")

  /// Sets a count and what stands behind it, such as `3` and `/10`; it must be printable ASCII.
  public mutating func set(count: Int, _ behind: [UInt8], style: Style) {
    shown.set(count: count, behind)
    self.style = style
  }
}
