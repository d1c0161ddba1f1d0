import CEditline
import Glibc

/// libedit's handle: one thin function for each thing that is asked of it.
///
/// What it would show goes into the sink. It calls back its commands and `nextCode` with the handle alone, and finds
/// the editor through that (`Libedit.editor(of:)`).
@safe final class Libedit {
  typealias Handle = OpaquePointer

  private let handle: Handle
  private let history: OpaquePointer?
  let sink: Sink

  /// Makes a line of emacs's keys with no history and no prompt; nil when libedit cannot be had.
  ///
  /// `program` is the name under which `.editrc` may have lines for this program alone.
  init?(program: String, input: Int32, output: Int32) {
    let sink = Sink()
    guard let stream = unsafe sink.stream else { return nil }
    // What libedit would paint is thrown away. So it need not know the terminal, and must not read a description of
    // one: strings of more than 2 KB in it are written past their room. No description has a name with a slash.
    let type = environment("TERM")
    unsafe setenv("TERM", "none/none", 1)
    defer {
      if let type { _ = unsafe setenv("TERM", type, 1) } else { _ = unsafe unsetenv("TERM") }
    }
    guard
      let handle = unsafe el_init_fd(
        program, editline_standard_input(), stream, stream, input, output, output)
    else { return nil }
    unsafe self.handle = handle
    self.sink = sink
    unsafe editline_set_no_prompts(handle)
    _ = unsafe editline_set_string(handle, EL_EDITOR, "emacs")
    _ = unsafe editline_set_int(handle, EL_SIGNAL, 0)
    // Always empty: the answers of each field are ours to recall, but commands such as vi's `_` ask
    // for a history without looking whether there is one.
    unsafe history = history_winit()
    _ = unsafe editline_set_history(handle, history)
  }

  deinit {
    // With editing off libedit leaves the terminal alone; it would flush what is typed ahead.
    _ = unsafe editline_set_int(handle, EL_EDITMODE, 0)
    unsafe el_end(handle)
    unsafe history_wend(history)
  }

  // MARK: Whom it calls back

  /// Names the editor that its commands and its reading of keys are for; it must live as long.
  func serve(_ editor: Editor) {
    _ = unsafe editline_set_client_data(handle, Unmanaged.passUnretained(editor).toOpaque())
    _ = unsafe editline_set_reader(handle) { handle, code in
      guard let editor = unsafe Libedit.editor(of: handle), let next = editor.nextCode() else {
        return -1
      }
      unsafe code?.pointee = next
      return 1
    }
  }

  /// The editor of a handle that libedit calls back with.
  static func editor(of handle: Handle?) -> Editor? {
    guard let handle = unsafe handle, let data = unsafe editline_client_data(handle) else {
      return nil
    }
    return unsafe Unmanaged<Editor>.fromOpaque(data).takeUnretainedValue()
  }

  /// Adds a command, which may be bound to keys by its name.
  func add(_ command: KeyBindings.Command, _ function: editline_command) {
    // libedit copies the name.
    _ = unsafe command.rawValue.withCString { unsafe editline_add_command(handle, $0, function) }
  }

  // MARK: Keys

  /// What `bind` prints without arguments: the whole key table.
  func keyTable() -> String { sink.capture { _ = unsafe editline_print_bindings(handle) } }

  /// Binds a key to a command in the first of the two key maps, or in the second.
  func bind(_ key: String, _ command: String, inAlternative: Bool) {
    if inAlternative {
      _ = unsafe editline_bind_alternative(handle, key, command)
    } else {
      _ = unsafe editline_bind(handle, key, command)
    }
  }

  /// Does what a line of `.editrc` says; its words are those of `Editrc`.
  func obey(_ words: [[UInt8]]) {
    let text = words.flatMap { word in word.map { CChar(bitPattern: $0) } + [CChar(0)] }
    unsafe text.withUnsafeBufferPointer { text in
      guard var next = text.baseAddress else { return }
      var starts: [UnsafePointer<CChar>?] = unsafe []
      for word in words {
        unsafe starts.append(next)
        unsafe next += word.count + 1
      }
      unsafe starts.append(nil)
      _ = unsafe el_parse(handle, Int32(words.count), &starts)
    }
  }

  /// Whether the person chose vi's key maps.
  var isVi: Bool {
    unsafe editline_get_string(handle, EL_EDITOR).map { unsafe String(cString: $0) } == "vi"
  }

  // MARK: The line

  /// Reads and carries out one command; the line is empty afterwards where that ended it.
  func step() {
    var count: Int32 = 0
    _ = unsafe el_wgets(handle, &count)
    unsafe editline_keep_cursor_inside(handle)
  }

  /// Puts a code before all that is to be read.
  func push(_ code: Unit) { unsafe el_wpush(handle, [code, 0]) }

  /// The line, and how many of its units stand before the cursor.
  func line() -> (units: [Unit], cursor: Int) {
    guard let info = unsafe el_wline(handle)?.pointee, let start = unsafe info.buffer else {
      return ([], 0)
    }
    let count = unsafe info.lastchar - start
    return unsafe (Array(UnsafeBufferPointer(start: start, count: count)), info.cursor - start)
  }

  /// Puts units before the cursor, as typing does.
  func insert(_ units: some Sequence<Unit>) { _ = unsafe el_winsertstr(handle, units + [0]) }

  /// Removes so many units before the cursor, as a command does: they can be yanked.
  func delete(_ count: Int) { unsafe el_deletestr(handle, Int32(count)) }

  /// Replaces the line; undo and kill buffer stay as they are.
  func overwrite(_ units: [Unit], cursor: Int) {
    let count = unitCount
    if units.count > count {
      _ = unsafe el_cursor(handle, Int32(count))
      insert([Unit](repeating: 0x20, count: units.count - count))
    }
    // Where libedit could not make room, the line stays as it is.
    guard units.count <= unitCount else { return }
    unsafe editline_overwrite(handle, units, units.count, min(cursor, units.count))
  }

  private var unitCount: Int {
    guard let info = unsafe el_wline(handle)?.pointee, let start = unsafe info.buffer else {
      return 0
    }
    return unsafe info.lastchar - start
  }

  /// Whether the line is one unit longer than `count`, and that unit, before the cursor, is this one.
  func endsWith(_ unit: Unit, count: Int) -> Bool {
    unsafe editline_ends_with(handle, unit, count) != 0
  }

  // MARK: The terminal

  /// Sets what `.editrc` may have changed and the editor rests on.
  func useOwnModes() {
    // `edit off` would leave the line to the terminal.
    _ = unsafe editline_set_int(handle, EL_EDITMODE, 1)
    // libedit's raw mode turns CR and LF around and keeps flow control.
    for mode in ["-ixon", "-icrnl", "-inlcr"] { _ = unsafe editline_set_tty(handle, "-d", mode) }
  }

  /// Returns from `step` after each command from now on.
  func stepByCommands() {
    _ = unsafe editline_set_int(handle, EL_UNBUFFERED, 1)
    // That made libedit look at the window. A line longer than its screen makes it write past the
    // rows that it knows; a screen of one row, where it scrolls from the start, is safe. Narrow,
    // because it works on every column.
    _ = unsafe editline_set_screen(handle, "co", "4")
    _ = unsafe editline_set_screen(handle, "li", "1")
  }

  /// Puts the terminal into libedit's modes, or gives it back.
  func prepareTerminal(_ isOurs: Bool) {
    _ = unsafe editline_set_int(handle, EL_PREP_TERM, isOurs ? 1 : 0)
  }
}
