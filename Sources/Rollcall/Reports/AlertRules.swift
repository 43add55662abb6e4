/// What is wrong in a workspace at one instant, by the statuses of its people.
public struct AlertRules: Sendable {
  /// The counts of the whole workspace.
  public private(set) var everybody = AlertFigures()
  /// The counts of each region that somebody belongs to.
  public private(set) var regions: [String: AlertFigures] = [:]
  /// Who comes and goes, or did: from the change that made it so to the last instant at which it is.
  public private(set) var flapping: [Responder.ID: TimeSpan] = [:]

  /// By region: until when somebody who has just come on watch may still send their first fix.
  private var grace: [String: Timestamp] = [:]
  /// The longest offline threshold in force, of the workspace and of each region.
  private var longestThreshold: Milliseconds?
  private var longestThresholds: [String: Milliseconds] = [:]

  /// The instant they are judged at.
  public let now: Timestamp

  /// The state of these people at `now`.
  public init(_ people: some Sequence<AlertPerson>, at now: Timestamp) {
    self.now = now
    for person in people { add(person) }
  }

  private mutating func add(_ person: AlertPerson) {
    everybody[person.status] += 1
    longestThreshold = later(longestThreshold, person.offlineThreshold)
    if let spell = person.flapping { flapping[person.id] = spell }
    guard let region = person.region else { return }
    regions[region, default: AlertFigures()][person.status] += 1
    grace[region] = later(grace[region], person.graceUntil)
    longestThresholds[region] = later(longestThresholds[region], person.offlineThreshold)
  }

  /// Every topic whose condition is true, however long it has to wait.
  public var standing: Set<AlertTopic> {
    var found = Set(flapping.filter { now <= $0.value.to }.map { AlertTopic.responderFlapping($0.key) })
    if everybody.isHighOfflineRate { found.insert(.highOfflineRate) }
    for (region, figures) in regions where figures.isNobodyOnline {
      found.insert(.noOnlineResponders(region: region))
    }
    return found
  }

  /// The figures of a topic, in one line.
  public func detail(of topic: AlertTopic) -> String { figures(of: topic).text(for: topic.kind) }

  /// The counts that a topic is judged by.
  public func figures(of topic: AlertTopic) -> AlertFigures {
    guard case .noOnlineResponders(let region) = topic else { return everybody }
    return regions[region] ?? AlertFigures()
  }

  /// Until when a topic is neither opened nor closed after an absence of ours that ended at `observingSince`: as long as
  /// the slowest of those concerned may take to be heard. `nil` = it does not wait.
  public func heldUntil(_ topic: AlertTopic, observingSince: Timestamp) -> Timestamp? {
    let threshold: Milliseconds? =
      switch topic {
      case .responderFlapping: nil
      case .highOfflineRate: longestThreshold
      case .noOnlineResponders(let region): longestThresholds[region]
      }
    return threshold.map { observingSince.advanced(by: $0) }
  }

  /// Until when a region is not called unreachable because somebody has just come on duty there; `nil` = it is.
  ///
  /// Coming on duty is `unknown` until the first fix. Without this, each first shift of a day would begin with a
  /// critical alert of a few seconds. It ends when a fix is late by the person's own rule (D).
  func graceUntil(_ topic: AlertTopic) -> Timestamp? {
    guard case .noOnlineResponders(let region) = topic else { return nil }
    return grace[region]
  }

  private func later<Value: Comparable>(_ one: Value?, _ other: Value?) -> Value? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
