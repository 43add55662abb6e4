/// The state of a message in an outbox: it waits, is handed over, and is tried again, given up or cancelled.
///
/// An attempt counts once its result is settled. If the process is killed between the two, the attempt is
/// repeated under the same id: each message is handed over at least once, or ends as failed or cancelled.
public struct Delivery: Equatable, Sendable {
  /// Its state.
  public enum State: String, CaseIterable, Sendable {
    /// It is to be handed over at ``Delivery/nextAt``.
    case waiting
    /// A service took it.
    case accepted
    /// It was given up.
    case failed
    /// It is not to be sent any more.
    case cancelled
  }

  /// The consequence of an attempt.
  public enum Step: Equatable, Sendable {
    /// A service took it, perhaps after it was cancelled.
    case accepted
    /// It is tried again at this time.
    case again(Timestamp)
    /// There are no more attempts.
    case givenUp
    /// It had ended before, and stays as it is.
    case ended
  }

  /// Its state.
  public private(set) var state: State
  /// How often it was handed over.
  public private(set) var attempts: Int
  /// When it was due first.
  public let firstAt: Timestamp
  /// When it is due next.
  public private(set) var nextAt: Timestamp
  /// Until when the service asked us to wait.
  public private(set) var heldUntil: Timestamp?
  /// From when on it is of no use.
  public let expiresAt: Timestamp
  /// When the latest attempt ended.
  public private(set) var lastAt: Timestamp?
  /// The result of the latest attempt.
  public private(set) var lastOutcome: DeliveryResult.Kind?
  /// The reason for its state, in words; may be empty.
  public private(set) var reason: String

  /// How long after an attempt a newer message may bring the next one forward.
  static let shortest: Milliseconds = 30_000

  /// A message that waits.
  public init(due: Timestamp, expiresAt: Timestamp) {
    self.init(state: .waiting, firstAt: due, nextAt: due, expiresAt: expiresAt)
  }

  /// A message as it was stored.
  public init(
    state: State, attempts: Int = 0, firstAt: Timestamp, nextAt: Timestamp, heldUntil: Timestamp? = nil,
    expiresAt: Timestamp, lastAt: Timestamp? = nil, lastOutcome: DeliveryResult.Kind? = nil,
    reason: String = ""
  ) {
    (self.state, self.attempts, self.firstAt, self.nextAt) = (state, attempts, firstAt, nextAt)
    (self.heldUntil, self.expiresAt, self.lastAt) = (heldUntil, expiresAt, lastAt)
    (self.lastOutcome, self.reason) = (lastOutcome, reason)
  }

  /// Whether it is to be handed over now.
  public func isDue(at now: Timestamp) -> Bool { state == .waiting && nextAt <= now }

  /// Records the result of an attempt.
  ///
  /// - Parameter chance: 0 up to 1, spreads the next attempt.
  public mutating func settle(
    _ result: DeliveryResult, by schedule: RetrySchedule, at now: Timestamp, chance: Double
  ) -> Step {
    attempts += 1
    (lastAt, lastOutcome) = (now, result.kind)
    if result.kind == .accepted {
      (state, reason) = (.accepted, result.reason)
      return .accepted
    }
    guard state == .waiting else { return .ended }
    reason = result.reason
    let next =
      result.kind != .retry
      ? nil
      : schedule.next(
        after: attempts, since: firstAt, now: now, wanted: result.after, expiresAt: expiresAt, chance: chance)
    guard let next else {
      state = .failed
      return .givenUp
    }
    nextAt = next
    heldUntil = result.after.map { now.advanced(by: max(0, $0)) }
    return .again(next)
  }

  /// Ends it unless it has ended; `false` = it had.
  public mutating func end(as state: State, because reason: String) -> Bool {
    guard self.state == .waiting else { return false }
    (self.state, self.reason) = (state, reason)
    return true
  }

  /// A newer message waits behind it: it must not wait an hour for a server that may be back, but the server
  /// must not be asked anew for each message either.
  public mutating func bringForward(at now: Timestamp) {
    guard state == .waiting, let lastAt else { return }
    nextAt = min(nextAt, max(now, lastAt.advanced(by: Self.shortest), heldUntil ?? now))
  }
}
