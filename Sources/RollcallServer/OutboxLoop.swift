import Foundation
import Rollcall

/// Hands the messages of an outbox over: one thread looks what is due, several hand over and wait for the answers. What
/// becomes of a message is a row before anything follows from it.
///
/// A message that was handed over when the process was killed is handed over again, under the same id.
final class OutboxLoop<Job: OutboxJob, Outcome: OutboxOutcome>: @unchecked Sendable {
  // Everything that changes is guarded by `condition`.

  /// What it does.
  struct Acts: Sendable {
    /// At most so many messages that are due.
    var due: @Sendable (Int) throws -> [Job]
    /// How long until more will be due, milliseconds; `nil` = nothing waits.
    var wait: @Sendable () throws -> Milliseconds?
    /// Hands a message over and waits for the answer.
    var send: @Sendable (Job) -> Outcome
    /// Stores what became of a message.
    var record: @Sendable (Outcome, Job.ID) throws -> Void
    /// Puts away what cannot be sent any more.
    var tidy: @Sendable () throws -> Void
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// How many messages are handed over at once.
  static var workers: Int { 8 }
  /// How many are looked up at once; more than can be under way, so that new ones are always among them.
  static var batch: Int { 512 }
  /// The longest time between two looks, milliseconds.
  static var rest: Milliseconds { 1_000 }
  /// How long it waits before it stores again what could not be stored, milliseconds.
  static var pause: Milliseconds { 500 }

  private let name: String
  private let acts: Acts
  private let failures: FailureReport
  private let condition = NSCondition()
  private let threads = DispatchGroup()
  private var queue = OutboxQueue<Job>()
  private var isRung = false
  private var isStopping = false

  /// - Parameter name: what its threads are called.
  init(_ name: String, _ acts: Acts) {
    self.name = name
    self.acts = acts
    failures = FailureReport(acts.report)
  }

  /// There may be more to do. Does not block.
  func ring() {
    condition.withLock {
      isRung = true
      condition.broadcast()
    }
  }

  /// Starts the threads.
  func start() {
    thread(name) { [self] in while look() {} }
    for number in 1...Self.workers { thread("\(name) \(number)") { [self] in while work() {} } }
  }

  /// Ends after what is being handed over; to be called once, after `start`. Blocks.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
    }
    threads.wait()
  }

  private func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    threads.enter()
    let thread = Thread { [threads] in
      body()
      threads.leave()
    }
    thread.name = name
    thread.start()
  }

  /// Looks what is due, then waits until somebody rings or more is due; `false` = it is to end.
  private func look() -> Bool {
    // Before the look: a message that is recorded meanwhile may be among what was read before.
    let known = condition.withLock {
      isRung = false
      return queue.known
    }
    var wait = Self.rest
    failures.attempt {
      let due = try acts.due(Self.batch)
      condition.withLock {
        queue.add(due.filter { !known.contains($0.id) })
        condition.broadcast()
      }
      try acts.tidy()
      wait = min(try acts.wait() ?? Self.rest, Self.rest)
    }
    return rest(wait) { isRung }
  }

  /// Hands one message over; `false` = it is to end.
  private func work() -> Bool {
    var job: Job?
    condition.withLock {
      while !isStopping {
        job = queue.take()
        if job != nil { return }
        condition.wait()
      }
    }
    guard let job else { return false }
    let result = acts.send(job)
    store(result, of: job)
    condition.withLock {
      queue.end(job)
      // A place is free; and what comes next may be due sooner than the next look.
      isRung = isRung || job.hasFollowers || result.isRetry || queue.known.count >= Self.batch / 2
      condition.broadcast()
    }
    return true
  }

  /// Stores what became of a message, as often as it takes: a message must not be sent again because the disk is full.
  private func store(_ result: Outcome, of job: Job) {
    // A call that our own end cut off says nothing about the service; the next start sends it again.
    if result.isRetry, condition.withLock({ isStopping }) { return }
    repeat {
      do {
        try acts.record(result, job.id)
        return failures.recovered()
      } catch { failures.failed(error) }
    } while rest(Self.pause) { false }
  }

  /// Rests until `isEnough`; `false` = it is to end.
  private func rest(_ milliseconds: Milliseconds, _ isEnough: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: Double(max(0, milliseconds)) / 1_000)
    return condition.withLock {
      while !isStopping, !isEnough() { if !condition.wait(until: end) { break } }
      return !isStopping
    }
  }
}
