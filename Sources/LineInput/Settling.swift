/// What libedit's case commands are to do to characters that it does not know.
struct CaseChange {
  enum Kind {
    case upper, lower, capital, other
  }
  var kind: Kind
  /// Where the cursor was when the command began.
  var start: Int
}

extension Editor {
  /// Looks at what commands did to the line: whole characters first, then the gate.
  ///
  /// A refused edit is taken back; undo and kill buffer stay as they are.
  /// - Returns: whether the cursor stands at the end of a line whose characters joined, where vi's
  ///   command mode does not let it stand.
  func settle() -> Bool {
    let (units, cursor) = line()
    defer {
      caseChange = nil
      isPasting = false
    }
    if units == accepted && caseChange == nil {
      acceptedCursor = cursor
      return false
    }
    let change = Self.change(from: accepted, to: units)
    var edited = (units: units, cursor: cursor)
    if let caseChange { changeCase(&edited.units, from: caseChange.start, to: cursor, caseChange) }
    let hasControl = units[change].contains { isControl($0) && !(isPasting && $0 == 9) }
    if !hasControl {
      edited = clusters.regroup(edited.units, cursor: cursor, changed: change)
    }
    if edited.units == accepted {
      acceptedCursor = edited.cursor
      if edited.units != units { overwrite(edited.units, cursor: edited.cursor) }
      return false
    }
    var text: [UInt8]?
    if hasControl {
      refuse(words.controlRefused)
      return false
    }
    // What is shorter and nowhere else changed has only lost something.
    if !change.isEmpty || edited.units != units,
      let rule = refusal(of: edited.units, edited.cursor, text: &text)
    {
      refuse(rule)
      return false
    }
    if edited.units != units { overwrite(edited.units, cursor: edited.cursor) }
    wasLetThrough()
    let joined = edited.units.count != units.count
    accept(edited.units, cursor: edited.cursor, text: text)
    return joined && edited.cursor == edited.units.count
  }

  /// The rule that refuses a line, nil when it is allowed; its text, where it had to be made.
  func refusal(of units: [Unit], _ cursor: Int, text: inout [UInt8]?) -> String? {
    if units.count <= accepted.count, onlyRemoves(units) { return nil }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(units.count)
    var before = 0
    for (index, unit) in units.enumerated() {
      if index == cursor { before = utf8.count }
      clusters.appendText(unit, to: &utf8)
    }
    if cursor >= units.count { before = utf8.count }
    text = utf8
    return refusal(of: LineText(utf8: utf8, cursor: before))
  }

  /// What the gate says: the rule that refuses a text, nil when it is allowed.
  func refusal(of line: LineText) -> String? {
    switch question.gate(line) {
    case .allowed: nil
    case .refused(let rule): rule
    }
  }

  /// Notes that an edit was allowed; to be called before the line is the accepted one.
  func wasLetThrough() {
    refusedInRow = 0
    isAllPasted = isPasting && accepted.isEmpty
  }

  /// Whether a text is what is left of the accepted one when some of it is removed.
  private func onlyRemoves(_ units: [Unit]) -> Bool {
    let old = clusters.scalars(of: accepted)
    let new = clusters.scalars(of: units)
    var next = 0
    for scalar in old where next < new.count && new[next] == scalar { next += 1 }
    return next == new.count && new.count < old.count
  }

  func refuse(_ rule: String) {
    ending = nil
    overwrite(accepted, cursor: acceptedCursor)
    painter.ring()
    if !rule.isEmpty && !ruleWasSaid {
      ruleWasSaid = true
      painter.say(HarmlessText(rule), style: .bad)
    }
    refusedInRow += 1
    if refusedInRow >= 2, !hintWasSaid, !question.hint.isEmpty, !isPasting {
      hintWasSaid = true
      painter.say(HarmlessText(question.hint), style: .none)
    }
    if isPasting {
      let lines = dropKeys()
      if lines > 0 { painter.say(HarmlessText(words.pasteDropped(lines)), style: .bad) }
    }
  }

  /// The part of a new line that is not as it was in the old one.
  private static func change(from old: [Unit], to new: [Unit]) -> Range<Int> {
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var same = 0
    while same < most - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    return start..<(new.count - same)
  }

  /// Does to stand-ins what libedit's case commands do to the letters it knows.
  private func changeCase(_ units: inout [Unit], from start: Int, to end: Int, _ change: CaseChange)
  {
    guard start < end, end <= units.count else { return }
    var isFirst = true
    for index in start..<end {
      let characters = clusters.scalars(of: CollectionOfOne(units[index]))
      guard let base = characters.first.flatMap({ Unicode.Scalar(UInt32(bitPattern: $0)) }),
        base.properties.isAlphabetic
      else { continue }
      defer { isFirst = false }
      guard characters.count > 1 else { continue }
      let lower = base.properties.lowercaseMapping
      let upper = base.properties.uppercaseMapping
      let target: String =
        switch change.kind {
        case .upper: upper
        case .lower: lower
        case .capital: isFirst ? upper : lower
        case .other: String(base) == lower ? upper : lower
        }
      guard target.unicodeScalars.count == 1 else { continue }
      let changed = clusters.units(of: scalars(of: target) + characters.dropFirst())
      if changed.count == 1 { units[index] = changed[0] }
    }
  }
}
