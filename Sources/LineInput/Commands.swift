import CEditline

extension Editor {
  /// Adds our commands to libedit.
  ///
  /// They are called by libedit in the midst of reading a key, know the editor only through the
  /// handle, and leave all painting to the moment when the next key is awaited.
  static func addCommands(to libedit: Libedit) {
    unsafe libedit.add(.reset) { _, _ in UInt8(CC_FATAL) }
    unsafe libedit.add(.nothing) { _, _ in UInt8(CC_NORM) }
    unsafe libedit.add(.bell) { handle, _ in unsafe Editor.with(handle) { $0.painter.ring() } }
    unsafe libedit.add(.submit) { handle, _ in
      unsafe Editor.with(handle) { $0.ending = .submit(isPasted: $0.isPastedEnd) }
    }
    unsafe libedit.add(.previous) { handle, _ in
      unsafe Editor.with(handle) { $0.ending = .previous }
    }
    unsafe libedit.add(.next) { handle, _ in unsafe Editor.with(handle) { $0.ending = .next } }
    unsafe libedit.add(.redraw) { handle, _ in
      unsafe Editor.with(handle) { $0.painter.clearScreen() }
    }
    unsafe libedit.add(.paste) { handle, _ in unsafe Editor.with(handle) { $0.insertPaste() } }
    unsafe libedit.add(.tab) { handle, _ in unsafe Editor.with(handle) { $0.completeLine() } }
    unsafe libedit.add(.up) { handle, _ in unsafe Editor.with(handle) { $0.turn(.back) } }
    unsafe libedit.add(.down) { handle, _ in unsafe Editor.with(handle) { $0.turn(.on) } }
    unsafe libedit.add(.endOfInput) { handle, _ in unsafe Editor.with(handle) { $0.deleteOrEnd() } }
    unsafe libedit.add(.insertMode) { handle, _ in
      unsafe Editor.with(handle, UInt8(CC_ARGHACK)) { $0.isCommandMode = false }
    }
    unsafe libedit.add(.commandMode) { handle, _ in
      unsafe Editor.with(handle, UInt8(CC_ARGHACK)) { $0.isCommandMode = true }
    }
    unsafe libedit.add(.upperCase) { handle, _ in
      unsafe Editor.changeCase(handle, .upper, Code.upperCase)
    }
    unsafe libedit.add(.lowerCase) { handle, _ in
      unsafe Editor.changeCase(handle, .lower, Code.lowerCase)
    }
    unsafe libedit.add(.capitalCase) { handle, _ in
      unsafe Editor.changeCase(handle, .capital, Code.capitalCase)
    }
    unsafe libedit.add(.changeCase) { handle, _ in
      unsafe Editor.changeCase(handle, .other, Code.changeCase)
    }
  }

  /// Runs an action on the editor of a handle; the result tells libedit how to go on.
  private static func with(
    _ handle: Libedit.Handle?, _ result: UInt8 = UInt8(CC_NORM), _ action: (Editor) -> Void
  ) -> UInt8 {
    if let editor = unsafe Libedit.editor(of: handle) { action(editor) }
    return result
  }

  // MARK: What keys mean

  /// Turns a key into what libedit is to read.
  func take(_ key: Key) {
    if key != .tab { listing = nil }
    switch key {
    case .scalar(let scalar): push(clusters.unit(ofTyped: scalar))
    case .meta(let scalar): push(0x1b, scalar)
    case .sequence(let bytes): for byte in bytes { push(Unit(byte)) }
    case .enter:
      isPastedEnd = false
      push(Code.submit)
    case .pastedEnter:
      isPastedEnd = true
      push(Code.submit)
    case .pasted(let scalars):
      pending = scalars.map { clusters.unit(ofTyped: $0) }
      push(Code.paste)
    case .pasteTooLong:
      painter.ring()
      painter.say(HarmlessText(words.pasteTooLong), style: .bad)
    case .unusable: painter.ring()
    case .tab: push(Code.tab)
    case .backTab, .pageUp: push(Code.previous)
    case .pageDown: push(Code.next)
    case .escape: push(Code.escape)
    case .endOfInput: push(Code.endOfInput)
    case .redraw: push(Code.redraw)
    case .left: push(Code.left)
    case .right: push(Code.right)
    case .up: push(Code.up)
    case .down: push(Code.down)
    case .home: push(Code.home)
    case .end: push(Code.end)
    case .delete: push(Code.delete)
    case .wordLeft: push(Code.wordLeft)
    case .wordRight: push(Code.wordRight)
    }
  }

  // MARK: Commands

  private func insertPaste() {
    isPasting = true
    libedit.insert(pending)
    pending = []
  }

  /// Ctrl-D: the end of input on an empty line, else deletes the character under the cursor.
  private func deleteOrEnd() {
    let (units, cursor) = line()
    if units.isEmpty {
      ending = .endOfInput
    } else if cursor < units.count {
      var rest = units
      rest.remove(at: cursor)
      overwrite(rest, cursor: cursor)
    } else {
      painter.ring()
    }
  }

  /// Up and Down: the picker's neighbour, else an earlier answer.
  private func turn(_ turn: Turn) {
    let text = String(decoding: clusters.text(line().units), as: UTF8.self)
    var target: [Unit]?
    if let turned = question.turn {
      target = turned(text, turn).map { clusters.units(of: scalars(of: $0)) }
    } else if let key = question.historyKey, !question.isSecret, var recall = recalls[key] {
      // An answer that the gate would refuse now is passed over.
      var from = text
      var answerText: [UInt8]?
      while target == nil, let answer = recall.walk(turn, from: from) {
        let units = clusters.units(of: scalars(of: answer))
        if refusal(of: units, units.count, text: &answerText) == nil { target = units }
        from = answer
      }
      if target != nil { recalls[key] = recall }
    }
    if let target { overwrite(target) } else { painter.ring() }
  }

  /// Notes where a case command of libedit begins, and has libedit run it with the same count.
  private static func changeCase(
    _ handle: Libedit.Handle?, _ kind: CaseChange.Kind, _ code: Unit
  ) -> UInt8 {
    unsafe with(handle, UInt8(CC_ARGHACK)) {
      $0.caseChange = CaseChange(kind: kind, start: $0.line().cursor)
      $0.libedit.push(code)
    }
  }
}
