// A check from its first file to its last: chunks are handed to workers and come back in order.

internal import FormFiles
internal import Forms
internal import Glibc
internal import Records

/// Carries out a check.
final class CheckRun {
  private let plan: CheckPlan
  private let form: Form
  private let patience: Patience
  private let output: CheckOutput
  private let rejects: CheckRejectsFile?
  private let progress: CheckProgress
  private var workers: [CheckWorker] = []
  private var counts: CheckCounts
  /// Why nothing more can be written.
  private var stop: CheckStop?
  private var hasFailedToRead = false
  private var wasCutShort = false
  private var isReportGone = false

  /// Opens the outputs; `secondForm` makes another copy of the form, for a second worker.
  init(
    _ plan: CheckPlan, _ form: Form, secondForm: () -> Form?
  ) throws(CheckStop) {
    self.plan = plan
    self.form = form
    patience = Patience(seconds: plan.patience)
    patience.announce = {
      _ = Descriptor.write(Bytes(text: "formsh: \(Patience.words($0))\n"), to: 2)
    }
    do {
      output = try CheckOutput(plan.output, form, patience)
    } catch {
      throw .failed(error.words)
    }
    rejects =
      if let rejects = plan.rejects {
        try CheckRejectsFile(rejects, output: plan.output)
      } else { nil }
    progress = CheckProgress(plan)
    counts = CheckCounts(fieldCount: form.fields.count)
    workers.append(worker(form))
    // Records that go one by one, and faults up to a number, need one after the other.
    let isSerial = output.database != nil || plan.mostFaults != nil
    if !isSerial, CheckRun.processors > 1, CheckRun.isWorthTwo(plan), let second = secondForm() {
      workers.append(worker(second))
    }
  }

  private func worker(_ form: Form) -> CheckWorker {
    let worker = CheckWorker(form, output, plan.rejects?.format, hasTable: plan.hasTable)
    worker.faultsLeft = plan.mostFaults ?? .max
    if let file = output.database {
      worker.handOver = { [unowned self] record in
        guard self.stop == nil else { return }
        do throws(CheckStop) {
          try self.output.put(record, into: file)
        } catch {
          self.stop = error
        }
      }
    }
    return worker
  }

  private static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// A second worker costs a copy of the form; files of less than a few chunks are done before.
  private static func isWorthTwo(_ plan: CheckPlan) -> Bool {
    plan.sources.contains { source in
      guard case .text = source.format else { return false }
      guard source.path != "-", let file = FileState(source.path) else { return true }
      return !file.isRegular || file.size > 4 * CheckRun.chunkSize
    }
  }

  private static let chunkSize = 1 << 18

  /// The exit status.
  func run() -> Int32 {
    for source in plan.sources {
      progress.begin(source)
      switch source.format {
      case .text(let format): checkText(source, format)
      case .database: checkDatabase(source)
      }
      if stop != nil || wasCutShort { break }
    }
    progress.erase()
    return end()
  }

  // MARK: Text

  private func checkText(_ source: CheckSource, _ format: SourceFormat) {
    let chunks: ChunkReader
    do {
      chunks = try ChunkReader(source.path, format, form: form, blockSize: CheckRun.chunkSize)
    } catch {
      return failToOpen(error)
    }
    if let fault = chunks.fault { return refuse(source, fault, chunks.header) }
    for worker in workers {
      let header = worker.begin(source, chunks)
      if worker === workers[0], let rejects, !rejects.begin(header: header) {
        stop = .failed(
          source.place
            + ": its columns are not those of the file before; --rejects needs a file each")
        return
      }
    }
    if let header = chunks.header { tell(header, source, line: 1) }
    if workers[0].hasEnough { return cutShort() }
    let queue = CheckQueue(chunks) { [unowned self] result in
      self.deliver(result, bytesRead: result.bytesRead)
      return self.stop == nil
    }
    queue.run(workers)
    if workers[0].hasEnough { cutShort() }
    if let error = queue.failure {
      hasFailedToRead = true
      say("formsh: " + error.words)
    }
  }

  private func failToOpen(_ error: RecordFileError) {
    hasFailedToRead = true
    say("formsh: " + error.words)
  }

  // MARK: Files as a whole

  /// Says once why no record of a file is judged; nothing of it is passed on.
  private func refuse(_ source: CheckSource, _ fault: FileFault, _ header: TableHeader?) {
    workers[0].begin(source)
    let line = source.format == .database ? 0 : fault.line
    workers[0].sayOfFile(fault.words(header) + " (no record is judged)", line: line)
    deliver(workers[0].result, bytesRead: 0)
    workers[0].result.clear()
    if workers[0].hasEnough { cutShort() }
  }

  /// Says what does not fit in a header by which records are judged all the same.
  private func tell(_ header: TableHeader, _ source: CheckSource, line: Int) {
    if let reasons = header.reasons {
      say(source.place + ": the column \(Shown.brief(reasons)) of a former check is passed over")
    }
    let words = header.words
    if words.isEmpty { return }
    workers[0].sayOfFile(words, line: line)
    deliver(workers[0].result, bytesRead: 0)
    workers[0].result.clear()
  }

  // MARK: Databases

  private func checkDatabase(_ source: CheckSource) {
    let worker = workers[0]
    do throws(RecordFileError) {
      let reader = try DatabaseReader(source.path, form: form, patience: patience)
      if !reader.header.isJudged { return refuse(source, .columns, reader.header) }
      let header = worker.beginDatabase(source)
      if let rejects, !rejects.begin(header: header) {
        stop = .failed(source.place + ": --rejects needs a file each")
        return
      }
      tell(reader.header, source, line: 0)
      var record = Record(fieldCount: form.fields.count)
      worker.result.clear()
      while stop == nil, !worker.hasEnough {
        let reading = try reader.next(into: &record)
        if case .end = reading { break }
        let none: Bytes = []
        worker.judge(reading, record, reader.row, none.span)
        guard worker.result.counts.records >= 1_000 else { continue }
        deliver(worker.result, bytesRead: 0)
        worker.result.clear()
      }
      deliver(worker.result, bytesRead: 0)
      worker.result.clear()
      if worker.hasEnough { cutShort() }
    } catch {
      if worker.result.counts.records > 0 { deliver(worker.result, bytesRead: 0) }
      worker.result.clear()
      hasFailedToRead = true
      say("formsh: " + error.words)
    }
  }

  // MARK: What comes out

  private func deliver(_ result: CheckResult, bytesRead: Int) {
    guard stop == nil else { return }
    counts.add(result.counts)
    do throws(CheckStop) {
      if !result.report.isEmpty || !result.right.isEmpty { progress.erase() }
      try put(report: result.report)
      try output.put(result)
      try rejects?.put(result.rejects)
    } catch {
      stop = error
      return
    }
    progress.show(records: counts.records, bytesRead: bytesRead)
  }

  /// A report that nobody reads any more ends a check that does nothing else.
  private func put(report: Bytes) throws(CheckStop) {
    if report.isEmpty || isReportGone { return }
    if let error = Descriptor.write(report, to: 2) {
      isReportGone = true
      if Descriptor.isFull(error) { throw .failed("standard error: " + Descriptor.words(error)) }
      if error == EPIPE, output.isNowhere, rejects == nil { throw .brokenPipe }
    }
  }

  private func say(_ text: String) {
    progress.erase()
    _ = Descriptor.write(Bytes(text: text + "\n"), to: 2)
  }

  private func cutShort() { wasCutShort = true }

  private func end() -> Int32 {
    if stop == nil {
      do throws(CheckStop) {
        try output.close()
        try rejects?.close()
      } catch {
        stop = error
      }
    }
    switch stop {
    case .brokenPipe: return ExitStatus.brokenPipe
    case .failed(let reason):
      say("formsh: " + reason)
      return ExitStatus.file
    case nil: break
    }
    if plan.hasTable, let first = workers.first?.statistics {
      var all = first
      for worker in workers.dropFirst() {
        if let others = worker.statistics { all.add(others) }
      }
      say(CheckTable(form, all, counts).lines.joined(separator: "\n"))
    }
    if wasCutShort {
      let most = plan.mostFaults ?? 0
      say("stopped after \(most) \(most == 1 ? "fault" : "faults"): what follows was not judged")
    }
    say(CheckTable.summary(counts, form))
    if hasFailedToRead { return ExitStatus.file }
    return counts.faults > 0 ? ExitStatus.refused : ExitStatus.good
  }
}
