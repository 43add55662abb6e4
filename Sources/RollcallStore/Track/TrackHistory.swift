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
    guard !filter.flags.isEmpty else {
      return try pings(Self.page(filter, of: workspace, from: start, to: end, limit: limit), limit)
    }
    let places = try doubted(filter, of: workspace, from: start, to: end, limit: limit)
    let found = try pings(
      "\(Self.columns) WHERE id IN (SELECT value FROM json_each(\(places.map(\.id).json)))", limit)
    return found.sorted { ($0.effective, $0.id) < ($1.effective, $1.id) }
  }

  private func pings(_ query: Query, _ limit: Int) throws -> [HistoryPing] {
    var (pings, names): ([HistoryPing], QueueNames) = ([], QueueNames())
    pings.reserveCapacity(min(limit, 2_000))
    try db.each(query) { row in
      let queue = try names.name(of: try row.whole(17), db)
      if let ping = try HistoryPing(row, queue: queue) { pings.append(ping) }
    }
    return pings
  }

  private static let columns: Query = """
    SELECT id, responder_id, recorded_at_raw, effective_at, received_at, time_source, lat, lng, accuracy_m,
      speed_mps, heading_deg, altitude_m, source, battery_level, is_mock, signal_quality, visit_id, queue_id,
      sequence, flags, on_duty FROM ping
    """

  static func page(
    _ filter: PingFilter, of workspace: Workspace.ID, from start: HistoryCursor, to end: Timestamp, limit: Int
  ) -> Query {
    let index: Query = filter.responder == nil ? "ping_workspace" : "ping_responder"
    let whose: Query = filter.responder.map { "AND responder_id = \($0)" } ?? ""
    return """
      \(columns) INDEXED BY \(index)
      WHERE workspace_id = \(workspace) \(whose)
        AND effective_at >= \(start.effective) AND effective_at < \(end)
        AND (effective_at, id) > (\(start.effective), \(start.id))
      ORDER BY effective_at, id LIMIT \(limit)
      """
  }

  /// The places of the first pings with some of the filter's flags, found by their doubts: a rare flag among many
  /// others costs no more.
  private func doubted(
    _ filter: PingFilter, of workspace: Workspace.ID, from start: HistoryCursor, to end: Timestamp, limit: Int
  ) throws -> [HistoryCursor] {
    var places: [HistoryCursor] = []
    for (flag, _) in DoubtFlags.words where filter.flags.contains(flag) {
      let page = Self.doubts(
        flag, of: filter.responder, in: workspace, from: start, to: end, limit: limit)
      try db.each(page) { row in
        places.append(HistoryCursor(effective: try row["effective_at"], id: try row["ping_id"]))
      }
    }
    places.sort { ($0.effective, $0.id) < ($1.effective, $1.id) }
    // A ping with two of the flags has two doubts, one beside the other.
    var first: [HistoryCursor] = []
    for place in places where place != first.last {
      guard first.count < limit else { break }
      first.append(place)
    }
    return first
  }

  static func doubts(
    _ flag: DoubtFlags, of responder: Responder.ID?, in workspace: Workspace.ID, from start: HistoryCursor,
    to end: Timestamp, limit: Int
  ) -> Query {
    let index: Query = responder == nil ? "doubt_flag" : "doubt_responder"
    let whose: Query = responder.map { "AND responder_id = \($0)" } ?? ""
    return """
      SELECT effective_at, ping_id FROM doubt INDEXED BY \(index)
      WHERE workspace_id = \(workspace) \(whose) AND flag = \(flag)
        AND effective_at >= \(start.effective) AND effective_at < \(end)
        AND (effective_at, ping_id) > (\(start.effective), \(start.id))
      ORDER BY effective_at, ping_id LIMIT \(limit)
      """
  }
}

/// The names of queues by their ids, each read once: a join would look for one in every row.
private struct QueueNames {
  private var names: [Int64: String] = [:]

  mutating func name(of id: Int64, _ db: Database) throws -> String {
    if let known = names[id] { return known }
    let name = try db.first("SELECT name FROM queue WHERE id = \(id)", as: String.self) ?? ""
    names[id] = name
    return name
  }
}

extension HistoryPing {
  /// Columns by index, because an export reads millions of rows.
  fileprivate init?(_ row: Row, queue: String) throws {
    guard let position = Position(latitude: try row[6], longitude: try row[7]) else { return nil }
    id = try row.whole(0)
    responder = Responder.ID(try row.whole(1))
    effective = Timestamp(milliseconds: try row.whole(3))
    receivedAt = Timestamp(milliseconds: try row.whole(4))
    timeSource = try row[5]
    self.queue = queue
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
