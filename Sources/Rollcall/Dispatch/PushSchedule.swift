/// When a message is handed over again after a service could not take it: 0, 1, 3, 7 and 15 s after it was due first,
/// each a little later by chance, so that many do not come back at once. Never after the message is of use.
public enum PushSchedule {
  /// From the first attempt to each, milliseconds.
  static let attempts: [Milliseconds] = [0, 1_000, 3_000, 7_000, 15_000]
  /// The longest delay by chance: this share of the wait.
  static let jitter = 0.25

  /// When to try again; `nil` = not any more.
  ///
  /// - Parameters:
  ///   - tried: how many attempts were made, at least 1.
  ///   - first: when the first was due.
  ///   - wanted: how long the service asks us to wait from now; negative is none.
  ///   - expiresAt: the last instant at which the message is of use.
  ///   - chance: 0 up to 1, by which attempts are spread.
  public static func next(
    after tried: Int, since first: Timestamp, now: Timestamp, wanted: Milliseconds?, expiresAt: Timestamp,
    chance: Double
  ) -> Timestamp? {
    guard tried >= 1, tried < attempts.count else { return nil }
    let wait = attempts[tried] - attempts[tried - 1]
    let spread = Milliseconds((Double(wait) * jitter * min(max(chance, 0), 1)).rounded())
    let planned = max(first.advanced(by: attempts[tried]), now).advanced(by: spread)
    let next = max(planned, now.advanced(by: max(0, wanted ?? 0)))
    return next < expiresAt ? next : nil
  }
}
