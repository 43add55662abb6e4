/// One step in the life of an alert, dated.
public struct AlertDecision: Equatable, Sendable {
  /// What it is about.
  public let topic: AlertTopic
  /// Whether it is opened; else it is closed.
  public let opens: Bool
  /// When the condition became what it is: by the log where that is known, else when it was noticed.
  public let at: Timestamp
  /// The figures behind it.
  public let detail: String

  /// A step from its parts.
  public init(topic: AlertTopic, opens: Bool, at: Timestamp, detail: String) {
    self.topic = topic
    self.opens = opens
    self.at = at
    self.detail = detail
  }

  /// The steps that `verdict` asks for, in the order of their instants.
  ///
  /// - Parameters:
  ///   - rules: what was judged.
  ///   - instants: what the log says about when conditions became what they are.
  ///   - watch: what was judged before, not earlier than which anything can have changed.
  public static func all(
    _ verdict: AlertVerdict, _ rules: AlertRules, instants: [AlertTopic: Timestamp], watch: AlertWatch
  ) -> [AlertDecision] {
    let found = verdict.opens.union(verdict.closes).map { topic in
      let opens = verdict.opens.contains(topic)
      let known = instants[topic] ?? rules.flappingChanged(topic, opens: opens)
      let earliest = watch.earliest(of: topic) ?? .distantPast
      let logged = known.flatMap { $0 >= earliest && $0 <= rules.now ? $0 : nil }
      // An incident's row knows since when it has nobody, whenever anybody looked.
      let at = min(rules.now, rules.standingSince(topic) ?? logged ?? rules.now)
      return AlertDecision(topic: topic, opens: opens, at: at, detail: rules.detail(of: topic))
    }
    return found.sorted {
      ($0.at, $0.topic.kind.rawValue, $0.topic.scope) < ($1.at, $1.topic.kind.rawValue, $1.topic.scope)
    }
  }
}

extension AlertRules {
  /// When somebody began to flap, or ceased to.
  fileprivate func flappingChanged(_ topic: AlertTopic, opens: Bool) -> Timestamp? {
    guard case .responderFlapping(let id) = topic, let spell = flapping[id] else { return nil }
    return opens ? spell.from : spell.to
  }
}
