import Rollcall
import SQL

/// Uploads, and what phones said of themselves with them.
extension Track {
  /// What the board showed of a person after an upload.
  struct Known {
    let receivedAt: Timestamp
    /// The latest ping.
    let latest: HistoryCursor?
    /// When the latest place was last confirmed.
    let confirmedAt: Timestamp?
    let battery: Double?
    let isLowPower: Bool
    let hasBacklog: Bool
  }

  /// The sums of some uploads.
  struct UploadSums {
    let requests: Int64
    let stored: Int64
    let duplicates: Int64
    let expired: Int64
  }

  /// What the board showed of a person after their last upload until and including an instant.
  func known(of responder: Responder.ID, at instant: Timestamp) throws -> Known? {
    try db.first(
      """
      SELECT received_at, latest_ping_id, latest_effective_at, confirmed_at, known_battery, low_power, backlog FROM upload
      WHERE responder_id = \(responder) AND received_at <= \(instant)
      ORDER BY received_at DESC, id DESC LIMIT 1
      """
    ) { row in
      let (id, effective): (Int64?, Timestamp?) = try (row["latest_ping_id"], row["latest_effective_at"])
      return Known(
        receivedAt: try row["received_at"],
        latest: id.flatMap { id in effective.map { HistoryCursor(effective: $0, id: id) } },
        confirmedAt: try row["confirmed_at"], battery: try row["known_battery"],
        isLowPower: try row["low_power"], hasBacklog: try row["backlog"])
    }
  }

  /// The sums of a person's uploads received in a span, its end not included.
  func uploads(of responder: Responder.ID, in span: TimeSpan) throws -> UploadSums {
    let found = try db.first(
      """
      SELECT count(*) AS requests, coalesce(sum(stored), 0) AS stored, coalesce(sum(duplicates), 0) AS duplicates,
        coalesce(sum(expired), 0) AS expired
      FROM upload WHERE responder_id = \(responder) AND received_at >= \(span.from) AND received_at < \(span.to)
      """
    ) { row in
      try UploadSums(
        requests: row["requests"], stored: row["stored"], duplicates: row["duplicates"],
        expired: row["expired"])
    }
    return found ?? UploadSums(requests: 0, stored: 0, duplicates: 0, expired: 0)
  }

  /// What the phone said with its last uploads until and including an instant, the newest first.
  func lastReports(_ limit: Int, of responder: Responder.ID, until instant: Timestamp) throws
    -> [SilenceFacts.Report]
  {
    try reports(
      of: responder, "received_at <= \(instant) ORDER BY received_at DESC, id DESC LIMIT \(limit)")
  }

  /// What the phone said with its first upload at or after an instant.
  func firstReport(of responder: Responder.ID, from instant: Timestamp) throws -> SilenceFacts.Report? {
    try reports(of: responder, "received_at >= \(instant) ORDER BY received_at, id LIMIT 1").first
  }

  private func reports(of responder: Responder.ID, _ condition: Query) throws -> [SilenceFacts.Report] {
    try db.all(
      """
      SELECT permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network,
        interval_s, received_at
      FROM upload WHERE responder_id = \(responder) AND \(condition)
      """
    ) { row in
      SilenceFacts.Report(receivedAt: try row["received_at"], telemetry: try Telemetry(row: row))
    }
  }
}

extension Telemetry {
  fileprivate init(row: Row) throws {
    self.init()
    permission = try row["permission"]
    locationServices = try row["location_services"]
    powerMode = try row["power_mode"]
    appState = try row["app_state"]
    queueDepth = try row["queue_depth"]
    oldestEntryAge = try row["oldest_entry_age_s"]
    network = try row["network"]
    interval = try row["interval_s"]
  }
}
