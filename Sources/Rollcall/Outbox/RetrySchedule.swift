/// When a message is handed over again after a temporary failure.
///
/// Chance delays each attempt a little, so that many messages do not come back at once.
public struct RetrySchedule: Equatable, Sendable {
  /// The instant from which the waits are counted.
  enum Start { case firstAttempt, latestAttempt }

  /// Between two attempts, milliseconds.
  let waits: [Milliseconds]
  /// Whether the last wait repeats for all further attempts; otherwise the message is given up after it.
  let isEndless: Bool
  let start: Start
  /// The longest delay by chance: this share of the wait.
  let jitter: Double

  /// Messages to phones: at 0, 1, 3, 7 and 15 s after the first was due.
  public static let phones = RetrySchedule(
    waits: [1_000, 2_000, 4_000, 8_000], isEndless: false, start: .firstAttempt, jitter: 0.25)
  /// Messages to channels: 5 s, 30 s, 2 min, 10 min after the previous attempt, then every hour.
  public static let channels = RetrySchedule(
    waits: [5_000, 30_000, 120_000, 600_000, 3_600_000], isEndless: true, start: .latestAttempt, jitter: 0.25)
  /// Codes for logins: 1 s and 5 s after the previous attempt.
  public static let codes = RetrySchedule(
    waits: [1_000, 5_000], isEndless: false, start: .latestAttempt, jitter: 0)

  /// When to try again; `nil` = never.
  ///
  /// - Parameters:
  ///   - tried: how many attempts were made.
  ///   - first: when the first was due.
  ///   - wanted: how long the service asks us to wait from now; negative = not at all.
  ///   - expiresAt: from when on the message is useless.
  ///   - chance: 0 up to 1, spreads the attempts.
  func next(
    after tried: Int, since first: Timestamp, now: Timestamp, wanted: Milliseconds?, expiresAt: Timestamp,
    chance: Double
  ) -> Timestamp? {
    let number = isEndless ? min(tried, waits.count) : tried
    guard waits.indices.contains(number - 1) else { return nil }
    let wait = waits[number - 1]
    let planned =
      switch start {
      case .firstAttempt: first.advanced(by: waits[..<number].reduce(0, +))
      case .latestAttempt: now.advanced(by: wait)
      }
    let spread = Milliseconds((Double(wait) * jitter * min(max(chance, 0), 1)).rounded())
    let next = max(max(planned, now).advanced(by: spread), now.advanced(by: max(0, wanted ?? 0)))
    return next < expiresAt ? next : nil
  }
}
