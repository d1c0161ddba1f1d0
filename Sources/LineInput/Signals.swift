import Glibc

/// The signals that the prompt answers to, turned into bytes on a pipe.
///
/// Handlers may do next to nothing, so they write one byte and return; they are installed without
/// SA_RESTART, and whoever waits for input waits for the pipe as well. A crash is different: its
/// handler gives the terminal back and lets the crash happen.
///
/// There is one set for the process, because signal actions belong to the process.
enum Signals {
  /// What the prompt handles between two keys.
  static let handled = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// The end of the pipe to wait on; -1 before `install`.
  nonisolated(unsafe) private(set) static var readEnd: Int32 = -1
  nonisolated(unsafe) fileprivate static var writeEnd: Int32 = -1
  nonisolated(unsafe) fileprivate static var former: [sigaction] = []
  nonisolated(unsafe) private static var isInstalled = false

  /// Installs the handlers; false when no pipe can be had.
  static func install(stopping handlesStop: Bool) -> Bool {
    if isInstalled { return true }
    if readEnd < 0 {
      guard let ends = makePipe() else { return false }
      (readEnd, writeEnd) = ends
      former = Array(repeating: sigaction(), count: 65)
      atexit { restoreTerminalNow() }
    }
    for number in handled where handlesStop || number != SIGTSTP {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { noteSignal($0) }
      keepFormer(number, installing: &action)
    }
    // A stack that overflowed is no place for a handler.
    var stack = stack_t()
    if sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 {
      stack = stack_t(ss_sp: malloc(65_536), ss_flags: 0, ss_size: 65_536)
      if stack.ss_sp != nil { sigaltstack(&stack, nil) }
    }
    for number in crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { number, info, _ in
        restoreTerminalNow()
        Signals.former.withUnsafeMutableBufferPointer {
          _ = sigaction(number, $0.baseAddress?.advanced(by: Int(number)), nil)
        }
        // A fault happens again on return, with the former action. A signal that was sent does not.
        if let info, info.pointee.si_code <= 0 { raise(number) }
      }
      action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
      keepFormer(number, installing: &action)
    }
    isInstalled = true
    return true
  }

  /// Puts the former actions back.
  static func uninstall() {
    guard isInstalled else { return }
    isInstalled = false
    for number in handled + crashes {
      sigaction(number, &former[Int(number)], nil)
    }
  }

  /// The signals that came in since the last call, in order.
  static func take() -> [Int32] {
    var numbers: [Int32] = []
    var byte: UInt8 = 0
    while read(readEnd, &byte, 1) == 1 { numbers.append(Int32(byte)) }
    return numbers
  }

  /// Stops the process as Ctrl-Z does, and returns when it goes on.
  static func stop() {
    var standard = sigaction()
    var ours = sigaction()
    standard.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &standard, &ours)
    kill(getpid(), SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }

  private static func keepFormer(_ number: Int32, installing action: inout sigaction) {
    // An ignored signal stays ignored (nohup), and `former` must name what uninstall puts back.
    var old = sigaction()
    sigaction(number, nil, &old)
    former[Int(number)] = old
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == ignored,
      number == SIGHUP || number == SIGINT || number == SIGQUIT
    {
      return
    }
    sigaction(number, &action, nil)
  }

  /// A pipe whose ends do not block, are closed in child processes, and do not take the place of a
  /// closed standard descriptor.
  private static func makePipe() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    for end in ends { _ = close(end) }
    for end in high {
      guard end >= 0 else { return nil }
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (high[0], high[1])
  }
}

private func noteSignal(_ number: Int32) {
  let kept = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(Signals.writeEnd, &byte, 1)
  errno = kept
}

// MARK: Giving the terminal back from anywhere

/// Modes with something behind them: a variable of `termios` alone gets three bytes less than are written to it.
private struct HeldModes {
  var modes = termios()
  private let behind: UInt64 = 0
}

/// What a crash handler must know to give the terminal back.
nonisolated(unsafe) private var held = HeldModes()
nonisolated(unsafe) private var heldInput: Int32 = -1
nonisolated(unsafe) private var heldOutput: Int32 = -1
nonisolated(unsafe) private var isHeld = false
nonisolated(unsafe) private var heldWords: StaticString = ""

/// Notes that the terminal is not as it was found from now on, and what undoes what was sent to it.
func holdTerminal(modes: termios, input: Int32, output: Int32, restoring words: StaticString) {
  held.modes = modes
  heldInput = input
  heldOutput = output
  heldWords = words
  isHeld = true
}

/// Gives the terminal back as it was found, if it is held; may be called from a signal handler.
///
/// Waits until what was written is out, and drops no input: it belongs to the next program.
func restoreTerminalNow() {
  guard isHeld else { return }
  isHeld = false
  _ = write(heldOutput, heldWords.utf8Start, heldWords.utf8CodeUnitCount)
  _ = tcsetattr(heldInput, TCSADRAIN, &held.modes)
}
