package import Foundation
import Glibc

/// How a process ended.
package enum Ending: Equatable, Sendable {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case killed(Int32)

  init(waitStatus status: Int32) {
    self = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(status & 0x7f)
  }

  /// The status as a shell says it: 128 and the signal for a killed process.
  package var status: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}

/// What came out of a program that ran to its end.
package struct Outcome: Sendable {
  /// All bytes of its standard output.
  package let outputBytes: [UInt8]
  /// All bytes of its standard error.
  package let errorBytes: [UInt8]
  /// How it ended.
  package let ending: Ending
  /// The most memory it was seen to hold, in KiB: looked at whenever something was read and every
  /// 10 ms, so that what it takes in its last moment may be missing.
  package let peakMemory: Int

  /// Standard output as text, invalid UTF-8 shown as U+FFFD.
  package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  /// Standard error as text, invalid UTF-8 shown as U+FFFD.
  package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  /// The exit status as a shell says it.
  package var status: Int32 { ending.status }
}

/// What stands at a program's standard input.
package enum Input: Sendable, ExpressibleByStringInterpolation {
  /// Nothing: `/dev/null`.
  case nothing
  /// No descriptor 0 at all.
  case closed
  /// A file with these bytes, as `< answers.txt` gives it; a string literal means this.
  case redirected([UInt8])
  /// A pipe with these bytes, as `cat answers.txt |` gives it.
  case piped([UInt8])

  /// A file with this text.
  package init(stringLiteral text: String) { self = .redirected(Array(text.utf8)) }
  /// A file with these lines, each ended by a line feed.
  package static func lines(_ lines: String...) -> Input {
    .redirected(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

/// The program under test, and how it is run without a terminal.
package enum Program {
  /// The path of formsh: what `FORMSH` says, else the build beside the tests.
  package static let path: String = {
    if let given = ProcessInfo.processInfo.environment["FORMSH"], !given.isEmpty { return given }
    return helper("formsh")
  }()

  /// The path of an executable that was built beside the tests, such as a probe.
  package static func helper(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The folder of the project's sources.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether the program is built with the address sanitizer: it takes more memory and time, and
  /// nothing can be loaded before it.
  package static let isSanitized = leaks != nil

  /// The file that names the leaks of libraries, which are no fault of the program.
  private static let leaks = ProcessInfo.processInfo.environment["FORMSH_LEAKS"]

  /// The environment of every run unless it says otherwise: next to nothing, no `TERM`, no language.
  package static let bareEnvironment: [String: String] = {
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    if let leaks {
      variables["LSAN_OPTIONS"] = "suppressions=\(leaks):print_suppressions=0"
    }
    return variables
  }()

  /// Runs formsh to its end and hands over all that came out.
  ///
  /// - Parameters:
  ///   - arguments: the command line after the program's name.
  ///   - input: what stands at its standard input.
  ///   - environment: added to the bare environment.
  ///   - folder: its working folder.
  ///   - preparation: shell commands before it in the same process, such as `umask 077` or
  ///     `ulimit -f 1`; also redirections: `exec >/dev/full`.
  ///   - closing: descriptors of 0, 1 and 2 that it starts without.
  ///   - file: a file to make, or empty, that takes standard output.
  ///   - program: another executable than formsh.
  ///   - timeout: after this time it is killed.
  /// - Returns: both streams and how it ended.
  /// - Throws: ``SupportError`` when it cannot be started or does not end in time.
  package static func run(
    _ arguments: [String] = [], input: Input = .nothing, environment: [String: String] = [:],
    in folder: URL? = nil, after preparation: String? = nil, closing: Set<Int32> = [],
    output file: String? = nil, program: String = Program.path, timeout: Duration = .seconds(60)
  ) throws -> Outcome {
    var launch = Launch(executable: program, arguments: arguments)
    if let preparation {
      launch.executable = "/bin/sh"
      launch.arguments = ["-c", preparation + "\nexec \"$0\" \"$@\"", program] + arguments
    }
    launch.environment = bareEnvironment.merging(environment) { $1 }
    launch.folder = folder?.path

    var feeder: (descriptor: Int32, bytes: [UInt8])?
    switch input {
    case .closed: break
    case .nothing: launch.descriptors[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)
    case .redirected(let bytes): launch.descriptors[0] = try unnamedFile(bytes)
    case .piped(let bytes):
      let ends = try makePipe()
      launch.descriptors[0] = ends.reading
      feeder = (ends.writing, bytes)
    }
    let output = try makePipe()
    let error = try makePipe()
    var outputFile: Int32?
    if let file { outputFile = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    defer { if let outputFile { close(outputFile) } }
    if !closing.contains(1) { launch.descriptors[1] = outputFile ?? output.writing }
    if !closing.contains(2) { launch.descriptors[2] = error.writing }
    if closing.contains(0), let given = launch.descriptors.removeValue(forKey: 0) { close(given) }

    let process = try launch.start()
    if let given = launch.descriptors[0] { close(given) }
    close(output.writing)
    close(error.writing)
    defer {
      close(output.reading)
      close(error.reading)
    }
    let deadline = Deadline(timeout)
    var peakMemory = 0
    let streams = exchange(feeder, [output.reading, error.reading], deadline) {
      peakMemory = max(peakMemory, residentPeak(of: process))
    }
    guard let ending = reap(process, deadline) else {
      kill(-process, SIGKILL)  // with all that it started
      _ = reap(process, Deadline(.seconds(10)))
      throw SupportError.late(
        "the end of \(program) \(arguments.joined(separator: " "))",
        seen: streams.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n--\n"))
    }
    return Outcome(
      outputBytes: streams[0], errorBytes: streams[1], ending: ending, peakMemory: peakMemory)
  }

  /// Feeds one descriptor and empties the others until all are at their end or the time is over.
  private static func exchange(
    _ feeder: (descriptor: Int32, bytes: [UInt8])?, _ readers: [Int32], _ deadline: Deadline,
    meanwhile look: () -> Void
  ) -> [[UInt8]] {
    var collected = readers.map { _ in [UInt8]() }
    var open = Array(readers.indices)
    var feeding = feeder
    var sent = 0
    if let feeder { _ = fcntl(feeder.descriptor, F_SETFL, O_NONBLOCK) }
    while !open.isEmpty && !deadline.passed {
      look()
      if let feeder = feeding, sent == feeder.bytes.count {
        close(feeder.descriptor)
        feeding = nil
      }
      var items = open.map { pollfd(fd: readers[$0], events: Int16(POLLIN), revents: 0) }
      if let feeding {
        items.append(pollfd(fd: feeding.descriptor, events: Int16(POLLOUT), revents: 0))
      }
      guard poll(&items, nfds_t(items.count), min(10, deadline.milliseconds)) > 0 else { continue }
      if let feeder = feeding, items[items.count - 1].revents != 0 {
        let count = feeder.bytes[sent...].withUnsafeBytes {
          write(feeder.descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 { sent += count }
        if count < 0 && errno == EPIPE { sent = feeder.bytes.count }  // it wants no more
      }
      for (item, stream) in zip(items, open) where item.revents != 0 {
        if let bytes = readAvailable(readers[stream]) {
          collected[stream] += bytes
        } else {
          open.removeAll { $0 == stream }
        }
      }
    }
    if let feeding { close(feeding.descriptor) }
    return collected
  }

  /// The peak of a process's resident memory in KiB, since it became the program it is; 0 when gone.
  ///
  /// What `wait4` tells is no use: it begins with the size of the process that made the child.
  private static func residentPeak(of process: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    _ = brokenPipesAreErrors
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SupportError.system("make a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static let brokenPipesAreErrors: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// A file without a name that holds these bytes, open for reading and writing from its start.
  private static func unnamedFile(_ bytes: [UInt8]) throws -> Int32 {
    var template = Array((NSTemporaryDirectory() + "/formsh-input-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SupportError.system("make a temporary file", errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(&template)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SupportError.system("write a temporary file", errno) }
      sent += count
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }
}
