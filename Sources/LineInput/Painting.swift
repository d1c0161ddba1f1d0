extension Editor {
  /// Paints the line as it was last judged right.
  func paint() {
    if libedit.sink.takeBell() { painter.ring() }
    if paintsWhole { painter.forget() }
    if !paintAdded() { painter.paint(frame(), clusters: clusters) }
    added = 0
    flush()
  }

  func flush() { painter.send { terminal.write($0) } }

  /// Paints what was typed behind the line since it was painted, if that is all that happened.
  private func paintAdded() -> Bool {
    guard let added, added > 0, acceptedCursor == accepted.count, listing == nil,
      painter.last?.columns == terminal.columns
    else { return false }
    updateLive()
    let isPainted = painter.paint(line: accepted, added: added, live: &live)
    // What was made for this line has changed places with what stood on the row.
    if isPainted { isLiveKnown = false }
    return isPainted
  }

  private func frame() -> Frame {
    let frame = Frame(
      prompt: promptText, of: question.prompt, line: question.isSecret ? nil : accepted,
      cursor: acceptedCursor,
      previousFirst: firstShown, columns: terminal.columns, clusters: clusters)
    firstShown = frame.first
    frame.listing = listing?.rows ?? []
    guard painter.abilities.escapes else { return frame }
    if accepted.isEmpty && !question.placeholder.isEmpty {
      // Without colours nothing else tells it from an answer.
      frame.add(
        placeholder: painter.abilities.colours
          ? question.placeholder : "(\(question.placeholder))")
    }
    updateLive()
    frame.add(live: live)
    return frame
  }

  /// Has the live state made for the accepted line.
  private func updateLive() {
    guard !isLiveKnown, painter.abilities.escapes, let ask = question.liveState else { return }
    findText()
    ask(LineText(utf8: acceptedText), &live)
    isLiveKnown = true
  }
}
