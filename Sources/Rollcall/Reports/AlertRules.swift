/// The conditions of a workspace's alerts at one instant, from the statuses of its people.
public struct AlertRules: Sendable {
  /// The people of a region, or of the workspace.
  private struct Group {
    var figures = AlertFigures()
    /// Until when a responder who has just come on watch may still send their first fix.
    var grace: Timestamp?
    /// The longest offline threshold in force.
    var longestThreshold: Milliseconds?
  }

  /// The counts of the whole workspace.
  public var everybody: AlertFigures { all.figures }
  /// Who is flapping, or was: from the change that made it so to the last instant at which it is.
  public private(set) var flapping: [Responder.ID: TimeSpan] = [:]

  private var all = Group()
  /// Each region with at least one member.
  private var regions: [String: Group] = [:]

  /// The offline responders: when they were last heard, and their own threshold.
  private var offline: [(heardAt: Timestamp?, threshold: Milliseconds)] = []

  private var offlinePeople: [Responder.ID: AlertPerson] = [:]
  /// Who was not heard in hours that have begun.
  private var noShows: [Responder.ID: NoShow] = [:]
  /// When people were last heard.
  private var heard: [Responder.ID: Timestamp] = [:]
  /// The incidents at fault, by their topic.
  private var incidents: [AlertTopic: AlertIncident] = [:]
  private let tellsOffline: Bool

  /// The instant of the judgement.
  public let now: Timestamp

  /// The state of these people and incidents at `now`.
  ///
  /// - Parameters:
  ///   - incidents: those that are unassigned or found no replacement.
  ///   - tellsOffline: whether every offline responder is an alert, not only assignees.
  public init(
    _ people: some Sequence<AlertPerson>, incidents: [AlertIncident] = [], tellsOffline: Bool = false,
    at now: Timestamp
  ) {
    self.now = now
    self.tellsOffline = tellsOffline
    for incident in incidents { self.incidents[incident.topic] = incident }
    for person in people { add(person) }
  }

  private mutating func add(_ person: AlertPerson) {
    Self.add(person, to: &all)
    if person.status == .offline {
      offline.append((person.heardAt, person.offlineThreshold ?? 0))
      offlinePeople[person.id] = person
    }
    if let noShow = person.noShow { noShows[person.id] = noShow }
    heard[person.id] = person.heardAt
    if let spell = person.flapping { flapping[person.id] = spell }
    if let region = person.region { Self.add(person, to: &regions[region, default: Group()]) }
  }

  private static func add(_ person: AlertPerson, to group: inout Group) {
    group.figures[person.status] += 1
    if person.isUnknownByRestart { group.figures.unknownByRestart += 1 }
    group.grace = later(group.grace, person.graceUntil)
    group.longestThreshold = later(group.longestThreshold, person.offlineThreshold)
  }

  /// Every topic whose condition is true, including those that still have to wait.
  public var standing: Set<AlertTopic> {
    var found = Set(flapping.filter { now <= $0.value.to }.map { AlertTopic.responderFlapping($0.key) })
    if everybody.isHighOfflineRate { found.insert(.highOfflineRate) }
    for (region, group) in regions where group.figures.isNobodyOnline {
      found.insert(.noOnlineResponders(region: region))
    }
    for person in offlinePeople.values where tellsOffline || person.errand != nil {
      found.insert(.responderOffline(person.id, having: person.errand?.incident))
    }
    for (id, noShow) in noShows where noShow.due <= now { found.insert(.noShow(id, hours: noShow.hours)) }
    found.formUnion(incidents.keys)
    return found
  }

  /// The figures of a topic, in one line.
  public func detail(of topic: AlertTopic) -> String {
    switch topic {
    case .incidentUnassigned, .replacementNotFound: incidents[topic]?.detail ?? ""
    case .responderOffline(let id, _):
      offlinePeople[id]?.errand.map { "has INC-\($0.incident.rawValue), \($0.title)" } ?? "has no incident"
    case .noShow: "not heard since the hours of duty began"
    case .highOfflineRate, .responderFlapping, .noOnlineResponders, .massSilence, .machine:
      figures(of: topic).text(for: topic.kind)
    }
  }

  /// The figures of an open alert that says another number of open places than there are; `nil` = it says the right one.
  public func corrected(_ alert: Alert) -> String? {
    incidents[alert.topic].flatMap { $0.isToldRightly(in: alert.detail) ? nil : $0.detail }
  }

  /// Since when a topic has been true, if its own row records that; `nil` for others, and for one that is not
  /// true.
  func standingSince(_ topic: AlertTopic) -> Timestamp? {
    if case .noShow(let id, let hours) = topic, let noShow = noShows[id], noShow.hours == hours {
      return noShow.due
    }
    return incidents[topic]?.since
  }

  /// Whether an open alert stays as it is, although it would not open now: after a restart people have their time anew,
  /// and whoever was not heard before has still not come.
  func isStillSo(_ topic: AlertTopic) -> Bool {
    guard case .noShow(let id, let hours) = topic else { return false }
    return noShows[id]?.hours == hours
  }

  /// When a person was heard again for whom an alert ends; `nil` when they were not, and for other topics.
  func heardAgain(_ topic: AlertTopic) -> Timestamp? {
    guard case .noShow(let id, let hours) = topic, let at = heard[id], at >= hours else { return nil }
    return at
  }

  /// When the next person is not heard in their hours for too long; `nil` = never.
  var nextNoShow: Timestamp? { noShows.values.map(\.due).filter { $0 > now }.min() }

  /// Whether the status log tells when a topic opened or closed. A responder who gets or loses an incident
  /// while offline leaves no entry there.
  public func isLogged(_ topic: AlertTopic, opens: Bool) -> Bool {
    switch topic {
    case .highOfflineRate, .noOnlineResponders: true
    case .responderOffline(let id, _): opens == (offlinePeople[id] != nil)
    case .responderFlapping, .incidentUnassigned, .replacementNotFound, .noShow, .massSilence, .machine: false
    }
  }

  /// The counts that decide a topic.
  public func figures(of topic: AlertTopic) -> AlertFigures {
    guard case .noOnlineResponders(let region) = topic else { return everybody }
    return regions[region]?.figures ?? AlertFigures()
  }

  /// Until when a topic is neither opened nor closed after a downtime of this server that ended at
  /// `observingSince`: as long as the slowest responder concerned may take to be heard. `nil` = it does not
  /// wait.
  public func heldUntil(_ topic: AlertTopic, observingSince: Timestamp) -> Timestamp? {
    let threshold: Milliseconds? =
      switch topic {
      // An offline responder was heard and fell silent, or had their time: a restart alone makes no one
      // offline.
      case .responderFlapping, .responderOffline, .incidentUnassigned, .replacementNotFound, .noShow,
        .massSilence, .machine:
        nil
      case .highOfflineRate: all.longestThreshold
      case .noOnlineResponders(let region): regions[region]?.longestThreshold
      }
    return threshold.map { observingSince.advanced(by: $0) }
  }

  /// Whether a topic need not wait, because the responders whose time to be heard since `observingSince` has
  /// passed decide it, whatever happens to the others.
  func isCertain(_ topic: AlertTopic, observingSince: Timestamp) -> Bool {
    guard case .highOfflineRate = topic else { return false }
    var certain = everybody
    certain[.offline] = offline.count { Self.decision(on: $0, observingSince) <= now }
    certain[.online] += everybody[.offline] - certain[.offline]
    return certain.isHighOfflineRate
  }

  /// When the next offline responder has had their time; `nil` = all have.
  func nextDecision(observingSince: Timestamp) -> Timestamp? {
    offline.map { Self.decision(on: $0, observingSince) }.filter { $0 > now }.min()
  }

  /// When a responder is offline beyond doubt: at once when they were heard since, else after their own time.
  private static func decision(
    on person: (heardAt: Timestamp?, threshold: Milliseconds), _ observingSince: Timestamp
  ) -> Timestamp {
    if let heard = person.heardAt, heard >= observingSince { return observingSince }
    return observingSince.advanced(by: person.threshold)
  }

  /// Until when a region is not called unreachable because a responder has just come on duty there; `nil` =
  /// it is.
  ///
  /// A responder who comes on duty is `unknown` until the first fix. Without this grace, the first shift of
  /// each day would begin with a critical alert of a few seconds. It ends when a fix is late by the
  /// responder's own rule (D).
  func graceUntil(_ topic: AlertTopic) -> Timestamp? {
    guard case .noOnlineResponders(let region) = topic else { return nil }
    return regions[region]?.grace
  }

  private static func later<Value: Comparable>(_ one: Value?, _ other: Value?) -> Value? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
