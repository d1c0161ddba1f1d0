/// The earlier answers of one field, as Up and Down walk through them.
///
/// They live in memory only, and as long as the session.
struct Recall {
  private(set) var answers: [String] = []
  /// How far back the walk has gone; 0 is the line being typed.
  private var steps = 0
  private var draft = ""
  private var shown = ""

  /// Adds an answer; one that repeats the last is kept once.
  mutating func remember(_ answer: String) {
    guard !answer.isEmpty, answers.last?.utf8.elementsEqual(answer.utf8) != true else { return }
    answers.append(answer)
    if answers.count > 500 { answers.removeFirst() }
  }

  /// Begins a new line.
  mutating func restart() {
    steps = 0
    draft = ""
    shown = ""
  }

  /// The answer before or after the one that is shown, nil where there is none.
  ///
  /// A line that was typed over is the new draft: going down comes back to it.
  mutating func walk(_ turn: Turn, from text: String) -> String? {
    if steps == 0 || !shown.utf8.elementsEqual(text.utf8) {
      draft = text
      steps = 0
    }
    let target = turn == .back ? steps + 1 : steps - 1
    guard (0...answers.count).contains(target) else { return nil }
    steps = target
    shown = steps == 0 ? draft : answers[answers.count - steps]
    return shown
  }
}
