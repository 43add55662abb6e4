import GRDB
public import Rollcall

/// Which pings are asked for.
public struct PingFilter: Equatable, Sendable {
  /// From this effective time on.
  public var from: Timestamp
  /// Before this effective time.
  public var to: Timestamp
  /// Only this responder's.
  public var responder: Responder.ID?
  /// Only those with any of these flags.
  public var flags: DoubtFlags

  /// A filter from its parts.
  public init(from: Timestamp, to: Timestamp, responder: Responder.ID? = nil, flags: DoubtFlags = []) {
    self.from = from
    self.to = to
    self.responder = responder
    self.flags = flags
  }
}

/// A place in the history: after the ping with this effective time and id.
public struct HistoryCursor: Equatable, Sendable {
  /// Effective time of the last ping seen.
  public var effective: Timestamp
  /// Its id.
  public var id: Int64

  /// A cursor from its parts.
  public init(effective: Timestamp, id: Int64) {
    self.effective = effective
    self.id = id
  }
}

/// A stored ping as the history shows it.
public struct HistoryPing: Sendable {
  /// Its id.
  public var id: Int64
  /// Whose it is.
  public var responder: Responder.ID
  /// What was sent.
  public var ping: Ping
  /// When it was taken, in our time.
  public var effective: Timestamp
  /// When it was on disk.
  public var receivedAt: Timestamp
  /// Whose clock said when it was taken.
  public var timeSource: FixTime.Source
  /// Its queue.
  public var queue: String
  /// Its doubts.
  public var flags: DoubtFlags
  /// Whether it was taken on duty.
  public var isOnDuty: Bool
  /// Whether it is a sign of life that repeats a place, and no fix.
  public var isRepeated = false

  /// Where it stands.
  var place: HistoryCursor { HistoryCursor(effective: effective, id: id) }
}

extension Store {
  /// Up to `limit` pings of a workspace in order of effective time and id, after `cursor`. Blocks.
  ///
  /// The retention of the workspace applies at once, whatever the purge has reached; what is on hold is shown.
  public func history(
    of workspace: Workspace, _ filter: PingFilter, after cursor: HistoryCursor?, limit: Int
  ) throws(StoreError) -> [HistoryPing] {
    let now = clock()
    return try read { db in
      let shown = try ShownTime(
        TimeSpan(from: filter.from, to: filter.to),
        from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: filter.responder, at: now, db)
      let statement = try db.cachedStatement(sql: Self.historySQL(filter))
      return try shown.rows(after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.place) }) {
        span, start, wanted in
        var arguments: StatementArguments = [
          "workspace": workspace.id.rawValue, "to": span.to.milliseconds, "at": start.effective.milliseconds,
          "id": start.id, "limit": wanted,
        ]
        if let responder = filter.responder { arguments += ["responder": responder.rawValue] }
        if !filter.flags.isEmpty { arguments += ["flags": filter.flags.rawValue] }
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var pings: [HistoryPing] = []
        while let row = try rows.next() { if let ping = HistoryPing(row) { pings.append(ping) } }
        return pings
      }
    }
  }

  /// The names of a workspace's people, by id, for the rows of a history. Blocks.
  public func names(of workspace: Workspace.ID) throws(StoreError) -> [Responder.ID: String] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, name FROM responder WHERE workspace_id = ?", arguments: [workspace.rawValue])
      return Dictionary(
        rows.map { (Responder.ID($0["id"]), $0["name"]) }, uniquingKeysWith: { first, _ in first })
    }
  }

  static func historySQL(_ filter: PingFilter) -> String {
    let index =
      switch (filter.responder == nil, filter.flags.isEmpty) {
      case (true, true): "ping_workspace"
      case (true, false): "ping_doubted"
      case (false, true): "ping_responder"
      case (false, false): "ping_doubt"
      }
    return """
      SELECT ping.id, ping.responder_id, recorded_at_raw, effective_at, received_at, time_source, lat, lng, accuracy_m,
        speed_mps, heading_deg, altitude_m, source, battery_level, is_mock, signal_quality, visit_id,
        queue.name, sequence, flags, on_duty
      FROM ping INDEXED BY \(index) JOIN queue ON queue.id = ping.queue_id
      WHERE workspace_id = :workspace \(filter.responder == nil ? "" : "AND ping.responder_id = :responder")
        AND effective_at >= :at AND effective_at < :to AND (effective_at, ping.id) > (:at, :id)
        \(filter.flags.isEmpty ? "" : "AND flags <> 0 AND (flags & :flags) != 0")
      ORDER BY effective_at, ping.id LIMIT :limit
      """
  }
}

extension HistoryPing {
  /// Columns by position, because an export reads millions of rows.
  fileprivate init?(_ row: Row) {
    guard let position = Position(latitude: row[6], longitude: row[7]) else { return nil }
    id = row[0]
    responder = Responder.ID(row[1])
    effective = Timestamp(milliseconds: row[3])
    receivedAt = Timestamp(milliseconds: row[4])
    timeSource = FixTime.Source(rawValue: row[5]) ?? .server
    queue = row[17]
    let stored = DoubtFlags(rawValue: row[19])
    (flags, isRepeated) = (stored.subtracting(.repeated), stored.contains(.repeated))
    isOnDuty = row[20]
    ping = Ping(position: position, isMock: Ping.MockReport(rawValue: row[14]) ?? .unknown)
    ping.recordedAt = (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
    ping.accuracy = row[8]
    ping.speed = row[9]
    ping.heading = row[10]
    ping.altitude = row[11]
    ping.source = (row[12] as Int64?).flatMap(Ping.Source.init(code:))
    ping.batteryLevel = row[13]
    ping.signalQuality = (row[15] as Int64?).flatMap(Ping.SignalQuality.init(code:))
    ping.visitID = row[16]
    ping.sequence = row[18]
  }
}

extension Ping.Source {
  fileprivate init?(code: Int64) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }
}

extension Ping.SignalQuality {
  fileprivate init?(code: Int64) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }
}
