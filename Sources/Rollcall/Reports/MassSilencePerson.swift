/// A person on watch with an active session, as the rules for mass silence see them.
public struct MassSilencePerson: Equatable, Sendable {
  /// Their id.
  public let id: Responder.ID
  /// Their region and network, if known.
  public var scopes: [MassScope]
  /// From when they were last heard to the instant at which that counted as silence. `nil` = they are not
  /// silent, it is not known since when, or an alert already names them.
  public var fall: TimeSpan?
  /// O: the offline threshold in force, milliseconds.
  public let offlineThreshold: Milliseconds

  /// Creates a person.
  public init(id: Responder.ID, scopes: [MassScope], fall: TimeSpan?, offlineThreshold: Milliseconds) {
    (self.id, self.scopes, self.fall) = (id, scopes, fall)
    self.offlineThreshold = offlineThreshold
  }

  /// A person as they are at `now`; `nil` for one who is not watched.
  ///
  /// - Parameters:
  ///   - live: settled until `now`.
  ///   - observingSince: since when this server has been observing without a break. A person last heard
  ///     before that did not verifiably fall silent.
  public init?(
    id: Responder.ID, region: String?, live: Liveness, observingSince: Timestamp, at now: Timestamp
  ) {
    guard live.duty.isWatched, let thresholds = live.force.thresholds else { return nil }
    self.id = id
    scopes = region.map { [.region($0)] } ?? []
    offlineThreshold = thresholds.offline
    fall = Self.fall(live, thresholds, observingSince, now)
  }

  private static func fall(
    _ live: Liveness, _ thresholds: Thresholds, _ observingSince: Timestamp, _ now: Timestamp
  ) -> TimeSpan? {
    guard live.status == .degraded || live.status == .offline, let heard = live.lastContact,
      heard >= max(live.watchedFrom, observingSince)
    else { return nil }
    let counts = heard.advanced(by: thresholds.degraded)
    return counts <= now ? TimeSpan(from: heard, to: counts) : nil
  }
}

/// A person named by an alert about a mass silence.
public struct MassSilenceMember: Equatable, Sendable {
  /// Their id.
  public let id: Responder.ID
  /// When they were last heard before it.
  public let fellAt: Timestamp
  /// When they were heard again, or left the watch; `nil` = not yet.
  public var backAt: Timestamp?
  /// When the alert closed because another one followed it, which names them from then on; `nil` = it did
  /// not, or they were back by then.
  public let carriedAt: Timestamp?

  /// Creates a member.
  public init(id: Responder.ID, fellAt: Timestamp, backAt: Timestamp? = nil, carriedAt: Timestamp? = nil) {
    (self.id, self.fellAt, self.backAt, self.carriedAt) = (id, fellAt, backAt, carriedAt)
  }

  /// Whether they are silent, and this is the alert that says so.
  public var isSilent: Bool { backAt == nil && carriedAt == nil }

  /// When they were back, as known at `now`; `nil` = they are still silent.
  ///
  /// - Parameter live: `nil` = they are no longer on the board, or their session has ended.
  public func back(_ live: Liveness?, at now: Timestamp) -> Timestamp? {
    guard let live else { return now }
    guard live.duty.isWatched else { return max(fellAt, min(live.dutySince, now)) }
    return live.lastContact.flatMap { $0 > fellAt ? min($0, now) : nil }
  }
}
