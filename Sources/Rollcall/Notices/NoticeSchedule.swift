/// When a message to a channel is tried again: 5 s, 30 s, 2 min, 10 min and then 1 h after the attempt before, each a
/// little later by chance, for 24 hours.
public enum NoticeSchedule {
  /// From one attempt to the next, milliseconds; the last holds for all that follow.
  static let waits: [Milliseconds] = [5_000, 30_000, 120_000, 600_000, 3_600_000]
  /// How long after it was made a message is given up.
  public static let lasts: Milliseconds = 86_400_000
  /// The longest delay by chance: this share of the wait.
  static let jitter = 0.25
  /// How long after an attempt a newer message may bring the next one forward.
  static let shortest: Milliseconds = 30_000

  /// When to try again; `nil` = not any more.
  ///
  /// - Parameters:
  ///   - tried: how many attempts were made, at least 1.
  ///   - made: when the message was made.
  ///   - wanted: how long the server asks us to wait from now; negative is none.
  ///   - chance: 0 up to 1, by which attempts are spread.
  public static func next(
    after tried: Int, made: Timestamp, now: Timestamp, wanted: Milliseconds?, chance: Double
  ) -> Timestamp? {
    let wait = waits[min(max(tried, 1), waits.count) - 1]
    let spread = Milliseconds((Double(wait) * jitter * min(max(chance, 0), 1)).rounded())
    let next = now.advanced(by: max(wait + spread, wanted ?? 0))
    return next < made.advanced(by: lasts) ? next : nil
  }

  /// When a message that is to be tried again goes, once another one waits behind it: what is new is not to wait an hour
  /// for a server that may be back, nor is that server to be asked for each message anew.
  ///
  /// - Parameters:
  ///   - planned: when it was to go.
  ///   - last: when it was tried last.
  ///   - heldUntil: until when the server asked us to wait; `nil` = it did not.
  public static func broughtForward(
    _ planned: Timestamp, last: Timestamp, heldUntil: Timestamp?, now: Timestamp
  ) -> Timestamp {
    min(planned, max(now, last.advanced(by: shortest), heldUntil ?? now))
  }
}
