/// When a message to a channel is retried: 5 s, 30 s, 2 min, 10 min and then 1 h after the previous attempt,
/// each with a random delay, for 24 hours.
public enum NoticeSchedule {
  /// The pauses between attempts, milliseconds; the last one repeats.
  static let waits: [Milliseconds] = [5_000, 30_000, 120_000, 600_000, 3_600_000]
  /// How long after its creation a message is abandoned.
  public static let lasts: Milliseconds = 86_400_000
  /// The largest random delay, as a share of the pause.
  static let jitter = 0.25
  /// How long after an attempt a newer message may bring the next one forward.
  static let shortest: Milliseconds = 30_000

  /// When to retry; `nil` = never.
  ///
  /// - Parameters:
  ///   - tried: how many attempts were made, at least 1.
  ///   - made: when the message was created.
  ///   - wanted: how long the server asks to wait from now; negative means not at all.
  ///   - chance: 0 up to 1, spreads the attempts.
  public static func next(
    after tried: Int, made: Timestamp, now: Timestamp, wanted: Milliseconds?, chance: Double
  ) -> Timestamp? {
    let wait = waits[min(max(tried, 1), waits.count) - 1]
    let spread = Milliseconds((Double(wait) * jitter * min(max(chance, 0), 1)).rounded())
    let next = now.advanced(by: max(wait + spread, wanted ?? 0))
    return next < made.advanced(by: lasts) ? next : nil
  }

  /// When a waiting message is retried once a newer one queues behind it. The newer one should not wait an
  /// hour for a server that may be back, and that server should not be asked again for each new message.
  ///
  /// - Parameters:
  ///   - planned: when the retry was due.
  ///   - last: when it was last tried.
  ///   - heldUntil: how long the server asked to wait; `nil` = it did not.
  public static func broughtForward(
    _ planned: Timestamp, last: Timestamp, heldUntil: Timestamp?, now: Timestamp
  ) -> Timestamp {
    min(planned, max(now, last.advanced(by: shortest), heldUntil ?? now))
  }
}
