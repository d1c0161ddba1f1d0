extension Editor {
  /// Takes what is typed behind the line without libedit, for as long as nothing else is typed.
  ///
  /// Most keys are letters, digits and syllables at the end of the line, and libedit would do no more with them
  /// than put them there. It is told of all of them before it is called again (`tell`); judging and
  /// painting are the same either way.
  ///
  /// - Parameter code: the only code that libedit took when it was called last. Where the key of that
  ///   code put itself at the end of the line, no count, no macro and no sequence is pending.
  func typeOn(after code: Unit) {
    guard bindings.inserts(code), !paintsWhole, !question.isSecret,
      libedit.endsWith(code, count: accepted.count)
    else { return }
    settleIfNeeded()
    while !hasCodes, ending == nil, let key = nextKey() {
      if case .scalar(let scalar) = key, add(scalar) { continue }
      take(key)
    }
  }

  /// Puts a scalar behind the line if the gate lets it; false, and nothing is done, where that is not
  /// all that libedit would do, or the scalar may join with what stands there.
  private func add(_ scalar: Scalar) -> Bool {
    guard bindings.inserts(scalar), acceptedCursor == accepted.count, let last = accepted.last,
      agreedWidth(scalar) != nil, agreedWidth(last) != nil
    else { return false }
    listing = nil
    findText()
    let length = acceptedText.count
    acceptedText.append(scalar: scalar)
    if let rule = refusal(of: LineText(utf8: acceptedText)) {
      acceptedText.removeLast(acceptedText.count - length)
      refuse(rule)
      return true
    }
    wasLetThrough()
    accepted.append(scalar)
    acceptedCursor += 1
    untold += 1
    added = added.map { $0 + 1 }
    isLiveKnown = false
    return true
  }

  /// Gives libedit the line as it is.
  func tell() {
    guard untold > 0 else { return }
    libedit.insert(accepted.suffix(untold))
    untold = 0
  }
}
