/// A listing that stands under the row, and what Tab would show next.
struct ShownListing {
  var rows: [HarmlessText]
  var before: String
  /// The first completion of the next page.
  var next: Int
}

extension Editor {
  /// Tab: fills in what is certain, and lists what remains, page after page.
  func completeLine() {
    let (units, cursor) = line()
    let before = String(decoding: clusters.text(units[..<cursor]), as: UTF8.self)
    guard !question.isSecret, terminal.rows > 1, let complete = question.complete else {
      listing = nil
      painter.ring()
      return
    }
    var start = 0
    if let listing, listing.before.utf8.elementsEqual(before.utf8) { start = listing.next }
    let mostRows = max(1, terminal.rows - 2)
    let most = Listing.most(columns: terminal.columns, rows: mostRows)
    let found = complete(before, start..<(start + most))
    listing = nil
    switch found.total {
    case 0: painter.ring()
    case 1:
      guard let only = found.items.first else { return }
      // All of the line: the tail of a word must not stand behind its completion.
      let whole = clusters.units(of: scalars(of: only.insert))
      if whole == units && cursor == units.count { painter.ring() }
      overwrite(whole)
    default:
      var shown = before
      if cursor == units.count, found.common.utf8.count > before.utf8.count {
        shown = found.common
        overwrite(clusters.units(of: scalars(of: found.common)))
      }
      let page = Listing(
        items: found.items.map(\.shown), total: found.total, start: start,
        columns: terminal.columns, mostRows: mostRows)
      let next = start + page.count
      listing = ShownListing(
        rows: page.rows, before: shown, next: next < found.total ? next : 0)
    }
  }
}
