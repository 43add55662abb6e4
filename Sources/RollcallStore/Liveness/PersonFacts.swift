public import Rollcall
import SQL

/// The facts about a person's phone and uploads, beside the timeline.
public struct PersonFacts: Sendable {
  /// One queue of pings.
  public struct Queue: Sendable {
    /// Its name.
    public var name: String
    /// Which numbers were seen.
    public var seen: SequenceSet
  }

  /// Counts of uploads.
  public struct Uploads: Sendable {
    /// Requests with pings.
    public var requests: Int64
    /// Pings stored.
    public var stored: Int64
    /// Pings that were stored before.
    public var duplicates: Int64
    /// Pings older than the retention.
    public var expired: Int64
    /// Rejected and quarantined data, by reason `field: rule`, most frequent first.
    public var rejected: [(reason: String, count: Int64)]
  }

  /// The newest session; `nil` = no phone was ever signed in.
  public var session: PhoneSession?
  /// When it began.
  public var signedInAt: Timestamp?
  /// Whether its end was a logout.
  public var loggedOut: Bool
  /// The phone's description of itself.
  public var device: PhoneDevice
  /// The address of its last contact; `nil` = never.
  public var address: String?
  /// The queues of their phones, the newest first.
  public var queues: [Queue]
  /// When the latest fix was on disk.
  public var latestReceivedAt: Timestamp?
  /// The uploads of the range.
  public var uploads: Uploads
}

extension LivenessStore {
  /// The facts about a responder's phone, and their uploads in a range. Blocks.
  ///
  /// The retention of the workspace applies at once.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func facts(
    of id: Responder.ID, in workspace: Workspace.ID, _ range: TimeSpan
  ) throws(StoreError) -> PersonFacts {
    try read { db in
      guard try Responders.find(id, in: workspace, db) != nil,
        let days = try Workspaces.find(workspace, db)?.retentionDays
      else { throw StoreError.notFound("responder \(id.rawValue)") }
      let oldest = RetentionLimits(days: days, now: clock()).reports
      let phone = try db.first(
        """
        SELECT *, NULL AS access_until FROM phone_session
        WHERE workspace_id = \(workspace) AND responder_id = \(id) ORDER BY id DESC LIMIT 1
        """
      ) { row in
        try (
          session: PhoneSession(row: row), signedInAt: row["created_at"] as Timestamp,
          loggedOut: row["logged_out"] as Bool,
          device: PhoneDevice(
            name: row["device_name"], platform: row["platform"], osVersion: row["os_version"],
            appVersion: row["app_version"]),
          address: row["address"] as String?
        )
      }
      return PersonFacts(
        session: phone?.session, signedInAt: phone?.signedInAt, loggedOut: phone?.loggedOut ?? false,
        device: phone?.device ?? PhoneDevice(),
        address: phone.flatMap { store.addresses.last($0.session.id) ?? $0.address },
        queues: try db.track.queues(of: id).reversed().map {
          PersonFacts.Queue(name: $0.name, seen: $0.seen)
        },
        latestReceivedAt: try latestReceived(of: ResponderKey(id, in: workspace), since: oldest, db),
        uploads: try uploads(
          of: ResponderKey(id, in: workspace), TimeSpan(from: max(range.from, oldest), to: range.to), db))
    }
  }

  private func uploads(
    of person: ResponderKey, _ range: TimeSpan, _ db: Database
  ) throws -> PersonFacts.Uploads {
    let (first, last) = (Rejections.day(of: range.from), Rejections.day(of: range.to))
    let rejected = try db.all(
      """
      SELECT reason, sum(count) AS number FROM rejection
      WHERE \(person.rows) AND day BETWEEN \(first) AND \(last)
      GROUP BY reason ORDER BY number DESC, reason
      """
    ) { row in (reason: try row["reason"] as String, count: try row["number"] as Int64) }
    let sums = try db.track.uploads(of: person.id, in: range)
    return PersonFacts.Uploads(
      requests: sums.requests, stored: sums.stored, duplicates: sums.duplicates, expired: sums.expired,
      rejected: rejected)
  }

  /// When the latest fix was on disk; `nil` = it has expired.
  private func latestReceived(
    of person: ResponderKey, since oldest: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    let latest = try db.first(
      """
      SELECT latest_ping_id, latest_effective_at FROM liveness
      WHERE \(person.rows) AND latest_effective_at >= \(oldest) AND latest_ping_id IS NOT NULL
      """
    ) { HistoryCursor(effective: try $0["latest_effective_at"], id: try $0["latest_ping_id"]) }
    return try latest.flatMap { try db.track.received(at: $0, of: person.id) }
  }
}
