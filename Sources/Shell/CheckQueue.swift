// Chunks for several workers: read one after the other, judged side by side, delivered in the file's order.

internal import Forms
internal import Glibc
internal import Records

/// Hands chunks to workers and their results on, in order.
///
/// Each worker takes a chunk, judges it and delivers when its turn comes; what is judged before its turn is kept, up to
/// a few results, so that memory does not depend on the file.
final class CheckQueue {
  private let chunks: ChunkReader
  /// Takes a result; false to stop.
  ///
  /// Never called by two workers at once.
  private let deliver: (CheckResult) -> Bool
  /// So many results are kept before their turn at most.
  private static let mostEarly = 4
  // Two threads lock by address: each stands in a place of its own.
  private let reading = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let delivering = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let turnCame = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The number of the chunk that is read next, and of the one that is delivered next.
  private var nextRead = 0
  private var nextDelivered = 0
  /// Results that are there before their turn, and storage of some that are delivered.
  private var early: [Int: CheckResult] = [:]
  private var spare: [CheckResult] = []
  private var isAtEnd = false
  private var isStopped = false
  /// Why the file could not be read to its end.
  private(set) var failure: RecordFileError?

  init(_ chunks: ChunkReader, deliver: @escaping (CheckResult) -> Bool) {
    self.chunks = chunks
    self.deliver = deliver
    pthread_mutex_init(reading, nil)
    pthread_mutex_init(delivering, nil)
    pthread_cond_init(turnCame, nil)
  }

  deinit {
    pthread_mutex_destroy(reading)
    pthread_mutex_destroy(delivering)
    pthread_cond_destroy(turnCame)
    reading.deallocate()
    delivering.deallocate()
    turnCame.deallocate()
  }

  /// Reads the file to its end, or to where it is stopped; the first worker works in this thread.
  func run(_ workers: [CheckWorker]) {
    var threads: [pthread_t] = []
    for worker in workers.dropFirst() {
      var thread = pthread_t()
      let task = Unmanaged.passRetained(CheckTask(self, worker))
      let error = pthread_create(
        &thread, nil,
        { given in
          guard let given else { return nil }
          let task = Unmanaged<CheckTask>.fromOpaque(given).takeRetainedValue()
          task.queue.work(task.worker)
          return nil
        }, task.toOpaque())
      if error == 0 {
        threads.append(thread)
      } else {
        // Fewer workers do the same work.
        task.release()
      }
    }
    if let first = workers.first { work(first) }
    for thread in threads { pthread_join(thread, nil) }
  }

  fileprivate func work(_ worker: CheckWorker) {
    while let turn = take(worker) {
      worker.judgeChunk()
      pthread_mutex_lock(delivering)
      while nextDelivered != turn, early.count >= CheckQueue.mostEarly, !isStopped {
        pthread_cond_wait(turnCame, delivering)
      }
      if nextDelivered == turn {
        deliverInTurn(worker)
        pthread_cond_broadcast(turnCame)
      } else if !isStopped {
        var result = spare.popLast() ?? CheckResult(fieldCount: worker.form.fields.count)
        swap(&worker.result, &result)
        early[turn] = result
      }
      let stops = isStopped
      pthread_mutex_unlock(delivering)
      if stops {
        pthread_mutex_lock(reading)
        isAtEnd = true
        pthread_mutex_unlock(reading)
      }
    }
  }

  /// Delivers a worker's result and those behind it that are there already.
  private func deliverInTurn(_ worker: CheckWorker) {
    if !isStopped, !deliver(worker.result) { isStopped = true }
    nextDelivered += 1
    while let result = early.removeValue(forKey: nextDelivered) {
      if !isStopped, !deliver(result) { isStopped = true }
      nextDelivered += 1
      spare.append(result)
    }
    if worker.hasEnough { isStopped = true }
  }

  /// Reads the next chunk; its number, or nil at the end.
  private func take(_ worker: CheckWorker) -> Int? {
    pthread_mutex_lock(reading)
    defer { pthread_mutex_unlock(reading) }
    if isAtEnd { return nil }
    do throws(RecordFileError) {
      if try chunks.next(&worker.chunk) {
        worker.bytesRead = chunks.bytesRead
        nextRead += 1
        return nextRead - 1
      }
    } catch {
      failure = error
    }
    isAtEnd = true
    return nil
  }
}

/// What a thread is started with.
private final class CheckTask {
  let queue: CheckQueue
  let worker: CheckWorker

  init(_ queue: CheckQueue, _ worker: CheckWorker) {
    self.queue = queue
    self.worker = worker
  }
}
