public import Rollcall
import SQL

/// Which pings are asked for.
public struct PingFilter: Equatable, Sendable {
  /// From this effective time on.
  public var from: Timestamp
  /// Before this effective time.
  public var to: Timestamp
  /// Only this responder's.
  public var responder: Responder.ID?
  /// Only those with at least one of these flags.
  public var flags: DoubtFlags

  /// Creates a filter.
  public init(from: Timestamp, to: Timestamp, responder: Responder.ID? = nil, flags: DoubtFlags = []) {
    self.from = from
    self.to = to
    self.responder = responder
    self.flags = flags
  }
}

/// A stored ping, as the history shows it.
public struct HistoryPing: Sendable {
  /// Its id.
  public var id: Int64
  /// The responder.
  public var responder: Responder.ID
  /// The ping as it was sent.
  public var ping: Ping
  /// When it was taken, in server time.
  public var effective: Timestamp
  /// When it was on disk.
  public var receivedAt: Timestamp
  /// The clock that its time is based on.
  public var timeSource: FixTime.Source
  /// Its queue.
  public var queue: String
  /// Its doubts.
  public var flags: DoubtFlags
  /// Whether it was taken on duty.
  public var isOnDuty: Bool
  /// Whether it is a sign of life that repeats a place rather than a fix.
  public var isRepeated = false

  /// Its position in the order of the history.
  var place: HistoryCursor { HistoryCursor(effective: effective, id: id) }
}

extension TrackingStore {
  /// Up to `limit` pings of a workspace in order of effective time and id, after `cursor`. Blocks.
  ///
  /// The workspace's retention applies at once, wherever the purge is. Data on hold is included.
  public func history(
    of workspace: Workspace, _ filter: PingFilter, after cursor: HistoryCursor?, limit: Int
  ) throws(StoreError) -> [HistoryPing] {
    let now = clock()
    return try read { db in
      let shown = try ShownTime(
        TimeSpan(from: filter.from, to: filter.to),
        from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: filter.responder, at: now, db)
      return try shown.rows(after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.place) }) {
        span, start, wanted in
        var pings: [HistoryPing] = []
        try db.each(Self.historyPage(filter, of: workspace.id, from: start, to: span.to, limit: wanted)) {
          row in
          if let ping = try HistoryPing(row) { pings.append(ping) }
        }
        return pings
      }
    }
  }

  /// - Parameters:
  ///   - start: after this position.
  ///   - end: before this effective time.
  static func historyPage(
    _ filter: PingFilter, of workspace: Workspace.ID, from start: HistoryCursor, to end: Timestamp, limit: Int
  ) -> Query {
    let index: Query =
      switch (filter.responder == nil, filter.flags.isEmpty) {
      case (true, true): "ping_workspace"
      case (true, false): "ping_doubted"
      case (false, true): "ping_responder"
      case (false, false): "ping_doubt"
      }
    let whose: Query = filter.responder.map { "AND ping.responder_id = \($0)" } ?? ""
    let flagged: Query = filter.flags.isEmpty ? "" : "AND flags <> 0 AND (flags & \(filter.flags)) != 0"
    return """
      SELECT ping.id, ping.responder_id, recorded_at_raw, effective_at, received_at, time_source, lat, lng,
        accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level, is_mock, signal_quality, visit_id,
        queue.name, sequence, flags, on_duty
      FROM ping INDEXED BY \(index) JOIN queue ON queue.id = ping.queue_id
      WHERE workspace_id = \(workspace) \(whose)
        AND effective_at >= \(start.effective) AND effective_at < \(end)
        AND (effective_at, ping.id) > (\(start.effective), \(start.id)) \(flagged)
      ORDER BY effective_at, ping.id LIMIT \(limit)
      """
  }
}

extension HistoryPing {
  /// Columns by index, because an export reads millions of rows.
  fileprivate init?(_ row: Row) throws {
    guard let position = Position(latitude: try row[6], longitude: try row[7]) else { return nil }
    id = try row[0]
    responder = try row[1]
    effective = try row[3]
    receivedAt = try row[4]
    timeSource = try row[5]
    queue = try row[17]
    let stored: DoubtFlags = try row[19]
    (flags, isRepeated) = (stored.subtracting(.repeated), stored.contains(.repeated))
    isOnDuty = try row[20]
    ping = Ping(position: position, isMock: try row[14])
    ping.recordedAt = try row[2]
    ping.accuracy = try row[8]
    ping.speed = try row[9]
    ping.heading = try row[10]
    ping.altitude = try row[11]
    ping.source = try row[12]
    ping.batteryLevel = try row[13]
    ping.signalQuality = try row[15]
    ping.visitID = try row[16]
    ping.sequence = try row[18]
  }
}
