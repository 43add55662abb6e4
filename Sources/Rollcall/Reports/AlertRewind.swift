/// A logged status change of one responder.
public struct LoggedChange: Equatable, Sendable {
  /// The responder.
  public var responder: Responder.ID
  /// When it became true.
  public var at: Timestamp
  /// The status before; `nil` for a person's first.
  public var from: Status?
  /// The status since then.
  public var to: Status

  /// Creates a change.
  public init(responder: Responder.ID, at: Timestamp, from: Status?, to: Status) {
    self.responder = responder
    self.at = at
    self.from = from
    self.to = to
  }
}

/// Finds the instant at which the condition of a topic became what it is now. Undoes the log step by step,
/// from the newest change back, until the condition differs.
public struct AlertRewind {
  private var statuses: [Responder.ID: (status: Status, region: String?)] = [:]
  /// Responders who are unknown now because this server was down.
  private var lostByRestart: Set<Responder.ID> = []
  private var everybody = AlertFigures()
  private var regions: [String: AlertFigures] = [:]

  /// Starts from the present state of these people.
  public init(_ people: some Sequence<AlertPerson>) {
    for person in people {
      statuses[person.id] = (person.status, person.region)
      count(person.status, in: person.region, by: 1)
      if person.isUnknownByRestart {
        lostByRestart.insert(person.id)
        everybody.unknownByRestart += 1
      }
    }
  }

  /// For each of `topics` the instant of the change that made it what it is. Topics about which the log says
  /// nothing are missing.
  ///
  /// - Parameter log: the newest change first. Changes that do not lead to the present state are newer than
  ///   it and are skipped.
  public mutating func instants(
    of topics: Set<AlertTopic>, log: some Sequence<LoggedChange>
  ) -> [AlertTopic: Timestamp] {
    var sought = topics.filter { holds($0) != nil }
    var found: [AlertTopic: Timestamp] = [:]
    let people = Self.people(of: sought)
    for change in log {
      if sought.isEmpty { break }
      guard let known = statuses[change.responder], known.status == change.to else { continue }
      var topics = [AlertTopic.highOfflineRate]
      if let region = known.region { topics.append(.noOnlineResponders(region: region)) }
      topics += people[change.responder] ?? []
      let concerned = topics.filter(sought.contains).map { (topic: $0, held: holds($0)) }
      undo(change, in: known.region)
      for (topic, held) in concerned where holds(topic) != held {
        found[topic] = change.at
        sought.remove(topic)
      }
    }
    return found
  }

  /// The topics about single people, by responder.
  private static func people(of topics: Set<AlertTopic>) -> [Responder.ID: [AlertTopic]] {
    var found: [Responder.ID: [AlertTopic]] = [:]
    for topic in topics {
      if case .responderOffline(let id, _) = topic { found[id, default: []].append(topic) }
    }
    return found
  }

  /// Whether a topic's condition is true; `nil` when the counts do not decide it.
  private func holds(_ topic: AlertTopic) -> Bool? {
    switch topic {
    case .highOfflineRate: everybody.isHighOfflineRate
    case .noOnlineResponders(let region): regions[region]?.isNobodyOnline ?? false
    case .responderOffline(let id, _): statuses[id].map { $0.status == .offline }
    case .responderFlapping, .incidentUnassigned, .replacementNotFound, .noShow, .massSilence, .machine: nil
    }
  }

  private mutating func undo(_ change: LoggedChange, in region: String?) {
    count(change.to, in: region, by: -1)
    if lostByRestart.remove(change.responder) != nil { everybody.unknownByRestart -= 1 }
    statuses[change.responder] = change.from.map { ($0, region) }
    if let from = change.from { count(from, in: region, by: 1) }
  }

  private mutating func count(_ status: Status, in region: String?, by step: Int) {
    everybody[status] += step
    if let region { regions[region, default: AlertFigures()][status] += step }
  }
}
