/// What stands on the row of the prompt, and below it.
struct Frame: Equatable {
  var columns: Int
  var prompt: HarmlessText
  /// The units shown; none for a secret.
  var units: ArraySlice<Unit>
  var cutsLeft = false
  var cutsRight = false
  /// The first unit of the line that is shown, counted from the start of the line.
  var first = 0
  /// The unit of `units` under the cursor, counted from 0.
  var cursor = 0
  /// Columns from the left edge to the cursor.
  var cursorColumn: Int
  /// Columns of the text shown, with the marks of what is cut off.
  var width: Int
  /// Whether every terminal agrees on the width of all units.
  var isSimple = true
  var placeholder = HarmlessText.empty
  var live = HarmlessText.empty
  var liveStyle = Style.none
  var listing: [HarmlessText] = []

  /// The column where the live state begins: one is left empty at the right edge.
  var liveColumn: Int { columns - 1 - live.width }

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
    units = []
    cursorColumn = shown.width
    width = 0
    guard let line else { return }
    let window = Window(
      count: line.count, cursor: cursor, room: room, previous: previousFirst
    ) { clusters.width(line[$0]) }
    first = window.range.lowerBound
    units = line[window.range]
    cutsLeft = window.cutsLeft
    cutsRight = window.cutsRight
    self.cursor = min(cursor - first, units.count)
    cursorColumn += window.cursorColumn
    width = window.width
    isSimple = units.allSatisfy { agreedWidth($0) != nil }
  }

  /// The columns beside the prompt; the last one of the terminal stays empty.
  private var room: Int { max(1, columns - 1 - prompt.width) }

  /// Adds a placeholder to an empty line if there is room for it.
  mutating func add(placeholder text: String) {
    let shown = HarmlessText(text)
    if shown.width <= room { placeholder = shown }
  }

  /// Adds a live state at the right edge if there is room for it.
  mutating func add(live state: LiveState) {
    let text = HarmlessText(state.text)
    let used = prompt.width + max(width, placeholder.width)
    guard text.width > 0, used + 2 + text.width <= columns - 1 else { return }
    live = text
    liveStyle = state.style
  }
}
