import Glibc

extension Editor {
  /// Answers to a signal between two keys.
  func handle(signal: Int32) {
    switch signal {
    case SIGINT: ending = .interrupt
    case SIGTERM, SIGHUP, SIGQUIT: ending = .signal(signal)
    case SIGWINCH: resize()
    case SIGTSTP:
      painter.leaveRow()
      flush()
      leaveTerminal()
      Signals.stop()
      resume()
    // Stopped by a signal that cannot be handled: a shell may have changed the modes meanwhile.
    case SIGCONT: resume()
    default: break
    }
  }

  private func resume() {
    enterTerminal()
    _ = terminal.measure()
    if terminal.hasEscapes { painter.clearUpwards(rows: 0) } else { painter.forget() }
  }

  /// Paints the row anew in a window of another width.
  private func resize() {
    guard let shown = painter.last else {
      _ = terminal.measure()
      return
    }
    guard terminal.measure() else { return }
    listing = nil
    var rowsUp = 0
    let columns = terminal.columns
    if terminal.hasEscapes, columns < shown.columns, shown.cursorColumn >= columns,
      let column = askColumn()
    {
      // A terminal that did not wrap the row anew left the cursor at its last column.
      if column < columns - 1 || shown.cursorColumn % columns == columns - 1 {
        rowsUp = shown.cursorColumn / columns
      }
    }
    painter.clearUpwards(rows: rowsUp)
  }

  /// The column, counted from 0, where the terminal says that the cursor is; nil when it is silent.
  private func askColumn() -> Int? {
    painter.put("\u{1b}[6n")
    flush()
    input.decoder.awaitReport(true)
    defer { input.decoder.awaitReport(false) }
    let end = now() + 150
    while input.decoder.reportedColumn == nil {
      let left = end - now()
      guard left > 0 else { return nil }
      switch input.read(waitingAtMost: Int32(left)) {
      case .plain(let byte): input.decoder.feed(byte, more: false)
      case .decoded: break
      case .silence, .ended: return nil
      case .signals:
        // Another resize overtakes this one; the others are answered as always.
        for signal in Signals.take() where signal != SIGWINCH { handle(signal: signal) }
        if ending != nil { return nil }
      }
    }
    return input.decoder.reportedColumn.map { $0 - 1 }
  }
}
