import Glibc
import Synchronization

/// The signals that the prompt answers to, turned into bytes on a pipe.
///
/// Handlers may do next to nothing, so they write one byte and return; they are installed without
/// SA_RESTART, and whoever waits for input waits for the pipe as well. All others that end a program
/// do so at once: their handler gives the terminal back and lets them.
///
/// There is one set for the process, because signal actions belong to the process.
enum Signals {
  /// What the prompt handles between two keys.
  static let handled = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  /// What the processor says of an instruction: it happens again when the handler returns.
  private static let faults = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]
  /// All others whose default is the end of the program; 34 to 64 are those without a meaning.
  private static let deadly =
    [
      SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGPIPE, SIGSTKFLT, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
      SIGSYS, SIGXCPU, SIGXFSZ,
    ] + Array(34...64)

  /// The end of the pipe to wait on; -1 before `install`.
  static var readEnd: Int32 { unsafe HandlerState.shared.pointee.readEnd }
  private static let isInstalled = Atomic(false)

  /// Installs the handlers; false when no pipe can be had.
  static func install(stopping handlesStop: Bool) -> Bool {
    if isInstalled.load(ordering: .relaxed) { return true }
    if readEnd < 0 {
      guard let (reading, writing) = makePipe() else { return false }
      unsafe HandlerState.shared.pointee.readEnd = reading
      unsafe HandlerState.shared.pointee.writeEnd = writing
      atexit { HeldTerminal.restore() }
    }
    var noting = sigaction()
    unsafe noting.__sigaction_handler.sa_handler = { noteSignal($0) }
    for number in handled where number != SIGTSTP || handlesStop {
      // An ignored signal stays ignored (nohup).
      let former = unsafe change(number, &noting)
      if former == .ignored, [SIGHUP, SIGINT, SIGQUIT].contains(number) { putBack(number) }
    }
    makeHandlerStack()
    var ending = sigaction()
    unsafe ending.__sigaction_handler.sa_sigaction = { number, info, _ in
      unsafe endBySignal(number, info)
    }
    ending.sa_flags = SA_SIGINFO | SA_ONSTACK
    for number in faults + deadly {
      // What the program ignores, or answers to itself, does not end it.
      let former = unsafe change(number, &ending)
      if former != .standard, !faults.contains(number) { putBack(number) }
    }
    isInstalled.store(true, ordering: .relaxed)
    return true
  }

  /// Puts the former actions back.
  static func uninstall() {
    guard isInstalled.exchange(false, ordering: .relaxed) else { return }
    for number in handled + faults + deadly { putBack(number) }
  }

  /// The signals that came in since the last call, in order.
  static func take() -> [Int32] {
    var bytes: [UInt8] = []
    while readOnce(readEnd, most: 64, into: &bytes).count > 0 {}
    return bytes.map { Int32($0) }
  }

  /// Stops the process as Ctrl-Z does, and returns when it goes on.
  static func stop() {
    var standard = sigaction()
    var ours = sigaction()
    unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
    _ = unsafe sigaction(SIGTSTP, &standard, &ours)
    kill(getpid(), SIGTSTP)
    _ = unsafe sigaction(SIGTSTP, &ours, nil)
  }

  private enum Action {
    case standard, ignored, handled
  }

  /// Sets the action of a signal, keeps the former one, and says what that was.
  private static func change(
    _ number: Int32, _ action: UnsafePointer<sigaction>
  ) -> Action {
    let former = unsafe HandlerState.former(number)
    guard unsafe sigaction(number, action, former) == 0 else { return .standard }
    let handler = unsafe unsafeBitCast(former.pointee.__sigaction_handler.sa_handler, to: Int.self)
    switch handler {
    case 0: return .standard
    case 1: return .ignored
    default: return .handled
    }
  }

  private static func putBack(_ number: Int32) {
    _ = unsafe sigaction(number, HandlerState.former(number), nil)
  }

  /// A stack that overflowed is no place for a handler.
  private static func makeHandlerStack() {
    var stack = unsafe stack_t()
    guard unsafe sigaltstack(nil, &stack) == 0, unsafe stack.ss_flags & Int32(SS_DISABLE) != 0
    else {
      return
    }
    unsafe stack = stack_t(ss_sp: malloc(65_536), ss_flags: 0, ss_size: 65_536)
    if unsafe stack.ss_sp != nil { _ = unsafe sigaltstack(&stack, nil) }
  }

  /// A pipe whose ends do not block, are closed in child processes, and do not take the place of a
  /// closed standard descriptor.
  private static func makePipe() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    for end in ends { _ = close(end) }
    for end in high {
      guard end >= 0 else { return nil }
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (high[0], high[1])
  }
}

// MARK: Handlers

/// What handlers look at: made once, in a place that never moves, and never freed.
struct HandlerState {
  var readEnd: Int32 = -1
  var writeEnd: Int32 = -1

  nonisolated(unsafe) static let shared: UnsafeMutablePointer<HandlerState> = {
    let state = UnsafeMutablePointer<HandlerState>.allocate(capacity: 1)
    unsafe state.initialize(to: HandlerState())
    return unsafe state
  }()

  /// The action that a signal had before ours.
  static func former(_ number: Int32) -> UnsafeMutablePointer<sigaction> {
    unsafe formers + Int(number)
  }

  nonisolated(unsafe) private static let formers: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    unsafe actions.initialize(repeating: sigaction(), count: 65)
    return unsafe actions
  }()
}

private func noteSignal(_ number: Int32) {
  let kept = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(HandlerState.shared.pointee.writeEnd, &byte, 1)
  errno = kept
}

/// Gives the terminal back and lets the signal do what it would have done without us.
private func endBySignal(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
  let kept = errno
  HeldTerminal.restoreAtOnce()
  _ = unsafe sigaction(number, HandlerState.former(number), nil)
  // A fault happens again on return. A signal that was sent does not, whoever sent it.
  let isFault =
    switch number {
    case SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE: unsafe (info?.pointee.si_code ?? 0) > 0
    default: false
    }
  if !isFault { raise(number) }
  errno = kept
}
