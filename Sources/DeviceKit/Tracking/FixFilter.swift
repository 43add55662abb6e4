public import Rollcall

/// Decides which positions from the platform become pings: by time or distance, whichever comes first, and by
/// accuracy. A value: given a fix or the time, it returns what to record.
///
/// For example, with a timer that fires at ``nextDue(under:)``:
///
///     if let ping = filter.handle(fix, under: plan, motion: .moving, at: now) { try queue.append([ping]) }
///     if let ping = filter.tick(under: plan, motion: .stationary, at: now) { try queue.append([ping]) }
public struct FixFilter: Equatable, Sendable {
  private struct Held: Equatable {
    var ping: Ping
    var at: Timestamp
  }

  /// Fixes less accurate than this, in metres, count only when there is nothing better.
  public var accuracyLimit: Double
  private var good: Held?
  private var poor: Held?
  private var last: Held?
  /// The one before it.
  private var before: Held?

  /// A filter that has seen no position yet.
  public init(accuracyLimit: Double = 100) {
    self.accuracyLimit = accuracyLimit.isFinite ? max(1, accuracyLimit) : 100
  }

  /// When a ping is due at the latest; `nil` = not timed. In the past for a phone that has never reported.
  public func nextDue(under plan: SamplingPlan) -> Timestamp? {
    guard let interval = plan.interval else { return nil }
    return last.map { $0.at.advanced(by: interval) } ?? .distantPast
  }

  /// Handles a fix from the platform.
  ///
  /// - Parameter fix: Without a sequence number; `fixAge` if the platform says that it is an old one.
  /// - Returns: The ping to record; `nil` = it is only remembered.
  public mutating func handle(
    _ fix: Ping, under plan: SamplingPlan, motion: SamplingConditions.Motion, at now: Timestamp
  ) -> Ping? {
    forgetTheFuture(now)
    let age = fix.fixAge.flatMap(Milliseconds.seconds) ?? 0
    let held = Held(ping: fix, at: now.advanced(by: -max(0, age)))
    if isGood(fix) {
      good = newer(held, good)
    } else {
      poor = newer(held, poor)
    }
    if let due = nextDue(under: plan), due <= now { return tick(under: plan, motion: motion, at: now) }
    guard isGood(fix), age < plan.leastPause, hasMovedEnough(fix, plan, now) else { return nil }
    return report(held, at: now)
  }

  /// Handles the passing of time. Returns what to record when a ping is due.
  ///
  /// A phone that lies still and gets no new position in time reports the known one, as confirmed now, with
  /// its age. So *last seen* stays fresh while the receiver finds nothing. A phone that may have moved
  /// reports no position older than the plan allows.
  ///
  /// - Parameter patience: How long a due ping may wait for a new position, milliseconds.
  public mutating func tick(
    under plan: SamplingPlan, motion: SamplingConditions.Motion, at now: Timestamp,
    patience: Milliseconds = 0
  ) -> Ping? {
    forgetTheFuture(now)
    guard let due = nextDue(under: plan), due <= now else { return nil }
    let mayBe = now.since(due) < patience ? plan.freshAge : plan.cacheAge
    func isNew(_ held: Held?) -> Bool { held.map { now.since($0.at) <= mayBe } ?? false }
    if let good, isNew(good) { return report(good, at: now) }
    if let poor, isNew(poor) { return report(poor, at: now) }
    guard motion == .stationary, let good, now.since(due) >= patience else { return nil }
    return report(good, at: now)
  }

  private mutating func report(_ held: Held, at now: Timestamp) -> Ping {
    var ping = held.ping
    ping.recordedAt = now
    let age = max(0, now.since(held.at))
    ping.fixAge = age > 0 ? Double(age) / 1_000 : nil
    // The speed at that time says nothing about now.
    if age > 10_000 {
      ping.speed = nil
      ping.heading = nil
    }
    before = last
    last = Held(ping: ping, at: now)
    return ping
  }

  /// Undoes the last result because it could not be saved. The ping is due again, with the position then at
  /// hand.
  public mutating func undo() { last = before }

  private func isGood(_ fix: Ping) -> Bool {
    guard let accuracy = fix.accuracy else { return true }
    return accuracy >= 0 && accuracy <= accuracyLimit
  }

  private func newer(_ one: Held, _ other: Held?) -> Held {
    guard let other, other.at > one.at else { return one }
    return other
  }

  /// Indoors a position drifts by as much as its accuracy. That is not movement.
  private func hasMovedEnough(_ fix: Ping, _ plan: SamplingPlan, _ now: Timestamp) -> Bool {
    guard let distance = plan.distance else { return false }
    guard let last else { return true }
    guard now.since(last.at) >= plan.leastPause else { return false }
    return last.ping.position.distance(to: fix.position) >= max(distance, fix.accuracy ?? 0)
  }

  /// The phone's clock was set back: remembered times lie in the future and would block everything.
  private mutating func forgetTheFuture(_ now: Timestamp) {
    if let last, last.at > now { self.last = nil }
    if let good, good.at > now { self.good?.at = now }
    if let poor, poor.at > now { self.poor?.at = now }
  }
}
