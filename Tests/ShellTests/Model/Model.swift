/// The scripted session, told a second time from the contract's words alone.
///
/// It shares no code with the product. Where the words leave a choice, a remark `Reading:` says
/// which one is taken here.
struct Model {
  /// One field of the record in progress.
  struct Cell: Equatable {
    var draft = ""
    var accepted: ModelValue?
    var hasMessage = false
    /// The draft is the empty text, given on purpose, which is another thing than an empty line.
    var isEmptyText = false
  }

  /// What can be seen between two lines.
  struct State: Equatable {
    var cells: [Cell]
    var current: Int
  }

  /// A message on standard error that begins with its line and a name.
  struct Message: Equatable {
    var line: Int
    /// The field it is about; `.` for a command that is none.
    var name: String
  }

  /// A record that was completed after refused lines of its own.
  struct Mended: Equatable {
    var line: Int
    var record: Int
    var refused: [Int]
  }

  /// What the session is run with.
  struct Options {
    var isStrict = false
    var hasCommands = true
    var count: Int?

    var arguments: [String] {
      (isStrict ? ["--strict"] : []) + (hasCommands ? [] : ["--no-commands"])
        + (count.map { ["-n", String($0)] } ?? [])
    }
  }

  let form: ModelForm
  let options: Options

  var records: [String] = []
  /// Refusals, and why a mended answer led to yet another field.
  var messages: [Message] = []
  var mended: [Mended] = []
  /// The state at each `.show`.
  var shown: [State] = []
  /// Fields named as missing when the input ended; nil when nothing was left unfinished.
  var missing: [String]?
  /// 0 or 1; known when the session is over.
  var status = 0

  var cells: [Cell] = []
  var current = 0
  var line = 0
  var isOver = false
  /// The field a failed finish sent the walk to: an accepted answer there leads to the next such.
  ///
  /// Reading: also when the walk went elsewhere by a command in between, and came back.
  var sentTo: Int?
  /// The fields as they were before each accepted change or `clear`, and which one it was of.
  var undoable: [(before: [Cell], field: Int, isWhole: Bool)] = []
  /// Refused lines of this record.
  var refused: [Int] = []
  var wasAnswered = false
  var hasQuit = false
  var hasStopped = false

  /// A session before its first line.
  init(_ form: ModelForm, _ options: Options) {
    self.form = form
    self.options = options
    begin()
  }

  /// A whole session.
  init(_ form: ModelForm, _ options: Options, script: [UInt8]) {
    self.init(form, options)
    for bytes in Model.lines(of: script) where !isOver { read(bytes) }
    end()
  }

  /// The lines of an input: a BOM at its very start dropped, LF or CRLF, the last one optional.
  ///
  /// Reading: a carriage return at the very end of the input is half of a CRLF, and no part of its line.
  static func lines(of script: [UInt8]) -> [[UInt8]] {
    let text = script.starts(with: [0xEF, 0xBB, 0xBF]) ? script.dropFirst(3) : script[...]
    let parts = text.split(separator: 10, omittingEmptySubsequences: false)
    let ended = (parts.last?.isEmpty ?? true) ? parts.dropLast() : parts[...]
    return ended.map { Array($0.last == 13 ? $0.dropLast() : $0) }
  }

  // MARK: - The record

  mutating func begin() {
    cells = form.fields.map { Cell(draft: $0.initial?.text ?? "", accepted: $0.initial) }
    current = 0
    sentTo = nil
    undoable = []
    refused = []
    wasAnswered = false
  }

  /// Whether it differs from a fresh one.
  ///
  /// Reading: in its accepted values or drafts; the place of the walk is no answer.
  var isUnfinished: Bool {
    cells.map(\.accepted) != form.fields.map(\.initial)
      || cells.map(\.draft) != form.fields.map { $0.initial?.text ?? "" }
      || cells.contains(where: \.isEmptyText)
  }

  func isMissing(_ field: Int) -> Bool {
    form.fields[field].isRequired && cells[field].accepted == nil
  }

  /// Judges the record whole and hands it over, or goes to the first field that is not right.
  mutating func finish() {
    if let first = form.fields.indices.first(where: isMissing) {
      current = first
      cells[first].hasMessage = true
      sentTo = first
      refuse(form.fields[first].name)
      return
    }
    records.append(form.record(cells.map(\.accepted)))
    if !refused.isEmpty {
      mended.append(Mended(line: line, record: records.count, refused: refused))
    }
    begin()
    if records.count == options.count { isOver = true }
  }

  mutating func end() {
    if form.staysOnLast && wasAnswered && !hasQuit && !hasStopped { finish() }
    if isUnfinished {
      missing = form.fields.indices.filter(isMissing).map { form.fields[$0].name }
      status = 1
    }
    if let count = options.count, records.count < count { status = 1 }
  }

  mutating func refuse(_ name: String) {
    messages.append(Message(line: line, name: name))
    refused.append(line)
    status = 1
    if options.isStrict {
      isOver = true
      hasStopped = true
    }
  }

  // MARK: - Lines

  mutating func read(_ bytes: [UInt8]) {
    line += 1
    let name = form.fields[current].name
    // Such a line is no text: nothing changes, not even the draft.
    guard bytes.count <= 65_536, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return refuse(name) }
    guard options.hasCommands else { return answer(text, onPurpose: false) }
    if text.utf8.first == UInt8(ascii: "\\") {
      return answer(String(text.unicodeScalars.dropFirst()), onPurpose: true)
    }
    if let words = Model.command(text) { return command(words) }
    if ["next", "prev", "clear", "help", "quit"].contains(where: { $0 == text }) {
      return command([text])
    }
    answer(text, onPurpose: false)
  }

  /// The words of `.` and letters that end the line or stand before a space; the dot is kept.
  static func command(_ text: String) -> [String]? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: ".") else { return nil }
    let letters = bytes.dropFirst().prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    let rest = bytes.dropFirst(1 + letters.count)
    guard !letters.isEmpty, rest.first ?? 32 == 32 else { return nil }
    return bytes.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The one judgement of a text at a field; with `onPurpose`, nothing is the empty text, no line.
  func judge(_ text: String, onPurpose: Bool, _ field: ModelField) -> ModelVerdict {
    var scalars = text.unicodeScalars[...]
    if field.isText {
      while let first = scalars.first, first == " " || first == "\t" { scalars.removeFirst() }
      while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    }
    // Reading: a Tab inside a text is a control character; outer ones are gone before.
    if scalars.contains(where: { $0.properties.generalCategory == .control }) { return .refused }
    // Reading: a text of nothing but outer spaces is the empty line.
    if scalars.isEmpty && !onPurpose { return field.isRequired ? .refused : .value(nil) }
    return field.judge(String(scalars))
  }

  /// An answer to the current field.
  mutating func answer(_ text: String, onPurpose: Bool) {
    let field = form.fields[current]
    guard case .value(let value) = judge(text, onPurpose: onPurpose, field) else {
      cells[current].draft = text
      cells[current].hasMessage = true
      cells[current].isEmptyText = text.isEmpty && onPurpose
      return refuse(field.name)
    }
    accept(value, text)
    wasAnswered = true
    let last = form.fields.count - 1
    if sentTo == current {
      sentTo = nil
      if let next = form.fields.indices.first(where: { $0 > current && isMissing($0) }) {
        current = next
        sentTo = next
        cells[next].hasMessage = true
        messages.append(Message(line: line, name: form.fields[next].name))
      } else {
        finish()
      }
    } else if current < last {
      current += 1
    } else if !form.staysOnLast {
      finish()
    }
  }

  /// Accepts what the current field's draft means.
  ///
  /// Reading: only what changes the accepted value, or a `clear` that empties something, is undone.
  mutating func accept(_ value: ModelValue?, _ text: String) {
    if cells[current].accepted != value { remember() }
    cells[current] = Cell(
      draft: value?.text ?? text, accepted: value, isEmptyText: value?.text.isEmpty ?? false)
  }

  mutating func remember() { undoable.append((cells, current, false)) }

  /// Judges the draft on leaving: right, it is accepted; wrong, it is kept with its message.
  mutating func leave() {
    let cell = cells[current]
    switch judge(cell.draft, onPurpose: cell.isEmptyText, form.fields[current]) {
    case .value(let value): accept(value, cell.draft)
    case .refused: cells[current].hasMessage = true
    }
  }
}
