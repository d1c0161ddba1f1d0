import Foundation
import Glibc

/// What a child process is started with; one place for `posix_spawn` and its many calls.
struct Launch {
  /// The absolute path of the executable.
  var executable: String
  /// The arguments after the program's own name.
  var arguments: [String] = []
  /// The whole environment: nothing of the test's own is handed down.
  var environment: [String: String] = [:]
  /// The working folder; the test's own when nil.
  var folder: String?
  /// Which of the test's descriptors the child gets as which of its own.
  var descriptors: [Int32: Int32] = [:]
  /// A terminal device to open as descriptors 0, 1 and 2 unless `descriptors` names them; it
  /// becomes the child's controlling terminal.
  var terminal: String?

  /// Starts the child, at the head of a session of its own.
  ///
  /// Descriptors above 2 are not inherited, signals have their default action and none is blocked.
  func start() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (own, given) in descriptors.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, given, own)
    }
    // What was not named is closed: a closed standard output is asked for by leaving it out.
    for descriptor in Int32(0)...2 where terminal == nil && descriptors[descriptor] == nil {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // Tests run side by side: another one's pipe held open here would never come to its end.
    for descriptor in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which the Glibc module does not show
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | newSession))

    // The call that would set the folder is a GNU one, which the Glibc module does not show.
    let inFolder = folder.map { ["/usr/bin/env", "-C", $0] } ?? []
    let words = inFolder + [executable] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    argv.append(nil)
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    envp.append(nil)
    defer { for pointer in argv + envp { free(pointer) } }

    var process = pid_t()
    let fault = posix_spawn(&process, words[0], &actions, &attributes, argv, envp)
    guard fault == 0 else { throw SupportError.system("start \(executable)", fault) }
    return process
  }
}

/// Why a test could not drive what it wanted to drive.
package enum SupportError: Error, CustomStringConvertible {
  /// A system call failed: what it was to do, and `errno`.
  case system(String, Int32)
  /// Something awaited did not come in time: what, and what was there instead.
  case late(String, seen: String)
  /// A tool of the test said no: what was asked, and its words.
  case tool(String, String)

  /// What happened, for the test's report.
  package var description: String {
    switch self {
    case .system(let what, let fault): "cannot \(what): \(String(cString: strerror(fault)))"
    case .late(let what, let seen): "waited in vain for \(what); there was: \(seen)"
    case .tool(let what, let words): "\(what): \(words)"
    }
  }
}

/// A moment by which something must have happened.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(_ duration: Duration) { end = ContinuousClock.now + duration }

  /// The milliseconds left, for `poll`; 0 when the moment has passed.
  var milliseconds: Int32 {
    let left = ContinuousClock.now.duration(to: end).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    return Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
  }

  var passed: Bool { ContinuousClock.now >= end }
}

/// Waits for a descriptor to become readable or to be hung up; false when the time was over first.
func awaitInput(_ descriptor: Int32, _ deadline: Deadline) -> Bool {
  var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    let count = poll(&item, 1, deadline.milliseconds)
    if count > 0 { return true }
    if count == 0 && deadline.passed { return false }
    if count < 0 && errno != EINTR { return false }
  }
}

/// Reads what is there, at most 64 KiB; nil at the end of input or when a terminal was hung up.
func readAvailable(_ descriptor: Int32) -> [UInt8]? {
  while true {
    var failed: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      failed = read < 0 ? errno : 0
      count = max(0, read)
    }
    if failed == EINTR { continue }
    return bytes.isEmpty ? nil : bytes
  }
}

/// Waits until a child has ended and takes its status; nil when the time was over first.
func reap(_ process: pid_t, _ deadline: Deadline) -> Ending? {
  var status: Int32 = 0
  while true {
    let ended = waitpid(process, &status, WNOHANG)
    if ended == process { return Ending(waitStatus: status) }
    if ended < 0 && errno != EINTR { return nil }
    if deadline.passed { return nil }
    poll(nil, 0, 1)  // there is no descriptor to wait on for a child
  }
}
