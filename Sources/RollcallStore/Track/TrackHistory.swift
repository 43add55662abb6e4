import Rollcall
import SQL

/// The pings of a workspace in order of effective time and id.
extension Track {
  /// - Parameters:
  ///   - start: after this position.
  ///   - end: before this effective time.
  func history(
    _ filter: PingFilter, of workspace: Workspace.ID, from start: HistoryCursor, to end: Timestamp, limit: Int
  ) throws -> [HistoryPing] {
    var pings: [HistoryPing] = []
    try db.each(Self.page(filter, of: workspace, from: start, to: end, limit: limit)) { row in
      if let ping = try HistoryPing(row) { pings.append(ping) }
    }
    return pings
  }

  static func page(
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
    id = try row.whole(0)
    responder = Responder.ID(try row.whole(1))
    effective = Timestamp(milliseconds: try row.whole(3))
    receivedAt = Timestamp(milliseconds: try row.whole(4))
    timeSource = try row[5]
    queue = try row[17]
    let stored = DoubtFlags(rawValue: try row.whole(19))
    (flags, isRepeated) = (stored.subtracting(.repeated), stored.contains(.repeated))
    isOnDuty = try row.whole(20) != 0
    ping = Ping(position: position, isMock: try row[14])
    ping.recordedAt = try row.integer(2).map { Timestamp(milliseconds: $0) }
    ping.accuracy = try row.number(8)
    ping.speed = try row.number(9)
    ping.heading = try row.number(10)
    ping.altitude = try row.number(11)
    ping.source = try row.integer(12) == nil ? nil : row[12]
    ping.batteryLevel = try row.number(13)
    ping.signalQuality = try row.integer(15) == nil ? nil : row[15]
    ping.visitID = try row.integer(16)
    ping.sequence = try row.integer(18)
  }
}
