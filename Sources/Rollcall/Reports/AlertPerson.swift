/// What alerts look at of one person, at one instant.
public struct AlertPerson: Equatable, Sendable {
  /// Who.
  public let id: Responder.ID
  /// Their region, if they have one.
  public let region: String?
  /// The status, settled.
  public let status: Status
  /// Whether they are unknown because this server was away.
  public let isUnknownByRestart: Bool
  /// Until when nothing is expected of somebody who has just come on watch, or whom this server lost by its own absence:
  /// their first fix is on its way. `nil` when that is over, or was never so.
  public let graceUntil: Timestamp?
  /// O: the offline threshold in force, milliseconds; `nil` = not timed or not watched.
  public let offlineThreshold: Milliseconds?
  /// When their phone was last heard; `nil` = never.
  public let heardAt: Timestamp?
  /// From the newest of the changes that make them flapping to the last instant at which those count, which may lie in
  /// the past; `nil` when there are none.
  public let flapping: TimeSpan?
  /// The incident that is theirs; `nil` = none.
  public let errand: AlertErrand?

  /// A person from their parts.
  init(
    id: Responder.ID, region: String?, status: Status, isUnknownByRestart: Bool = false,
    graceUntil: Timestamp?, offlineThreshold: Milliseconds?, heardAt: Timestamp? = nil, flapping: TimeSpan?,
    errand: AlertErrand? = nil
  ) {
    self.heardAt = heardAt
    self.errand = errand
    self.isUnknownByRestart = isUnknownByRestart
    (self.id, self.region, self.status) = (id, region, status)
    (self.graceUntil, self.offlineThreshold, self.flapping) = (graceUntil, offlineThreshold, flapping)
  }

  /// A person as they are at `now`.
  ///
  /// - Parameters:
  ///   - live: settled until `now`.
  ///   - errand: the incident that is theirs.
  public init(
    id: Responder.ID, region: String?, live: Liveness, flapping: Flapping, errand: AlertErrand? = nil,
    at now: Timestamp
  ) {
    self.id = id
    self.region = region
    status = live.status
    isUnknownByRestart = live.isUnknownByRestart
    graceUntil = Self.grace(live).flatMap { $0 > now ? $0 : nil }
    offlineThreshold = live.status == .offDuty ? nil : live.force.thresholds?.offline
    heardAt = live.lastContact
    self.errand = errand
    self.flapping = flapping.spell(interval: live.force.interval)
  }
}

extension AlertPerson {
  /// How long phones that this server lost by its absence are given to be heard again, milliseconds: 5 minutes.
  static let restartGrace: Milliseconds = 300_000

  private static func grace(_ live: Liveness) -> Timestamp? {
    guard live.status == .unknown, let thresholds = live.force.thresholds else { return nil }
    let first = live.watchedFrom.advanced(by: thresholds.degraded)
    guard live.isUnknownByRestart, let restart = live.restartedAt else { return first }
    return max(first, restart.advanced(by: restartGrace))
  }
}

extension Flapping {
  /// From the newest change that makes them flapping to the last instant at which they do; `nil` when they never did.
  fileprivate func spell(interval: Milliseconds?) -> TimeSpan? {
    guard let end = until(interval: interval), let newest = serialized.last else { return nil }
    return TimeSpan(from: Timestamp(milliseconds: newest), to: end)
  }
}
