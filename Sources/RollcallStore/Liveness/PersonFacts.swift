import GRDB
public import Rollcall

/// What is known of somebody's phone and uploads, beside the timeline.
public struct PersonFacts: Sendable {
  /// One queue of pings.
  public struct Queue: Sendable {
    /// Its name.
    public var name: String
    /// Which numbers were seen.
    public var seen: SequenceSet
  }

  /// What became of uploads.
  public struct Uploads: Sendable {
    /// Requests with pings.
    public var requests: Int64
    /// Pings stored.
    public var stored: Int64
    /// Pings that were stored before.
    public var duplicates: Int64
    /// Pings older than the retention.
    public var expired: Int64
    /// What was refused or set aside, by reason `field: rule`, most frequent first.
    public var rejected: [(reason: String, count: Int64)]
  }

  /// The newest session; `nil` = no phone was ever signed in.
  public var session: PhoneSession?
  /// When it began.
  public var signedInAt: Timestamp?
  /// Whether its end was a logout.
  public var loggedOut: Bool
  /// What its phone said of itself.
  public var device: PhoneDevice
  /// From which address it was heard last; `nil` = never.
  public var address: String?
  /// The queues of their phones, the newest first.
  public var queues: [Queue]
  /// When the latest fix was on disk.
  public var latestReceivedAt: Timestamp?
  /// The uploads of the range.
  public var uploads: Uploads
}

extension Store {
  /// What is known of a responder's phone, and of their uploads in a range. Blocks.
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
      let session = try Row.fetchOne(
        db, sql: "SELECT * FROM phone_session WHERE responder_id = ? ORDER BY id DESC LIMIT 1",
        arguments: [id.rawValue])
      return PersonFacts(
        session: session.map(PhoneSessions.session), signedInAt: session?.instant("created_at"),
        loggedOut: session?["logged_out"] ?? false,
        device: session.map(PhoneSessions.device) ?? PhoneDevice(),
        address: session.flatMap { addresses.last(PhoneSession.ID($0["id"])) ?? $0["address"] },
        queues: try Queues.find(of: id, db).reversed(),
        latestReceivedAt: try Int64.fetchOne(
          db,
          sql: """
            SELECT received_at FROM liveness JOIN ping ON ping.id = liveness.latest_ping_id
            WHERE liveness.responder_id = ? AND latest_effective_at >= ?
            """, arguments: [id.rawValue, oldest.milliseconds]
        ).map { Timestamp(milliseconds: $0) },
        uploads: try uploads(of: id, TimeSpan(from: max(range.from, oldest), to: range.to), db))
    }
  }

  private func uploads(of id: Responder.ID, _ range: TimeSpan, _ db: Database) throws -> PersonFacts.Uploads {
    let sums = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), total(stored), total(duplicates), total(expired) FROM upload
        WHERE responder_id = ? AND received_at >= ? AND received_at < ?
        """, arguments: [id.rawValue, range.from.milliseconds, range.to.milliseconds])
    let reasons = try Row.fetchAll(
      db,
      sql: """
        SELECT reason, sum(count) AS number FROM rejection WHERE responder_id = ? AND day BETWEEN ? AND ?
        GROUP BY reason ORDER BY number DESC, reason
        """,
      arguments: [id.rawValue, Rejections.day(of: range.from), Rejections.day(of: range.to)])
    func sum(_ column: Int) -> Int64 { Int64((sums?[column] as Double?) ?? 0) }
    return PersonFacts.Uploads(
      requests: sums?[0] ?? 0, stored: sum(1), duplicates: sum(2), expired: sum(3),
      rejected: reasons.map { ($0["reason"], $0["number"]) })
  }
}
