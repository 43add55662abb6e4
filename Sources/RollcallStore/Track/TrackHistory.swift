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
    var queues: [Int64: String] = [:]
    try db.each(Self.page(filter, of: workspace, from: start, to: end, limit: limit)) { row in
      let queue: Int64 = try row[17]
      let name = try queues[queue] ?? name(of: queue)
      queues[queue] = name
      if let ping = try HistoryPing(row, queue: name) { pings.append(ping) }
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
    let whose: Query = filter.responder.map { "AND responder_id = \($0)" } ?? ""
    let flagged: Query = filter.flags.isEmpty ? "" : "AND flags <> 0 AND (flags & \(filter.flags)) != 0"
    return """
      SELECT id, responder_id, recorded_at_raw, effective_at, received_at, time_source, lat, lng,
        accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level, is_mock, signal_quality, visit_id,
        queue_id, sequence, flags, on_duty
      FROM ping INDEXED BY \(index)
      WHERE workspace_id = \(workspace) \(whose)
        AND effective_at >= \(start.effective) AND effective_at < \(end)
        AND (effective_at, id) > (\(start.effective), \(start.id)) \(flagged)
      ORDER BY effective_at, id LIMIT \(limit)
      """
  }
}

extension HistoryPing {
  /// Columns by index, because an export reads millions of rows.
  fileprivate init?(_ row: Row, queue: String) throws {
    guard let position = Position(latitude: try row[6], longitude: try row[7]) else { return nil }
    id = try row[0]
    responder = try row[1]
    effective = try row[3]
    receivedAt = try row[4]
    timeSource = try row[5]
    self.queue = queue
    let stored: DoubtFlags = try row[19]
    (flags, isRepeated) = (stored.subtracting(.repeated), stored.contains(.repeated))
    isOnDuty = try row[20]
    ping = Ping(position: position, isMock: try row[14])
    ping.recordedAt = try row.optional(2)
    ping.accuracy = try row.optional(8)
    ping.speed = try row.optional(9)
    ping.heading = try row.optional(10)
    ping.altitude = try row.optional(11)
    ping.source = try row.optional(12)
    ping.batteryLevel = try row.optional(13)
    ping.signalQuality = try row.optional(15)
    ping.visitID = try row.optional(16)
    ping.sequence = try row.optional(18)
  }
}
