// Whole records of a script that are right beyond doubt: found, judged and encoded in one go, as the walk would do it.

internal import Forms
internal import LineInput
internal import Records

/// Takes the records whose lines stand whole in the reader's buffer, up to one that the walk has to look at.
///
/// A script may do anything between two records; so this is asked where one may begin, and the session stands as
/// if the walk had taken each line.
struct ScriptRecords {
  private let pass: PlainPass
  private let session: Session
  private let reader: ScriptReader
  /// The reader's block that `pass` has looked over.
  private var block = -1
  private var encoded: Bytes = []
  private var ends: [Int] = []

  /// Nil where the form, the place of the records or an option asks for a look at each line.
  init?(_ session: Session, _ reader: ScriptReader) {
    let form = session.form
    guard !form.finishesByNext, session.options.count == nil, !session.options.noCommands,
      let writer = session.keeper.encoder
    else { return nil }
    let pass = PlainPass(
      form, .lines, header: nil, writer, needsEnds: true, longestLine: ScriptReader.longestLine
    ) { text in
      // An empty line may stand for a default, or for what was there before.
      text.count > 0 && Line.isPlainAnswer(text)
    }
    guard let pass else { return nil }
    self.pass = pass
    self.session = session
    self.reader = reader
  }

  /// Takes what can be taken where the session may take records; tells whether it goes on.
  mutating func take() -> Step {
    let lines = reader.buffered
    let span = lines.span
    if block != reader.block {
      block = reader.block
      pass.begin(span)
    }
    encoded.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    var offset = 0
    let records = pass.run(span, &offset, into: &encoded, ends: &ends)
    if records == 0 { return .more }
    let lineCount = records * pass.linesOfRecord
    reader.pass(bytes: offset, lines: lineCount)
    return session.take(encoded, ends, lastLine: reader.number)
  }
}
