import Foundation
import Rollcall
import RollcallStore

/// Hands the messages of an outbox over: one thread looks for due messages, several hand them over and wait
/// for the answers.
///
/// A message that was being handed over when the process was killed is handed over again, under the same id.
final class OutboxLoop<Box: Outbox>: @unchecked Sendable {
  // Everything that changes is guarded by `condition`.

  /// How many are looked up at once: more than can be in progress, so that new ones are always among them.
  static var batch: Int { 512 }
  /// The longest time between two looks, milliseconds.
  static var rest: Int { 1_000 }
  /// How long it waits before it retries to store a result, milliseconds.
  static var pause: Int { 500 }

  private let name: String
  private let box: Box
  private let wake: Signal
  private let rests: ThreadRests
  private let failures: FailureReport
  /// Separate: a look succeeds while the disk is full.
  private let settling: FailureReport
  private let condition = NSCondition()
  private let threads = DispatchGroup()
  private var claims = Claims<Box.Item>()
  private var isStopping = false
  private lazy var looks = Periodic(
    name, every: Self.rest, first: 0, rests: rests, failures: failures, planning: { [self] _ in try look() })

  /// - Parameters:
  ///   - name: the name of its threads.
  ///   - wake: raised when there may be more to do.
  init(_ name: String, _ box: Box, wake: Signal, failures: FailureReport) {
    (self.name, self.box, self.wake, self.failures) = (name, box, wake, failures)
    (settling, rests) = (failures.apart(), ThreadRests(wake: wake))
  }

  /// Starts the threads.
  func start() {
    looks.start()
    for number in 1...Box.workers {
      threads.enter()
      let thread = Thread { [self] in
        while work() {}
        threads.leave()
      }
      thread.name = "\(name) \(number)"
      thread.start()
    }
  }

  /// Ends the deliveries in progress, within about a second; call it once, after `start`. No message is lost.
  /// Blocks.
  func stop() {
    box.stop()
    condition.withLock {
      isStopping = true
      condition.broadcast()
    }
    looks.stop()
    threads.wait()
  }

  /// Looks for due messages; returns how long until the next is due.
  private func look() throws -> Int? {
    // Before the look: the rows may still list a message that is settled meanwhile.
    let known = condition.withLock { claims.known }
    let due = try box.due(limit: Self.batch)
    condition.withLock {
      claims.add(due.filter { !known.contains($0.id) })
      condition.broadcast()
    }
    try box.tidy()
    return try box.untilDue().map { Int(clamping: $0) }
  }

  /// Hands one message over; `false` = it is to end.
  private func work() -> Bool {
    guard let item = claim() else { return false }
    let result = box.send(item)
    settle(result, of: item)
    let isMoreDue = condition.withLock {
      claims.end(item)
      condition.broadcast()
      // A place is free; and the next message may be due sooner than the next look.
      return item.hasFollowers || result.kind == .retry || claims.known.count >= Self.batch / 2
    }
    if isMoreDue { wake.raise() }
    return true
  }

  /// Waits for a message; `nil` = it is to end.
  private func claim() -> Box.Item? {
    condition.withLock {
      while !isStopping {
        if let item = claims.claim() { return item }
        condition.wait()
      }
      return nil
    }
  }

  /// Stores the result of a message, with as many attempts as needed: a message must not be sent again
  /// because the disk is full.
  private func settle(_ result: DeliveryResult, of item: Box.Item) {
    // A call cut off by our own shutdown says nothing about the service; the next start sends it again.
    if result.kind == .retry, condition.withLock({ isStopping }) { return }
    repeat {
      do {
        try box.settle(result, of: item)
        return settling.recovered()
      } catch { settling.failed(error) }
    } while rests.rest(Self.pause)
  }
}
