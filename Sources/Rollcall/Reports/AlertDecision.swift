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
      let known = instants[topic] ?? rules.flappingChanged(topic, opens: opens)
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
