/// One responder at one instant, as alerts see them.
public struct AlertPerson: Equatable, Sendable {
  /// Their id.
  public let id: Responder.ID
  /// Their region, if they have one.
  public let region: String?
  /// The status, settled.
  public let status: Status
  /// Whether they are unknown because this server was down.
  public let isUnknownByRestart: Bool
  /// Until when no fix is expected of a responder who has just come on watch, or whose contact was lost by
  /// this server's downtime. `nil` when that is over, or never applied.
  public let graceUntil: Timestamp?
  /// O: the offline threshold in force, milliseconds; `nil` = not timed or not watched.
  public let offlineThreshold: Milliseconds?
  /// When their phone was last heard; `nil` = never.
  public let heardAt: Timestamp?
  /// From the newest change that makes them flapping to the last instant at which those changes count, which
  /// may lie in the past; `nil` when there are none.
  public let flapping: TimeSpan?
  /// Their incident; `nil` = none.
  public let errand: AlertAssignment?
  /// Hours of duty that have begun and in which they were not heard; `nil` = there are none.
  public let noShow: NoShow?

  /// Creates a person.
  init(
    id: Responder.ID, region: String?, status: Status, isUnknownByRestart: Bool = false,
    graceUntil: Timestamp?, offlineThreshold: Milliseconds?, heardAt: Timestamp? = nil, flapping: TimeSpan?,
    errand: AlertAssignment? = nil, noShow: NoShow? = nil
  ) {
    self.heardAt = heardAt
    self.noShow = noShow
    self.errand = errand
    self.isUnknownByRestart = isUnknownByRestart
    (self.id, self.region, self.status) = (id, region, status)
    (self.graceUntil, self.offlineThreshold, self.flapping) = (graceUntil, offlineThreshold, flapping)
  }

  /// A responder as they are at `now`.
  ///
  /// - Parameters:
  ///   - live: settled until `now`.
  ///   - errand: their incident.
  ///   - noShow: hours in which they were not heard.
  public init(
    id: Responder.ID, region: String?, live: Liveness, flapping: Flapping, errand: AlertAssignment? = nil,
    noShow: NoShow? = nil, at now: Timestamp
  ) {
    self.id = id
    self.region = region
    status = live.status
    isUnknownByRestart = live.isUnknownByRestart
    graceUntil = Self.grace(live).flatMap { $0 > now ? $0 : nil }
    offlineThreshold = live.status == .offDuty ? nil : live.force.thresholds?.offline
    heardAt = live.lastContact
    self.errand = errand
    self.noShow = noShow
    self.flapping = flapping.spell(interval: live.force.interval)
  }
}

extension AlertPerson {
  /// How long phones get to be heard again after this server's downtime, milliseconds: 5 minutes.
  static let restartGrace: Milliseconds = 300_000

  private static func grace(_ live: Liveness) -> Timestamp? {
    guard live.status == .unknown, let thresholds = live.force.thresholds else { return nil }
    let first = live.watchedFrom.advanced(by: thresholds.degraded)
    guard live.isUnknownByRestart, let restart = live.restartedAt else { return first }
    return max(first, restart.advanced(by: restartGrace))
  }
}

extension Flapping {
  /// From the newest change that makes them flapping to the last instant at which they are; `nil` when they
  /// never were.
  fileprivate func spell(interval: Milliseconds?) -> TimeSpan? {
    guard let end = until(interval: interval), let newest = serialized.last else { return nil }
    return TimeSpan(from: Timestamp(milliseconds: newest), to: end)
  }
}
