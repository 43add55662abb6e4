/// The decision about alerts at one instant: which to open, which to close, which must wait.
public struct AlertVerdict: Equatable, Sendable {
  /// Topics to open: true, not open yet, and with nothing to wait for.
  public private(set) var opens: Set<AlertTopic> = []
  /// Topics to close: open, no longer true, and with nothing to wait for.
  public private(set) var closes: Set<AlertTopic> = []
  /// Topics that would open or close, but must wait.
  public private(set) var waits: Set<AlertTopic> = []
  /// The next instant at which time alone may change the decision; `nil` = never.
  public private(set) var nextLook: Timestamp?

  /// Judges `rules`.
  ///
  /// - Parameters:
  ///   - open: the topics with an open alert.
  ///   - observingSince: since when this server has been observing without a break.
  public init(_ rules: AlertRules, open: Set<AlertTopic>, observingSince: Timestamp) {
    let (standing, now) = (rules.standing, rules.now)
    for topic in standing.symmetricDifference(open) {
      let opening = standing.contains(topic)
      guard opening || !rules.isStillSo(topic) else { continue }
      let held = rules.heldUntil(topic, observingSince: observingSince)
      let grace = opening ? rules.graceUntil(topic) : nil
      let isCertain = opening && rules.isCertain(topic, observingSince: observingSince)
      if !isCertain, let end = [held, grace].compactMap({ $0 }).max(), now < end {
        waits.insert(topic)
        look(at: min(end, rules.nextDecision(observingSince: observingSince) ?? end))
      } else if opening {
        opens.insert(topic)
      } else {
        closes.insert(topic)
      }
    }
    // The last instant of a flapping span still counts as flapping.
    for spell in rules.flapping.values where now <= spell.to { look(at: spell.to.advanced(by: 1)) }
    if let next = rules.nextNoShow { look(at: next) }
  }

  private mutating func look(at instant: Timestamp) { nextLook = min(nextLook ?? instant, instant) }
}

/// One step in the life of an alert, dated.
public struct AlertDecision: Equatable, Sendable {
  /// The alert's topic.
  public let topic: AlertTopic
  /// Whether it opens; else it closes.
  public let opens: Bool
  /// When the condition changed: according to the log where that is known, else when it was noticed.
  public let at: Timestamp
  /// The figures behind it.
  public let detail: String

  /// Creates a step.
  public init(topic: AlertTopic, opens: Bool, at: Timestamp, detail: String) {
    self.topic = topic
    self.opens = opens
    self.at = at
    self.detail = detail
  }

  /// The steps that `verdict` asks for, in the order of their instants.
  ///
  /// - Parameters:
  ///   - rules: the judged state.
  ///   - instants: when the conditions changed, according to the log.
  ///   - watch: the previous judgement, which bounds the instant of a change from below.
  public static func all(
    _ verdict: AlertVerdict, _ rules: AlertRules, instants: [AlertTopic: Timestamp], watch: AlertWatch
  ) -> [AlertDecision] {
    let found = verdict.opens.union(verdict.closes).map { topic in
      let opens = verdict.opens.contains(topic)
      let known =
        instants[topic] ?? rules.flappingChanged(topic, opens: opens)
        ?? (opens ? nil : rules.heardAgain(topic))
      let earliest = watch.earliest(of: topic) ?? .distantPast
      let logged = known.flatMap { $0 >= earliest && $0 <= rules.now ? $0 : nil }
      // An incident's row records since when it is unassigned, whenever it was checked.
      let at = min(rules.now, rules.standingSince(topic) ?? logged ?? rules.now)
      return AlertDecision(topic: topic, opens: opens, at: at, detail: rules.detail(of: topic))
    }
    return found.sorted {
      ($0.at, $0.topic.kind.rawValue, $0.topic.scope) < ($1.at, $1.topic.kind.rawValue, $1.topic.scope)
    }
  }
}

extension AlertRules {
  /// When a responder began to flap, or stopped.
  fileprivate func flappingChanged(_ topic: AlertTopic, opens: Bool) -> Timestamp? {
    guard case .responderFlapping(let id) = topic, let spell = flapping[id] else { return nil }
    return opens ? spell.from : spell.to
  }
}

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
  public mutating func record(
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
