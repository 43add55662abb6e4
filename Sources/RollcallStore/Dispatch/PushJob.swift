public import Rollcall
package import SQL

/// A message to one address of a phone.
public struct PushJob: Equatable, Sendable {
  /// A message's id.
  public typealias ID = Identifier<PushJob>

  /// The kind of message.
  public enum Kind: String, CaseIterable, Sendable {
    case offer, withdrawn
    /// What the incident says has changed.
    case changed
    case test
  }

  /// What the message is about; `nil` members are unknown in a test.
  public struct Subject: Equatable, Sendable {
    /// The offer; `nil` = the incident was taken by voice, without one.
    public let offer: Offer.ID?
    /// The incident.
    public let incident: Incident.ID
    /// The incident's reference, as people use it.
    public let reference: String
    /// Incident or order.
    public let kind: Incident.Kind
    /// The region of the place; `nil` = none is known.
    public let region: String?
    /// From the responder to the place when it was offered, metres.
    public let distance: Double
    /// Whether it is a drill.
    public let isDrill: Bool

    /// A subject from its parts.
    public init(
      offer: Offer.ID?, incident: Incident.ID, reference: String, kind: Incident.Kind, region: String?,
      distance: Double, isDrill: Bool = false
    ) {
      self.offer = offer
      self.incident = incident
      self.reference = reference
      self.kind = kind
      self.region = region
      self.distance = distance
      self.isDrill = isDrill
    }
  }

  /// Its id; the same at every attempt.
  public let id: ID
  /// The service that carries it.
  public let service: PushService
  /// The address there. A secret.
  public let token: String
  /// The kind of message.
  public let kind: Kind
  /// The last instant at which it is useful.
  public let expiresAt: Timestamp
  /// What it is about; `nil` for a test.
  public let subject: Subject?

  /// A message from its parts.
  public init(
    id: ID, service: PushService, token: String, kind: Kind, expiresAt: Timestamp, subject: Subject? = nil
  ) {
    self.id = id
    self.service = service
    self.token = token
    self.kind = kind
    self.expiresAt = expiresAt
    self.subject = subject
  }

  /// How long it is useful to tell a phone that an offer is over, or that its incident was changed: 10 minutes.
  static let withdrawalLasts: Milliseconds = 600_000
  /// How long a service with a wrong set-up is paused: a minute.
  static let restLasts: Milliseconds = 60_000
  /// How long a test is useful: 2 minutes.
  static let testLasts: Milliseconds = 120_000
}

extension PushJob: OutboxItem {
  /// A service; servers of the responders' own choice share one lane.
  public enum Lane: Hashable, Sendable { case service(PushService), chosen }

  /// Its lane.
  public var lane: Lane { service.isChosen(token) ? .chosen : .service(service) }
  /// How many messages of a lane may be in progress at once.
  public var laneLimit: Int { lane == .chosen ? 2 : 4 }
  /// No message to a phone waits for another.
  public var hasFollowers: Bool { false }
}

extension PushStore {
  /// The messages that are due now, the most overdue first. Messages that are already being handed over are
  /// among them until ``record(_:of:chance:)`` stores their result. Blocks.
  public func duePushJobs(limit: Int) throws(StoreError) -> [PushJob] {
    let now = clock()
    return try read { try $0.all(PushJob.due(at: now, limit: limit)) }
  }

  /// When the next message that waits will be due; `nil` = none waits. Blocks.
  public func nextPushDue() throws(StoreError) -> Timestamp? {
    try read { db in
      try db.first(
        "SELECT min(next_at) FROM push_job WHERE state = 'waiting' AND next_at > \(clock())",
        as: Timestamp.self)
    }
  }

  /// How many workspaces have paused a service because its set-up is wrong. Blocks.
  public func pausedPushServices() throws(StoreError) -> [PushService: Int] {
    let now = clock()
    return try read { db in
      let counts = try db.all(
        "SELECT provider, count(*) AS count FROM push_pause WHERE until > \(now) GROUP BY provider"
      ) { (try $0["provider"] as PushService, try $0["count"] as Int) }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }

  /// How many messages wait to be handed over. Blocks.
  public func waitingPushJobs() throws(StoreError) -> Int {
    try read { try $0.first("SELECT count(*) FROM push_job WHERE state = 'waiting'", as: Int.self) ?? 0 }
  }
}

extension PushJob: FetchableRecord {
  /// Only to logged-in phones, and for offers that can still be answered.
  fileprivate static func due(at now: Timestamp, limit: Int) -> Query {
    """
    SELECT push_job.id, push_channel.provider, push_channel.token, push_job.kind, push_job.expires_at,
      offer.id AS offer, offer.distance_m, incident.id AS incident, incident.kind AS incident_kind, incident.region,
      incident.is_drill
    FROM push_job
    JOIN push_channel ON push_channel.workspace_id = push_job.workspace_id
      AND push_channel.id = push_job.channel_id AND push_channel.gone_at IS NULL
    \(PushWays.owner)
    LEFT JOIN offer ON offer.workspace_id = push_job.workspace_id AND offer.id = push_job.offer_id
    LEFT JOIN incident ON incident.workspace_id = push_job.workspace_id
      AND incident.id = coalesce(offer.incident_id, push_job.incident_id)
    WHERE push_job.state = 'waiting' AND push_job.next_at <= \(now) AND push_job.expires_at > \(now)
      AND \(PushWays.isOwned) AND (push_job.kind <> 'offer' OR offer.ended_at IS NULL)
    ORDER BY push_job.next_at, push_job.id LIMIT \(limit)
    """
  }

  package init(row: Row) throws {
    self.init(
      id: try row["id"], service: try row["provider"], token: try row["token"], kind: try row["kind"],
      expiresAt: try row["expires_at"], subject: try Subject(row))
  }
}

extension PushJob.Subject {
  fileprivate init?(_ row: Row) throws {
    guard let id: Incident.ID = try row["incident"] else { return nil }
    self.init(
      offer: try row["offer"], incident: id, reference: Incidents.order(id),
      kind: try row["incident_kind"], region: try row["region"],
      distance: try row["distance_m"] ?? 0, isDrill: try row["is_drill"])
  }
}
