// The file of wrong records: made anew by each check.

internal import Forms
internal import Glibc
internal import Records

/// Takes the wrong records of all files.
final class CheckRejectsFile {
  private let plan: CheckPlan.Rejects
  private var path: FilePath { plan.path }
  private let file: NewFile
  private var header: Bytes?
  private var hasBegun = false

  /// Makes the file; one that is there is replaced only where the plan says so.
  init(_ plan: CheckPlan.Rejects, output: CheckPlan.Output) throws(CheckStop) {
    self.plan = plan
    do throws(NewFileError) {
      file = try NewFile(plan.path, overwrites: plan.overwrites)
    } catch {
      throw .failed(CheckRejectsFile.place(plan.path) + ": " + NewFile.words(error.code))
    }
    // Two names that meant nothing yet may turn out to be one file.
    if case .file(let right, _) = output, SameFile.areSame(right, plan.path) {
      System.remove(plan.path)
      throw .failed(CheckRefusal.sameOutputs(plan.path).words)
    }
  }

  private static func place(_ path: FilePath) -> String { Shown.harmless(path) }

  /// Takes the header of a file; false when its columns are not those of the files before.
  func begin(header: Bytes) -> Bool {
    guard let first = self.header else {
      self.header = header
      return true
    }
    func ends(_ bytes: Bytes) -> Bytes { bytes.filter { $0 != 0x0A && $0 != 0x0D } }
    return ends(first) == ends(header)
  }

  /// Writes wrong records.
  func put(_ bytes: Bytes) throws(CheckStop) {
    if bytes.isEmpty { return }
    if !hasBegun {
      hasBegun = true
      try write(header ?? [])
    }
    try write(bytes)
  }

  private func write(_ bytes: Bytes) throws(CheckStop) {
    let shown =
      file.isTerminal ? TerminalText.harmless(bytes, asJSON: plan.format == .json) : bytes
    guard let error = file.write(shown) else { return }
    throw error == EPIPE
      ? .brokenPipe : .failed(CheckRejectsFile.place(path) + ": " + Descriptor.words(error))
  }

  /// Puts all on the disk.
  func close() throws(CheckStop) {
    guard let error = file.sync() else { return }
    throw .failed(CheckRejectsFile.place(path) + ": " + Descriptor.words(error))
  }
}
