/// What is remembered of one workspace between two checks of its alerts. Needed for speed and for dating
/// changes, not for correctness; after a restart a new one begins.
public struct AlertWatch: Sendable {
  private var version: Int64?
  private var surroundings = AlertSurroundings()
  private var judgedAt: Timestamp?
  private var nextLook: Timestamp?
  /// Up to when ended snoozes were searched; `nil` = not yet.
  public var wokenUntil: Timestamp?
  /// For topics that wait: the last instant at which they did not have to.
  private var settledBefore: [AlertTopic: Timestamp] = [:]

  /// How long after its instant a commit may be announced, milliseconds.
  private static let slack: Milliseconds = 5_000

  /// Remembers nothing.
  public init() {}

  /// Whether a check may find anything new: the board has changed, or a deadline has passed.
  ///
  /// - Parameters:
  ///   - version: the board's, which grows with each change by an event.
  ///   - surroundings: the other conditions.
  public func isDue(
    version: Int64, _ surroundings: AlertSurroundings = AlertSurroundings(), at now: Timestamp
  ) -> Bool {
    guard let judgedAt, self.version == version, self.surroundings == surroundings, judgedAt <= now else {
      return true
    }
    return nextLook.map { $0 <= now } ?? false
  }

  /// The earliest instant of the change that decided a topic; before, it was judged differently. `nil` = any
  /// time.
  public func earliest(of topic: AlertTopic) -> Timestamp? {
    (settledBefore[topic] ?? judgedAt)?.advanced(by: -Self.slack)
  }

  /// Remembers a decision that was carried out.
  ///
  /// - Parameters:
  ///   - version: the board's, read before judging.
  ///   - surroundings: the other judged conditions.
  ///   - deadline: when a status will change if nothing is heard; `nil` = never.
  public mutating func note(
    _ verdict: AlertVerdict, version: Int64, _ surroundings: AlertSurroundings = AlertSurroundings(),
    at now: Timestamp, deadline: Timestamp? = nil
  ) {
    let known = judgedAt ?? .distantPast
    settledBefore = Dictionary(
      verdict.waits.map { ($0, settledBefore[$0] ?? known) }, uniquingKeysWith: { first, _ in first })
    (self.version, self.surroundings, judgedAt) = (version, surroundings, now)
    nextLook = [verdict.nextLook, deadline?.advanced(by: 1)].compactMap(\.self).min()
  }
}
