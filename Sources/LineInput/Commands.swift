import CEditline

extension Editor {
  /// Adds our commands to libedit.
  ///
  /// They are called by libedit in the midst of reading a key, know the editor only through the
  /// handle, and leave all painting to the moment when the next key is awaited.
  static func addCommands(to handle: OpaquePointer) {
    add(.reset, to: handle) { _, _ in UInt8(CC_FATAL) }
    add(.nothing, to: handle) { _, _ in UInt8(CC_NORM) }
    add(.bell, to: handle) { handle, _ in Editor.with(handle) { $0.painter.ring() } }
    add(.submit, to: handle) { handle, _ in
      Editor.with(handle) { $0.ending = .submit(isPasted: $0.isPastedEnd) }
    }
    add(.previous, to: handle) { handle, _ in Editor.with(handle) { $0.ending = .previous } }
    add(.next, to: handle) { handle, _ in Editor.with(handle) { $0.ending = .next } }
    add(.redraw, to: handle) { handle, _ in Editor.with(handle) { $0.painter.clearScreen() } }
    add(.paste, to: handle) { handle, _ in Editor.with(handle) { $0.insertPaste() } }
    add(.tab, to: handle) { handle, _ in Editor.with(handle) { $0.completeLine() } }
    add(.up, to: handle) { handle, _ in Editor.with(handle) { $0.turn(.back) } }
    add(.down, to: handle) { handle, _ in Editor.with(handle) { $0.turn(.on) } }
    add(.endOfInput, to: handle) { handle, _ in Editor.with(handle) { $0.deleteOrEnd() } }
    add(.insertMode, to: handle) { handle, _ in
      Editor.with(handle, UInt8(CC_ARGHACK)) { $0.isCommandMode = false }
    }
    add(.commandMode, to: handle) { handle, _ in
      Editor.with(handle, UInt8(CC_ARGHACK)) { $0.isCommandMode = true }
    }
    add(.upperCase, to: handle) { handle, _ in Editor.changeCase(handle, .upper, Code.upperCase) }
    add(.lowerCase, to: handle) { handle, _ in Editor.changeCase(handle, .lower, Code.lowerCase) }
    add(.capitalCase, to: handle) { handle, _ in
      Editor.changeCase(handle, .capital, Code.capitalCase)
    }
    add(.changeCase, to: handle) { handle, _ in Editor.changeCase(handle, .other, Code.changeCase) }
  }

  private static func add(
    _ command: KeyBindings.Command, to handle: OpaquePointer, _ function: editline_command
  ) {
    // libedit copies the name.
    _ = command.rawValue.withCString { editline_add_command(handle, $0, function) }
  }

  /// Runs an action on the editor of a handle; the result tells libedit how to go on.
  private static func with(
    _ handle: OpaquePointer?, _ result: UInt8 = UInt8(CC_NORM), _ action: (Editor) -> Void
  ) -> UInt8 {
    if let editor = Editor.of(handle) { action(editor) }
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
    _ = el_winsertstr(handle, pending + [0])
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
    _ handle: OpaquePointer?, _ kind: CaseChange.Kind, _ code: Unit
  ) -> UInt8 {
    with(handle, UInt8(CC_ARGHACK)) {
      $0.caseChange = CaseChange(kind: kind, start: $0.line().cursor)
      el_wpush($0.handle, [code, 0])
    }
  }
}
