/// What is remembered of one workspace between two looks at its alerts. Not needed to be right, only to be quick, and
/// to date what is found; a new one begins after a restart.
public struct AlertWatch: Sendable {
  private var version: Int64?
  private var surroundings = AlertSurroundings()
  private var judgedAt: Timestamp?
  private var nextLook: Timestamp?
  /// Until when it was looked for snoozes that have ended; `nil` = not yet.
  public var wokenUntil: Timestamp?
  /// For topics that wait: the last instant at which they did not have to.
  private var settledBefore: [AlertTopic: Timestamp] = [:]

  /// A commit is told a moment after the instant it is dated at, milliseconds.
  private static let slack: Milliseconds = 5_000

  /// Remembers nothing.
  public init() {}

  /// Whether there may be anything new: the board has changed, or time alone changed something.
  ///
  /// - Parameters:
  ///   - version: the board's, which grows with each change by an event.
  ///   - surroundings: what else there is.
  public func isDue(
    version: Int64, _ surroundings: AlertSurroundings = AlertSurroundings(), at now: Timestamp
  ) -> Bool {
    guard let judgedAt, self.version == version, self.surroundings == surroundings, judgedAt <= now else {
      return true
    }
    return nextLook.map { $0 <= now } ?? false
  }

  /// Since when a change that decided about a topic may have happened: before, it was judged otherwise. `nil` = at any
  /// time.
  public func earliest(of topic: AlertTopic) -> Timestamp? {
    (settledBefore[topic] ?? judgedAt)?.advanced(by: -Self.slack)
  }

  /// Remembers a verdict that was carried out.
  ///
  /// - Parameters:
  ///   - version: the board's, read before what was judged.
  ///   - surroundings: what else was judged.
  ///   - deadline: when a status will have changed if nothing is heard; `nil` = never.
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
