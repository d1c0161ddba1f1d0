// Where words go: to the terminal, through the prompt, or to standard error.

internal import LineInput

/// What a sentence means to the person: where there are colours, it gives it one.
enum Tone {
  /// A word like any other.
  case plain
  /// Something is wrong.
  case fault
  /// Nothing is there.
  case quiet
}

/// Where the session's words go.
protocol Voice: AnyObject {
  /// Says one line, or several, to the person.
  func say(_ text: String, _ tone: Tone)
  /// How many columns a line may have.
  var columns: Int { get }
  /// The language that is spoken.
  var catalogue: any Catalogue { get }
}

extension Voice {
  var catalogue: any Catalogue { English() }

  /// Says one line, or several, that are neither good news nor bad.
  func say(_ text: String) { say(text, .plain) }
}

/// Words at the prompt go through it, so that they never disturb its row.
final class PromptVoice: Voice {
  let prompt: Prompt
  private let isPlain: Bool

  /// Plain lines are left as they are; the terminal breaks them.
  init(_ prompt: Prompt, isPlain: Bool) {
    self.prompt = prompt
    self.isPlain = isPlain
  }

  var columns: Int { prompt.columns > 0 ? prompt.columns : 80 }

  func say(_ text: String, _ tone: Tone) {
    let text = isPlain ? text : Columns.wrapped(text, width: columns)
    switch tone {
    case .plain: prompt.say(text)
    case .fault: prompt.say(text, style: .bad)
    case .quiet: prompt.say(text, style: .quiet)
    }
  }
}

/// Standard error, kept in a buffer until the program waits or ends.
final class ErrorOutput: Voice {
  private var buffer: [UInt8] = []
  /// Whether there was no room for all that was said.
  private(set) var isFull = false
  let columns = 80

  func say(_ text: String, _ tone: Tone) {
    buffer += text.utf8
    buffer.append(10)
    if buffer.count >= 65_536 { flush() }
  }

  /// Forgets what was said and not written.
  func drop() { buffer.removeAll() }

  /// Writes what was said; a closed standard error is no fault.
  func flush() {
    if buffer.isEmpty { return }
    if let error = Descriptor.write(buffer, to: 2), Descriptor.isFull(error) { isFull = true }
    buffer.removeAll(keepingCapacity: true)
  }
}
