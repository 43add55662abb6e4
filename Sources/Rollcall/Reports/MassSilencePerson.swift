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

/// The people affected by a mass silence: those of a region, or those whose phones use one network.
public enum MassScope: Hashable, Sendable {
  /// The people of a region, by its name.
  case region(String)
  /// The people whose phones were last heard through a network, by its name.
  case network(String)

  /// As stored: `region/Center`, `network/A1 Slovenia`.
  public var text: String {
    switch self {
    case .region(let name): "region/\(name)"
    case .network(let name): "network/\(name)"
    }
  }

  /// Reads a stored scope; `nil` when this version does not know it.
  public init?(text: String) {
    for (prefix, scope) in [("region/", MassScope.region), ("network/", MassScope.network)]
    where text.utf8.starts(with: prefix.utf8) {
      self = scope(String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
      return
    }
    return nil
  }

  /// For people: `Region Center`, `Network A1 Slovenia`.
  public var words: String {
    switch self {
    case .region(let name): "Region \(name)"
    case .network(let name): "Network \(name)"
    }
  }

  /// Regions before networks, then by name: of two otherwise equal scopes the first one names the alert.
  var order: (Int, String) {
    switch self {
    case .region(let name): (0, name)
    case .network(let name): (1, name)
    }
  }
}

/// People who are still silent when their alert is followed by another one of the same scope. The new alert
/// names them from then on, and stays open until they are back.
public struct MassSilenceCarry: Equatable, Sendable {
  /// The people, with the instant at which each was last heard.
  public let people: [Responder.ID: Timestamp]

  /// The people whom a closing alert hands to its successor; `nil` = none.
  ///
  /// - Parameters:
  ///   - members: the people named by the closing alert.
  ///   - silence: what the next one is opened for. People who fell silent with it are its own.
  public init?(_ members: [MassSilenceMember], to silence: MassSilence) {
    let silent = members.filter { $0.isSilent && silence.fallen[$0.id] == nil }
    guard !silent.isEmpty else { return nil }
    people = Dictionary(silent.map { ($0.id, $0.fellAt) }, uniquingKeysWith: { known, _ in known })
  }

  /// The text on the closing alert: `followed by another alert, which goes on with 8 still silent`.
  public var ending: String { "followed by another alert, which goes on with \(people.count) still silent" }

  /// The text on the next one: `8 more silent since before`.
  public var beginning: String { "\(people.count) more silent since before" }
}
