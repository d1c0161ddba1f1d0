/// What stands on the row of the prompt, and below it.
///
/// An object, because it has many parts and is handed on with every key.
final class Frame {
  let columns: Int
  let prompt: HarmlessText
  /// The units shown; none for a secret.
  private(set) var units: [Unit]
  let cutsLeft: Bool
  let cutsRight: Bool
  /// The first unit of the line that is shown, counted from the start of the line.
  let first: Int
  /// The unit of `units` under the cursor, counted from 0.
  private(set) var cursor = 0
  /// Columns from the left edge to the cursor.
  private(set) var cursorColumn: Int
  /// Columns of the text shown, with the marks of what is cut off.
  private(set) var width: Int
  /// Whether every terminal agrees on the width of all units.
  let isSimple: Bool
  /// The columns beside the prompt; the last one of the terminal stays empty.
  private let room: Int
  private(set) var placeholder = HarmlessText.empty
  private(set) var live = LiveState.nothing
  var listing: [HarmlessText] = []

  /// The column where the live state begins: one is left empty at the right edge.
  var liveColumn: Int { columns - 1 - live.shown.width }

  /// Lays out the prompt and as much of a line as fits beside it.
  ///
  /// - Parameters:
  ///   - shown: the prompt as it is shown.
  ///   - prompt: the same before it was made harmless; its end is kept when there is no room for
  ///     both.
  ///   - line: all units; nil for a secret, whose row stays empty.
  ///   - cursor: the unit of the line under the cursor.
  ///   - previousFirst: the first unit that was shown before.
  ///   - columns: the width of the terminal.
  ///   - clusters: the widths of units.
  init(
    prompt shown: HarmlessText, of prompt: String, line: [Unit]?, cursor: Int, previousFirst: Int,
    columns: Int,
    clusters: Clusters
  ) {
    self.columns = columns
    var shown = shown
    if shown.width > max(0, columns - 4) {
      shown = HarmlessText(endOf: prompt, columns: max(0, (columns - 1) / 2))
    }
    self.prompt = shown
    room = max(1, columns - 1 - shown.width)
    guard let line else {
      units = []
      first = 0
      cutsLeft = false
      cutsRight = false
      cursorColumn = shown.width
      width = 0
      isSimple = true
      return
    }
    let window = Window(
      count: line.count, cursor: cursor, room: room, previous: previousFirst
    ) { clusters.width(line[$0]) }
    first = window.range.lowerBound
    units = Array(line[window.range])
    cutsLeft = window.cutsLeft
    cutsRight = window.cutsRight
    self.cursor = min(cursor - first, units.count)
    cursorColumn = shown.width + window.cursorColumn
    width = window.width
    isSimple = units.allSatisfy { agreedWidth($0) != nil }
  }

  /// Adds a placeholder to an empty line if there is room for it.
  func add(placeholder text: String) {
    let shown = HarmlessText(text)
    if shown.width <= room { placeholder = shown }
  }

  /// Adds a live state at the right edge if there is room for it.
  func add(live state: LiveState) {
    if hasRoom(for: state, besides: max(width, placeholder.width)) { live = state }
  }

  /// Whether a live state fits beside so many columns of text.
  private func hasRoom(for state: LiveState, besides width: Int) -> Bool {
    state.shown.width > 0 && prompt.width + width + 2 + state.shown.width <= columns - 1
  }
}

extension Frame: Equatable {
  static func == (one: Frame, other: Frame) -> Bool {
    one === other
      || one.columns == other.columns && one.prompt == other.prompt && one.units == other.units
        && one.cutsLeft == other.cutsLeft && one.cutsRight == other.cutsRight
        && one.first == other.first && one.cursor == other.cursor && one.width == other.width
        && one.placeholder == other.placeholder && one.live == other.live
        && one.listing == other.listing
  }
}

extension Frame {
  /// What became of a row to which text was added.
  enum Addition {
    /// Nothing: the row has to be laid out anew.
    case none
    case text, textAndState
  }

  /// Adds the end of a longer line, so many units, and exchanges the live state for that of the line.
  ///
  /// Nothing is added where more than that changes: the line is cut or does not end at the cursor,
  /// terminals may not agree on its width, a placeholder, a listing or a part of the live state goes.
  func add(_ line: [Unit], _ count: Int, live state: inout LiveState) -> Addition {
    var wider = width
    for index in (line.count - count)..<line.count {
      guard let more = agreedWidth(line[index]) else { return .none }
      wider += more
    }
    guard isSimple, first == 0, !cutsRight, cursor == units.count, wider <= room,
      placeholder.width == 0, listing.isEmpty
    else { return .none }
    let isShown = hasRoom(for: state, besides: wider)
    let stays = isShown ? live == state : live.shown.width == 0
    if !stays, !isShown || state.shown.width < live.shown.width { return .none }
    for index in (line.count - count)..<line.count { units.append(line[index]) }
    cursor += count
    cursorColumn += wider - width
    width = wider
    if stays { return .text }
    swap(&live, &state)
    return .textAndState
  }
}
